"""The order of notation, which breaks ties among cards (burraco-rules, section 10; platform, section 3).

A card is written rank, then suit: cards stand by rank from ace to king, then by suit
clubs, diamonds, hearts, spades, and the jolly (``XX``) last.
"""

from typing import Final

from circolo.cards import JOLLY, RANK_OF, RANKS, SUIT_OF, SUITS

ORDER: Final[tuple[int, ...]] = (
    *(RANK_OF[card] * len(SUITS) + SUIT_OF[card] for card in range(JOLLY)),
    len(RANKS) * len(SUITS),
)
"""Place of each card in that order, indexed by the card."""
