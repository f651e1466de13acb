"""The desk as a function: a command and its rows in one event."""

from typing import Any, Final

import msgspec

from circolo.desk.answering import Answering, Failed, misfit
from circolo.desk.command import Field, fault
from circolo.desk.registry import BY_NAME
from circolo.refusal import Code

MOST_ROWS: Final = 5_000
"""Rows of an event: their answers stay below the 6 MB of a Lambda response."""
FIELDS: Final = (
    Field("command", f"one of {', '.join(BY_NAME)}", "the command"),
    Field("rows", f"a list of up to {MOST_ROWS} rows", "its rows"),
)


class Invocation(msgspec.Struct, frozen=True):
    """``{"command": "...", "rows": [...]}``."""

    command: str
    rows: list[Any]


class Answers(msgspec.Struct, frozen=True):
    """The answer to each row, in order."""

    rows: list[msgspec.Struct]

    @property
    def failed(self) -> int:
        """How many rows had an error."""
        return sum(type(row) is Failed for row in self.rows)


def invoke(event: Any) -> Answers | Failed:
    """The answers to an event; ``Failed`` if it cannot be answered as a whole."""
    try:
        asked = msgspec.convert(event, Invocation)
    except msgspec.ValidationError as error:
        return Failed(misfit(FIELDS, str(error), "(event)"))
    command = BY_NAME.get(asked.command)
    if command is None:
        return Failed(fault(Code.UNKNOWN_COMMAND, "command", f"unknown; give {FIELDS[0].kind}"))
    if len(asked.rows) > MOST_ROWS:
        rule = f"{len(asked.rows)} rows; send at most {MOST_ROWS} at a time"
        return Failed(fault(Code.TOO_LARGE, "rows", rule))
    answering = Answering(command)
    return Answers([answering.value(row) for row in asked.rows])
