"""The closed list of what a player can do in a deal (burraco-rules, section 2).

The integer tags stand in stored logs: they are fixed for ever.
"""

from typing import final

import msgspec

from circolo.cards import Card


@final
class Draw(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag=0):
    """Draw the next card of the stock."""


@final
class Take(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag=1):
    """Take the whole discard pile."""


@final
class Meld(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag=2):
    """Open a new meld with these cards of the hand, in any order."""

    cards: tuple[Card, ...]


@final
class Lay(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag=3):
    """Add cards of the hand to a meld of the own side: ``meld`` counts from 0 in the order they were opened."""

    meld: int
    cards: tuple[Card, ...]


@final
class Discard(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True, tag=4):
    """Discard one card of the hand: the turn is over."""

    card: Card


Action = Draw | Take | Meld | Lay | Discard
