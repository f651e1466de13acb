"""From a shuffled pack to the deal (burraco-rules, section 1; the fixed mapping of the commitment)."""

import pytest

from circolo.burraco.deal import Ended, deal_out
from circolo.burraco.rulebook import load
from circolo.cards import BURRACO_PACK
from tests.burraco.builders import ONE_AGAINST_ONE, PAIRS, every_card, shuffled_deal

NUMBERED = tuple(range(108))
"""Each number is the place of the card in the pack."""


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_hands_are_dealt_one_card_at_a_time_from_the_seat_left_of_the_dealer(first: int) -> None:
    deal = deal_out(load("FIBUR"), PAIRS, first, NUMBERED)

    for turn in range(4):
        assert deal.hands[(first + turn) % 4] == tuple(range(turn, 44, 4))


def test_then_the_pozzetti_the_first_discard_and_the_stock_in_drawing_order() -> None:
    deal = deal_out(load("FIBUR"), PAIRS, 2, NUMBERED)

    assert deal.pozzetti == (tuple(range(44, 55)), tuple(range(55, 66)))
    assert (deal.pile, deal.stock) == ((66,), tuple(range(67, 108)))


@pytest.mark.parametrize(("sides", "stock"), [(PAIRS, 41), (ONE_AGAINST_ONE, 63)])
def test_eleven_cards_each_and_the_rest_is_the_stock(sides: tuple[tuple[int, ...], ...], stock: int) -> None:
    deal = deal_out(load("FIBUR"), sides, 1, NUMBERED)

    assert {len(hand) for hand in (*deal.hands, *deal.pozzetti)} == {11}
    assert (len(deal.stock), deal.stock_left, len(deal.pile)) == (stock, stock, 1)


def test_the_seat_left_of_the_dealer_begins() -> None:
    deal = deal_out(load("FIBUR"), PAIRS, 3, NUMBERED)

    assert (deal.seat, deal.turn, deal.drew, deal.ended) == (3, 0, False, Ended.OPEN)


def test_all_108_cards_are_in_a_deal() -> None:
    assert every_card(shuffled_deal(5)) == sorted(BURRACO_PACK)
