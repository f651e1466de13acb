"""The page for client developers: its frames are real, its rules are the Python client's, its examples run."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from circolo.protocol.parse import Unreadable, parse
from circolo.refusal import Code
from local.asyncapi.published import CLIENTS, DOCUMENT, clients
from local.asyncapi.schemas import SERVER, tag
from local.client.backoff import Backoff
from local.client.connection import Timing
from local.client.player import AGAIN, GAP_LASTS, OVERDUE, STALE, TRIES
from local.stack import Stack
from tests.docs.pages import ROOT, blocks, page, rows, section
from tests.protocol.shapes import faults

ANEW = "docs/clients.md is not what the code says: write its generated parts anew by `make protocol`"
NAME = "docs/clients.md"


def told(heading: str) -> str:
    return " ".join(section(NAME, heading).split())


def conversation() -> Iterator[tuple[str, dict[str, Any]]]:
    """(`sends` or `receives`, frame) of every frame on the page."""
    for block in blocks(page(NAME), "text"):
        parts = block.split(":\n")
        for before, after in pairwise(parts):
            content, _ = json.JSONDecoder().raw_decode(after)
            yield before.split(" ")[-1], content


def examples(kind: str) -> dict[str, Any]:
    """The published examples of a message, by what they show."""
    message = json.loads(DOCUMENT.read_text(encoding="utf-8"))["components"]["messages"][kind]
    return {example["name"]: example["payload"] for example in message["examples"]}


def proving() -> dict[str, Any]:
    """The names that the example of the page defines."""
    defined: dict[str, Any] = {}
    exec(blocks(section(NAME, "## Checking the shuffle"), "python")[0], defined)
    return defined


@pytest.mark.slow
def test_the_generated_parts_are_what_the_code_says() -> None:
    told = CLIENTS.read_text(encoding="utf-8")

    assert clients(told) == told, ANEW


def test_every_frame_on_the_page_is_a_real_one() -> None:
    frames = list(conversation())
    names = {tag(server): server.__name__ for server in SERVER}

    assert len(frames) >= 20
    for way, content in frames:
        if way == "sends":
            assert not isinstance(parse(json.dumps(content)), Unreadable)
        else:
            assert way == "receives"
            assert faults(names[content["type"]], content) is None


def test_the_example_proves_a_real_deal() -> None:
    view = examples("view")["playing"]["view"]
    (over,) = examples("events")["discarded, and the deal is over"]["events"]
    leaves, commitment = over["over"]["leaves"], view["deal"]["commitment"]

    assert proving()["proven"](commitment, leaves)


@pytest.mark.parametrize("place", [0, 54, 107])
def test_the_example_notices_a_card_that_was_exchanged(place: int) -> None:
    view = examples("view")["playing"]["view"]
    (over,) = examples("events")["discarded, and the deal is over"]["events"]
    leaves = [list(leaf) for leaf in over["over"]["leaves"]]

    leaves[place][0] = "2C" if leaves[place][0] != "2C" else "3C"

    assert not proving()["proven"](view["deal"]["commitment"], leaves)


def test_the_formula_of_dealing_finds_the_hand() -> None:
    deal = examples("view")["playing"]["view"]["deal"]
    (over,) = examples("events")["discarded, and the deal is over"]["events"]
    formula = next(piece for piece in section(NAME, "## Checking the shuffle").split("`") if piece.startswith("deck["))
    deck = [card for card, _ in over["over"]["leaves"]]
    known = {"deck": deck, "dealer": deal["dealer"], "seats": len(deal["counts"])}

    for seat, hand in deal["hands"].items():
        assert eval(formula, {**known, "seat": int(seat)}) == hand


def test_the_figures_are_those_of_the_python_client() -> None:
    staying, timing = told("## Staying connected"), Timing()

    assert f"min({Backoff().cap:g}, {Backoff().first:g} * 2 ** failures)" in staying
    assert timing.renewal == 110 * 60
    assert "after about 110 minutes" in staying
    assert timing.ping == 60
    assert "once a minute" in staying
    assert timing.answer == 10
    assert TRIES == 10
    assert "waits ten seconds for an answer, then sends the same again, up to ten times" in told("## Lost answers")
    assert GAP_LASTS == 0.25
    assert "a quarter of a second" in told("## Applying events")
    assert OVERDUE == 3
    assert "three seconds after `clock.due`" in told("## Gaps and sync")


def test_what_to_do_about_a_refusal_is_what_the_python_client_does() -> None:
    items = [item.split(":")[0] for item in section(NAME, "## Refusals").split("\n- ")]
    named = [set(re.findall(r"`(\w+)`", item)) for item in items]

    assert set(AGAIN) in named
    assert set(STALE) in named


def test_every_refusal_is_listed() -> None:
    listed = {row[0].strip("`") for row in rows(section(NAME, "## Refusals"))}

    assert listed == {code.value for code in Code}


@pytest.mark.slow
def test_the_example_of_the_python_client_runs(tmp_path: Path) -> None:
    example = blocks(section(NAME, "## The Python client"), "python")[0]

    with Stack(parameters={"LogLevel": "ERROR"}) as stack:
        (tmp_path / "example.py").write_text(example.replace("http://127.0.0.1:8080", stack.url))
        done = subprocess.run(
            [sys.executable, str(tmp_path / "example.py")],
            env={"PYTHONPATH": f"{ROOT / 'layers/circolo'}:{ROOT}"},
            capture_output=True,
            text=True,
            timeout=90,
            check=False,
        )

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line[:18] for line in lines] == ["drew and discarded", "drew and discarded", "void"]
