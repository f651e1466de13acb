"""One write of a table and what follows it: save, then push, then set the clock. Nothing is sent before it is saved.

A crash after the save loses pushes and the clock message, never the move: clients repair themselves by `sync`, the
sweep finds the deadline. A lost race raises `Conflict` before anything was sent.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from circolo.room.house import House, Sender
from circolo.room.lobby_card import card
from circolo.room.ports import QUEUE_REACH, Busy, Change, Stored
from circolo.room.telling import Answering, prepared
from circolo.table.deadlines import SECOND, enforced_at, scheduled
from circolo.table.events import Event, Left, Sat
from circolo.table.record import decode, encode
from circolo.table.state import Due, Phase, Table
from circolo.table.view import Step, steps

log = logging.getLogger(__name__)

CHECK_LATER: Final = 120 * SECOND
"""How long after a deadline the sweep looks for a clock message that was lost."""

OVER: Final = frozenset({Phase.ENDED, Phase.VOID, Phase.CLOSED})
"""Phases that nothing leads out of."""


class Loaded(msgspec.Struct, frozen=True):
    """A table as it was read, and its state."""

    stored: Stored
    table: Table


def load(house: House, name: str) -> Loaded | None:
    """One strongly consistent read and the fold of its log."""
    stored = house.tables.load(name)
    return None if stored is None else Loaded(stored, decode(stored.record, house.games))


def unsaved(name: str, table: Table) -> Loaded:
    """A table that is not stored yet: saving it creates it."""
    return Loaded(Stored(name, 0, b"", None, {}), table)


def save(
    house: House,
    loaded: Loaded,
    events: Sequence[Event],
    sender: Sender | None = None,
    answering: Answering | None = None,
) -> None:
    """Save the events and publish them; the sender's own message answers his command. Raises Conflict, Busy."""
    answering = answering or Answering()
    name, now = loaded.stored.table, house.now()
    walked = steps(loaded.table, events)
    after = scheduled(loaded.table, walked[-1].after, now, house.ai_pause)
    # Whatever may fail is read before the write: after it nothing may, or its sender would be told that it did not
    # happen and nobody would set the clock.
    telling = prepared(house, name, after, walked)
    written = change(loaded, walked, after, now, answering.request)
    if loaded.stored.version:
        sockets = house.tables.save(loaded.stored, written)
    else:
        house.tables.create(name, written)
        sockets = loaded.stored.sockets
    push(house, name, telling.messages(sockets, house.now(), sender, answering), sockets)
    if after.due is not None and after.due != loaded.table.due:
        house.clocks.set(name, after.due.clock, enforced_at(after.due), house.now())


def change(loaded: Loaded, walked: Sequence[Step], after: Table, now: int, request: str | None) -> Change:
    """The one write that these steps are."""
    before, name, record = loaded.table, loaded.stored.table, encode(after)
    move, check_at = sweep_place(loaded.stored.check_at, after.due, now)
    left = [step.before.persons[step.event.person].id for step in walked if isinstance(step.event, Left)]
    sat = [step.event.person for step in walked if isinstance(step.event, Sat)]
    over, waits = after.phase in OVER, after.phase is Phase.WAITING
    deal_over = len(after.scores) > len(before.scores) or after.phase is Phase.VOID
    return Change(
        record=record,
        check_at=check_at,
        move_check=move,
        ends=None if not over else "unplayed" if after.head is None else "played",
        seated={person.id: request for person in sat if not person.is_ai and request is not None},
        unseated=[*left, *(person.id for person in after.people)] if over else left,
        drop_sockets=bool(left),
        card=card(name, after) if waits else None,
        uncard=before.phase is Phase.WAITING and not waits,
        history=(after.head.number, record) if deal_over and after.head else None,
    )


def sweep_place(check_at: int | None, due: Due | None, now: int) -> tuple[bool, int | None]:
    """(whether to move the table in the sweep's index, where to). It stands between its deadline and two minutes
    after it, and is moved only when it no longer does, so that almost no move pays for the index. A table whose
    deadline is out of the queue's reach may stand too early: the sweep moves it."""
    if due is None:
        return check_at is not None, None
    latest = sweep_looks_at(due, now)
    too_early = check_at is not None and check_at < due.at and due.at - now <= QUEUE_REACH
    if check_at is None or check_at > latest or too_early:
        return True, latest
    return False, check_at


def sweep_looks_at(due: Due, now: int) -> int:
    """When the sweep looks at a table: two minutes after a deadline whose clock message may yet come, at once where the
    queue does not reach."""
    return due.at + CHECK_LATER if due.at - now <= QUEUE_REACH else due.at


def push(house: House, name: str, frames: Mapping[str, bytes], sockets: Mapping[str, str]) -> None:
    """Send each frame; a player's socket that is gone is let go by its own id, so that a newer one is never lost. Where
    the store is busy, the next push does it."""
    gone = set(house.sockets.send(frames)) if frames else set()
    for player, connection in sockets.items():
        if connection in gone:
            try:
                house.tables.detach(name, player, connection)
            except Busy:
                log.warning("dead socket kept", extra={"table": name, "connection": connection})
