"""The desk's function: events, and what of an event as a whole is refused."""

import json
from typing import Any

import pytest

from circolo.desk import manual
from circolo.desk.invocation import MOST_ROWS
from circolo.desk.registry import COMMANDS
from tests.desk.conftest import ROOT, Function

EVENTS = ROOT / "events"
ROW = {"vp": 13, "deals": 2}


def test_every_command_has_its_event_file_and_no_other_is_there() -> None:
    assert {path.name for path in EVENTS.glob("desk-*.json")} == {f"desk-{command.name}.json" for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_event_file_is_the_example_of_its_command(command: Any) -> None:
    assert (EVENTS / f"desk-{command.name}.json").read_text("utf-8") == manual.event(command), (
        f"write it again: python -m circolo.desk {command.name} --event > events/desk-{command.name}.json"
    )


@pytest.mark.parametrize("path", sorted(EVENTS.glob("desk-*.json")), ids=lambda path: path.stem)
def test_event_file_is_answered_by_the_function(function: Function, path: Any) -> None:
    (answer,) = function(json.loads(path.read_text("utf-8")))["rows"]

    assert "error" not in answer


def test_rows_are_answered_in_order_and_a_bad_one_in_its_place(function: Function) -> None:
    answers = function({"command": "ranking-points", "rows": [ROW, {"vp": 99, "deals": 2}, {"vp": 20, "deals": 4}]})

    assert [answer.get("ranking_points") for answer in answers["rows"]] == [6, None, 20]
    assert answers["rows"][1]["error"]["field"] == "vp"


def test_no_rows_have_no_answers(function: Function) -> None:
    assert function({"command": "ranking-points", "rows": []}) == {"rows": []}


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        ({"command": "refund", "rows": []}, "unknown_command", "command"),
        ({"command": "ranking-points", "rows": [ROW] * (MOST_ROWS + 1)}, "too_large", "rows"),
        ({"command": "ranking-points"}, "bad_field", "rows"),
        ({"rows": [ROW]}, "bad_field", "command"),
        ({"command": 1, "rows": [ROW]}, "bad_field", "command"),
        ({"command": "ranking-points", "rows": ROW}, "bad_field", "rows"),
        ([], "bad_field", "(event)"),
        (None, "bad_field", "(event)"),
    ],
    ids=str,
)
def test_event_that_cannot_be_answered_is_a_typed_error(function: Function, event: Any, code: str, field: str) -> None:
    answer = function(event)

    assert set(answer) == {"error"}
    assert (answer["error"]["code"], answer["error"]["field"]) == (code, field)
    assert answer["error"]["message"].startswith(f"{field}: ")


def test_unknown_command_is_told_the_commands_there_are(function: Function) -> None:
    message = function({"command": "refund", "rows": []})["error"]["message"]

    assert all(command.name in message for command in COMMANDS)


def test_most_rows_are_answered(function: Function) -> None:
    assert len(function({"command": "ranking-points", "rows": [ROW] * MOST_ROWS})["rows"]) == MOST_ROWS


def test_log_tells_command_and_counts_and_nothing_of_the_rows(
    function: Function, caplog: pytest.LogCaptureFixture
) -> None:
    function({"command": "match-score", "rows": [{"rulebook": "SEGRETO", "deals": 2, "totals": [0, 0]}]})
    function({"command": "SEGRETO", "rows": []})

    answered, refused = (vars(record) for record in caplog.records)
    assert (answered["message"], refused["message"]) == ("desk answered", "desk refused")
    assert (answered["command"], answered["rows"], answered["failed"]) == ("match-score", 1, 1)
    assert "SEGRETO" not in f"{answered} {refused}"
