"""What one seat may see of a deal."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from circolo.burraco.actions import Draw, Take
from circolo.burraco.deal import Deal, Ended, apply, refuse
from circolo.burraco.seat_view import refuse_seen, seat_view
from circolo.cards import BY_NOTATION, Card
from tests.burraco.builders import cards, played, position, random_action, shuffled_deal


def test_a_seat_sees_its_hand_and_of_the_others_only_the_count() -> None:
    view = seat_view(position("KC KD 3C", others="QC QD", seats=4), 2)

    assert (view.hand, view.counts, view.side) == (cards("QC QD"), (3, 2, 2, 2), 0)


def test_all_see_melds_pile_stock_and_pozzetti() -> None:
    view = seat_view(position("KC", melds=["7C 7D 7H"], pile="3C 4C", taken=(True, False)), 1, scores=(120, -45))

    assert view.melds == ((cards("7C 7D 7H"),), ())
    assert (view.pile, view.stock_left, view.pozzetti_left, view.taken) == (cards("3C 4C"), 12, 1, (True, False))
    assert (view.rulebook, view.on_turn, view.turn, view.drew, view.scores) == ("FIBUR@1", 0, 0, True, (120, -45))
    assert (view.ended, view.last_turn, view.idle, view.sides) == (Ended.OPEN, False, 0, ((0,), (1,)))


def test_the_card_drawn_is_seen_by_who_drew_it_alone() -> None:
    deal = played(position("KC", drew=False, stock="9H QD QH QS"), Draw())

    assert [seat_view(deal, seat).drawn for seat in (0, 1)] == [BY_NOTATION["9H"], None]


def test_the_bar_would_tell_of_the_hand_so_only_the_seat_on_turn_sees_it() -> None:
    deal = played(position("KC KD", drew=False, pile="9H"), Take())

    assert [seat_view(deal, seat).barred for seat in (0, 1)] == [BY_NOTATION["9H"], None]


def reshuffled(deal: Deal, seat: int, random: Random) -> Deal:
    """The deal with everything the seat cannot see shuffled: other hands, pozzetti, the rest of the stock."""
    gone = len(deal.stock) - deal.stock_left
    others = [other for other in range(len(deal.hands)) if other != seat]
    hidden: list[Card] = [card for other in others for card in deal.hands[other]]
    for place in (*deal.pozzetti, deal.stock[gone:]):
        hidden += place
    random.shuffle(hidden)
    pick = iter(hidden)
    hands = list(deal.hands)
    for other in others:
        hands[other] = tuple(next(pick) for _ in deal.hands[other])
    pozzetti = tuple(tuple(next(pick) for _ in pozzetto) for pozzetto in deal.pozzetti)
    stock = (*deal.stock[:gone], *pick)
    mine = deal.seat == seat
    return replace(
        deal,
        hands=tuple(hands),
        pozzetti=pozzetti,
        stock=stock,
        drawn=deal.drawn if mine else None,
        barred=deal.barred if mine else None,
    )


@given(st.integers(0, 10**6), st.integers(0, 60), st.sampled_from([2, 4]))
@settings(max_examples=60, deadline=None)
def test_what_a_seat_cannot_see_changes_nothing_it_is_shown(seed: int, length: int, seats: int) -> None:
    random = Random(seed)
    deal = shuffled_deal(seed, seats)
    for _ in range(length):
        if deal.ended is Ended.OPEN:
            deal = apply(deal, random_action(deal, random))

    for seat in range(seats):
        assert seat_view(reshuffled(deal, seat, random), seat) == seat_view(deal, seat)


@given(st.integers(0, 10**6), st.sampled_from([2, 4]))
@settings(max_examples=25, deadline=None)
def test_a_view_judges_as_the_server_does(seed: int, seats: int) -> None:
    random = Random(seed)
    deal = shuffled_deal(seed, seats)
    other = shuffled_deal(seed + 1, seats)
    while deal.ended is Ended.OPEN and other.ended is Ended.OPEN:
        legal, foreign = random_action(deal, random), random_action(other, random)
        for action in (legal, foreign):
            assert refuse_seen(seat_view(deal, deal.seat), action) == refuse(deal, action)
        deal, other = apply(deal, legal), apply(other, foreign)
