"""What goes wrong on the way: dead sockets, lost clocks, killed handlers, forged tokens, absurd frames."""

from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from local.stack import Stack
from tests.stack.people import Person, opened


@pytest.mark.parametrize(
    "made", [{"forged": True}, {"ttl": -60}, {"claims": {"aud": "another"}}, {"claims": {"iss": "https://another"}}]
)
def test_a_forged_expired_or_foreign_token_is_refused_at_connect(stack: Stack, made: dict[str, Any]) -> None:
    with pytest.raises(InvalidStatus) as refused, opened(stack, stack.token("anna", **made), "lobby"):
        pass

    assert refused.value.response.status_code == 403


def test_an_unknown_channel_is_refused_at_connect(stack: Stack) -> None:
    with pytest.raises(InvalidStatus), opened(stack, stack.token("anna"), "kitchen"):
        pass


def test_a_connection_is_closed_when_its_token_runs_out(stack: Stack, person: Any) -> None:
    anna = person("anna")
    short = anna.connected("table", stack.token("anna", ttl=120))
    stack.advance(121)

    short.tell({"type": "ping"})

    assert short.close_code() is not None
    assert short.heard[-1]["code"] == "token_expired"


def test_a_frame_over_four_kilobytes_is_refused_and_one_over_32_closes_the_connection(person: Any) -> None:
    anna = person("anna")

    anna.lobby.tell('{"type":"ping","id":"' + "x" * 5000 + '"}')
    refused = anna.lobby.hear()
    anna.lobby.tell("x" * (33 * 1024))

    assert refused["code"] == "too_large"
    assert anna.lobby.close_code() == 1009


def test_a_frame_that_names_a_route_reaches_no_other_route(person: Any) -> None:
    anna = person("anna")

    anna.lobby.tell('{"route":"$disconnect","type":"ping"}')

    assert anna.lobby.hear()["code"] == "bad_field"
    assert anna.lobby.ask("ping")["type"] == "pong"


def test_a_move_repeated_over_a_new_connection_is_accepted_once(match: tuple[Person, Person]) -> None:
    first, _ = match
    view = first.view()
    move = {"table": first.name, "n": 1, "deal": 1, "turn": view["deal"]["turn"]}
    accepted = first.table.ask("draw", **move)
    first.table.raw.close()
    first.at(first.name)

    again = first.table.ask("draw", **move)

    assert (accepted["accepted"], again["type"], again["seq"]) == (1, "accepted", accepted["seq"])
    assert first.view()["seq"] == accepted["seq"]


def test_reconnecting_mid_turn_shows_the_exact_view(match: tuple[Person, Person]) -> None:
    first, _ = match
    first.move("draw")
    before = first.view()
    first.table.raw.close()

    first.at(first.name)

    assert first.view() == before


def test_the_closing_of_an_old_socket_leaves_the_new_one(stack: Stack, match: tuple[Person, Person]) -> None:
    first, second = match
    old = second.table
    second.at(second.name)
    old.raw.close()
    stack.settle()

    first.move("draw")

    assert second.table.until("events")["events"][0]["event"] == "drew"


def test_a_second_device_takes_over_and_the_first_hears_nothing_more(match: tuple[Person, Person]) -> None:
    first, second = match
    old = second.table
    second.at(second.name)

    first.move("draw")

    assert old.until("detached")["table"] == second.name
    with pytest.raises(TimeoutError):
        old.hear(timeout=0.2)


def test_a_push_that_is_lost_is_made_up_by_sync(stack: Stack, match: tuple[Person, Person]) -> None:
    first, second = match
    seq = second.view()["seq"]
    second.table.raw.close()
    stack.settle()
    first.whole_turn()

    second.table = second.connected("table")
    missing = second.table.ask("sync", table=second.name, since=seq)

    assert [event["seq"] for event in missing["events"]] == [seq + 1, seq + 2]


def test_the_sweep_alone_ends_a_stuck_turn(stack: Stack, match: tuple[Person, Person]) -> None:
    first, _ = match
    stack.queue("ClockQueue").lose()

    stack.advance(230)

    assert first.view()["seq"] > 1


def test_a_clock_message_delivered_twice_and_late_has_one_effect(stack: Stack, match: tuple[Person, Person]) -> None:
    first, _ = match
    message = {"messageId": "m1", "body": f'{{"table":"{first.name}","clock":2,"due":0}}'}
    stack.advance(47)
    seq = first.view()["seq"]

    answers = [stack.invoke("Clock", {"Records": [message, message]}) for _ in range(2)]

    assert answers == [{"batchItemFailures": []}] * 2
    assert first.view()["seq"] == seq


def test_of_a_batch_only_the_message_that_failed_comes_again(stack: Stack, match: tuple[Person, Person]) -> None:
    good = {"messageId": "good", "body": f'{{"table":"{match[0].name}","clock":1,"due":0}}'}
    bad = {"messageId": "bad", "body": "not json"}

    answer = stack.invoke("Clock", {"Records": [bad, good]})

    assert answer == {"batchItemFailures": [{"itemIdentifier": "bad"}]}


def test_a_message_to_a_table_nobody_knows_is_refused(person: Any) -> None:
    anna = person("anna")
    anna.table = anna.connected("table")

    assert anna.table.ask("attach", table="a" * 20)["code"] == "table_not_found"


def test_two_people_racing_for_the_last_seat(stack: Stack, person: Any) -> None:
    anna, bruno, carla = person("anna"), person("bruno"), person("carla")
    name = anna.open()
    for who in (bruno, carla):
        who.lobby.tell({"type": "sit", "id": "race", "table": name, "request": "request-1"})

    answers = sorted(who.lobby.hear()["type"] for who in (bruno, carla))

    assert answers == ["refused", "seated"]
    assert len(anna.view()["persons"]) == 2


def test_many_frames_at_once_on_one_connection_are_applied_once_each(match: tuple[Person, Person]) -> None:
    first, _ = match
    view = first.view()
    move = {"type": "draw", "table": first.name, "n": 1, "deal": 1, "turn": view["deal"]["turn"]}
    for number in range(6):
        first.table.tell(move | {"id": f"copy{number}"})

    answers: list[dict[str, Any]] = []
    while len(answers) < 6:
        frame = first.table.hear()
        if str(frame.get("id", "")).startswith("copy"):
            answers.append(frame)

    assert {frame["type"] for frame in answers} <= {"events", "accepted"}
    assert first.view()["seq"] == view["seq"] + 1


def test_nothing_is_scanned_and_a_move_is_one_read_and_one_write(stack: Stack, match: tuple[Person, Person]) -> None:
    first, _ = match
    move = {"table": first.name, "n": 1, "deal": 1, "turn": first.view()["deal"]["turn"]}
    stack.settle()
    before = len(stack.calls)

    with ExitStack():
        first.table.ask("draw", **move)
        stack.settle()

    made = sorted(call.operation for call in stack.calls[before:])
    assert made == ["GetItem", "PostToConnection", "PostToConnection", "UpdateItem"]
    assert all(call.operation != "Scan" for call in stack.calls)
