"""From the totals of a match to Victory Points and ranking points (burraco-rules, section 7; platform, section 2)."""

from bisect import bisect_left
from typing import Final

from circolo.burraco.rulebook import Rulebook

DRAWN: Final = 10
REFERENCE_DEALS: Final = 4
"""A match of four deals counts whole in the rankings."""


def victory_points(rulebook: Rulebook, deals: int, totals: tuple[int, int]) -> tuple[int, int]:
    """The Victory Points of the two totals, 20 shared between them.

    Raises ``LookupError`` if the rulebook has no table for that number of deals.
    """
    difference = totals[0] - totals[1]
    won = DRAWN + bisect_left(rulebook.victory_points[deals].upper_edges, abs(difference))
    return (won, 2 * DRAWN - won) if difference >= 0 else (2 * DRAWN - won, won)


def verified(rulebook: Rulebook, deals: int) -> bool:
    """Whether the table of that number of deals was read from the federation's own text."""
    return rulebook.victory_points[deals].verified


def ranking_points(vp: int, deals: int) -> int:
    """Victory Points weighted by the deals of the match, as a whole number.

    An exact half goes toward the ten: down above 10 Victory Points, else up.
    """
    whole, quarters = divmod(vp * deals, REFERENCE_DEALS)
    half = REFERENCE_DEALS // 2
    up = quarters > half or (quarters == half and vp <= DRAWN)
    return whole + 1 if up else whole


def weighted(vp: int, deals: int) -> str:
    """The exact weighted points as text, without trailing zeros: "6.5", "7"."""
    whole, quarters = divmod(vp * deals, REFERENCE_DEALS)
    return f"{whole}{('', '.25', '.5', '.75')[quarters]}"
