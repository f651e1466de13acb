"""Which deadline runs at a table, and when it is enforced (burraco-platform, sections 1 and 3). What it does then is
in `circolo.table.decide`.

All times are UTC milliseconds. The next deadline counts from the moment of saving; a deadline that does not change
keeps its clock id, so that its one queue message stays good.
"""

from enum import Enum, auto
from typing import Final

from msgspec.structs import replace

from circolo.table.state import Due, DueKind, Phase, Table

SECOND: Final = 1000
WAITING_LASTS: Final = 30 * 60 * SECOND
TURN_LASTS: Final = 45 * SECOND
SHEETS_LAST: Final = 120 * SECOND
NEXT_DEAL_AFTER: Final = 5 * SECOND
ALONE_LASTS: Final = 24 * 60 * 60 * SECOND
GRACE: Final = 2 * SECOND
"""A person's deadline is enforced this long after it passed, for what he sent in time and is still on its way."""

_PEOPLE_ANSWER: Final = frozenset({DueKind.TURN, DueKind.SHEETS})


def enforced_at(due: Due) -> int:
    """When the game itself acts on a deadline; a late command of a person makes it act at once."""
    return due.at + GRACE if due.kind in _PEOPLE_ANSWER else due.at


def passed(due: Due, at: int) -> bool:
    """Whether the game itself acts on a deadline by then."""
    return at >= enforced_at(due)


class Late(Enum):
    """Whether a deadline passed before a command was sent, and what that does."""

    NO = auto()
    YES = auto()
    """The deadline acts first."""
    ALONE = auto()
    """The sender is late, but what others have sent in time may still be on its way: the deadline acts when that had
    its time, he is refused already."""


def late(table: Table, player: str, sent_at: int) -> Late:
    """How late a person's command is. His own turn or sheet binds him to the millisecond; somebody else's is given the
    grace of what is still on its way."""
    due = table.due
    if due is None or sent_at <= due.at:
        return Late.NO
    if passed(due, sent_at):
        return Late.YES
    index = table.person(player)
    if due.kind is DueKind.TURN:
        turn = table.game.turn(table.deal)
        return Late.YES if turn is not None and table.holder(turn[1]) == index else Late.NO
    if due.kind is DueKind.SHEETS and index is not None and not table.persons[index].closed:
        open_sheets = [person for person in table.persons if not person.closed]
        return Late.YES if len(open_sheets) == 1 else Late.ALONE
    return Late.NO


def scheduled(before: Table, table: Table, now: int, ai_pause: int = 0) -> Table:
    """The table with the deadline that runs from now on. `before`: the table before this write."""
    wanted = _wanted(table, now, ai_pause)
    if wanted is None:
        return replace(table, due=None)
    kind, at = wanted
    running = table.due
    if running is not None and running.kind == kind and not _restarts(before, table, kind):
        return table
    return replace(table, due=Due(kind, at, table.clock + 1), clock=table.clock + 1)


def _wanted(table: Table, now: int, ai_pause: int) -> tuple[DueKind, int] | None:
    match table.phase:
        case Phase.WAITING:
            return DueKind.WAITED, table.opened * SECOND + WAITING_LASTS
        case Phase.PLAYING:
            turn = table.game.turn(table.deal)
            assert turn is not None, "a deal in play has somebody on turn"
            if table.persons[table.holder(turn[1])].is_ai:
                return DueKind.AI_TURN, now + ai_pause
            if len(table.people) == 1:
                return DueKind.LEFT_ALONE, now + ALONE_LASTS
            return DueKind.TURN, now + TURN_LASTS
        case Phase.SHEET:
            if all(person.closed for person in table.persons):
                return DueKind.NEXT_DEAL, now + NEXT_DEAL_AFTER
            return DueKind.SHEETS, now + SHEETS_LAST
        case _:
            return None


def _restarts(before: Table, table: Table, kind: DueKind) -> bool:
    """Whether a deadline of the same kind as the running one starts afresh with this write."""
    match kind:
        case DueKind.TURN | DueKind.AI_TURN:
            return _turn(before) != _turn(table)
        case DueKind.LEFT_ALONE:
            return before.seq != table.seq
        case _:
            return False


def _turn(table: Table) -> tuple[int, tuple[int, int] | None]:
    number = table.head.number if table.head else 0
    return number, table.game.turn(table.deal) if table.deal is not None else None
