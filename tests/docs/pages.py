"""The documents as text: their tables, code blocks, links and headings."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")))


def page(name: str) -> str:
    return (ROOT / name).read_text()


def section(name: str, heading: str) -> str:
    """The part of a page under a heading, to the next one of its level or above."""
    marks = heading.split(" ")[0]
    return re.split(rf"^#{{1,{len(marks)}}} ", page(name).split(f"{heading}\n", 1)[1], flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The rows of all tables in a text, headings and rules left out."""
    lines = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines() if line.startswith("|")]
    rules = {index for index, cells in enumerate(lines) if set(cells[0]) == {"-"}}
    return [cells for index, cells in enumerate(lines) if index not in rules and index + 1 not in rules]


def blocks(text: str, language: str) -> list[str]:
    """The contents of the code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def code(text: str) -> Iterator[str]:
    """What stands as code in a text: whole blocks, and what is between single backticks."""
    prose = re.sub(r"^```\w*\n(.*?)^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    yield from re.findall(r"`([^`\n]+)`", prose)


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
