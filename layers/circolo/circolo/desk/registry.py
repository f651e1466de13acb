"""The commands of the desk, in the order of the help.

Operator jobs, which need the store and leave a line in the audit list, join this list as a second kind of value.
"""

from types import MappingProxyType
from typing import Any, Final

from circolo.desk import deal_replay, match_score, ranking_points, verify_deal
from circolo.desk.command import Command

COMMANDS: Final[tuple[Command[Any], ...]] = (
    ranking_points.COMMAND,
    match_score.COMMAND,
    deal_replay.COMMAND,
    verify_deal.COMMAND,
)
BY_NAME: Final = MappingProxyType({command.name: command for command in COMMANDS})
