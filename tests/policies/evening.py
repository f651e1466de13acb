"""One evening at the whole stack, in which the functions do everything they can do."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed

from local.stack import ROOT, Stack
from tests.stack.people import Person, Socket

People = Callable[[str], Person]


def evening(stack: Stack, person: People) -> None:
    """Everything, one thing after the other; each with people of its own."""
    full_match(stack, person("anna"), person("bruno"))
    refusals_and_leaving(person("carla"), person("dario"))
    taking_over_and_dead_sockets(stack, person("elena"), person("fabio"))
    clock_expires_a_match(stack, person("gino"), person("hilda"))
    clock_plays_the_ai(stack, person("irene"))
    sweep_expires_a_match(stack, person("luca"), person("marta"))
    nobody_joins(stack, person("nora"))
    too_many_connections(stack, person("otto"))
    flooding(stack, person("piero"))
    token_runs_out(stack, person("rosa"))
    stack.invoke("Desk", json.loads((ROOT / "events" / "desk-ranking-points.json").read_text()))


def full_match(stack: Stack, opener: Person, guest: Person) -> None:
    """From the lobby to the last score sheet: histories written, guards released."""
    opener.lobby.ask("hello")
    name = opener.open()
    guest.lobby.ask("list_tables")
    guest.sit(name)
    play_deal(opener, guest)
    for one in (opener, guest):
        one.move("close_sheet")
    stack.advance(5)
    last = play_deal(opener, guest)
    assert last["over"]["phase"] == "ended"
    assert guest.lobby.ask("hello").get("seat") is None


def play_deal(*players: Person) -> dict[str, Any]:
    """Each draws and discards what he drew, until the deal is over; the last event."""
    first, second = players if players[0].on_turn else reversed(players)
    numbers = {one.who: one.view()["you"]["next"] for one in (first, second)}
    deal = first.view()["deal"]
    turn, mover, waiting = deal["turn"], first, second
    while True:
        mover.stack.advance(1)
        card = None
        for kind in ("draw", "discard"):
            said = {"table": mover.name, "n": numbers[mover.who], "deal": deal["number"], "turn": turn}
            answer = mover.table.ask(kind, **said, **({"card": card} if card else {}))
            event: dict[str, Any] = answer["events"][-1]
            card = event.get("card")
            numbers[mover.who] += 1
        if "over" in event:
            return event
        turn, mover, waiting = turn + 1, waiting, mover


def refusals_and_leaving(opener: Person, guest: Person) -> None:
    """A nickname for ever, one table at a time, moves out of turn; somebody leaves before and in a match."""
    assert opener.lobby.ask("claim_nickname", nickname="another")["code"] == "nickname_fixed"
    assert guest.lobby.ask("claim_nickname", nickname=opener.who)["type"] == "refused"
    assert opener.lobby.ask("sit", table="a" * 20, request="request-1")["code"] == "table_not_found"
    opening = {"request": "request-7", "rulebook": "FIBUR", "deals": 2}
    assert opener.lobby.ask("open_table", **opening | {"rulebook": "NONE"})["type"] == "refused"
    assert opener.lobby.ask("open_table", **opening, invited=["nobody"])["code"] == "unknown_player"
    waiting = opener.open(request="request-0")
    assert opener.lobby.ask("open_table", **opening)["code"] == "already_seated"
    opener.table.ask("leave", table=waiting, n=opener.view()["you"]["next"])
    name = opener.open()
    guest.sit(name)
    mover, other = (opener, guest) if opener.on_turn else (guest, opener)
    assert other.move("draw")["type"] == "refused"
    assert mover.move("discard", card="AC")["type"] == "refused"
    other.move("leave")
    assert mover.lobby.ask("hello").get("seat") is None


def taking_over_and_dead_sockets(stack: Stack, opener: Person, guest: Person) -> None:
    """A second device, a socket that is gone although nobody said so, one that closes, and catching up."""
    name = opener.open()
    guest.sit(name)
    guest.at(name)
    seq = guest.view()["seq"]
    told(stack, opener, "CONNECT", "nowhere=")
    told(stack, opener, "MESSAGE", "nowhere=", {"type": "attach", "table": name})
    guest.move("leave")
    guest.table.ask("sync", table=name, since=seq)
    guest.table.ask("ping", table=name)
    guest.table.ask("detach", table=name)
    opener.table.raw.close()
    stack.settle()


def told(
    stack: Stack, who: Person, kind: str, connection: str, said: Mapping[str, Any] | None = None
) -> Mapping[str, Any]:
    """What the gateway would tell the Socket function of a connection that it does not have."""
    vouched = {"player": who.player, "subject": who.who, "roles": "player", "channel": "table"}
    request = {
        "eventType": kind,
        "connectionId": connection,
        "requestTimeEpoch": stack.clock(),
        "authorizer": vouched | {"expires": stack.clock() // 1000 + 3600},
    }
    answer: Mapping[str, Any] = stack.invoke("Socket", {"requestContext": request, "body": json.dumps(said)})
    return answer


def clock_expires_a_match(stack: Stack, opener: Person, guest: Person) -> None:
    """Two turns of one person pass without him."""
    guest.sit(opener.open())
    other = guest if opener.on_turn else opener
    stack.advance(47)
    other.whole_turn()
    stack.advance(47)
    assert opener.view()["phase"] == "void"


def clock_plays_the_ai(stack: Stack, alone: Person) -> None:
    """The AI moves by itself."""
    alone.open(ai="baseline")
    stack.advance(5)
    alone.whole_turn()
    stack.advance(5)
    alone.move("leave")


def sweep_expires_a_match(stack: Stack, opener: Person, guest: Person) -> None:
    """Every clock message is lost: the sweep alone ends turns and match, and moves on what is well."""
    guest.sit(opener.open())
    for _ in range(100):
        stack.queue("ClockQueue").lose()
        stack.advance(10)
    assert opener.view()["phase"] == "void"


def nobody_joins(stack: Stack, opener: Person) -> None:
    """A table that waits in vain closes."""
    opener.open()
    stack.advance(31 * 60)
    again = opener.connected("table")
    assert again.ask("attach", table=opener.name)["view"]["phase"] == "closed"


def too_many_connections(stack: Stack, one: Person) -> None:
    """The oldest of seven is closed."""
    for _ in range(6):
        stack.advance(1)
        one.connected("lobby")
    assert one.lobby.close_code() is not None


def flooding(stack: Stack, one: Person) -> None:
    """Three emptied buckets close a connection."""
    socket: Socket = one.connected("lobby")
    for _ in range(3):
        # The third time it may be closed before everything is said.
        with suppress(ConnectionClosed):
            for _ in range(60):
                socket.tell({"type": "ping"})
        stack.settle()
        stack.advance(1)
    assert socket.close_code() is not None


def token_runs_out(stack: Stack, one: Person) -> None:
    """Whoever speaks after his token's end is closed."""
    socket = one.connected("lobby", stack.token(one.who, ttl=120))
    stack.advance(121)
    socket.tell({"type": "ping"})
    assert socket.close_code() is not None
