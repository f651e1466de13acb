"""JSON laid out to be read and compared: what fits on a line is on one line."""

import json
from typing import Any, Final

WIDTH: Final = 118


def laid_out(value: Any, indent: int = 0, before: int = 0) -> str:
    """The JSON text of a value; `before`: columns that precede it on its first line, the indentation aside."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + before + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        named = ((f"{json.dumps(name, ensure_ascii=False)}: ", part) for name, part in value.items())
        parts = [name + laid_out(part, indent + 2, len(name)) for name, part in named]
        opening, closing = "{", "}"
    else:
        parts = [laid_out(part, indent + 2) for part in value]
        opening, closing = "[", "]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}{closing}"
