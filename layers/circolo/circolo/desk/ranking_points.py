"""``ranking-points``: what Victory Points count in the rankings (burraco-platform, section 2)."""

from typing import Annotated, Final

import msgspec

from circolo.burraco import victory_points
from circolo.burraco.rulebook import DEALS
from circolo.desk import fields
from circolo.desk.command import Command, Fault, Field, wrong
from circolo.refusal import Code

FIELDS: Final = (Field("vp", "a whole number, 0 to 20", "Victory Points of one side"), fields.DEALS)


class RankingPointsRow(msgspec.Struct, frozen=True):
    """Victory Points of one side, and the deals of the match."""

    vp: Annotated[int, msgspec.Meta(ge=0, le=20)]
    deals: int


class RankingPoints(msgspec.Struct, frozen=True):
    """Ranking points, and the exact weighted figure they were rounded from ("6.5")."""

    ranking_points: int
    weighted: str


def answer(row: RankingPointsRow) -> RankingPoints | Fault:
    """Victory Points weighted by the deals."""
    if row.deals not in DEALS:
        return wrong(FIELDS, "deals", f"no match has {row.deals}", Code.BAD_DEALS)
    return RankingPoints(victory_points.ranking_points(row.vp, row.deals), victory_points.weighted(row.vp, row.deals))


COMMAND: Final = Command(
    name="ranking-points",
    does="ranking points of a side from its Victory Points",
    row=RankingPointsRow,
    fields=FIELDS,
    answer=answer,
    example=lambda: RankingPointsRow(vp=13, deals=2),
)
