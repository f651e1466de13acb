"""What the clock plays for a seat whose turn has expired (burraco-platform, section 3)."""

from circolo.burraco.actions import Action, Discard, Draw
from circolo.burraco.deal import Deal, Ended, apply, legal_discards
from circolo.burraco.meld import WILD
from circolo.burraco.notation_order import ORDER
from circolo.cards import Card


def forced(deal: Deal) -> tuple[Action, ...]:
    """The actions that end the turn of the seat on turn, always legal; none once the deal is over.

    It draws from the stock if that is still due, then discards the card drawn, or another; melds already laid stay.
    """
    if deal.ended is not Ended.OPEN:
        return ()
    if deal.drew:
        return (Discard(forced_discard(deal)),)
    draw = Draw()
    return (draw, Discard(forced_discard(apply(deal, draw))))


def forced_discard(deal: Deal) -> Card:
    """The card drawn from the stock this turn if it is still in the hand, no wild and may go; else the lowest-valued
    card that may, a wild last, ties in the order of notation.
    """
    may_go = legal_discards(deal)
    drawn = deal.drawn
    if drawn is not None and drawn in may_go and not WILD[drawn]:
        return drawn
    values = deal.rulebook.values
    return min(may_go, key=lambda card: (WILD[card], values[card], ORDER[card]))
