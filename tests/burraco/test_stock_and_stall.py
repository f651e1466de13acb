"""How a deal ends without a close: the stock and the stall (burraco-rules, section 4)."""

import pytest
from msgspec.structs import replace

from circolo.burraco.actions import Draw, Take
from circolo.burraco.deal import Deal, Ended, refuse
from circolo.burraco.sheet import score
from circolo.cards import NOTATION
from circolo.refusal import Code
from tests.burraco.builders import POZZETTI, SEVEN_CLEAN, cards, discard, lay, meld, played, position


class TestStock:
    """The last two cards are never drawn."""

    def test_who_draws_the_third_last_plays_his_turn_and_the_deal_ends(self) -> None:
        deal = position("7C 7D 7H KC", drew=False, stock="QC QD QH")

        after = played(deal, Draw(), meld("7C 7D 7H"), discard("KC"))

        assert (after.ended, after.closer, after.stock_left) == (Ended.STOCK, None, 2)
        assert [side.closing for side in score(after).sides] == [0, 0]

    def test_that_discard_may_close(self) -> None:
        deal = position("9D KC", melds=["3D 4D 5D 6D 7D 8D"], taken=(True, False), drew=False, stock="TD QD QH")

        after = played(deal, Draw(), lay(0, "9D TD"), discard("KC"))

        assert (after.ended, after.closer) == (Ended.CLOSED, 0)
        assert score(after).sides[0].closing == 100

    def test_if_it_empties_a_first_hand_the_pozzetto_counts_as_taken(self) -> None:
        deal = position("7C 7D", drew=False, stock="7H QD QH", melds=["7C 7D 7S"], others="QC")

        after = played(deal, Draw(), lay(0, "7C 7D"), discard("7H"))

        assert (after.ended, after.taken, after.hands[0]) == (Ended.STOCK, (True, False), cards(POZZETTI[0]))
        assert (score(after).sides[0].pozzetto, score(after).sides[0].hand) == (0, -60)

    def test_taking_the_pile_never_ends_the_deal(self) -> None:
        deal = position("KC KD", drew=False, stock="QC QD QH")

        assert played(deal, Take(), discard("KC")).ended is Ended.OPEN

    def test_nobody_goes_on_from_the_pile(self) -> None:
        over = played(position("KC KD", drew=False, stock="QC QD QH"), Draw(), discard("KC"))

        assert (refuse(over, Take()), refuse(over, Draw())) == (Code.DEAL_OVER, Code.DEAL_OVER)

    @pytest.mark.parametrize("stock", ["", "QC", "QC QD"])
    def test_a_deal_with_nothing_to_draw_is_over_and_nobody_gets_the_hundred(self, stock: str) -> None:
        deal = position("KC KD", melds=[SEVEN_CLEAN], drew=False, stock=stock)

        assert (deal.ended, refuse(deal, Draw()), refuse(deal, Take())) == (
            Ended.STOCK,
            Code.DEAL_OVER,
            Code.DEAL_OVER,
        )
        assert score(deal).sides[0].closing == 0


def change_card(deal: Deal) -> Deal:
    """Take the one-card pile, discard another card."""
    taken = played(deal, Take())
    card = next(card for card in taken.hands[taken.seat] if card != taken.barred)
    return played(taken, discard(NOTATION[card]))


class TestStall:
    """Three rounds in which nobody drew from the stock, melded or added."""

    @pytest.mark.parametrize("seats", [2, 4])
    def test_three_rounds_of_changing_cards_end_the_deal_without_the_hundred(self, seats: int) -> None:
        deal = position("KC KD", drew=False, pile="9H", seats=seats, others="QC QD")

        for _ in range(3 * seats - 1):
            deal = change_card(deal)
            assert deal.ended is Ended.OPEN
        deal = change_card(deal)

        assert (deal.ended, deal.closer) == (Ended.STALL, None)
        assert refuse(deal, Take()) is Code.DEAL_OVER

    def test_wherever_the_run_begins(self) -> None:
        deal = played(position("KC KD", drew=False, pile="9H", others="QC QD"), Take(), discard("KC"))
        deal = played(deal, Draw(), discard("QC"), Take(), discard("KC"))
        for _ in range(5):
            assert deal.ended is Ended.OPEN
            deal = change_card(deal)

        assert deal.ended is Ended.STALL

    @pytest.mark.parametrize("idle", [1, 5])
    def test_a_draw_from_the_stock_ends_the_run(self, idle: int) -> None:
        deal = position("KC KD", drew=False, idle=idle)

        assert played(deal, Draw(), discard("KC")).idle == 0

    def test_so_does_a_meld(self) -> None:
        deal = position("7C 7D KC", drew=False, pile="7H 9S", idle=5)

        after = played(deal, Take(), meld("7C 7D 7H"), discard("KC"))

        assert (after.idle, after.ended) == (0, Ended.OPEN)

    def test_so_does_an_addition(self) -> None:
        deal = position("7D KC", melds=["7C 7H 7S"], drew=False, pile="9H 9S", idle=5)

        assert played(deal, Take(), lay(0, "7D"), discard("KC")).idle == 0

    def test_the_last_card_of_the_stock_comes_before_the_stall(self) -> None:
        deal = replace(position("KC KD", drew=False, stock="QC QD QH"), idle=5)

        assert played(deal, Draw(), discard("KC")).ended is Ended.STOCK
