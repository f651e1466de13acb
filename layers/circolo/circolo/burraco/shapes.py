"""The shape of what `circolo.burraco.view` sends, for the published protocol: never used to send or receive anything.

The functions do not import this module. A test plays matches at random and holds everything that was sent against it.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from circolo.burraco.kind import Kind
from circolo.table.shapes import (
    Abandoned,
    Acted,
    ClosedTable,
    Numbered,
    SeatNumber,
    SheetClosed,
    TableShown,
    Void,
    WaitingTable,
)

CardShown = Annotated[str, Meta(pattern="^([A2-9TJQK][CDHS]|XX)$")]
SideIndex = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=0)]
SeatKey = Annotated[str, Meta(pattern="^[0-9]$")]
LeafShown = Annotated[list[str], Meta(min_length=2, max_length=2, description="A card and its salt (64 hex digits).")]
Leaves = Annotated[
    list[LeafShown],
    Meta(description="Every card of the deck in deck order, with its salt: what the commitment was made of."),
]
EndedShown = Literal["open", "closed", "stock", "stall"]


class MeldShown(Struct):
    """A meld as it stands on the table, from its lowest card."""

    cards: list[CardShown]
    wild_at: int | None
    """Place in `cards` of the card that stands for another one."""
    kind: Kind | None
    """The burraco it is by now, if it is one."""


class MeldScored(Struct):
    """A meld of the score sheet."""

    cards: list[CardShown]
    wild_at: int | None
    value: int
    """Points of its cards."""
    kind: Kind | None
    bonus: int
    """Points for the burraco."""


class SideScored(Struct):
    """The score sheet of a side; `total` is the sum of the five items after `melds`."""

    melds: list[MeldScored]
    cards: int
    """Points of the cards melded."""
    burraco: int
    closing: int
    hand: int
    """Cards left in hand: zero or negative."""
    pozzetto: int
    """Pozzetto not taken: zero or negative."""
    total: int


class SheetShown(Struct):
    """The score sheet of a deal, and every hand now that it is over."""

    ended: Literal["closed", "stock", "stall"]
    sides: list[SideScored]
    hands: list[list[CardShown]]


class DealShown(Struct, kw_only=True):
    """The deal in play, or the last one."""

    number: Annotated[int, Meta(ge=1)]
    dealer: SeatNumber
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    """Merkle root over the shuffled deck, published before the first move."""
    turn: Count
    """The turn in play, from 0 in every deal."""
    seat: SeatNumber | None
    """Who is on turn; null once the deal is over."""
    drew: bool
    """Whether the seat on turn has drawn, or taken the discard pile."""
    hands: dict[SeatKey, list[CardShown]]
    """The recipient's own hands, by seat; cards keep the order in which they came."""
    counts: list[Count]
    """Cards in each hand, by seat."""
    melds: list[list[MeldShown]]
    """Per side, in the order they were opened: `lay` names a meld by its place here."""
    pile: list[CardShown]
    """The discard pile, oldest card first."""
    stock: Count
    """Cards left in the stock; the last two are never drawn."""
    pozzetti: Count
    """Pozzetti that nobody has taken yet."""
    taken: list[bool]
    """Whether each side has taken its pozzetto."""
    barred: CardShown | None
    """The single card just taken, which the recipient may not discard this turn."""
    ended: EndedShown
    """`closed`: a side closed. `stock`: the stock ran out. `stall`: three rounds without a move."""
    sheet: SheetShown | UnsetType = UNSET
    """Once the deal is over. A deal that was abandoned is never opened."""
    leaves: Leaves | UnsetType = UNSET


class Result(Struct):
    """The end of a match, by side."""

    totals: list[int]
    vp: list[int]
    """Victory Points: 20 shared between the two sides."""
    ranking_points: list[int]
    verified: bool
    """False: the rulebook's table of Victory Points is not yet verified against the federation's own text."""


class PlayingTable(TableShown, tag="playing", kw_only=True):
    """A deal is in play."""

    deal: DealShown


class SheetTable(TableShown, tag="sheet", kw_only=True):
    """A deal is over; its score sheet is shown until everybody has closed it."""

    deal: DealShown
    closed: list[bool]
    """By person: who has closed the sheet."""


class EndedTable(TableShown, tag="ended", kw_only=True):
    """The match was played to its end."""

    deal: DealShown
    result: Result


class VoidTable(TableShown, tag="void", kw_only=True):
    """The match was abandoned."""

    deal: DealShown
    void: Void


View = WaitingTable | PlayingTable | SheetTable | EndedTable | VoidTable | ClosedTable
"""A table as one person may see it; `phase` tells them apart."""


class PozzettoTaken(Struct):
    """A side took its pozzetto."""

    side: SideIndex
    left: Count
    """Pozzetti that nobody has taken yet."""
    cards: list[CardShown] | UnsetType = UNSET
    """Only for who holds them now."""


class Over(Struct):
    """A deal is over, and with the last one the match."""

    phase: Literal["sheet", "ended"]
    scores: list[list[int]]
    """What joins `scores` of the view."""
    sheet: SheetShown
    leaves: Leaves
    result: Result | UnsetType = UNSET
    """With the last deal."""


class Dealt(Numbered, tag="dealt"):
    """A deal began."""

    deal: DealShown


class Played(Acted, kw_only=True):
    """A move of burraco, and what followed from it."""

    pozzetto: PozzettoTaken | UnsetType = UNSET
    barred: CardShown | UnsetType | None = UNSET
    """Only for the seat's own person: what `barred` of the deal is now."""


class Drew(Played, tag="drew", kw_only=True):
    """The first card of the stock was drawn."""

    stock: Count
    card: CardShown | UnsetType = UNSET
    """Only for who drew it."""


class Took(Played, tag="took", kw_only=True):
    """The whole discard pile was taken."""

    cards: list[CardShown]


class MeldedOrLaid(Played, kw_only=True):
    """Cards went to the table."""

    from_hand: list[CardShown]
    side: SideIndex
    meld: Count
    """Place of the meld among those of its side."""
    stands: MeldShown
    """The meld as it stands now."""


class Melded(MeldedOrLaid, tag="melded", kw_only=True):
    """A new meld was laid."""


class Laid(MeldedOrLaid, tag="laid", kw_only=True):
    """Cards were added to a meld."""


class Discarded(Played, tag="discarded", kw_only=True):
    """A card was discarded, and the turn was over."""

    card: CardShown
    ended: EndedShown
    turn: Count
    """The turn that begins."""
    next: SeatNumber | None
    """The seat on turn now; null: the deal is over."""
    over: Over | UnsetType = UNSET
    """With the last move of a deal."""


Event = Dealt | Drew | Took | Melded | Laid | Discarded | SheetClosed | Abandoned
"""Something that happened, as one person may see it; `event` tells them apart."""
