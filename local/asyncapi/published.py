"""The two published files as they should be now."""

import re
from collections.abc import Iterator
from typing import Final

from circolo.protocol.texts import TEXTS
from circolo.refusal import Code
from local.asyncapi.document import document, published_limits
from local.asyncapi.layout import laid_out
from local.asyncapi.room import Frame
from local.asyncapi.session import steps
from local.stack import ROOT

DOCUMENT: Final = ROOT / "docs" / "asyncapi.json"
CLIENTS: Final = ROOT / "docs" / "clients.md"
GENERATED: Final = re.compile(r"(<!-- generated: ([a-z_]+)(?:, of ([a-z ]+))? -->\n).*?(<!-- end -->)", re.DOTALL)
"""A part of `docs/clients.md` that is written from code: a table, or the frames of a step (`of` some people)."""


def asyncapi() -> str:
    """The text of `docs/asyncapi.json`."""
    return laid_out(document()) + "\n"


def clients(page: str) -> str:
    """The page for client developers with its generated parts written anew."""
    return GENERATED.sub(_written, page)


def _written(part: re.Match[str]) -> str:
    opening, name, people, closing = part.groups()
    match name:
        case "refusals":
            lines = _refusals()
        case "limits":
            lines = _limits()
        case _:
            whom = people.split() if people else ["ada"]
            lines = _conversation([frame for frame in steps()[name] if frame.who in whom])
    return opening + "".join(f"{line}\n" for line in lines) + closing


def _conversation(frames: list[Frame]) -> Iterator[str]:
    yield "```text"
    for frame in frames:
        way = "sends" if frame.sent else "receives"
        yield f"{frame.who.capitalize()}, {frame.channel} socket, {way}:"
        yield laid_out(frame.content)
    yield "```"


def _refusals() -> Iterator[str]:
    yield "| code | italiano | English |"
    yield "|---|---|---|"
    for code in Code:
        yield f"| `{code.value}` | {TEXTS[code][0]} | {TEXTS[code][1]} |"


def _limits() -> Iterator[str]:
    yield "| limit | of what | beyond it |"
    yield "|---|---|---|"
    for limit in published_limits().values():
        value = f"{limit['value']:,}".replace(",", " ")
        yield f"| {value} {limit['unit']} | {limit['of']} | {limit['beyond']} |"
