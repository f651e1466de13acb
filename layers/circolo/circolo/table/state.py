"""The table: who sits where, what is being played, which deadline runs; and its life, in one place.

Everything here is an immutable value. Times are UTC milliseconds unless named otherwise; the log's are coarse.
"""

from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final

import msgspec

from circolo.cards import Card
from circolo.table.game import Game, Scores
from circolo.table.settings import Settings

LEFT_KEPT: Final = 64
"""Requests to sit that a waiting table remembers of those who left: what a record may hold is bounded."""
LONGEST_WAIT: Final = 255
"""The log's times are coarse: what a longer wait lacks is added to the entries that follow it."""
ENGINE: Final = 1
"""Version of the rules of this package; stored with every table, so that an older engine refuses a newer table."""


class Phase(IntEnum):
    """Where a table is in its life. The numbers are stored: never renumber."""

    WAITING = 0
    PLAYING = 1
    SHEET = 2
    ENDED = 3
    VOID = 4
    CLOSED = 5


class Happening(IntEnum):
    """What moves a table from one phase to the next."""

    DEAL = 0
    """The first deal of a full table, or the next one."""
    DEAL_OVER = 1
    """A deal is over and another follows."""
    MATCH_OVER = 2
    """The last deal is over."""
    ABANDONMENT = 3
    EMPTIED = 4
    """The last person left a waiting table, or it waited too long."""


TRANSITIONS: Final = MappingProxyType(
    {
        (Phase.WAITING, Happening.DEAL): Phase.PLAYING,
        (Phase.WAITING, Happening.EMPTIED): Phase.CLOSED,
        (Phase.PLAYING, Happening.DEAL_OVER): Phase.SHEET,
        (Phase.PLAYING, Happening.MATCH_OVER): Phase.ENDED,
        (Phase.PLAYING, Happening.ABANDONMENT): Phase.VOID,
        (Phase.SHEET, Happening.DEAL): Phase.PLAYING,
        (Phase.SHEET, Happening.ABANDONMENT): Phase.VOID,
    }
)
"""Every legal transition; whatever is missing here is illegal."""


class IllegalTransition(Exception):
    """A fault of the program, not of a player: an event that the table's phase does not allow."""


def moved(phase: Phase, happening: Happening) -> Phase:
    """The phase after something happened. Raises IllegalTransition."""
    try:
        return TRANSITIONS[phase, happening]
    except KeyError:
        raise IllegalTransition(f"{happening.name} in phase {phase.name}") from None


class DueKind(IntEnum):
    """What happens when the deadline passes. Stored: never renumber."""

    WAITED = 0
    """A waiting table closes."""
    TURN = 1
    """The clock plays the turn, or the second time in a row the person has abandoned."""
    SHEETS = 2
    """Whoever has not closed the score sheet has abandoned."""
    NEXT_DEAL = 3
    AI_TURN = 4
    LEFT_ALONE = 5
    """A table against the AI alone that nobody came back to is abandoned."""


class Due(msgspec.Struct, frozen=True, array_like=True):
    """The one deadline that runs. `clock` numbers the deadlines of a table: a message with another number is stale."""

    kind: DueKind
    at: int
    clock: int


class Cause(IntEnum):
    """How a match was abandoned. Stored: never renumber."""

    LEFT = 0
    TURNS = 1
    """Two turns in a row expired."""
    SHEET = 2
    """The score sheet was not closed in time."""
    ALONE = 3
    """A table against the AI alone was not played on for a day."""


class Abandon(msgspec.Struct, frozen=True, array_like=True, tag=90):
    """The log's entry of an abandonment: the persons (by index) who abandoned, all in the same instant."""

    persons: tuple[int, ...]
    cause: Cause


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One accepted action in the log of a deal."""

    person: int
    """Index of the person who acted, or for whom the clock acted."""
    wait: int
    """Seconds since the entry before it, or since the deal began; at most `LONGEST_WAIT`."""
    by_clock: bool
    action: Any


class Person(msgspec.Struct, frozen=True, array_like=True):
    """Someone at the table, with what is remembered of his commands."""

    id: str
    """Player id; for an opponent played by the game itself, `ai:` and its level."""
    seats: tuple[int, ...]
    last: int = 0
    """Number of his last accepted command."""
    seq: int = 0
    """`seq` right after that command."""
    digest: bytes = b""
    """Four bytes of the hash of that command's content; of the request to sit until there is one."""
    expired: int = 0
    """Turns in a row that the clock played for him."""
    closed: bool = False
    """He has closed the score sheet that is shown."""

    @property
    def is_ai(self) -> bool:
        """Whether the game itself plays for this person."""
        return self.id.startswith("ai:")


class DealHead(msgspec.Struct, frozen=True, array_like=True):
    """What a deal began with."""

    number: int
    """From 1."""
    dealer: int
    """Seat."""
    deck: bytes
    """The 108 (or 52) cards in deck order, one byte each."""
    secret: bytes
    """Salts of the commitment (see `circolo.commitment`)."""
    began: int
    """UTC seconds."""


class Table(msgspec.Struct, frozen=True, gc=False):
    """A table. `deal` is the fold of `log` from `head`; all the rest is stored as it is."""

    game: Game
    settings: Settings
    phase: Phase
    opened: int
    """UTC seconds."""
    persons: tuple[Person, ...]
    due: Due | None = None
    clock: int = 0
    """Number of the last deadline set."""
    left: tuple[bytes, ...] = ()
    """Digests of the requests to sit of those who left while the table waited, the latest `LEFT_KEPT` of them."""
    floor: int = 0
    """Commands of whoever sits down from now on count from here, so that none from an earlier stay can count again."""
    base: int = 0
    """`seq` before the deal in play began."""
    head: DealHead | None = None
    log: tuple[Entry, ...] = ()
    scores: tuple[Scores, ...] = ()
    """Of the deals that are over, the one whose sheet is shown included."""
    deal: Any = None

    @property
    def seq(self) -> int:
        """How many numbered events there have been: each deal's start is one, each entry of the log one."""
        return self.base + (self.head is not None) + len(self.log)

    @property
    def people(self) -> tuple[Person, ...]:
        """The persons who are not played by the game itself."""
        return tuple(person for person in self.persons if not person.is_ai)

    @property
    def hands(self) -> int:
        """How many hands are dealt."""
        return sum(map(len, self.game.sides(self.settings)))

    def person(self, player: str) -> int | None:
        """Index of a player among the persons."""
        for index, person in enumerate(self.persons):
            if person.id == player:
                return index
        return None

    def holder(self, seat: int) -> int:
        """Index of the person who plays a seat."""
        for index, person in enumerate(self.persons):
            if seat in person.seats:
                return index
        raise LookupError(f"nobody plays seat {seat}")

    @property
    def abandonment(self) -> Abandon | None:
        """How the match was abandoned, if it was."""
        if self.log and isinstance(self.log[-1].action, Abandon):
            return self.log[-1].action
        return None

    def deck(self) -> tuple[Card, ...]:
        """The deck of the deal in play, in deck order. Only for commitments and audit."""
        return tuple(self.head.deck) if self.head else ()
