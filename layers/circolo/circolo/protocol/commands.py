"""What a client may send: one closed list of typed JSON messages, told apart by `type`.

Numbers are bounded and texts limited here, so that nothing absurd reaches the rules. `id` is any short text of the
client's own: the answer carries it back, nothing else depends on it. Cards are in notation ("AS", "XX").
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from circolo.table.settings import Format, Level, Mode

# `$` alone also matches before a line feed at the end.
TableId = Annotated[str, Meta(pattern=r"^[a-z2-7]{20}$(?!\n)")]
RequestId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$(?!\n)", description="Made by the client, once per intention.")
]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Index = Annotated[int, Meta(ge=0, le=10_000)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=9, description="Seats count clockwise from 0.")]
CardText = Annotated[str, Meta(pattern=r"^([A2-9TJQK][CDHS]|XX)$(?!\n)")]
Cards = Annotated[list[CardText], Meta(max_length=40)]
EchoId = Annotated[str, Meta(max_length=40)]


class Message(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """Common to all messages of a client."""

    id: EchoId | None = None


class Hello(Message, frozen=True, tag="hello"):
    """Who am I here, and where do I sit? Lobby channel."""


class ClaimNickname(Message, frozen=True, tag="claim_nickname"):
    """Take a nickname, once and for ever; what others see of a player. Lobby channel."""

    nickname: Annotated[str, Meta(max_length=60)]


class ListTables(Message, frozen=True, tag="list_tables"):
    """A page of the tables that wait for players, newest first. Lobby channel."""

    after: Annotated[str, Meta(max_length=300)] | None = None
    limit: Annotated[int, Meta(ge=1, le=50)] = 20


class OpenTable(Message, frozen=True, tag="open_table"):
    """Open a table and sit down at it. Sent again with the same `request`, it answers with the same table."""

    request: RequestId
    rulebook: Annotated[str, Meta(max_length=40)]
    deals: Annotated[int, Meta(ge=0, le=100)]
    game: Literal["burraco"] = "burraco"
    format: Format = Format.UNO_CONTRO_UNO
    mode: Mode = Mode.ALLENAMENTO
    seat: SeatNumber | None = None
    """Where the opener sits; left out: at the first seat."""
    ai: Level | None = None
    ai_seats: Annotated[list[SeatNumber], Meta(max_length=10)] | None = None
    """Seats that the game itself plays; left out: all but the opener's."""
    invited: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(min_length=1, max_length=8)] | None = None
    """Nicknames of those who may sit; left out: anyone."""


class Sit(Message, frozen=True, tag="sit"):
    """Sit down at a waiting table. Sent again with the same `request`, it is accepted again."""

    table: TableId
    request: RequestId
    seat: SeatNumber | None = None
    """In `coppie` partners sit opposite: 0 and 2, 1 and 3. Left out: the first free seat."""


class Attach(Message, frozen=True, tag="attach"):
    """Receive on this socket what happens at a table where one sits; an earlier socket of the same person is let go.
    Answers with the whole view. Table channel, as all that follow."""

    table: TableId


class Detach(Message, frozen=True, tag="detach"):
    """Receive nothing more of a table on this socket."""

    table: TableId


class Sync(Message, frozen=True, tag="sync"):
    """Ask for the events after `since`, or for the whole view where that is more useful."""

    table: TableId
    since: Seq | None = None


class Ping(Message, frozen=True, tag="ping"):
    """Keep the connection open, once a minute; with a table, learn its current `seq`. Both channels."""

    table: TableId | None = None


class Numbered(Message, frozen=True, kw_only=True):
    """What changes a match: `n` counts a person's commands at a table, each number once."""

    table: TableId
    n: Number


class Leave(Numbered, frozen=True, tag="leave"):
    """Leave a table: freely before the start, as an abandonment afterwards."""


class CloseSheet(Numbered, frozen=True, tag="close_sheet"):
    """The score sheet has been read; the next deal starts when everybody has."""

    deal: Number


class PlayMessage(Numbered, frozen=True, kw_only=True):
    """A move, bound to its deal (from 1) and turn (from 0)."""

    deal: Number
    turn: Index


class Draw(PlayMessage, frozen=True, tag="draw"):
    """Draw the first card of the stock."""


class Take(PlayMessage, frozen=True, tag="take"):
    """Take the whole discard pile."""


class Meld(PlayMessage, frozen=True, tag="meld"):
    """Lay a new meld."""

    cards: Cards


class Lay(PlayMessage, frozen=True, tag="lay"):
    """Add cards to a meld of one's own side; `meld` counts the side's melds from 0, in the order they were opened."""

    meld: Index
    cards: Cards


class Discard(PlayMessage, frozen=True, tag="discard"):
    """Discard a card and end the turn."""

    card: CardText


LobbyCommand = Hello | ClaimNickname | ListTables | OpenTable | Sit
PlayCommand = Draw | Take | Meld | Lay | Discard
NumberedCommand = Leave | CloseSheet | PlayCommand
TableCommand = Attach | Detach | Sync | NumberedCommand
Command = LobbyCommand | TableCommand | Ping
