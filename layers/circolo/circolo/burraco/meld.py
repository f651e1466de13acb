"""Melds: what a multiset of cards is, and where each of its cards stands (burraco-rules, sections 3 and 5).

A meld is its multiset of cards; the arrangement is derived and never stored. Places
of a sequence run from 0 (the ace below the two) to 13 (the ace above the king).
"""

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Final

import msgspec

from circolo.burraco.kind import BURRACO, Kind
from circolo.burraco.rulebook import Rulebook
from circolo.cards import ACE, JOLLY, NOTATION, RANK_OF, SUIT_OF, TWO, Card

SMALLEST: Final = 3
LARGEST: Final = 14
ACE_HIGH: Final = 13
"""Place of the ace above the king."""
EQUAL_NATURALS: Final = 8
"""How many equal naturals two packs hold, and so the most of a set."""
NATURAL_RUN: Final = 7
"""How many naturals in a row on one side of its wild make a burraco semipulito."""
WHOLE_SUIT: Final = 13

WILD: Final[tuple[bool, ...]] = tuple(card == JOLLY or RANK_OF[card] == TWO for card in range(len(NOTATION)))
"""Whether each card is a wild (matta): jolly and twos, natural or not."""


class Form(Enum):
    """The two forms of a meld."""

    SEQUENCE = "sequence"
    SET = "set"


class Arrangement(msgspec.Struct, frozen=True, gc=False):
    """One order in which a meld can stand.

    ``cards`` run from low to high (of a set: the naturals, then the wild); ``wild_at`` is
    the index of the wild in them, ``None`` without one; ``low`` is the place of the
    first card of a sequence (0 the low ace ... 13 the high ace), of a set its rank;
    ``kinds`` are those of burraco it meets, empty below seven cards.
    """

    cards: tuple[Card, ...]
    wild_at: int | None
    low: int
    kinds: tuple[Kind, ...]


class MeldShape(msgspec.Struct, frozen=True, gc=False):
    """A legal meld: its form, its cards sorted, its wild, the rank if it is a set, and the ways it can stand.

    Those are two where an ace may stand at either end; else one.
    """

    form: Form
    cards: tuple[Card, ...]
    wild: Card | None
    set_rank: int | None
    arrangements: tuple[Arrangement, ...]


def derive(cards: Iterable[Card]) -> MeldShape | None:
    """The meld these cards make, in whatever order they come; ``None`` if they make none."""
    return shape(tuple(sorted(cards)))


@lru_cache(maxsize=1 << 14)
def shape(cards: tuple[Card, ...]) -> MeldShape | None:
    """As ``derive``, of cards already sorted."""
    if not SMALLEST <= len(cards) <= LARGEST or cards[0] < 0 or cards[-1] > JOLLY:
        return None
    wilds = [card for card in cards if WILD[card]]
    others = [card for card in cards if not WILD[card]]
    if not others or len(wilds) > 2:
        return None
    if len(others) > 1 and len({RANK_OF[card] for card in others}) == 1:
        return _set(cards, others, wilds)
    return _sequence(cards, others, wilds)


def best(rulebook: Rulebook, meld: MeldShape) -> tuple[Arrangement, Kind | None, int]:
    """The arrangement that pays best, its kind of burraco (``None`` below seven cards) and its bonus in points."""
    arrangement, kind, bonus = meld.arrangements[0], None, -1
    for candidate in meld.arrangements:
        for option in candidate.kinds:
            pays = rulebook.bonuses.get(option, -1)
            if pays > bonus:
                arrangement, kind, bonus = candidate, option, pays
    return arrangement, kind, max(bonus, 0)


def has_burraco(melds: tuple[tuple[Card, ...], ...]) -> bool:
    """Whether one of a side's melds is a burraco, of whatever kind."""
    for cards in melds:  # noqa: SIM110 - judged before most discards: a generator would cost three times as much
        if len(cards) >= BURRACO:
            return True
    return False


def _set(cards: tuple[Card, ...], naturals: list[Card], wilds: list[Card]) -> MeldShape | None:
    if len(wilds) > 1 or len(naturals) > EQUAL_NATURALS:
        return None
    wild = wilds[0] if wilds else None
    kinds: tuple[Kind, ...] = ()
    if len(cards) >= BURRACO:
        full = len(naturals) == EQUAL_NATURALS
        if wild is None:
            kinds = (Kind.SUPER, Kind.PULITO) if full else (Kind.PULITO,)
        else:
            kinds = (Kind.SEMIPULITO, Kind.SPORCO) if len(naturals) >= NATURAL_RUN else (Kind.SPORCO,)
            kinds = (Kind.SUPER_SPORCO, *kinds) if full else kinds
    rank = RANK_OF[naturals[0]]
    standing = Arrangement((*naturals, *wilds), len(naturals) if wilds else None, rank, kinds)
    return MeldShape(Form.SET, cards, wild, rank, (standing,))


def _sequence(cards: tuple[Card, ...], others: list[Card], wilds: list[Card]) -> MeldShape | None:
    suit = SUIT_OF[others[0]]
    ranks = {RANK_OF[card] for card in others}
    if len(ranks) < len(others) or any(SUIT_OF[card] != suit for card in others):
        return None
    own_two = suit * 13 + TWO
    if own_two in wilds:
        spare = wilds.copy()
        spare.remove(own_two)
        found = _stand(suit, ranks | {TWO}, spare)
        if found:
            return MeldShape(Form.SEQUENCE, cards, spare[0] if spare else None, None, found)
    found = _stand(suit, ranks, wilds)
    return MeldShape(Form.SEQUENCE, cards, wilds[0] if wilds else None, None, found) if found else None


def _stand(suit: int, ranks: set[int], wilds: list[Card]) -> tuple[Arrangement, ...]:
    """Every way these naturals and at most one wild can stand in a row: the low ace first."""
    if len(wilds) > 1 or len(ranks) < 2:
        return ()
    placings = [ranks, (ranks - {ACE}) | {ACE_HIGH}] if ACE in ranks else [ranks]
    found = (_in_a_row(suit, places, wilds) for places in placings)
    return tuple(arrangement for arrangement in found if arrangement is not None)


def _in_a_row(suit: int, places: set[int], wilds: list[Card]) -> Arrangement | None:
    low, high = min(places), max(places)
    gaps = high - low + 1 - len(places)
    if gaps > len(wilds):
        return None
    if gaps == 0 and wilds:
        low, high = (low - 1, high) if low > ACE else (low, high + 1)
    row = tuple(suit * 13 + place % 13 if place in places else wilds[0] for place in range(low, high + 1))
    wild_at = next((place for place in range(low, high + 1) if place not in places), None)
    index = None if wild_at is None else wild_at - low
    return Arrangement(row, index, low, _sequence_kinds(len(row), index))


def _sequence_kinds(length: int, wild_at: int | None) -> tuple[Kind, ...]:
    if length < BURRACO:
        return ()
    if wild_at is None:
        return (Kind.REALE, Kind.PULITO) if length == WHOLE_SUIT else (Kind.PULITO,)
    kinds: tuple[Kind, ...] = (Kind.SPORCO,)
    if max(wild_at, length - 1 - wild_at) >= NATURAL_RUN:
        kinds = (Kind.SEMIPULITO, *kinds)
    return (Kind.REALE_SPORCO, *kinds) if length >= WHOLE_SUIT else kinds
