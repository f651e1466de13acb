"""Whether a match under chaos was what it should have been: what was saved, what was told, how it ended."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from circolo.room.ports import Busy
from circolo.table.deadlines import SECOND
from circolo.table.state import Cause, DueKind, Phase, Table
from circolo.table.view import tell, view
from local.chaos.faults import Killed
from local.chaos.history import Pushed
from local.chaos.match import Played
from local.chaos.model import Written, Wrong, on_turn, written

OPEN: Final = frozenset({"accepted", "closing", "detached", "lobby", "pong", "refused", "seated", "welcome"})
"""Messages that hold no card, whatever happens."""
IN_TIME: Final = 20 * SECOND
"""Who is told of his turn so long before its end can play it, through an answer or two that do not come."""
STORE_FAULTS: Final = frozenset({"throttled", "conflict", "failed", "answer_lost"})


def judge(played: Played, *, to_the_end: bool = False) -> list[Written]:
    """Compare everything that was recorded with the rules; the writes, explained. `to_the_end`: the match may not have
    been given up, unless by somebody who was not told of his turn. Raises Wrong."""
    writes = written(played.history.saved, played.history.arrived)
    _stored(played, writes)
    _answers(played, writes)
    _told(played, writes)
    _ended(played, writes[-1].after)
    if to_the_end and writes[-1].after.phase is not Phase.ENDED:
        _deaf(played, writes)
    _failures(played)
    return writes


def _stored(played: Played, writes: list[Written]) -> None:
    last = writes[-1]
    if (played.stored["version"], played.stored["record"]) != (last.saved.version, last.saved.record):
        raise Wrong("the store does not hold the last write")
    finished = {
        one.after.head.number: one.saved.record
        for one in writes
        if one.before and one.after.head and _finishes(one.before, one.after)
    }
    if played.stored["deals"] != finished:
        raise Wrong(f"history has deals {list(played.stored['deals'])}, finished were {list(finished)}")


def _finishes(before: Table, after: Table) -> bool:
    return len(after.scores) > len(before.scores) or (after.phase is Phase.VOID and before.phase is not Phase.VOID)


def _answers(played: Played, writes: list[Written]) -> None:
    """Whoever was told that his command counted was told the truth, and everybody knows his last number."""
    counted = {w.command: w.after.seq for w in writes if w.command is not None}
    for pushed in played.history.pushed:
        message = pushed.message
        number = message.get("n") if message.get("type") == "accepted" else message.get("accepted")
        if number is not None and counted.get((pushed.player, number)) != message["seq"]:
            raise Wrong(f"{pushed} tells of a command that stands at {counted.get((pushed.player, number))}")
    for person in writes[-1].after.people:
        said = played.synced[person.id]["you"]["next"]
        if said != person.last + 1 or sum(player == person.id for player, _ in counted) != person.last:
            raise Wrong(f"{person.id}: {person.last} commands counted, the next is {said}")


def _told(played: Played, writes: list[Written]) -> None:
    """Every message held what its recipient may see, of what had been saved, and nothing else."""
    players = list(played.people)
    events = {
        (player, step.after.seq): event
        for w in writes
        for step in w.steps
        for player in players
        if (event := _plain(tell(step, player))) is not None and "seq" in event
    }
    states: dict[int, list[Written]] = {}
    for one in writes:
        states.setdefault(one.after.seq, []).append(one)
    for pushed in played.history.pushed:
        kind = pushed.message.get("type", "failure")
        if kind == "events":
            _events(pushed, events, states)
        elif kind == "view":
            _view(pushed, states)
        elif kind not in OPEN and "requestId" not in pushed.message:
            raise Wrong(f"an unknown message: {pushed}")


def _events(pushed: Pushed, events: Mapping[Any, Any], states: Mapping[int, list[Written]]) -> None:
    message = pushed.message
    numbered = [event for event in message["events"] if "seq" in event]
    seqs = [event["seq"] for event in numbered]
    if seqs != list(range(message["seq"] - len(seqs) + 1, message["seq"] + 1)):
        raise Wrong(f"the numbers of {pushed} do not follow each other")
    for event in numbered:
        if event != events.get((pushed.player, event["seq"])):
            raise Wrong(f"{pushed.player} was told {event}, not {events.get((pushed.player, event['seq']))}")
    for event in message["events"]:
        if "seq" not in event and set(event) != {"event", "person"}:
            raise Wrong(f"an event without a number: {event}")
    _saved_before(pushed, states.get(message["seq"], ()))


def _view(pushed: Pushed, states: Mapping[int, list[Written]]) -> None:
    shown = pushed.message["view"]
    now = (shown["clock"] or {}).get("now", pushed.at)
    possible = states.get(shown["seq"], ())
    if shown not in (_plain(view(one.after, pushed.player, now)) for one in possible):
        raise Wrong(f"{pushed.player} was shown what the table never was: {shown}")
    _saved_before(pushed, possible)


def _saved_before(pushed: Pushed, possible: Iterable[Written]) -> None:
    if not any(one.saved.at <= pushed.at for one in possible):
        raise Wrong(f"{pushed} was published before it was saved")


def _deaf(played: Played, writes: list[Written]) -> None:
    """Of the two turns by whose expiry somebody abandoned, no word of one had reached him in time."""
    table = writes[-1].after
    abandoned = table.abandonment
    if abandoned is None or abandoned.cause is not Cause.TURNS:
        raise Wrong(f"the match is {table.phase.name}: {abandoned}")
    index = abandoned.persons[0]
    for due, seq in _expired(writes, index)[-2:]:
        told = [pushed for pushed in played.history.pushed if pushed.player == table.persons[index].id]
        if not any(_seq(pushed) >= seq and pushed.at <= due - IN_TIME for pushed in told):
            return
    raise Wrong(f"person {index} knew of both turns, and yet abandoned: {abandoned}")


def _expired(writes: list[Written], index: int) -> list[tuple[int, int]]:
    """The person's turns that the clock ended: when each had to be played, and the `seq` it began with."""
    return [
        (one.before.due.at, one.before.seq)
        for one in writes
        if one.before and one.before.due and one.before.due.kind is DueKind.TURN and on_turn(one.before) == index
        if one.command is None and one.steps
    ]


def _seq(pushed: Pushed) -> int:
    """Up to which event a message lets its recipient know the table."""
    message = pushed.message
    return int(message["view"]["seq"] if message.get("type") == "view" else message.get("seq", -1))


def _ended(played: Played, table: Table) -> None:
    if table.phase not in (Phase.ENDED, Phase.VOID):
        raise Wrong(f"the match is {table.phase.name}: {table.abandonment}")
    for player, mirrored in played.people.items():
        server = _plain(view(table, player, 0))
        if mirrored != server or played.synced[player] != server:
            raise Wrong(f"{player} sees {mirrored}, the server {server}")
    if played.guards or any(played.seats.values()):
        raise Wrong(f"still seated: {played.guards} {played.seats}")


def _failures(played: Played) -> None:
    """Nothing raised but what chaos had raised, or what that had to lead to."""
    clock = 0
    for failed in played.history.failed:
        clock += failed.function == "Clock"
        allowed = isinstance(failed.error, Killed)
        allowed |= isinstance(failed.error, Busy) and bool(STORE_FAULTS.intersection(failed.met))
        allowed |= type(failed.error).__name__ == "SweepFailed" and bool(failed.met)
        if not allowed:
            raise Wrong(f"{failed.function} raised {failed.error!r} after {failed.met}") from failed.error
    if played.dead_letters * 5 > clock:
        raise Wrong(f"{played.dead_letters} dead letters, {clock} failures of the clock")


def _plain(value: Any) -> Any:
    """As JSON brings it."""
    return json.loads(msgspec.json.encode(value))
