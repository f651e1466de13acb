"""What the clock plays for an expired turn (burraco-platform, section 3)."""

import pytest

from circolo.burraco.actions import Draw, Take
from circolo.burraco.deal import Ended
from circolo.burraco.expiry import forced
from tests.burraco.builders import SEVEN_CLEAN, discard, meld, played, position


def test_it_draws_from_the_stock_and_discards_the_card_drawn() -> None:
    deal = position("3C KC", drew=False, stock="QD KH KS JS")

    assert forced(deal) == (Draw(), discard("QD"))


@pytest.mark.parametrize("wild", ["XX", "2H"])
def test_a_wild_drawn_is_kept_and_the_lowest_card_goes(wild: str) -> None:
    assert forced(position("KC 3C AD", drew=False, stock=f"{wild} KH KS JS")) == (Draw(), discard("3C"))


def test_having_drawn_he_loses_the_card_drawn_if_he_still_has_it() -> None:
    assert forced(position("3C KC QD", drawn="QD")) == (discard("QD"),)


def test_else_the_lowest_valued_card() -> None:
    assert forced(position("KC AD 8C", drawn="QD")) == (discard("8C"),)


def test_after_taking_the_pile_the_lowest_valued_card_that_may_go() -> None:
    deal = played(position("KC AD", drew=False, pile="3C"), Take())

    assert forced(deal) == (discard("KC"),)


def test_the_card_drawn_is_kept_if_it_went_into_a_meld() -> None:
    deal = played(position("7C 7D KC 3S", drew=False, stock="7H QD KS JS"), Draw(), meld("7C 7D 7H"))

    assert forced(deal) == (discard("3S"),)


def test_a_wild_goes_last_the_2_before_the_jolly() -> None:
    assert forced(position("XX AD 2C")) == (discard("AD"),)
    assert forced(position("XX 2C")) == (discard("2C"),)


@pytest.mark.parametrize(
    ("hand", "goes"), [("5D 3S 3D 4C", "3D"), ("KC TS JD", "TS"), ("9S 9H 9D", "9D"), ("QC JS", "JS")]
)
def test_ties_go_by_rank_from_the_ace_then_clubs_diamonds_hearts_spades(hand: str, goes: str) -> None:
    assert forced(position(hand)) == (discard(goes),)


def test_it_may_close() -> None:
    deal = position("KC", melds=[SEVEN_CLEAN], taken=(True, False), drawn="9S")

    assert played(deal, *forced(deal)).ended is Ended.CLOSED


def test_melds_already_laid_stay() -> None:
    deal = played(position("7C 7D 7H KC KD"), meld("7C 7D 7H"))

    assert played(deal, *forced(deal)).melds == deal.melds


def test_of_a_deal_that_is_over_it_plays_nothing() -> None:
    over = played(position("KC", melds=[SEVEN_CLEAN], taken=(True, False)), discard("KC"))

    assert forced(over) == ()
