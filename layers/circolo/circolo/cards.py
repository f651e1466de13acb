"""French cards as small integers: notation, decks and the secure shuffle.

A card is an ``int``: ``suit * 13 + rank`` for the 52 suited cards and ``JOLLY``
(52) for a jolly. Equal cards of two packs are the same integer: they are
interchangeable in play. Ranks run from 0 (ace) to 12 (king); suits from 0 to 3
in the order of ``SUITS``. The text notation is rank then suit, ``AS 2H TC JD``,
and ``XX`` for the jolly (burraco-rules: cards and layout).
"""

from collections.abc import Sequence
from typing import Final, Protocol

Card = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
JOLLY: Final[Card] = 52

ACE: Final = 0
TWO: Final = 1

NOTATION: Final[tuple[str, ...]] = (*(r + s for s in SUITS for r in RANKS), "XX")
"""Text of each card, indexed by the card."""

BY_NOTATION: Final[dict[str, Card]] = {text: card for card, text in enumerate(NOTATION)}
"""Card of each text; a text that is missing here is no card."""

RANK_OF: Final[tuple[int, ...]] = (*(card % 13 for card in range(52)), -1)
"""Rank of each card, -1 for the jolly."""

SUIT_OF: Final[tuple[int, ...]] = (*(card // 13 for card in range(52)), -1)
"""Suit of each card, -1 for the jolly."""

BURRACO_PACK: Final[tuple[Card, ...]] = tuple(range(52)) * 2 + (JOLLY,) * 4
"""The 108 cards of burraco: two French packs of 54."""


class Randomness(Protocol):
    """Where chance comes from; ``secrets.SystemRandom`` in production, a seeded generator in tests."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to ``stop - 1``, each equally likely."""
        ...

    def randbytes(self, n: int, /) -> bytes:
        """``n`` random bytes."""
        ...


def shuffled(pack: Sequence[Card], random: Randomness) -> tuple[Card, ...]:
    """The pack in a random order, every order equally likely (Fisher-Yates)."""
    deck = list(pack)
    for last in range(len(deck) - 1, 0, -1):
        pick = random.randrange(last + 1)
        deck[last], deck[pick] = deck[pick], deck[last]
    return tuple(deck)


def text(cards: Sequence[Card]) -> list[str]:
    """The notation of each card, in the given order."""
    return [NOTATION[card] for card in cards]
