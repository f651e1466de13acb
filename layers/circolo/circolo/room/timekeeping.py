"""Deadlines that pass while nobody speaks: the queue's clock messages, and the sweep for those that were lost.

Both may come twice, late, early or out of order: only the deadline that runs, named by its clock id, is ever acted on,
and the conditional write lets one of any number of racers do it.
"""

import logging
from contextlib import suppress
from typing import Final

import msgspec

from circolo.room.house import House
from circolo.room.ports import Busy, Conflict
from circolo.room.saving import load, save, sweep_looks_at
from circolo.table.deadlines import enforced_at, passed
from circolo.table.decide import expire
from circolo.table.state import Table

log = logging.getLogger(__name__)

PAGE: Final = 100
"""Tables one sweep takes from a shard; those left over are the next minute's."""
RETRY_AFTER: Final = 60_000
"""Milliseconds until the sweep meets a table again that it could not deal with."""


def fire(house: House, name: str, clock_id: int) -> str:
    """A clock message: act on the deadline it names if that one still runs and has passed. Raises Busy."""
    for _ in range(house.races):
        loaded = load(house, name)
        due = loaded.table.due if loaded else None
        if loaded is None or due is None or due.clock != clock_id:
            return "stale"
        if not passed(due, house.now()):
            house.clocks.set(name, clock_id, enforced_at(due), house.now())
            return "early"
        try:
            save(house, loaded, expire(loaded.table, house.now(), house.random))
            return due.kind.name.lower()
        except Conflict:
            continue
    raise Busy(f"clock {clock_id} of table {name}: lost {house.races} races")


def current(house: House, name: str, at: int) -> Table | None:
    """The table with what was overdue at `at` done: any message from anybody there makes up for a lost clock."""
    for _ in range(house.races):
        loaded = load(house, name)
        if loaded is None or loaded.table.due is None or not passed(loaded.table.due, at):
            return loaded.table if loaded else None
        try:
            save(house, loaded, expire(loaded.table, house.now(), house.random))
        except Conflict:
            continue
    loaded = load(house, name)
    return loaded.table if loaded else None


class Swept(msgspec.Struct, frozen=True):
    """What a sweep found."""

    passed: int = 0
    """Deadlines that had passed."""
    failed: int = 0
    """Tables that could not be dealt with; they stay in the index and are met again a minute later."""

    def __add__(self, other: "Swept") -> "Swept":
        return Swept(self.passed + other.passed, self.failed + other.failed)


def sweep(house: House, shard: int) -> Swept:
    """Do what is overdue in one shard of the index. One table's failure does not keep the others waiting."""
    swept = Swept()
    for name, check_at in house.tables.due(shard, house.now(), PAGE):
        try:
            swept += Swept(passed=_look(house, name))
        except Exception:
            # Moved behind those that wait longer, so that however many fail, none of the others is kept waiting.
            log.exception("sweep of a table failed", extra={"table": name})
            swept += Swept(failed=1)
            with suppress(Busy):
                house.tables.postpone(name, check_at, house.now() + RETRY_AFTER)
    return swept


def _look(house: House, name: str) -> bool:
    """Act on a deadline that has passed, and say so; a healthy table is only moved on in the index."""
    loaded = load(house, name)
    due = loaded.table.due if loaded else None
    if loaded is None or due is None:
        return False
    if passed(due, house.now()):
        fire(house, name, due.clock)
        return True
    house.tables.move_check(loaded.stored, sweep_looks_at(due, house.now()))
    return False
