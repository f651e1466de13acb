"""The shape of what `circolo.table.view` sends, for the published protocol: never used to send or receive anything.

The functions do not import this module. A test plays matches at random and holds everything that was sent against it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from circolo.table.settings import Format, Level, Mode

SeatNumber = Annotated[int, Meta(ge=0)]
PersonIndex = Annotated[int, Meta(ge=0)]
Milliseconds = Annotated[int, Meta(ge=0, description="UTC milliseconds since 1970.")]
EventNumber = Annotated[int, Meta(ge=0)]


class SettingsShown(Struct):
    """What whoever opened the table chose."""

    game: Literal["burraco"]
    rulebook: str
    """Name and version, as "FIBUR@1"."""
    format: Format
    deals: int
    """How many deals (smazzate) the match has."""
    mode: Mode
    ai: Level | None
    """The game's own player; null: people only."""
    ai_seats: list[SeatNumber] | None
    """Seats that it plays; null with `ai`: all but the opener's."""
    by_invitation: bool


class SeatedPlayer(Struct):
    """Somebody who sits at a waiting table."""

    player: str
    """Player id, or `ai:` and a level for a seat that the game itself plays."""
    nickname: str | None
    seats: list[SeatNumber]


class PersonShown(Struct):
    """Somebody at the table. His index in `persons` is what events call `person`."""

    player: str
    """Player id (12 characters), or `ai:` and a level for a seat that the game itself plays."""
    seats: list[SeatNumber]
    """Seats count clockwise from 0."""


class You(Struct):
    """The recipient himself."""

    person: PersonIndex
    seats: list[SeatNumber]
    next: Annotated[int, Meta(ge=1)]
    """The `n` of his next command at this table."""


class Clock(Struct):
    """The one deadline that runs. What remains is `due - now`, counted from the arrival of the message: a client need
    not trust its own clock."""

    kind: Literal["waited", "turn", "sheets", "next_deal", "ai_turn", "left_alone"]
    """`waited`: the waiting table closes. `turn`: the clock plays the turn, and the second time in a row its person
    has abandoned. `sheets`: who has not closed the score sheet has abandoned. `next_deal`: the next deal begins.
    `ai_turn`: the game itself plays. `left_alone`: a table against the game alone is abandoned."""
    due: Milliseconds
    now: Milliseconds
    """The server's time when the message was made."""


class Void(Struct):
    """How a match was abandoned: nobody scores."""

    by: list[PersonIndex]
    """Who abandoned, all in the same instant."""
    cause: Literal["left", "turns", "sheet", "alone"]
    """`left`: the person left. `turns`: two of his turns in a row expired. `sheet`: he did not close the score sheet in
    time. `alone`: nobody came back to a table against the game alone."""


class TableShown(Struct, tag_field="phase", kw_only=True):
    """What every view of a table has, whatever its phase."""

    seq: EventNumber
    """Number of the last event that this view contains."""
    settings: SettingsShown
    persons: list[PersonShown]
    sides: list[list[SeatNumber]]
    """Seats of each side."""
    you: You | None
    """null: the recipient does not sit here."""
    clock: Clock | None
    """null: no deadline runs."""
    scores: list[list[list[int]]]
    """Per deal that is over, per side: the items of its score, the side's total last."""


class WaitingTable(TableShown, tag="waiting"):
    """A table that waits for players. It is sent whole at every change: until the first deal nothing is numbered."""


class ClosedTable(TableShown, tag="closed"):
    """A waiting table that closed for good, empty or for having waited too long."""


class Told(Struct, tag_field="event", kw_only=True):
    """Something that happened at a table."""


class Numbered(Told, kw_only=True):
    """A numbered event: the numbers of a table are contiguous."""

    seq: EventNumber


class SheetClosed(Told, tag="sheet_closed"):
    """A person has closed the score sheet that is shown. Not numbered: it has no `seq`."""

    person: PersonIndex


class Abandoned(Numbered, tag="abandoned", kw_only=True):
    """The match was abandoned and is void."""

    person: PersonIndex
    by_clock: bool
    """True: a deadline passed. False: the person left by his own command."""
    void: Void


class Acted(Numbered, kw_only=True):
    """A move of the seat on turn."""

    person: PersonIndex
    by_clock: bool
    """True: the clock played for the person, and no command of his was counted."""
    seat: SeatNumber
    counts: list[int]
    """Cards in each hand afterwards, by seat."""
