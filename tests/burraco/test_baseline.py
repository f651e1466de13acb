"""The frozen baseline (burraco-rules, section 10)."""

from hashlib import sha256

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circolo.burraco.actions import Action, Draw, Take
from circolo.burraco.baseline import choose, play_turn
from circolo.burraco.deal import Deal, Ended, apply, refuse
from circolo.burraco.seat_view import seat_view
from tests.burraco.builders import SEVEN_CLEAN, discard, lay, meld, played, position, shuffled_deal

OURS = (True, False)


def chosen(deal: Deal) -> Action:
    return choose(seat_view(deal, deal.seat))


class TestDraw:
    def test_it_draws_if_the_pile_is_of_no_use(self) -> None:
        assert chosen(position("7C 8D KC 3S", drew=False, pile="QC 9H")) == Draw()

    def test_it_takes_a_card_that_fits_an_own_meld_as_a_natural(self) -> None:
        assert chosen(position("KC 3S", melds=["7C 7D 7H"], drew=False, pile="QC 7S 9H")) == Take()

    def test_a_card_for_the_opponents_meld_is_of_no_use(self) -> None:
        assert chosen(position("KC 3S", other_melds=["7C 7D 7H"], drew=False, pile="7S")) == Draw()

    def test_a_card_that_makes_a_meld_of_naturals_with_the_hand(self) -> None:
        assert chosen(position("7C 8C KD 3S", drew=False, pile="QC 9C 9H")) == Take()

    @pytest.mark.parametrize("pile", ["XX", "2H", "XX XX 2C"])
    def test_a_wild_alone_is_no_reason(self, pile: str) -> None:
        assert chosen(position("7C 8C KD KS", melds=["5S 6S 7S"], drew=False, pile=pile)) == Draw()

    def test_a_card_that_would_turn_a_natural_2_wild_is_no_reason(self) -> None:
        assert chosen(position("KC 9D", melds=["2S 3S 4S"], drew=False, pile="6S")) == Draw()

    def test_a_2_in_its_place_is_a_natural(self) -> None:
        assert chosen(position("KC 9D", melds=["3S 4S 5S"], drew=False, pile="2S")) == Take()

    def test_two_cards_of_the_pile_are_not_put_together(self) -> None:
        assert chosen(position("7C KD 3S", drew=False, pile="7D 7H")) == Draw()

    def test_a_second_set_is_no_reason(self) -> None:
        deal = position("8C 8D KC 3S", melds=["9C 9D 9H"], drew=False, pile="8H")

        assert chosen(deal) == Take()
        assert chosen(position("3S 5C", melds=["8C 8D 8H 8S XX"], drew=False, pile="9D")) == Draw()

    def test_only_what_can_be_done_legally_counts(self) -> None:
        deal = position("KC", melds=["7C 7D 7H"], taken=OURS, drew=False, pile="7S")

        assert chosen(deal) == Draw()


class TestMelding:
    def test_naturals_are_added_first_the_lowest_rank_first(self) -> None:
        deal = position("KC KD KH 8S 4S QC 3D", melds=["5S 6S 7S"])

        assert play_turn(deal)[:3] == (lay(0, "4S"), lay(0, "8S"), meld("KC KD KH"))

    def test_on_the_oldest_meld_it_fits(self) -> None:
        assert chosen(position("8S QC 3D", melds=["8C 8D 8H", "5S 6S 7S"])) == lay(0, "8S")

    def test_the_longest_new_meld_is_opened_first(self) -> None:
        assert chosen(position("KC KD KH 4S 5S 6S 7S 9D QC")) == meld("4S 5S 6S 7S")

    def test_of_two_as_long_the_one_of_more_points(self) -> None:
        assert chosen(position("4C 4D 4H KC KD KH 9S JD")) == meld("KC KD KH")

    def test_a_shorter_one_if_the_longest_would_leave_no_discard(self) -> None:
        assert chosen(position("4S 5S 6S 7S KD", taken=OURS)) == meld("4S 5S 6S")

    def test_nothing_if_none_is_legal(self) -> None:
        assert chosen(position("4S 5S 6S KD", taken=OURS)) == discard("KD")

    def test_a_natural_2_stands_in_a_new_meld(self) -> None:
        assert chosen(position("AS 2S 3S KD 9C")) == meld("AS 2S 3S")

    def test_a_run_up_to_the_ace(self) -> None:
        assert chosen(position("QS KS AS 7D 9C")) == meld("QS KS AS")


class TestWilds:
    def test_a_wild_makes_a_seventh_card(self) -> None:
        assert chosen(position("XX 2H KC 9D", melds=["4S 5S 6S 7S 8S 9S"])) == lay(0, "2H")

    @pytest.mark.parametrize("held", ["4S 5S 6S 7S 8S", SEVEN_CLEAN])
    def test_but_no_sixth_and_no_eighth(self, held: str) -> None:
        assert chosen(position("XX KC 9C", melds=[held])) == discard("9C")

    def test_a_wild_is_used_when_the_hand_then_empties_into_the_pozzetto(self) -> None:
        assert chosen(position("XX", melds=["7S 8S 9S"])) == lay(0, "XX")
        assert chosen(position("7C 8C 2D")) == meld("7C 8C 2D")
        assert chosen(position("6S 2D", melds=["8S 9S TS"])) == lay(0, "6S 2D")
        assert chosen(position("5S 2D", melds=["8S 9S TS"])) == discard("5S")

    def test_or_leaves_one_closing_card(self) -> None:
        assert chosen(position("XX KC", melds=["JS QS KS", SEVEN_CLEAN], taken=OURS)) == lay(0, "XX")
        assert chosen(position("7C 8C XX KC", melds=[SEVEN_CLEAN], taken=OURS)) == meld("7C 8C XX")

    def test_not_if_that_card_would_not_close(self) -> None:
        assert chosen(position("7C 8C XX KC", taken=OURS)) == discard("KC")
        assert chosen(position("7C 8C XX 2H", melds=[SEVEN_CLEAN], taken=OURS)) == discard("8C")


class TestDiscard:
    def test_it_closes_if_it_may(self) -> None:
        deal = position("KC", melds=[SEVEN_CLEAN], taken=OURS)

        assert played(deal, *play_turn(deal)).ended is Ended.CLOSED

    def test_the_card_with_the_fewest_neighbours_goes(self) -> None:
        assert chosen(position("7C 9C KD 8H 3H TH")) == discard("KD")

    def test_the_same_rank_is_a_neighbour(self) -> None:
        assert chosen(position("KC KD 3H")) == discard("3H")

    def test_three_ranks_apart_is_none(self) -> None:
        assert chosen(position("7C TC 4D 5D")) == discard("TC")

    def test_of_two_as_lonely_the_dearer(self) -> None:
        assert chosen(position("3C AD KH 7S")) == discard("AD")

    def test_then_the_first_in_notation(self) -> None:
        assert chosen(position("KS TD QH")) == discard("TD")
        assert chosen(position("KS KH 3D 4D TS TC")) == discard("TC")

    def test_an_ace_is_near_the_2_and_the_king(self) -> None:
        assert chosen(position("AC KC 9D")) == discard("9D")
        assert chosen(position("AC 3C 9D")) == discard("9D")

    def test_a_wild_only_if_nothing_else_may_go(self) -> None:
        assert chosen(position("XX 2C 3D")) == discard("3D")
        assert chosen(position("XX KC", barred="KC")) == discard("XX")
        assert chosen(position("XX 2C")) == discard("XX")


@given(st.integers(0, 10**9), st.sampled_from([2, 4]), st.sampled_from(["FIBUR", "FITAB"]))
@settings(max_examples=40, deadline=None)
def test_it_always_plays_legally_and_every_deal_ends(seed: int, seats: int, rulebook: str) -> None:
    deal = shuffled_deal(seed, seats, rulebook)
    while deal.ended is Ended.OPEN:
        turn = deal.turn
        for action in play_turn(deal):
            assert refuse(deal, action) is None
            deal = apply(deal, action)
        assert deal.turn == turn + 1


def test_of_a_deal_that_is_over_it_plays_nothing() -> None:
    over = played(position("KC", melds=[SEVEN_CLEAN], taken=OURS), discard("KC"))

    assert play_turn(over) == ()


def test_it_is_frozen() -> None:
    digest = sha256()
    for seed in range(30):
        deal = shuffled_deal(seed, 2 if seed % 2 else 4, "FITAB" if seed % 3 else "FIBUR")
        while deal.ended is Ended.OPEN:
            for action in play_turn(deal):
                digest.update(msgspec.json.encode(action))
                deal = apply(deal, action)

    assert digest.hexdigest() == "874bb1acb8dcb729ef76b5c37f47e3f1d2a01c98462de4064e50262f245a2aa9"
