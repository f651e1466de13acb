"""What the seat on turn may do: one truth for the server, a player's view and the AI (burraco-rules, sections 2 to 4).

Everything here is judged from what that seat itself sees: its hand, its side's melds,
whether its side has taken its pozzetto, and the card barred by a one-card pile.
"""

from typing import Final

from circolo.burraco.actions import Action, Discard, Draw, Meld, Take
from circolo.burraco.kind import BURRACO
from circolo.burraco.meld import WILD, has_burraco, shape
from circolo.cards import Card
from circolo.refusal import Code

Cards = tuple[Card, ...]

_DEAL_OVER: Final = Code.DEAL_OVER
_MUST_DRAW: Final = Code.MUST_DRAW
_ALREADY_DRAWN: Final = Code.ALREADY_DRAWN
_NO_SUCH_MELD: Final = Code.NO_SUCH_MELD
_NOT_IN_HAND: Final = Code.NOT_IN_HAND
_BAD_MELD: Final = Code.BAD_MELD
_SECOND_SET: Final = Code.SECOND_SET
_BARRED_DISCARD: Final = Code.BARRED_DISCARD
_NO_DISCARD_LEFT: Final = Code.NO_DISCARD_LEFT


def refusal(
    over: bool, drew: bool, hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None, action: Action
) -> Code | None:
    """Why the action is refused, the first reason in the order of burraco-rules section 9; ``None`` if it is legal.

    ``melds`` and ``taken`` (the pozzetto) are those of the seat's own side. Never raises, whatever the cards.
    """
    if over:
        return _DEAL_OVER
    if type(action) is Draw or type(action) is Take:
        return _ALREADY_DRAWN if drew else None
    if not drew:
        return _MUST_DRAW
    if type(action) is Discard:
        return discard_refusal(hand, melds, taken, barred, action.card)
    if type(action) is Meld:
        return meld_refusal(hand, melds, taken, barred, action.cards)
    return lay_refusal(hand, melds, taken, barred, action.meld, action.cards)


def meld_refusal(hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None, cards: Cards) -> Code | None:
    """Why these cards cannot be opened as a new meld, after the draw."""
    left = without(hand, cards)
    if left is None:
        return _NOT_IN_HAND
    made = shape(tuple(sorted(cards)))
    if made is None:
        return _BAD_MELD
    if made.set_rank is not None and made.set_rank in set_ranks(melds):
        return _SECOND_SET
    if len(left) > 1 or leaves_discard(left, len(cards) >= BURRACO or has_burraco(melds), taken, barred):
        return None
    return _NO_DISCARD_LEFT


def lay_refusal(
    hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None, meld: int, cards: Cards
) -> Code | None:
    """Why these cards cannot be added to the side's meld of that index, after the draw."""
    if not 0 <= meld < len(melds):
        return _NO_SUCH_MELD
    left = without(hand, cards)
    if left is None:
        return _NOT_IN_HAND
    grown = tuple(sorted(melds[meld] + cards))
    if not cards or shape(grown) is None:
        return _BAD_MELD
    if len(left) > 1 or leaves_discard(left, len(grown) >= BURRACO or has_burraco(melds), taken, barred):
        return None
    return _NO_DISCARD_LEFT


def discard_refusal(hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None, card: Card) -> Code | None:
    """Why this card cannot be discarded, after the draw."""
    if card not in hand:
        return _NOT_IN_HAND
    if card == barred:
        return _BARRED_DISCARD
    if len(hand) == 1 and taken and (WILD[card] or not has_burraco(melds)):
        return _NO_DISCARD_LEFT
    return None


def leaves_discard(left: Cards, burraco: bool, taken: bool, barred: Card | None) -> bool:
    """Whether a hand may be left like this by a meld: empty for the pozzetto, or with a legal discard.

    Of two cards one at least may go: a barred card is never held twice.
    """
    if len(left) > 1:
        return True
    if not left:
        return not taken
    return left[0] != barred and (not taken or (burraco and not WILD[left[0]]))


def legal_discards(hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None) -> Cards:
    """The different cards that may be discarded, in the order of the hand."""
    return tuple(card for card in dict.fromkeys(hand) if discard_refusal(hand, melds, taken, barred, card) is None)


def bar(hand: Cards, pile: Cards) -> Card | None:
    """The card that may not be discarded in the turn that takes this pile into this hand."""
    return pile[0] if len(pile) == 1 and pile[0] not in hand else None


def set_ranks(melds: tuple[Cards, ...]) -> set[int]:
    """The ranks of which a side holds a set."""
    shapes = [shape(cards) for cards in melds]
    return {made.set_rank for made in shapes if made is not None and made.set_rank is not None}


def without(hand: Cards, cards: Cards) -> Cards | None:
    """The hand less these cards, order kept; ``None`` if it does not hold them all."""
    left = list(hand)
    try:
        for card in cards:
            left.remove(card)
    except ValueError:
        return None
    return tuple(left)
