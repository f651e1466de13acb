"""Commands to a table (they may be refused) and its events (they have happened)."""

from typing import Any

import msgspec

from circolo.table.state import DealHead, Entry, Person


class Sit(msgspec.Struct, frozen=True):
    """A player sits down at a waiting table; `seat` None: at the first free one."""

    player: str
    seat: int | None = None
    digest: bytes = b""
    """Four bytes of the hash of the request to sit: a late copy must not seat who has left since."""


class Numbered(msgspec.Struct, frozen=True):
    """What every numbered command of a seated person carries."""

    player: str
    number: int
    """1, 2, 3 ... from sitting down, each used once."""
    digest: bytes
    """Four bytes of the hash of the command's content."""


class Leave(Numbered, frozen=True):
    """Leave the table: before the start freely, in play as an abandonment."""


class CloseSheet(Numbered, frozen=True):
    """The score sheet of a deal has been read."""

    deal: int


class Play(Numbered, frozen=True):
    """An action of the game, bound to its deal and turn so that a late copy can never count elsewhere."""

    deal: int
    turn: int
    action: Any


NumberedCommand = Leave | CloseSheet | Play
Command = Sit | NumberedCommand


class Sat(msgspec.Struct, frozen=True):
    """Somebody took seats."""

    person: Person


class Left(msgspec.Struct, frozen=True):
    """A person left a waiting table, by his command of this number."""

    person: int
    number: int


class Closed(msgspec.Struct, frozen=True):
    """A waiting table closed for good."""


class Dealt(msgspec.Struct, frozen=True):
    """A deal began."""

    head: DealHead


class Acted(msgspec.Struct, frozen=True):
    """An entry joined the log: an action of the game, or an abandonment."""

    entry: Entry


class SheetClosed(msgspec.Struct, frozen=True):
    """A person has read the score sheet."""

    person: int


class Counted(msgspec.Struct, frozen=True):
    """A numbered command was accepted; remembered so that its repetition changes nothing."""

    person: int
    number: int
    digest: bytes


Event = Sat | Left | Closed | Dealt | Acted | SheetClosed | Counted


class Repeated(msgspec.Struct, frozen=True):
    """The answer to a command that was accepted before: nothing happens again."""

    number: int
    seq: int
