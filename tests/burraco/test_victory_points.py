"""Victory Points and ranking points (burraco-rules, section 7; burraco-platform, section 2)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circolo.burraco.rulebook import load
from circolo.burraco.victory_points import ranking_points, verified, victory_points, weighted
from tests.burraco.builders import cases

FIBUR = load("FIBUR@1")


@pytest.mark.parametrize("row", cases("match-score"), ids=lambda row: str(row["in"]))
def test_a_worked_match(row: dict[str, Any]) -> None:
    rulebook, deals, totals = load(row["in"]["rulebook"]), row["in"]["deals"], tuple(row["in"]["totals"])

    vp = victory_points(rulebook, deals, totals)

    assert list(vp) == row["out"]["vp"]
    assert [ranking_points(points, deals) for points in vp] == row["out"]["ranking_points"]
    assert verified(rulebook, deals) == row["out"]["verified"]


@pytest.mark.parametrize("row", cases("ranking-points"), ids=lambda row: f"{row['in']['vp']} on {row['in']['deals']}")
def test_worked_ranking_points(row: dict[str, Any]) -> None:
    assert ranking_points(row["in"]["vp"], row["in"]["deals"]) == row["out"]["ranking_points"]


@pytest.mark.parametrize(
    ("deals", "difference", "won"),
    [
        (4, 100, 10),
        (4, 105, 11),
        (4, 550, 13),
        (4, 2000, 19),
        (4, 2005, 20),
        (3, 50, 10),
        (3, 55, 11),
        (3, 1500, 19),
        (3, 1505, 20),
        (2, 40, 10),
        (2, 45, 11),
        (2, 1000, 19),
        (2, 1005, 20),
    ],
)
def test_fibur_the_upper_edge_of_a_band_is_inclusive(deals: int, difference: int, won: int) -> None:
    assert victory_points(FIBUR, deals, (difference, 0)) == (won, 20 - won)
    assert victory_points(FIBUR, deals, (0, difference)) == (20 - won, won)


def test_the_difference_counts_across_negative_totals() -> None:
    assert victory_points(FIBUR, 4, (300, -250)) == (13, 7)


@pytest.mark.parametrize("rulebook", ["FIBUR", "FITAB"])
@pytest.mark.parametrize("deals", [2, 3, 4])
def test_equal_totals_share_the_points(rulebook: str, deals: int) -> None:
    assert victory_points(load(rulebook), deals, (815, 815)) == (10, 10)


def test_fibur_is_verified_for_three_and_four_deals_fitab_for_none() -> None:
    assert [verified(FIBUR, deals) for deals in (2, 3, 4)] == [False, True, True]
    assert not any(verified(load("FITAB@1"), deals) for deals in (2, 3, 4))


@pytest.mark.parametrize("deals", [0, 1, 5])
def test_there_is_no_table_for_other_numbers_of_deals(deals: int) -> None:
    with pytest.raises(LookupError):
        victory_points(FIBUR, deals, (0, 0))


@given(
    st.sampled_from(["FIBUR", "FITAB"]),
    st.sampled_from([2, 3, 4]),
    st.integers(-(10**6), 10**6),
    st.integers(-(10**6), 10**6),
)
def test_twenty_points_are_shared_and_more_goes_to_the_greater_total(
    rulebook: str, deals: int, first: int, second: int
) -> None:
    mine, yours = victory_points(load(rulebook), deals, (first, second))

    assert mine + yours == 20
    assert (mine >= yours) == (first >= second) or mine == yours


@pytest.mark.parametrize(
    ("vp", "deals", "points"),
    [
        pytest.param(13, 2, 6, id="above ten a half goes down"),
        pytest.param(7, 2, 4, id="below ten up"),
        pytest.param(10, 3, 8, id="at ten up"),
        pytest.param(14, 3, 10, id="14 on 3"),
        pytest.param(6, 3, 5, id="6 on 3"),
        pytest.param(15, 3, 11, id="a quarter goes to the nearest"),
        pytest.param(20, 3, 15, id="whole"),
    ],
)
def test_an_exact_half_goes_toward_the_ten(vp: int, deals: int, points: int) -> None:
    assert ranking_points(vp, deals) == points


@pytest.mark.parametrize(
    ("vp", "deals", "written"),
    [(13, 2, "6.5"), (7, 4, "7"), (7, 2, "3.5"), (11, 3, "8.25"), (13, 3, "9.75"), (0, 2, "0"), (20, 3, "15")],
)
def test_the_weighted_points_are_exact(vp: int, deals: int, written: str) -> None:
    assert weighted(vp, deals) == written
