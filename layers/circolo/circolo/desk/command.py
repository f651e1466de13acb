"""What a command of the desk is, and how a row that cannot be answered is told."""

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

import msgspec

from circolo.refusal import Code

Row = TypeVar("Row", bound=msgspec.Struct)

WHOLE_ROW: Final = "(row)"
"""The field of a fault that concerns the row as a whole."""
LONGEST_MESSAGE: Final = 400
"""Characters of a fault's message; what it quotes of the row is cut off there."""


class Field(msgspec.Struct, frozen=True):
    """A field of a row: ``kind`` says what to give ("a whole number, 0 to 20"), ``meaning`` what it stands for."""

    name: str
    kind: str
    meaning: str


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a row has no answer: the ``field`` at fault by its path, and what to give there.

    ``index``: of the illegal action, from 0, if it is one.
    """

    code: Code
    message: str
    field: str
    index: int | None = None


class Command(msgspec.Struct, Generic[Row], frozen=True):
    """A pure command: its answer follows from the row alone.

    ``does``: one line for the list of commands; ``row``: the type of a row; ``fields``: of
    a row, all of them, in the order of the help; ``answer`` never raises on a row of that
    type; ``example``: a row that has an answer.

    Rows pass over fields they do not know. Where one may be left out the row's type forbids
    unknown ones: there a misspelt name would be passed over in silence.
    """

    name: str
    does: str
    row: type[Row]
    fields: tuple[Field, ...]
    answer: Callable[[Row], msgspec.Struct]
    example: Callable[[], Row]


def fault(code: Code, field: str, message: str, index: int | None = None) -> Fault:
    """A fault whose message begins with its field."""
    text = f"{field}: {message}"
    if len(text) > LONGEST_MESSAGE:
        text = text[: LONGEST_MESSAGE - 3] + "..."
    return Fault(code, text, field[:LONGEST_MESSAGE], index)


def wrong(fields: Sequence[Field], field: str, rule: str, code: Code = Code.BAD_FIELD) -> Fault:
    """The fault of a field that breaks a rule, with what to give instead.

    ``field`` is a path ("hands[2][0]"); its first name is looked up among the fields.
    """
    name = field.partition(".")[0].partition("[")[0]
    kind = next((each.kind for each in fields if each.name == name), None)
    if len(rule) > LONGEST_MESSAGE // 2:
        rule = rule[: LONGEST_MESSAGE // 2] + "..."
    return fault(code, field, f"{rule}; give {name} as {kind}" if kind else f"{rule}; the fields are {names(fields)}")


def names(fields: Sequence[Field]) -> str:
    """The names of the fields, for a message."""
    return ", ".join(field.name for field in fields)
