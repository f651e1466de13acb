"""``match-score``: Victory Points and ranking points from the totals of a match (burraco-rules, section 7)."""

from typing import Annotated, Final

import msgspec

from circolo.burraco import victory_points
from circolo.burraco.rulebook import DEALS, UnknownRulebook, load
from circolo.desk import fields
from circolo.desk.command import Command, Fault, Field, wrong
from circolo.refusal import Code

LARGEST_TOTAL: Final = 1_000_000
FIELDS: Final = (
    fields.RULEBOOK,
    fields.DEALS,
    Field(
        "totals",
        f"two whole numbers, -{LARGEST_TOTAL} to {LARGEST_TOTAL}",
        "points of each side over all deals of the match",
    ),
)

Total = Annotated[int, msgspec.Meta(ge=-LARGEST_TOTAL, le=LARGEST_TOTAL)]


class MatchScoreRow(msgspec.Struct, frozen=True):
    """The totals of the two sides, by a rulebook and a number of deals."""

    rulebook: str
    deals: int
    totals: tuple[Total, Total]


class MatchScore(msgspec.Struct, frozen=True):
    """What the totals come to, in the order of the sides.

    ``difference`` is absolute, in points; ``verified``: whether that table of Victory
    Points was read from the federation's own text.
    """

    difference: int
    vp: tuple[int, int]
    ranking_points: tuple[int, int]
    verified: bool


def answer(row: MatchScoreRow) -> MatchScore | Fault:
    """The Victory Points and ranking points of both sides."""
    try:
        book = load(row.rulebook)
    except UnknownRulebook:
        return wrong(FIELDS, "rulebook", "unknown", Code.UNKNOWN_RULEBOOK)
    if row.deals not in DEALS:
        return wrong(FIELDS, "deals", f"no match has {row.deals}", Code.BAD_DEALS)
    ours, theirs = victory_points.victory_points(book, row.deals, row.totals)
    return MatchScore(
        difference=abs(row.totals[0] - row.totals[1]),
        vp=(ours, theirs),
        ranking_points=(
            victory_points.ranking_points(ours, row.deals),
            victory_points.ranking_points(theirs, row.deals),
        ),
        verified=victory_points.verified(book, row.deals),
    )


COMMAND: Final = Command(
    name="match-score",
    does="Victory Points and ranking points of both sides from the totals of a match",
    row=MatchScoreRow,
    fields=FIELDS,
    answer=answer,
    example=lambda: MatchScoreRow(rulebook="FIBUR", deals=3, totals=(835, 1190)),
)
