"""Taking the pozzetto and closing the deal (burraco-rules, section 4)."""

import pytest

from circolo.burraco.actions import Draw
from circolo.burraco.deal import Ended, refuse
from circolo.burraco.sheet import score
from circolo.refusal import Code
from tests.burraco.builders import POZZETTI, SEVEN_CLEAN, SEVEN_DIRTY, cards, discard, lay, meld, played, position

OURS = (True, False)


class TestPozzetto:
    def test_a_hand_emptied_by_melding_takes_it_al_volo_and_goes_on(self) -> None:
        after = played(position("7C 7D 7H"), meld("7C 7D 7H"))

        assert after.hands[0] == cards(POZZETTI[0])
        assert (after.taken, after.seat, after.turn, after.drew) == ((True, False), 0, 0, True)
        assert played(after, discard("8C")).turn == 1

    def test_a_hand_emptied_by_adding_takes_it_too(self) -> None:
        assert played(position("7D", melds=["7C 7H 7S"]), lay(0, "7D")).taken == (True, False)

    def test_a_hand_emptied_by_the_discard_takes_it_and_the_turn_passes(self) -> None:
        after = played(position("KC"), discard("KC"))

        assert after.hands[0] == cards(POZZETTI[0])
        assert (after.seat, after.drew, after.ended) == (1, False, Ended.OPEN)

    @pytest.mark.parametrize("wild", ["XX", "2H"])
    def test_that_discard_may_be_a_wild(self, wild: str) -> None:
        assert played(position(wild), discard(wild)).taken == (True, False)

    def test_the_second_side_takes_the_one_still_there(self) -> None:
        after = played(position("KC", others="QC QD"), discard("KC"), Draw(), discard("QC"), Draw())
        again = played(position("KC", taken=(False, True)), discard("KC"))

        assert after.pozzetti == (cards(POZZETTI[1]),)
        assert (again.hands[0], again.pozzetti) == (cards(POZZETTI[1]), ())

    def test_a_side_takes_only_one(self) -> None:
        deal = position("7C 7D 7H", taken=OURS, seats=4)

        assert refuse(deal, meld("7C 7D 7H")) is Code.NO_DISCARD_LEFT
        assert deal.pozzetti == (cards(POZZETTI[1]),)

    def test_with_the_partners_pozzetto_taken_a_card_must_be_kept(self) -> None:
        deal = position("7C 7D 7H KC KD", taken=OURS, seats=4)

        assert played(deal, meld("7C 7D 7H")).hands[0] == cards("KC KD")

    def test_against_each_other_each_player_is_a_side(self) -> None:
        after = played(position("KC", others="QC"), discard("KC"), Draw(), discard("QC"))

        assert after.taken == (True, False)
        assert played(after, Draw(), discard("3C"), Draw(), discard("KC")).taken == (True, False)

    def test_a_burraco_on_the_table_does_not_make_it_a_close(self) -> None:
        after = played(position("KC", melds=[SEVEN_CLEAN]), discard("KC"))

        assert (after.ended, after.taken, after.closer) == (Ended.OPEN, (True, False), None)


class TestClosing:
    @pytest.mark.parametrize("burraco", [SEVEN_CLEAN, SEVEN_DIRTY])
    def test_pozzetto_a_burraco_of_any_kind_and_a_natural_discarded(self, burraco: str) -> None:
        after = played(position("KC", melds=[burraco], taken=OURS), discard("KC"))

        assert (after.ended, after.closer, after.hands[0]) == (Ended.CLOSED, 0, ())
        assert score(after).sides[0].closing == 100

    def test_the_deal_is_over_at_once(self) -> None:
        after = played(position("KC", melds=[SEVEN_CLEAN], taken=OURS), discard("KC"))

        assert refuse(after, meld("7C 7D 7H")) is Code.DEAL_OVER

    def test_the_partner_of_who_took_the_pozzetto_may_close(self) -> None:
        after = played(position("KC", melds=[SEVEN_CLEAN], taken=OURS, seats=4), discard("KC"))

        assert after.closer == 0

    def test_pozzetto_al_volo_and_close_in_one_turn(self) -> None:
        pozzetto = "3D 4D 5D 6D 7D 8D 9D TD JD QD KC"
        deal = position("7C 7D 7H", pozzetti=[pozzetto, POZZETTI[1]])

        after = played(deal, meld("7C 7D 7H"), meld("3D 4D 5D 6D 7D 8D 9D TD JD QD"), discard("KC"))

        assert (after.ended, after.closer) == (Ended.CLOSED, 0)

    def test_without_a_burraco_it_is_refused_at_the_meld_that_would_leave_one_card(self) -> None:
        deal = position("7C 7D 7H KC", taken=OURS)

        assert refuse(deal, meld("7C 7D 7H")) is Code.NO_DISCARD_LEFT

    def test_and_at_the_addition(self) -> None:
        deal = position("7D KC", melds=["7C 7H 7S"], taken=OURS)

        assert refuse(deal, lay(0, "7D")) is Code.NO_DISCARD_LEFT

    @pytest.mark.parametrize("wild", ["XX", "2H"])
    def test_on_a_wild_it_is_refused_at_the_meld_too(self, wild: str) -> None:
        deal = position(f"7C 7D 7H {wild}", melds=[SEVEN_CLEAN], taken=OURS)

        assert refuse(deal, meld("7C 7D 7H")) is Code.NO_DISCARD_LEFT

    def test_the_burraco_made_by_that_very_meld_counts(self) -> None:
        deal = position(f"{SEVEN_CLEAN} KC", taken=OURS)

        assert played(deal, meld(SEVEN_CLEAN), discard("KC")).closer == 0

    def test_and_the_one_made_by_that_very_addition(self) -> None:
        deal = position("9D KC", melds=["3D 4D 5D 6D 7D 8D"], taken=OURS)

        assert played(deal, lay(0, "9D"), discard("KC")).closer == 0

    def test_the_opponents_burraco_does_not(self) -> None:
        deal = position("7C 7D 7H KC", other_melds=[SEVEN_CLEAN], taken=OURS)

        assert refuse(deal, meld("7C 7D 7H")) is Code.NO_DISCARD_LEFT

    def test_the_last_card_may_not_be_the_barred_one(self) -> None:
        deal = position("7C 7D 7H KC", melds=[SEVEN_CLEAN], taken=OURS, barred="KC")

        assert refuse(deal, meld("7C 7D 7H")) is Code.NO_DISCARD_LEFT

    @pytest.mark.parametrize(
        ("hand", "melds"), [("KC", []), ("XX", [SEVEN_CLEAN]), ("2H", [SEVEN_CLEAN])], ids=["no burraco", "XX", "2H"]
    )
    def test_a_last_card_that_closes_nothing_could_not_be_discarded_either(self, hand: str, melds: list[str]) -> None:
        assert refuse(position(hand, melds=melds, taken=OURS), discard(hand)) is Code.NO_DISCARD_LEFT

    def test_only_the_closing_side_gets_the_hundred_though_both_could_close(self) -> None:
        deal = position("KC", melds=[SEVEN_CLEAN], other_melds=[SEVEN_DIRTY], taken=(True, True))

        sheet = score(played(deal, discard("KC")))

        assert [side.closing for side in sheet.sides] == [100, 0]
