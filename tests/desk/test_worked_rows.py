"""Every worked row, by the command line and by the function."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.desk.conftest import Desk, Function

CASES = Path(__file__).parents[1] / "cases"
WORKED = ("ranking-points", "match-score", "deal-replay")


def worked(command: str) -> tuple[list[Any], list[Any]]:
    """The rows of a command and the answers they must have."""
    cases = [json.loads(line) for line in (CASES / f"{command}.jsonl").read_text("ascii").splitlines()]
    return [case["in"] for case in cases], [case["out"] for case in cases]


def of_these_keys(answer: Any, expected: Any) -> Any:
    """The part of an answer that has the keys of another: an answer may say more."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return {key: of_these_keys(answer.get(key), value) for key, value in expected.items()}
    return answer


@pytest.mark.parametrize("command", WORKED)
def test_command_line_answers_every_worked_row(desk: Desk, command: str) -> None:
    rows, expected = worked(command)

    status, answers = desk(command, *rows)

    assert [of_these_keys(*pair) for pair in zip(answers, expected, strict=True)] == expected
    assert status == any("error" in answer for answer in expected)


@pytest.mark.parametrize("command", WORKED)
def test_function_answers_every_worked_row(function: Function, command: str) -> None:
    rows, expected = worked(command)

    answers = function({"command": command, "rows": rows})["rows"]

    assert [of_these_keys(*pair) for pair in zip(answers, expected, strict=True)] == expected


@pytest.mark.parametrize(
    ("vp", "deals", "weighted"), [(13, 2, "6.5"), (14, 3, "10.5"), (14, 2, "7"), (9, 3, "6.75"), (7, 3, "5.25")]
)
def test_weighted_points_are_exact_without_trailing_zeros(desk: Desk, vp: int, deals: int, weighted: str) -> None:
    _, (answer,) = desk("ranking-points", {"vp": vp, "deals": deals})

    assert answer["weighted"] == weighted


def test_illegal_action_is_named_by_its_index_and_its_rule(desk: Desk) -> None:
    rows, expected = worked("deal-replay")
    at = next(index for index, out in enumerate(expected) if out.get("error", {}).get("code") == "must_draw")

    _, (answer,) = desk("deal-replay", rows[at])

    index = expected[at]["error"]["index"]
    assert answer["error"] == {
        "code": "must_draw",
        "message": f"actions[{index}]: Draw or take the discard pile first.",
        "field": f"actions[{index}]",
        "index": index,
    }
