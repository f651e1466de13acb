"""A deal (smazzata) as an immutable value: how it starts, what is refused, what each action changes.

Source: burraco-rules, sections 1, 2 and 4. ``refuse`` judges, ``apply`` only changes;
neither raises on what a typed action can hold.
"""

from enum import Enum
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from circolo.burraco import legality
from circolo.burraco.actions import Action, Discard, Draw, Meld, Take
from circolo.burraco.rulebook import Rulebook
from circolo.cards import Card
from circolo.refusal import Code

HAND: Final = 11
"""Cards of a hand and of a pozzetto."""
UNDRAWN: Final = 2
"""The last cards of the stock, which are never drawn."""
STALL_ROUNDS: Final = 3

Cards = tuple[Card, ...]
T = TypeVar("T")


class Ended(Enum):
    """How a deal stands or came to its end."""

    OPEN = "open"
    CLOSED = "closed"
    STOCK = "stock"
    STALL = "stall"


_OPEN: Final = Ended.OPEN


class Deal(msgspec.Struct, frozen=True, gc=False):
    """One deal after some number of actions.

    Everything a hand, pile or pozzetto holds is a tuple of cards; seats and sides are
    indices from 0. ``side_of``: side of each seat; ``pozzetti``: those not yet taken;
    ``stock``: the whole stock in drawing order, of which ``stock_left`` cards remain;
    ``pile``: oldest first; ``melds``: per side, in the order opened, each sorted;
    ``taken``: whether each side took its pozzetto. Of the turn: ``seat`` on turn, ``turn`` counted from 0 in
    the deal, ``drew`` whether it has drawn or taken, ``drawn`` the card drawn from the stock,
    ``barred`` the card of a one-card pile, ``moved`` whether it drew from the stock, melded or added.
    ``idle``: turns in a row without that; ``last_turn``: the third-last card is drawn;
    ``closer``: the side that closed.
    """

    rulebook: Rulebook
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]
    hands: tuple[Cards, ...]
    pozzetti: tuple[Cards, ...]
    stock: Cards
    stock_left: int
    pile: Cards
    melds: tuple[tuple[Cards, ...], ...]
    taken: tuple[bool, ...]
    seat: int
    turn: int
    drew: bool
    drawn: Card | None
    barred: Card | None
    moved: bool
    idle: int
    last_turn: bool
    ended: Ended
    closer: int | None


def start(
    rulebook: Rulebook,
    sides: tuple[tuple[int, ...], ...],
    first: int,
    hands: tuple[Cards, ...],
    pozzetti: tuple[Cards, ...],
    discard: Cards,
    stock: Cards,
) -> Deal:
    """The deal before its first action: ``first`` is the seat that begins, ``stock`` is in drawing order.

    A stock with no card to draw is a deal already ended.
    """
    seats = range(len(hands))
    side_of = tuple(next(side for side, members in enumerate(sides) if seat in members) for seat in seats)
    ended = Ended.STOCK if len(stock) <= UNDRAWN else _OPEN
    nothing: tuple[Cards, ...] = ()
    return Deal(
        rulebook=rulebook,
        sides=sides,
        side_of=side_of,
        hands=hands,
        pozzetti=pozzetti,
        stock=stock,
        stock_left=len(stock),
        pile=discard,
        melds=(nothing,) * len(sides),
        taken=(False,) * len(sides),
        seat=first,
        turn=0,
        drew=False,
        drawn=None,
        barred=None,
        moved=False,
        idle=0,
        last_turn=False,
        ended=ended,
        closer=None,
    )


def deal_out(rulebook: Rulebook, sides: tuple[tuple[int, ...], ...], first: int, deck: Cards) -> Deal:
    """Deal a shuffled pack of 108: hands one card at a time from ``first`` (the seat left of the dealer), then
    pozzetto 1, pozzetto 2, the first discard, and the stock in drawing order.
    """
    seats = sum(len(members) for members in sides)
    dealt = seats * HAND
    hands = tuple(deck[(seat - first) % seats : dealt : seats] for seat in range(seats))
    pozzetti = (deck[dealt : dealt + HAND], deck[dealt + HAND : dealt + 2 * HAND])
    turned = dealt + 2 * HAND
    return start(rulebook, sides, first, hands, pozzetti, deck[turned : turned + 1], deck[turned + 1 :])


def deck_order(deal: Deal) -> Cards:
    """The deck that was dealt, from a deal before its first action: the fixed mapping of dealing, backwards."""
    seats = len(deal.hands)
    order = [deal.hands[(deal.seat + place) % seats] for place in range(seats)]
    dealt = [card for once_round in zip(*order, strict=True) for card in once_round]
    return (*dealt, *deal.pozzetti[0], *deal.pozzetti[1], *deal.pile, *deal.stock)


def refuse(deal: Deal, action: Action) -> Code | None:
    """Why the seat on turn may not do this, the first reason in the order of section 9; ``None`` if it may."""
    seat = deal.seat
    side = deal.side_of[seat]
    return legality.refusal(
        deal.ended is not _OPEN, deal.drew, deal.hands[seat], deal.melds[side], deal.taken[side], deal.barred, action
    )


def legal_discards(deal: Deal) -> Cards:
    """The different cards that the seat on turn, having drawn, may discard."""
    side = deal.side_of[deal.seat]
    return legality.legal_discards(deal.hands[deal.seat], deal.melds[side], deal.taken[side], deal.barred)


def apply(deal: Deal, action: Action) -> Deal:
    """The deal after a legal action; nothing is checked again."""
    if type(action) is Discard:
        return _discarded(deal, action.card)
    if type(action) is Draw:
        return _drawn(deal)
    if type(action) is Take:
        return _pile_taken(deal)
    melds = deal.melds[deal.side_of[deal.seat]]
    if type(action) is Meld:
        return _melded(deal, action.cards, (*melds, tuple(sorted(action.cards))))
    grown = tuple(sorted(melds[action.meld] + action.cards))
    return _melded(deal, action.cards, _put(melds, action.meld, grown))


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The items with one replaced."""
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def _drawn(deal: Deal) -> Deal:
    seat, left, hands = deal.seat, deal.stock_left - 1, deal.hands
    card = deal.stock[-deal.stock_left]
    return replace(
        deal,
        hands=_put(hands, seat, (*hands[seat], card)),
        stock_left=left,
        drew=True,
        drawn=card,
        moved=True,
        last_turn=left == UNDRAWN,
    )


def _pile_taken(deal: Deal) -> Deal:
    seat, hands, pile = deal.seat, deal.hands, deal.pile
    return replace(
        deal,
        hands=_put(hands, seat, hands[seat] + pile),
        pile=(),
        drew=True,
        barred=legality.bar(hands[seat], pile),
    )


def _melded(deal: Deal, cards: Cards, melds: tuple[Cards, ...]) -> Deal:
    """The deal with the cards out of the hand and the side's melds as given; an emptied hand takes the pozzetto."""
    seat, hands, pozzetti, taken, barred = deal.seat, deal.hands, deal.pozzetti, deal.taken, deal.barred
    side = deal.side_of[seat]
    left = list(hands[seat])
    for card in cards:
        left.remove(card)
    hand = tuple(left)
    if not hand:
        hand, pozzetti = pozzetti[0], pozzetti[1:]
        taken = _put(taken, side, True)
        if barred in hand:
            barred = None
    return replace(
        deal,
        hands=_put(hands, seat, hand),
        pozzetti=pozzetti,
        melds=_put(deal.melds, side, melds),
        taken=taken,
        barred=barred,
        moved=True,
    )


def _discarded(deal: Deal, card: Card) -> Deal:
    """The deal with the turn passed on, or over: by closing, by the stock or by the stall, in that order."""
    seat, hands, pozzetti, taken = deal.seat, deal.hands, deal.pozzetti, deal.taken
    hand = hands[seat]
    at = hand.index(card)
    hand = hand[:at] + hand[at + 1 :]
    idle = 0 if deal.moved else deal.idle + 1
    ended, closer = _OPEN, None
    if deal.last_turn:
        ended = Ended.STOCK
    elif idle == STALL_ROUNDS * len(hands):
        ended = Ended.STALL
    if not hand:
        side = deal.side_of[seat]
        if taken[side]:
            ended, closer = Ended.CLOSED, side
        else:
            hand, pozzetti = pozzetti[0], pozzetti[1:]
            taken = _put(taken, side, True)
    return replace(
        deal,
        hands=_put(hands, seat, hand),
        pozzetti=pozzetti,
        pile=(*deal.pile, card),
        taken=taken,
        seat=(seat + 1) % len(hands),
        turn=deal.turn + 1,
        drew=False,
        drawn=None,
        barred=None,
        moved=False,
        idle=idle,
        last_turn=False,
        ended=ended,
        closer=closer,
    )
