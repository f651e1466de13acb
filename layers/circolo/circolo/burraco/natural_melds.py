"""The new melds of naturals only that a hand holds, the best first (burraco-rules, sections 3 and 10)."""

from collections.abc import Sequence
from typing import Final

from circolo.burraco.legality import Cards, set_ranks
from circolo.burraco.meld import ACE_HIGH, SMALLEST, WILD
from circolo.burraco.notation_order import ORDER
from circolo.cards import JOLLY, RANK_OF, RANKS, Card

SUIT: Final = len(RANKS)


def natural_melds(hand: Cards, melds: tuple[Cards, ...], values: Sequence[int]) -> list[Cards]:
    """Every new meld of at least three naturals: the longest first, then more points, then the order of notation.

    ``melds`` are those of the own side (a second set of one rank is left out); ``values``
    the points of each card. Of sets of one rank and length only one is listed.
    """
    found = [*_runs(hand), *_sets(hand, set_ranks(melds))]
    if len(found) > 1:
        found.sort(
            key=lambda cards: (-len(cards), -sum(values[card] for card in cards), [ORDER[card] for card in cards])
        )
    return found


def _runs(hand: Cards) -> list[Cards]:
    """Every run of three or more cards of a suit, the two in its own place among them."""
    held = set(hand)
    found: list[Cards] = []
    for low in range(0, JOLLY, SUIT):
        places = [place for place in range(ACE_HIGH + 1) if low + place % SUIT in held]
        begin = 0
        for at in range(1, len(places) + 1):
            if at < len(places) and places[at] == places[at - 1] + 1:
                continue
            if at - begin >= SMALLEST:
                found += _parts(low, places[begin], places[at - 1] + 1)
            begin = at
    return found


def _parts(low: Card, begin: int, end: int) -> list[Cards]:
    """All parts, of three or more and of at most one ace, of the places from ``begin`` to before ``end``."""
    return [
        tuple([low + place % SUIT for place in range(first, last)])
        for first in range(begin, end - SMALLEST + 1)
        for last in range(first + SMALLEST, min(end, first + SUIT) + 1)
    ]


def _sets(hand: Cards, held: set[int]) -> list[Cards]:
    """The sets of naturals of each rank that the side has no set of: the whole, and its first cards in notation."""
    by_rank: dict[int, list[Card]] = {}
    for card in hand:
        if card != JOLLY and not WILD[card]:
            by_rank.setdefault(RANK_OF[card], []).append(card)
    found: list[Cards] = []
    for rank, cards in by_rank.items():
        if len(cards) >= SMALLEST and rank not in held:
            cards.sort(key=ORDER.__getitem__)
            found += [tuple(cards[:size]) for size in range(SMALLEST, len(cards) + 1)]
    return found
