"""The frozen baseline: deterministic, greedy, legal, from its own view only (burraco-rules, section 10).

It is the yardstick for every better opponent and is never improved. A card fits
"without a wild" when the meld holds no more wilds with it than before: a two in its own
place is a natural, and a card that would turn a natural two wild does not fit.
"""

from typing import Final

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.burraco.deal import Deal, Ended, apply
from circolo.burraco.kind import BURRACO
from circolo.burraco.legality import (
    Cards,
    bar,
    lay_refusal,
    legal_discards,
    meld_refusal,
    without,
)
from circolo.burraco.meld import LARGEST, WILD, shape
from circolo.burraco.natural_melds import natural_melds
from circolo.burraco.notation_order import ORDER
from circolo.burraco.rulebook import load
from circolo.burraco.seat_view import SeatView, seat_view
from circolo.cards import JOLLY, RANK_OF, RANKS, SUIT_OF, Card

NEAR: Final = 2
"""Ranks apart at most, for two cards of a suit to be neighbours."""


def choose(view: SeatView) -> Action:
    """The next action of the seat on turn, whose view this is; it is asked again until the turn has passed."""
    if not view.drew:
        return Take() if _pile_is_worth_taking(view) else Draw()
    return _meld_or_lay(view) or Discard(_discard(view))


def play_turn(deal: Deal) -> tuple[Action, ...]:
    """The whole turn of the seat on turn; none once the deal is over."""
    actions: list[Action] = []
    turn = deal.turn
    while deal.ended is Ended.OPEN and deal.turn == turn:
        action = choose(seat_view(deal, deal.seat))
        actions.append(action)
        deal = apply(deal, action)
    return tuple(actions)


def _pile_is_worth_taking(view: SeatView) -> bool:
    """Whether a card of the pile can at once be added as a natural, or makes a new meld of naturals with the hand."""
    melds, taken = view.melds[view.side], view.taken[view.side]
    hand, barred = view.hand + view.pile, bar(view.hand, view.pile)
    values = load(view.rulebook).values
    for card in dict.fromkeys(view.pile):
        for at, meld in enumerate(melds):
            if _fits(meld, card) and lay_refusal(hand, melds, taken, barred, at, (card,)) is None:
                return True
        if card == JOLLY:
            continue
        for cards in natural_melds((*view.hand, card), melds, values):
            if card in cards and meld_refusal(hand, melds, taken, barred, cards) is None:
                return True
    return False


def _meld_or_lay(view: SeatView) -> Action | None:
    melds, taken = view.melds[view.side], view.taken[view.side]
    return (
        _natural_added(view.hand, melds, taken, view.barred)
        or _naturals_opened(view, melds, taken)
        or _wild_used(view.hand, melds, taken, view.barred)
    )


def _natural_added(hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None) -> Action | None:
    """The lowest natural that fits a meld, on the oldest that it fits."""
    if not melds:
        return None
    for card in sorted(set(hand), key=ORDER.__getitem__):
        for at, meld in enumerate(melds):
            if _fits(meld, card) and lay_refusal(hand, melds, taken, barred, at, (card,)) is None:
                return Lay(at, (card,))
    return None


def _naturals_opened(view: SeatView, melds: tuple[Cards, ...], taken: bool) -> Action | None:
    """The longest new meld of naturals that is legal; ties: more points, then the order of notation."""
    for cards in natural_melds(view.hand, melds, load(view.rulebook).values):
        if meld_refusal(view.hand, melds, taken, view.barred, cards) is None:
            return Meld(cards)
    return None


def _wild_used(hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None) -> Action | None:
    """A wild that makes a seventh card; or an action with a wild after which the hand is empty or closes."""
    wilds = sorted({card for card in hand if WILD[card]}, key=ORDER.__getitem__)
    if not wilds:
        return None
    for wild in wilds:
        for at, meld in enumerate(melds):
            if len(meld) == BURRACO - 1 and lay_refusal(hand, melds, taken, barred, at, (wild,)) is None:
                return Lay(at, (wild,))
    if len(hand) > LARGEST + 1:
        return None
    if not taken:
        return _with_a_wild(hand, hand, melds, taken, barred)
    for last in sorted(set(hand), key=ORDER.__getitem__):
        rest = without(hand, (last,))
        if rest and not WILD[last] and last != barred:
            action = _with_a_wild(rest, hand, melds, taken, barred)
            if action is not None:
                return action
    return None


def _with_a_wild(
    cards: Cards, hand: Cards, melds: tuple[Cards, ...], taken: bool, barred: Card | None
) -> Action | None:
    """All these cards, a wild among them, in one action: on the oldest meld they fit, else as a new meld."""
    if not any(WILD[card] for card in cards):
        return None
    for at in range(len(melds)):
        if lay_refusal(hand, melds, taken, barred, at, cards) is None:
            return Lay(at, cards)
    if meld_refusal(hand, melds, taken, barred, cards) is None:
        return Meld(cards)
    return None


def _fits(meld: Cards, card: Card) -> bool:
    """Whether the card can be added and stands as a natural, no wild more than before."""
    if card == JOLLY:
        return False
    grown = shape(tuple(sorted((*meld, card))))
    if grown is None:
        return False
    before = shape(meld)
    return grown.wild is None or (before is not None and before.wild is not None)


def _discard(view: SeatView) -> Card:
    """Of the cards that may go the loneliest, then the dearest, then the first in notation; a wild comes last."""
    hand, values = view.hand, load(view.rulebook).values
    may_go = legal_discards(hand, view.melds[view.side], view.taken[view.side], view.barred)
    return min(may_go, key=lambda card: (WILD[card], _neighbours(hand, card), -values[card], ORDER[card]))


def _neighbours(hand: Cards, card: Card) -> int:
    """How many other cards of the hand have its rank, or its suit within two ranks (an ace is near both ends)."""
    if card == JOLLY:
        return hand.count(JOLLY) - 1
    near = _NEIGHBOURS[card]
    return sum(1 for other in hand if other in near) - 1


def _near(card: Card) -> frozenset[Card]:
    rank, suit = RANK_OF[card], SUIT_OF[card]
    same_rank = {other for other in range(JOLLY) if RANK_OF[other] == rank}
    span = [place for place in range(rank - NEAR, rank + NEAR + 1) if 0 <= place <= len(RANKS)]
    same_suit = {suit * len(RANKS) + place % len(RANKS) for place in span}
    if rank == 0:
        same_suit |= {suit * len(RANKS) + len(RANKS) - away for away in range(1, NEAR + 1)}
    return frozenset(same_rank | same_suit)


_NEIGHBOURS: Final[tuple[frozenset[Card], ...]] = tuple(_near(card) for card in range(JOLLY))
