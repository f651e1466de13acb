"""What one seat may see of a deal, and nothing else (burraco-platform, section 6)."""

import msgspec

from circolo.burraco.actions import Action
from circolo.burraco.deal import Deal, Ended
from circolo.burraco.legality import refusal
from circolo.cards import Card
from circolo.refusal import Code


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A deal as one seat sees it.

    ``hand`` is the seat's own; ``counts`` how many cards each hand holds; ``melds`` every
    side's, as sorted cards, in the order they were opened; ``pile`` the discards, oldest
    first; ``taken`` whether each side took its pozzetto. ``barred`` and ``drawn`` would tell of
    a hand, so they are filled only for the seat on turn. ``scores``: totals of the
    match so far, if whoever asks has them.
    """

    rulebook: str
    sides: tuple[tuple[int, ...], ...]
    seat: int
    on_turn: int
    turn: int
    drew: bool
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    melds: tuple[tuple[tuple[Card, ...], ...], ...]
    pile: tuple[Card, ...]
    stock_left: int
    pozzetti_left: int
    taken: tuple[bool, ...]
    barred: Card | None
    drawn: Card | None
    idle: int
    last_turn: bool
    ended: Ended
    scores: tuple[int, ...] = ()

    @property
    def side(self) -> int:
        """Index of the seat's own side."""
        return 0 if self.seat in self.sides[0] else 1


def seat_view(deal: Deal, seat: int, scores: tuple[int, ...] = ()) -> SeatView:
    """The deal as the seat sees it."""
    mine = deal.seat == seat
    return SeatView(
        rulebook=deal.rulebook.identifier,
        sides=deal.sides,
        seat=seat,
        on_turn=deal.seat,
        turn=deal.turn,
        drew=deal.drew,
        hand=deal.hands[seat],
        counts=tuple(len(hand) for hand in deal.hands),
        melds=deal.melds,
        pile=deal.pile,
        stock_left=deal.stock_left,
        pozzetti_left=len(deal.pozzetti),
        taken=deal.taken,
        barred=deal.barred if mine else None,
        drawn=deal.drawn if mine else None,
        idle=deal.idle,
        last_turn=deal.last_turn,
        ended=deal.ended,
        scores=scores,
    )


def refuse_seen(view: SeatView, action: Action) -> Code | None:
    """As ``deal.refuse``, judged from the view of the seat on turn."""
    side = view.side
    return refusal(
        view.ended is not Ended.OPEN, view.drew, view.hand, view.melds[side], view.taken[side], view.barred, action
    )
