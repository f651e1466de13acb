"""The score sheet, item by item (burraco-rules, sections 1 and 6)."""

import pytest

from circolo.burraco.actions import Draw
from circolo.burraco.sheet import SideSheet, score
from circolo.cards import text
from tests.burraco.builders import POZZETTI, SEVEN_CLEAN, SEVEN_DIRTY, discard, lay, played, position


def ours(**said: object) -> SideSheet:
    return score(position(**{"hand": "KC", **said})).sides[0]


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        pytest.param("AS 2S 3S", 40, id="a low ace 15, a natural 2 20, a 3 5"),
        pytest.param("QS KS AS", 35, id="a high ace 15"),
        pytest.param("XX 4S 5S", 40, id="a jolly counts 30, not the card it stands for"),
        pytest.param("2C 4S 5S", 30, id="a wild 2 counts 20"),
        pytest.param("3S 4S 5S 6S 7S", 25, id="3 to 7: 5 each"),
        pytest.param("8S 9S TS JS QS KS", 60, id="8 to K: 10 each"),
    ],
)
def test_a_card_counts_its_face_wherever_it_stands(meld: str, points: int) -> None:
    assert ours(melds=[meld]).cards == points


def test_each_item_and_the_total() -> None:
    deal = position("KC", melds=[SEVEN_CLEAN, "KC KD KH"], taken=(True, False), others="QC AD")

    sheet = score(played(deal, discard("KC")))
    closing, other = sheet.sides

    assert (closing.cards, closing.burraco, closing.closing, closing.hand, closing.pozzetto) == (75, 200, 100, 0, 0)
    assert (other.cards, other.burraco, other.closing, other.hand, other.pozzetto) == (0, 0, 0, -25, -100)
    assert sheet.totals == (375, -125)


def test_each_meld_is_listed_as_it_stands_with_its_points_kind_and_bonus() -> None:
    first, second = ours(melds=["4S 5S 6S XX", SEVEN_DIRTY]).melds

    assert (text(first.cards), first.wild_at, first.value, first.kind, first.bonus) == (
        ["XX", "4S", "5S", "6S"],
        0,
        45,
        None,
        0,
    )
    assert (second.kind, second.value, second.bonus) == ("sporco", 90, 100)


def test_several_burraco_add_up_and_their_kinds_are_sorted() -> None:
    side = ours(melds=[SEVEN_DIRTY, SEVEN_CLEAN])

    assert (side.burraco, side.kinds) == (300, ("pulito", "sporco"))


def test_the_kind_is_judged_at_the_end_from_the_final_cards() -> None:
    deal = position("9S 6S KC KD", melds=["3S 4S 5S XX 7S 8S"])

    assert score(deal).sides[0].kinds == ()
    assert score(played(deal, lay(0, "9S"))).sides[0].kinds == ("sporco",)
    assert score(played(deal, lay(0, "9S 6S"))).sides[0].kinds == ("semipulito",)


def test_eight_cards_with_seven_in_a_row_pay_150_and_a_set_of_seven_with_a_wild_100() -> None:
    side = ours(melds=["3S 4S 5S 6S 7S 8S 9S XX", SEVEN_DIRTY])

    assert [meld.bonus for meld in side.melds] == [150, 100]


def test_the_hands_of_both_partners_are_taken_off() -> None:
    deal = position("KC AD", others="XX 2C", seats=4)

    assert [side.hand for side in score(deal).sides] == [-75, -100]


def test_a_pozzetto_taken_by_the_discard_counts_as_hand_if_the_other_side_closes_at_once() -> None:
    deal = position("KC", taken=(False, True), others="TD", other_melds=[SEVEN_CLEAN], pozzetti=POZZETTI[::-1])

    after = played(deal, discard("KC"), Draw(), lay(0, "TD"), discard("KC"))

    unplayed, closing = score(after).sides
    assert (unplayed.hand, unplayed.pozzetto) == (-60, 0)
    assert (closing.closing, closing.hand) == (100, 0)


def test_a_side_closed_against_pays_hand_and_pozzetto_once() -> None:
    deal = position(
        "KC", melds=[SEVEN_CLEAN], other_melds=["KC KD KH", "QC QD QH"], taken=(True, False), others="8C 8D 3C"
    )

    assert score(played(deal, discard("KC"))).sides[1].total == 60 - 25 - 100


class TestPozzettoNotTaken:
    @pytest.mark.parametrize("rulebook", ["FIBUR", "FITAB"])
    def test_the_side_that_took_none_pays_if_the_other_took_one(self, rulebook: str) -> None:
        sheet = score(position("KC", taken=(True, False), rulebook=rulebook))

        assert [side.pozzetto for side in sheet.sides] == [0, -100]

    def test_fibur_nobody_pays_if_nobody_took_one(self) -> None:
        assert [side.pozzetto for side in score(position("KC", rulebook="FIBUR")).sides] == [0, 0]

    def test_fitab_both_pay_if_nobody_took_one(self) -> None:
        assert [side.pozzetto for side in score(position("KC", rulebook="FITAB")).sides] == [-100, -100]


def test_a_total_may_be_negative_and_is_a_multiple_of_five() -> None:
    total = ours(hand="XX XX AS 3C", rulebook="FITAB").total

    assert total == -180
