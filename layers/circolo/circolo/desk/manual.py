"""The help texts of the desk, and a command's example as row, event and page."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from circolo.desk.answering import Answering
from circolo.desk.command import Command

USAGE: Final = "python -m circolo.desk"
WIDTH: Final = 100
"""Characters of an example in a help text, about; longer lists are cut short."""
SHOWN: Final = 2
"""Elements shown of a list that is cut short."""

CONVENTIONS: Final = """\
Each line of input is a row, one JSON object; each has its line of output, in the same order.
A row with an error answers {"error": {"code", "message", "field"}} and the rest goes on.
Exit status: 0 all rows answered, 1 some row had an error, 2 wrong usage."""


def overview(commands: Iterable[Command[Any]]) -> str:
    """The help of the desk: its commands, one line each."""
    listed = "\n".join(f"  {command.name:16}{command.does}" for command in commands)
    return f"""\
usage: {USAGE} COMMAND < rows.jsonl > answers.jsonl

The rules of the card room as a tool.

commands:
{listed}

{CONVENTIONS}

A command's fields, with an example: {USAGE} COMMAND --help
"""


def page(command: Command[Any]) -> str:
    """The help of one command: its fields with what to give, an example row and its answer."""
    start = f"{USAGE} {command.name}"
    listed = "\n".join(f"  {field.name:12}{field.kind}\n{'':14}{field.meaning}" for field in command.fields)
    row = msgspec.to_builtins(command.example())
    answer = msgspec.to_builtins(Answering(command).value(row))
    cut = len(_json(row)) > WIDTH
    heading = f"example row, cut short (whole: {start} --example)" if cut else "example row"
    return f"""\
usage: {start} [--help | --example | --event] < rows.jsonl > answers.jsonl

{command.does}

fields of a row:
{listed}

{heading}:
  {shortened(row) if cut else _json(row)}
its answer:
  {_json(answer)}

{CONVENTIONS}

  --example  print the example row: {start} --example | {start}
  --event    print the example as an event of the Lambda function
"""


def example(command: Command[Any]) -> str:
    """The example row, as a line of input."""
    return _json(msgspec.to_builtins(command.example())) + "\n"


def event(command: Command[Any]) -> str:
    """The example as an event of the Lambda function: the content of ``events/desk-NAME.json``."""
    return f'{{\n  "command": "{command.name}",\n  "rows": [\n    {example(command)}  ]\n}}\n'


def shortened(value: Any) -> str:
    """A value as JSON whose long lists show their first elements and their number; for reading only."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_json(key)}: {shortened(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        shown = [shortened(each) for each in value[: SHOWN if len(value) > 2 * SHOWN else len(value)]]
        rest = [f"... {len(value)} in all"] if len(shown) < len(value) else []
        return "[" + ", ".join(shown + rest) + "]"
    if isinstance(value, str) and len(value) > 20:
        return _json(value[:8] + "...")
    return _json(value)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
