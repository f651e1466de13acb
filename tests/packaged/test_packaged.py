"""Each function as built and as Lambda runs it, fed its event files: what `sam local invoke` would do."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from circolo.adapters.system import clock
from circolo.desk.invocation import invoke
from circolo.games import GAMES
from circolo.room.house import House, Sender
from circolo.room.limits import Limits
from circolo.room.socket import message
from circolo.table.record import decode
from circolo.table.state import Due
from tests.packaged.conftest import World
from tests.packaged.runtime import Running

pytestmark = [pytest.mark.slow, pytest.mark.engine]

Functions = Callable[[str], Running]
Rooms = Callable[[Callable[[], int]], House]
EVENTS = Path(__file__).parents[2] / "events"
SECOND = 1000


def event(name: str) -> Any:
    return json.loads((EVENTS / f"{name}.json").read_text())


def said(room: House, player: str, channel: str, **command: Any) -> None:
    """A person says something on a socket of his own, whose id is `player-channel`."""
    sender = Sender(
        connection=f"{player}-{channel}",
        player=player,
        subject=player,
        channel=channel,
        sent_at=room.now(),
        expires=room.now() // SECOND + 3600,
    )
    message(room, Limits(), sender, json.dumps(command))


def opened(room: House, world: World, player: str, nickname: str) -> str:
    """A table that a person has opened and attached to."""
    said(room, player, "lobby", type="claim_nickname", nickname=nickname)
    said(room, player, "lobby", type="open_table", request="request-1", rulebook="FIBUR", deals=2)
    table: str = world.outside.frames(f"{player}-lobby")[-1]["table"]
    said(room, player, "table", type="attach", table=table)
    return table


def due(room: House, table: str) -> Due:
    """The deadline that runs at a table."""
    stored = room.tables.load(table)
    assert stored is not None
    running = decode(stored.record, GAMES).due
    assert running is not None
    return running


def test_the_authorizer_refuses_its_event_as_it_stands(function: Functions) -> None:
    answer = function("Authorizer").invoke(event("authorizer-connect"))

    assert answer["policyDocument"]["Statement"][0]["Effect"] == "Deny"


def test_the_authorizer_admits_a_token_by_the_issuers_published_keys(function: Functions, world: World) -> None:
    token = world.outside.issuer.token("anna", roles=("player",))
    asked = json.loads(json.dumps(event("authorizer-connect")).replace("TOKEN", token))

    answer = function("Authorizer").invoke(asked)

    assert answer["policyDocument"]["Statement"][0]["Effect"] == "Allow"
    assert (answer["context"]["channel"], answer["context"]["subject"]) == ("lobby", "anna")
    assert token not in function("Authorizer").output()


def test_the_socket_events_connect_claim_and_disconnect(function: Functions, world: World) -> None:
    socket, players = function("Socket"), world.client("dynamodb")
    connection = event("socket-connect")["requestContext"]["connectionId"]
    key = {"pk": {"S": f"CONN#{connection}"}, "sk": {"S": "CONN"}}

    connected = socket.invoke(event("socket-connect"))
    recorded = players.get_item(TableName="PlayersTable", Key=key)
    answered = socket.invoke(event("socket-message"))
    left = socket.invoke(event("socket-disconnect"))

    assert connected == {"statusCode": 200, "headers": {"Sec-WebSocket-Protocol": "circolo.v1"}}
    assert "Item" in recorded
    assert (answered["statusCode"], left["statusCode"]) == (200, 200)
    welcome = world.outside.frames(connection)[-1]
    claimed = json.loads(event("socket-message")["body"])
    assert (welcome["type"], welcome["nickname"]) == ("welcome", claimed["nickname"])
    assert "Item" not in players.get_item(TableName="PlayersTable", Key=key)
    assert claimed["nickname"] not in socket.output()


def test_the_socket_closes_a_connection_whose_token_has_ended(function: Functions, world: World) -> None:
    asked = event("socket-message")
    asked["requestContext"]["connectionId"] = "late="
    asked["requestContext"]["authorizer"]["expires"] = "1"

    function("Socket").invoke(asked)

    assert [frame["code"] for frame in world.outside.frames("late=")] == ["token_expired"]
    assert world.outside.closed == ["late="]


def test_the_clock_drops_its_event_for_a_table_that_is_not_there(function: Functions, world: World) -> None:
    before = len(world.outside.pushed)

    answer = function("Clock").invoke(event("clock-message"))

    assert answer == {"batchItemFailures": []}
    assert len(world.outside.pushed) == before


def test_the_clock_plays_for_whoever_let_his_turn_pass(function: Functions, world: World, room: Rooms) -> None:
    before = room(lambda: clock() - 60 * SECOND)
    table = opened(before, world, "annaannaanna", "Alba")
    said(before, "brunobrunobr", "lobby", type="claim_nickname", nickname="Berto")
    said(before, "brunobrunobr", "lobby", type="sit", table=table, request="request-1")
    said(before, "brunobrunobr", "table", type="attach", table=table)
    passed, waiting = due(before, table), world.delayed()
    asked = event("clock-message")
    asked["Records"][0]["body"] = json.dumps({"table": table, "clock": passed.clock, "due": passed.at})

    answer = function("Clock").invoke(asked)

    assert answer == {"batchItemFailures": []}
    for player in ("annaannaanna", "brunobrunobr"):
        told = world.outside.frames(f"{player}-table")[-1]["events"]
        assert [(one["event"], one["by_clock"]) for one in told] == [("drew", True), ("discarded", True)]
    assert world.delayed() == waiting + 1


def test_the_sweep_closes_a_table_that_nobody_joined(function: Functions, world: World, room: Rooms) -> None:
    table = opened(room(lambda: clock() - 3600 * SECOND), world, "carlacarlaca", "Carla")

    answer = function("Sweep").invoke(event("sweep-schedule"))

    assert answer == {"passed": 1}
    last = world.outside.frames("carlacarlaca-table")[-1]
    assert (last["type"], last["table"], last["view"]["phase"]) == ("view", table, "closed")


@pytest.mark.parametrize("file", sorted(path.stem for path in EVENTS.glob("desk-*.json")))
def test_the_desk_answers_its_event_as_it_does_here(function: Functions, file: str) -> None:
    answer = function("Desk").invoke(event(file))

    assert answer == json.loads(msgspec.json.encode(invoke(event(file))))
    assert "error" not in answer


@pytest.mark.parametrize("file", ["authorizer-connect", "socket-message", "clock-message", "sweep-schedule"])
def test_a_function_logs_lines_of_json(function: Functions, file: str) -> None:
    running = function(file.split("-")[0].capitalize())

    running.invoke(event(file))

    lines = [json.loads(line) for line in running.output().splitlines()]
    assert lines
    assert {line["service"] for line in lines} == {"circolo"}


def test_every_event_is_fed_here() -> None:
    files = {path.stem for path in EVENTS.glob("*.json") if not path.stem.startswith("desk-")}

    assert all(f'event("{file}")' in Path(__file__).read_text() for file in files)
