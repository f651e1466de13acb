"""From a row to its answer: a row that is none, or breaks a rule, answers with a fault and nothing is raised."""

from collections.abc import Sequence
from typing import Any, Final, get_args, get_origin

import msgspec

from circolo.desk.command import WHOLE_ROW, Command, Fault, Field, fault, names, wrong
from circolo.refusal import Code

LINE_LIMIT: Final = 1_000_000
"""Bytes of a row as text, without the end of the line."""
MISSING: Final = "Object missing required field "
UNKNOWN: Final = "Object contains unknown field "


class Failed(msgspec.Struct, frozen=True):
    """The answer to a row that has none."""

    error: Fault


class Answering:
    """One command, ready for rows."""

    def __init__(self, command: Command[Any]) -> None:
        self._row, self._fields, self._answer = command.row, command.fields, command.answer
        self._decode = msgspec.json.Decoder(command.row).decode

    def text(self, line: bytes) -> msgspec.Struct:
        """The answer to a row as JSON text; ``Failed`` if it has none."""
        try:
            row = self._decode(line)
        except msgspec.ValidationError as error:
            return self._misfit(error, _raw(line))
        except RecursionError:
            return self._unreadable("nested too deep")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._unreadable(f"not JSON: {error}" if line.strip() else "a blank line")
        return self._answered(row)

    def value(self, row: Any) -> msgspec.Struct:
        """The answer to a row that was JSON once; ``Failed`` if it has none."""
        try:
            read = msgspec.convert(row, self._row)
        except msgspec.ValidationError as error:
            return self._misfit(error, row)
        return self._answered(read)

    def too_long(self) -> Failed:
        """The answer to a line above the limit."""
        rule = f"longer than {LINE_LIMIT} bytes; give one row a line"
        return Failed(fault(Code.TOO_LARGE, WHOLE_ROW, rule))

    def _answered(self, row: msgspec.Struct) -> msgspec.Struct:
        answer = self._answer(row)
        return Failed(answer) if type(answer) is Fault else answer

    def _misfit(self, error: msgspec.ValidationError, raw: Any) -> Failed:
        element = None if " - at " in str(error) else unfit_element(self._row, raw)
        return Failed(misfit(self._fields, str(error), element or WHOLE_ROW))

    def _unreadable(self, rule: str) -> Failed:
        wanted = f"give one JSON object a line, with the fields {names(self._fields)}"
        return Failed(fault(Code.MALFORMED, WHOLE_ROW, f"{rule}; {wanted}"))


def _raw(line: bytes) -> Any:
    """The row as it was written; None for what ends in the middle, after a field that does not fit."""
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None


def unfit_element(row: type[msgspec.Struct], raw: Any) -> str | None:
    """Which element of which list does not fit (``actions[3]``): for faults that are reported without a place."""
    for field in msgspec.structs.fields(row):
        elements = raw.get(field.name) if isinstance(raw, dict) else None
        if get_origin(field.type) is not tuple or not isinstance(elements, list):
            continue
        for index, element in enumerate(elements):
            try:
                msgspec.convert(element, get_args(field.type)[0])
            except msgspec.ValidationError:
                return f"{field.name}[{index}]"
    return None


def misfit(fields: Sequence[Field], reported: str, whole: str = WHOLE_ROW) -> Fault:
    """The fault of a value that does not fit its type, from msgspec's report (rule, then place).

    ``whole``: the field to name if it is the value as a whole.
    """
    rule, at, place = reported.rpartition(" - at ")
    path = place.partition("$")[2].rstrip("`").lstrip(".") if at else ""
    if not at:
        rule = reported
    for begin, told in ((MISSING, "missing"), (UNKNOWN, "unknown field")):
        if rule.startswith(begin):
            name = rule.removeprefix(begin).strip("`")
            return wrong(fields, f"{path}.{name}" if path else name, told)
    return wrong(fields, path or whole, rule)
