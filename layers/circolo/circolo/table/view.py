"""`view` and `tell`: all that leaves a table, per recipient. The one place that decides who sees what of it.

Both return plain values ready to encode. Cards are notation, times UTC milliseconds. Player ids and seats are public;
what is in hands, pozzetti and stock is the game's to show (`Game.view`, `Game.tell`).
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from circolo.commitment import commit, leaves
from circolo.table.events import Acted, Dealt, Event, SheetClosed
from circolo.table.fold import apply, begun
from circolo.table.settings import Settings
from circolo.table.state import Abandon, Phase, Table


class Step(msgspec.Struct, frozen=True):
    """One event with the table before and after it."""

    before: Table
    event: Event
    after: Table


def steps(table: Table, events: Sequence[Event]) -> tuple[Step, ...]:
    """Each event with the table before and after it."""
    walked = []
    for event in events:
        after = apply(table, event)
        walked.append(Step(table, event, after))
        table = after
    return tuple(walked)


def missed(table: Table, since: int) -> tuple[Step, ...] | None:
    """The numbered events after `since`, walked again from the log; None where only a whole view can help:
    `since` lies before the deal in play or is no number of this table, or a score sheet was closed, which no number
    and no entry of the log would tell."""
    if table.head is None or not table.base < since <= table.seq:
        return None
    if any(person.closed and not person.is_ai for person in table.persons):
        return None
    already = since - table.base - 1
    scores = table.scores[: table.head.number - 1]
    walked = msgspec.structs.replace(table, phase=Phase.PLAYING, log=(), scores=scores, deal=begun(table, table.head))
    path = steps(walked, [Acted(entry) for entry in table.log])
    return path[already:]


def view(table: Table, player: str, now: int) -> dict[str, Any]:
    """All that a person may see of a table at this moment; a stranger sees what is public."""
    index = table.person(player)
    seats = table.persons[index].seats if index is not None else ()
    seen: dict[str, Any] = {
        "seq": table.seq,
        "phase": table.phase.name.lower(),
        "settings": public_settings(table.settings),
        "persons": [{"player": person.id, "seats": list(person.seats)} for person in table.persons],
        "sides": [list(side) for side in table.game.sides(table.settings)],
        "you": None,
        "clock": clock(table, now),
        "scores": [[list(side) for side in deal] for deal in table.scores],
    }
    if index is not None:
        seen["you"] = {"person": index, "seats": list(seats), "next": table.persons[index].last + 1}
    if table.head is not None:
        seen["deal"] = _deal(table, seats)
    if table.phase is Phase.SHEET:
        seen["closed"] = [person.closed for person in table.persons]
    if table.phase is Phase.ENDED:
        seen["result"] = table.game.result(table.settings, table.scores)
    if table.phase is Phase.VOID:
        seen["void"] = _void(table)
    return seen


def public_settings(chosen: Settings) -> dict[str, Any]:
    """The settings as everybody may read them: who is invited stays between opener and server."""
    return {
        "game": chosen.game,
        "rulebook": chosen.rulebook,
        "format": chosen.format,
        "deals": chosen.deals,
        "mode": chosen.mode,
        "ai": chosen.ai,
        "ai_seats": None if chosen.ai_seats is None else list(chosen.ai_seats),
        "by_invitation": chosen.invited is not None,
    }


def clock(table: Table, now: int) -> dict[str, Any] | None:
    """The deadline that runs, with the server's time so that a client need not trust its own."""
    if table.due is None:
        return None
    return {"kind": table.due.kind.name.lower(), "due": table.due.at, "now": now}


def tell(step: Step, player: str) -> dict[str, Any] | None:
    """One event as a person may see it; None: it is not told one by one (a waiting room is sent whole)."""
    event, after = step.event, step.after
    index = after.person(player)
    seats = after.persons[index].seats if index is not None else ()
    match event:
        case Dealt():
            return {"seq": after.seq, "event": "dealt", "deal": _deal(after, seats)}
        case SheetClosed():
            return {"event": "sheet_closed", "person": event.person}
        case Acted():
            told: dict[str, Any] = {"seq": after.seq, "person": event.entry.person, "by_clock": event.entry.by_clock}
            if isinstance(event.entry.action, Abandon):
                return told | {"event": "abandoned", "void": _void(after)}
            told |= after.game.tell(step.before.deal, event.entry.action, after.deal, seats)
            if after.phase is not step.before.phase:
                told["over"] = _over(after)
            return told
        case _:
            return None


def _deal(table: Table, seats: Sequence[int]) -> dict[str, Any]:
    head = table.head
    assert head is not None, "only a dealt table has a deal to show"
    seen = {
        "number": head.number,
        "dealer": head.dealer,
        "commitment": commit(table.deck(), head.secret),
        **table.game.view(table.deal, seats),
    }
    if table.game.turn(table.deal) is None:
        seen |= _opened(table)
    return seen


def _opened(table: Table) -> dict[str, Any]:
    """What everybody may see once a deal is over: its sheet and every leaf of its commitment."""
    assert table.head is not None, "only a dealt table has leaves"
    opened = leaves(table.deck(), table.head.secret)
    return {"sheet": table.game.sheet(table.deal), "leaves": [[leaf.card, leaf.salt] for leaf in opened]}


def _over(table: Table) -> dict[str, Any]:
    over = {"phase": table.phase.name.lower(), "scores": [list(side) for side in table.scores[-1]], **_opened(table)}
    if table.phase is Phase.ENDED:
        over["result"] = table.game.result(table.settings, table.scores)
    return over


def _void(table: Table) -> dict[str, Any]:
    abandoned = table.abandonment
    assert abandoned is not None, "a void match has an abandonment"
    return {"by": list(abandoned.persons), "cause": abandoned.cause.name.lower()}
