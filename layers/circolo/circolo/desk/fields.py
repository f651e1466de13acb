"""Fields that several commands share."""

from typing import Final

from circolo.burraco.rulebook import identifiers
from circolo.desk.command import Field

RULEBOOK: Final = Field(
    "rulebook", f"an identifier ({', '.join(identifiers())}), or a name for its newest version", "the table's rulebook"
)
DEALS: Final = Field("deals", "2, 3 or 4", "deals (smazzate) of the match")
