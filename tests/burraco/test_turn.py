"""A turn: the draw, melding and laying off, the discard (burraco-rules, sections 2, 3 and 9)."""

import pytest

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.burraco.deal import Ended, apply, legal_discards, refuse
from circolo.cards import BY_NOTATION
from circolo.refusal import Code
from tests.burraco.builders import cards, discard, lay, meld, played, position


class TestDraw:
    def test_a_card_is_drawn_from_the_stock(self) -> None:
        deal = position("KC", drew=False, stock="9C 8C 7C 6C")

        after = played(deal, Draw())

        assert after.hands[0] == cards("KC 9C")
        assert (after.stock_left, after.drawn) == (3, BY_NOTATION["9C"])

    def test_the_whole_pile_is_taken(self) -> None:
        deal = position("KC", drew=False, pile="3C 4C 5C")

        after = played(deal, Take())

        assert (after.hands[0], after.pile) == (cards("KC 3C 4C 5C"), ())

    def test_after_taking_the_pile_nothing_need_be_melded(self) -> None:
        deal = position("KC", drew=False, pile="3C 4C 5C")

        assert played(deal, Take(), discard("KC")).turn == 1

    def test_a_jolly_turned_up_first_may_be_taken(self) -> None:
        assert played(position("KC KD", drew=False, pile="XX"), Take()).hands[0] == cards("KC KD XX")

    @pytest.mark.parametrize("first", [Draw(), Take()])
    @pytest.mark.parametrize("second", [Draw(), Take()])
    def test_a_second_draw_is_refused(self, first: Action, second: Action) -> None:
        after = played(position("KC", drew=False), first)

        assert refuse(after, second) is Code.ALREADY_DRAWN

    @pytest.mark.parametrize("action", [meld("7C 7D 7H"), lay(0, "7S"), discard("7C"), lay(9, "7S"), discard("XX")])
    def test_before_the_draw_nothing_else_is_allowed(self, action: Action) -> None:
        deal = position("7C 7D 7H 7S", melds=["7C 7D 7H"], drew=False)

        assert refuse(deal, action) is Code.MUST_DRAW

    def test_closing_without_having_drawn_is_refused(self) -> None:
        deal = position("KC", melds=["3D 4D 5D 6D 7D 8D 9D"], taken=(True, False), drew=False)

        assert refuse(deal, discard("KC")) is Code.MUST_DRAW


class TestOneCardPile:
    """The card of a one-card pile may not be discarded in the turn that takes it."""

    def test_the_card_taken_may_not_be_discarded(self) -> None:
        after = played(position("KC KD", drew=False, pile="9H"), Take())

        assert refuse(after, discard("9H")) is Code.BARRED_DISCARD
        assert legal_discards(after) == cards("KC KD")

    def test_unless_the_hand_held_an_equal_card(self) -> None:
        after = played(position("KC 9H", drew=False, pile="9H"), Take())

        assert refuse(after, discard("9H")) is None

    def test_another_suit_is_not_equal(self) -> None:
        after = played(position("KC 9S", drew=False, pile="9H"), Take())

        assert refuse(after, discard("9H")) is Code.BARRED_DISCARD

    def test_a_jolly_equals_a_jolly(self) -> None:
        after = played(position("KC XX", drew=False, pile="XX"), Take())

        assert refuse(after, discard("XX")) is None

    def test_of_a_longer_pile_any_card_may_go(self) -> None:
        after = played(position("KC KD", drew=False, pile="3C 9H"), Take())

        assert refuse(after, discard("9H")) is None

    def test_the_only_card_of_the_hand_is_changed_for_it(self) -> None:
        after = played(position("KC", drew=False, pile="9H"), Take(), discard("KC"))

        assert (after.hands[0], after.pile) == (cards("9H"), cards("KC"))

    def test_the_bar_ends_with_the_turn(self) -> None:
        after = played(position("KC KD", drew=False, pile="9H", others="QC QD"), Take(), discard("KC"))
        again = played(after, Draw(), discard("QC"), Draw())

        assert refuse(again, discard("9H")) is None

    def test_a_pozzetto_taken_al_volo_that_brings_an_equal_card_lifts_it(self) -> None:
        deal = position("9C 9D", drew=False, pile="9H", pozzetti=["9H KC KD 3C 4C 5C 6C 3D 4D 5D 6D"])

        after = played(deal, Take(), meld("9C 9D 9H"))

        assert refuse(after, discard("9H")) is None

    def test_a_meld_may_not_leave_the_barred_card_alone(self) -> None:
        after = played(position("7C 7D 7H", drew=False, pile="9H"), Take())

        assert refuse(after, meld("7C 7D 7H")) is Code.NO_DISCARD_LEFT


class TestMelding:
    def test_a_meld_leaves_the_hand_for_the_table(self) -> None:
        after = played(position("7C 7D XX KC KD"), meld("7C XX 7D"))

        assert after.melds == ((cards("7C 7D XX"),), ())
        assert after.hands[0] == cards("KC KD")

    @pytest.mark.parametrize("written", ["7C 7D 7H", "7C 7C 7D"])
    def test_cards_not_held_are_refused(self, written: str) -> None:
        assert refuse(position("7C 7D KC KD"), meld(written)) is Code.NOT_IN_HAND

    @pytest.mark.parametrize("written", ["", "7C 7D", "XX 2C 2H", "7C KC KD"])
    def test_what_is_no_meld_is_refused(self, written: str) -> None:
        assert refuse(position("7C 7D XX 2C 2H KC KD"), meld(written)) is Code.BAD_MELD

    def test_a_second_set_of_one_rank_is_refused(self) -> None:
        deal = position("8C 8D 8H KC KD", melds=["8C 8D XX"])

        assert refuse(deal, meld("8C 8D 8H")) is Code.SECOND_SET
        assert refuse(deal, lay(0, "8C 8D 8H")) is None

    def test_the_opponents_set_of_that_rank_is_no_matter(self) -> None:
        assert refuse(position("8C 8D 8H KC KD", other_melds=["8C 8D XX"]), meld("8C 8D 8H")) is None

    def test_two_sequences_of_one_suit_are_fine(self) -> None:
        deal = position("9C TC JC KC KD", melds=["4C 5C 6C"])

        assert len(played(deal, meld("9C TC JC")).melds[0]) == 2

    def test_even_the_same_sequence_twice(self) -> None:
        assert refuse(position("4C 5C 6C KC KD", melds=["4C 5C 6C"]), meld("4C 5C 6C")) is None


class TestLayingOff:
    def test_cards_are_added_to_the_meld_of_that_index(self) -> None:
        deal = position("7D 9C KC KD", melds=["7C 7H 7S", "6C 7C 8C"])

        after = played(deal, lay(1, "9C"), lay(0, "7D"))

        assert after.melds[0] == (cards("7C 7D 7H 7S"), cards("6C 7C 8C 9C"))

    @pytest.mark.parametrize("index", [-1, 1, 7, 10**9, -(10**9)])
    def test_an_index_of_no_own_meld_is_refused_so_the_opponents_are_out_of_reach(self, index: int) -> None:
        deal = position("7D KC KD", melds=["9C 9H 9S"], other_melds=["7C 7H 7S", "6C 7C 8C"])

        assert refuse(deal, Lay(index, cards("7D"))) is Code.NO_SUCH_MELD

    def test_nothing_added_is_refused(self) -> None:
        assert refuse(position("KC KD", melds=["7C 7H 7S"]), lay(0, "")) is Code.BAD_MELD

    def test_the_natural_of_a_wild_frees_it_to_an_end(self) -> None:
        after = played(position("6S KC KD", melds=["5S XX 7S"]), lay(0, "6S"))

        assert after.melds[0] == (cards("5S 6S 7S XX"),)

    def test_an_enclosed_wild_stays_until_its_card_comes(self) -> None:
        deal = position("TS 7S KC KD", melds=["6S XX 8S"])

        assert refuse(deal, lay(0, "TS")) is Code.BAD_MELD
        assert refuse(deal, lay(0, "7S TS")) is None

    def test_a_wild_at_an_end_slides_into_the_gap(self) -> None:
        assert refuse(position("TS KC KD", melds=["XX 5S 6S 7S 8S"]), lay(0, "TS")) is None

    def test_a_natural_2_turns_wild_for_a_gap(self) -> None:
        assert refuse(position("7S KC KD", melds=["2S 3S 4S 5S"]), lay(0, "7S")) is None

    def test_a_second_wild_is_refused(self) -> None:
        assert refuse(position("2C KC KD", melds=["5S 6S XX"]), lay(0, "2C")) is Code.BAD_MELD

    def test_there_is_no_action_that_takes_a_wild_back_or_moves_a_meld(self) -> None:
        assert {kind.__name__ for kind in Action.__args__} == {"Draw", "Take", "Meld", "Lay", "Discard"}


class TestDiscard:
    def test_the_card_goes_on_the_pile_and_the_turn_passes(self) -> None:
        after = played(position("KC KD", pile="3C", seats=4), discard("KC"))

        assert (after.pile, after.hands[0]) == (cards("3C KC"), cards("KD"))
        assert (after.seat, after.turn, after.drew) == (1, 1, False)

    def test_after_the_last_seat_comes_the_first(self) -> None:
        after = played(position("KC KD", others="QC QD"), discard("KC"), Draw(), discard("QC"))

        assert (after.seat, after.turn) == (0, 2)

    @pytest.mark.parametrize("card", [BY_NOTATION["QC"], -1, 53, 10**9])
    def test_a_card_not_held_is_refused(self, card: int) -> None:
        assert refuse(position("KC KD"), Discard(card)) is Code.NOT_IN_HAND

    def test_one_of_two_equal_cards_goes(self) -> None:
        assert played(position("KC KC"), discard("KC")).hands[0] == cards("KC")


class TestOrderOfRefusals:
    """Of several reasons the first of section 9 is told."""

    def test_a_deal_that_is_over_comes_before_all(self) -> None:
        over = played(position("KC", melds=["3D 4D 5D 6D 7D 8D 9D"], taken=(True, False)), discard("KC"))

        assert over.ended is Ended.CLOSED
        actions = (Draw(), Take(), meld(""), lay(99, "XX"), discard("XX"))
        assert {refuse(over, action) for action in actions} == {Code.DEAL_OVER}

    def test_no_such_meld_comes_before_cards_not_held(self) -> None:
        assert refuse(position("KC KD"), lay(0, "7C")) is Code.NO_SUCH_MELD

    def test_cards_not_held_come_before_a_bad_meld(self) -> None:
        assert refuse(position("KC KD"), meld("7C 8D 9H")) is Code.NOT_IN_HAND

    def test_a_bad_meld_comes_before_a_second_set(self) -> None:
        assert refuse(position("8C 8D KC KD", melds=["8C 8D 8H"]), meld("8C 8D")) is Code.BAD_MELD

    def test_a_second_set_comes_before_no_discard_left(self) -> None:
        deal = position("8C 8D 8H", melds=["8C 8D 8H"], taken=(True, False))

        assert refuse(deal, meld("8C 8D 8H")) is Code.SECOND_SET

    def test_a_barred_discard_comes_before_no_discard_left(self) -> None:
        assert refuse(position("9H", taken=(True, False), barred="9H"), discard("9H")) is Code.BARRED_DISCARD


@pytest.mark.parametrize("size", [0, 1, 3, 500])
@pytest.mark.parametrize("card", [-1, 0, 52, 53, 10**18])
def test_no_typed_action_makes_the_judge_raise(size: int, card: int) -> None:
    deal = position("KC KD 2C", melds=["7C 7H 7S"])

    for action in (Meld((card,) * size), Lay(0, (card,) * size), Lay(card, ()), Discard(card)):
        assert refuse(deal, action) is not None
    assert refuse(apply(deal, discard("KC")), Meld((card,) * size)) is Code.MUST_DRAW
