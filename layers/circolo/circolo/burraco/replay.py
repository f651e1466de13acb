"""The record of a deal as text, checked and played again (burraco-rules, section 9)."""

from collections.abc import Iterable, Sequence
from typing import Final, final

import msgspec

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.burraco.deal import HAND, Deal, Ended, apply, refuse, start
from circolo.burraco.rulebook import Rulebook, UnknownRulebook, load
from circolo.burraco.sheet import Sheet, score
from circolo.cards import BURRACO_PACK, BY_NOTATION, NOTATION, Card
from circolo.fault import fault
from circolo.refusal import Code

STOCK: Final = {2: 63, 4: 41}
"""Cards of the stock, by the number of hands."""

Texts = tuple[str, ...]


@final
class WrittenDraw(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag="draw"):
    """``["draw"]``."""


@final
class WrittenTake(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag="take"):
    """``["take"]``."""


@final
class WrittenMeld(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag="meld"):
    """``["meld", ["6D", "7D", "8D"]]``."""

    cards: Texts


@final
class WrittenLay(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag="lay"):
    """``["lay", 0, ["9D"]]``."""

    meld: int
    cards: Texts


@final
class WrittenDiscard(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag="discard"):
    """``["discard", "9D"]``."""

    card: str


Written = WrittenDraw | WrittenTake | WrittenMeld | WrittenLay | WrittenDiscard


class DealRecord(msgspec.Struct, frozen=True, gc=False):
    """A deal from its cards to its last action, cards as text.

    ``stock`` is in drawing order, ``first`` the seat that begins, ``sides`` in the order of the
    scores; ``rulebook`` is a name (its newest version) or an identifier.
    """

    rulebook: str
    sides: tuple[tuple[int, ...], ...]
    first: int
    hands: tuple[Texts, ...]
    pozzetti: tuple[Texts, ...]
    discard: Texts
    stock: Texts
    actions: tuple[Written, ...]


class InvalidRecord(ValueError):
    """A record that describes no deal: ``code``, the ``field`` at fault (``hands[2]``) and the rule it breaks."""

    def __init__(self, field: str, rule: str, code: Code = Code.BAD_FIELD) -> None:
        super().__init__(f"{field}: {rule}")
        self.code = code
        self.field = field
        self.rule = rule


class SideScore(msgspec.Struct, frozen=True, gc=False):
    """Points of one side, in the fixed keys of the desk."""

    cards: int
    burraco: int
    closing: int
    hand: int
    pozzetto: int
    total: int


class Outcome(msgspec.Struct, frozen=True):
    """A record replayed to its last action: how the deal ended, scores and kinds of burraco per side."""

    ended: Ended
    scores: tuple[SideScore, ...]
    kinds: tuple[tuple[str, ...], ...]


class Illegal(msgspec.Struct, frozen=True):
    """The first illegal action of a record: why, and its index from 0."""

    code: Code
    index: int


def read(data: bytes | str) -> DealRecord:
    """The record of a JSON object; raises ``InvalidRecord`` on the first field of the wrong type or missing."""
    try:
        return msgspec.json.decode(data, type=DealRecord)
    except msgspec.ValidationError as error:
        raise InvalidRecord(*fault(error, "(record)")) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidRecord("(record)", f"not JSON: {error}") from error


def replay(record: DealRecord) -> Outcome | Illegal:
    """What the record comes to; raises ``InvalidRecord`` if its cards or seats make no deal."""
    played = play(record)
    if isinstance(played, Illegal):
        return played
    return outcome(played.ended, score(played))


def play(record: DealRecord) -> Deal | Illegal:
    """The deal after all actions of the record, or its first illegal one; raises ``InvalidRecord``."""
    deal = opening(record)
    for index, written in enumerate(record.actions):
        action = read_action(written, index)
        code = refuse(deal, action)
        if code is not None:
            return Illegal(code, index)
        deal = apply(deal, action)
    return deal


def outcome(ended: Ended, sheet: Sheet) -> Outcome:
    """A score sheet in the keys of the desk."""
    sides = sheet.sides
    return Outcome(
        ended,
        tuple(SideScore(s.cards, s.burraco, s.closing, s.hand, s.pozzetto, s.total) for s in sides),
        tuple(side.kinds for side in sides),
    )


def opening(record: DealRecord) -> Deal:
    """The deal of the record before its first action; raises ``InvalidRecord``."""
    rulebook = _rulebook(record.rulebook)
    _check_seats(record)
    hands = tuple(_cards(f"hands[{seat}]", hand, HAND) for seat, hand in enumerate(record.hands))
    pozzetti = tuple(_cards(f"pozzetti[{index}]", cards, HAND) for index, cards in enumerate(record.pozzetti))
    discard = _cards("discard", record.discard, 1)
    stock = _cards("stock", record.stock, STOCK[len(hands)])
    everything = [*discard, *stock]
    for cards in (*hands, *pozzetti):
        everything += cards
    everything.sort()
    if everything != _PACK:
        raise InvalidRecord("hands", "hands, pozzetti, discard and stock must be the 108 cards of two packs")
    return start(rulebook, record.sides, record.first, hands, pozzetti, discard, stock)


def read_action(written: Written, index: int = 0) -> Action:
    """The action of its text; raises ``InvalidRecord`` if it names no card."""
    if type(written) is WrittenDraw:
        return _DRAW
    if type(written) is WrittenDiscard:
        card = BY_NOTATION.get(written.card)
        if card is None:
            raise InvalidRecord(f"actions[{index}][1]", f"no card: {written.card}")
        return Discard(card)
    if type(written) is WrittenTake:
        return _TAKE
    if type(written) is WrittenMeld:
        return Meld(_known(f"actions[{index}][1]", written.cards))
    return Lay(written.meld, _known(f"actions[{index}][2]", written.cards))


def write_action(action: Action) -> Written:
    """The text form of an action."""
    if type(action) is Draw:
        return WrittenDraw()
    if type(action) is Take:
        return WrittenTake()
    if type(action) is Meld:
        return WrittenMeld(_texts(action.cards))
    if type(action) is Lay:
        return WrittenLay(action.meld, _texts(action.cards))
    return WrittenDiscard(NOTATION[action.card])


def to_record(opened: Deal, actions: Sequence[Action]) -> DealRecord:
    """The record of a deal: ``opened`` as it was before its first action, and all its actions."""
    return DealRecord(
        rulebook=opened.rulebook.identifier,
        sides=opened.sides,
        first=opened.seat,
        hands=tuple(_texts(hand) for hand in opened.hands),
        pozzetti=tuple(_texts(cards) for cards in opened.pozzetti),
        discard=_texts(opened.pile),
        stock=_texts(opened.stock),
        actions=tuple(write_action(action) for action in actions),
    )


_PACK: Final = sorted(BURRACO_PACK)
_DRAW: Final = Draw()
_TAKE: Final = Take()


def _rulebook(identifier: str) -> Rulebook:
    try:
        return load(identifier)
    except UnknownRulebook:
        raise InvalidRecord("rulebook", f"unknown: {identifier}", Code.UNKNOWN_RULEBOOK) from None


def _check_seats(record: DealRecord) -> None:
    seats = [seat for side in record.sides for seat in side]
    if len(record.sides) != 2 or len(seats) not in STOCK or len(record.sides[0]) != len(record.sides[1]):
        raise InvalidRecord("sides", "must be two sides of one seat each, or of two")
    if sorted(seats) != list(range(len(seats))):
        raise InvalidRecord("sides", "must name each seat once, counted from 0")
    if not 0 <= record.first < len(seats):
        raise InvalidRecord("first", f"must be a seat, 0 to {len(seats) - 1}")
    if len(record.hands) != len(seats):
        raise InvalidRecord("hands", f"must be {len(seats)} hands, one a seat")
    if len(record.pozzetti) != 2:
        raise InvalidRecord("pozzetti", "must be two")


def _cards(field: str, texts: Texts, size: int) -> tuple[Card, ...]:
    if len(texts) != size:
        raise InvalidRecord(field, f"must be {size} cards, not {len(texts)}")
    return _known(field, texts)


def _known(field: str, texts: Texts) -> tuple[Card, ...]:
    try:
        return tuple([BY_NOTATION[text] for text in texts])
    except KeyError:
        at = next(index for index, text in enumerate(texts) if text not in BY_NOTATION)
        raise InvalidRecord(f"{field}[{at}]", f"no card: {texts[at]}") from None


def _texts(cards: Iterable[Card]) -> Texts:
    return tuple(NOTATION[card] for card in cards)
