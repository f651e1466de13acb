"""A row that cannot be answered: an error on its own line that names field, rule and remedy; the rest goes on."""

import copy
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circolo.desk.answering import LINE_LIMIT, Answering
from circolo.desk.command import LONGEST_MESSAGE
from circolo.desk.example_deal import record
from circolo.desk.registry import COMMANDS
from circolo.refusal import Code
from tests.desk.conftest import Desk, Function

GOOD = {"vp": 13, "deals": 2}
ANSWER = {"ranking_points": 6, "weighted": "6.5"}

UNREADABLE = [
    pytest.param(b"{", id="cut short"),
    pytest.param(b"vp=13", id="not JSON"),
    pytest.param(b"", id="empty line"),
    pytest.param(b"   ", id="blank line"),
    pytest.param(b'{"vp":13,"deals":2} {"vp":13,"deals":2}', id="two rows"),
    pytest.param(b'{"vp":NaN,"deals":2}', id="not a number"),
    pytest.param(b"\xff\xfe", id="not UTF-8"),
    pytest.param(b'{"x":' + b"[" * 200_000, id="nested too deep"),
]
MISFITS: list[tuple[str, Any, str, str]] = [
    ("ranking-points", [13, 2], "(row)", "bad_field"),
    ("ranking-points", None, "(row)", "bad_field"),
    ("ranking-points", {"vp": 13}, "deals", "bad_field"),
    ("ranking-points", {"vp": 13.0, "deals": 2}, "vp", "bad_field"),
    ("ranking-points", {"vp": 6.5, "deals": 2}, "vp", "bad_field"),
    ("ranking-points", {"vp": "13", "deals": 2}, "vp", "bad_field"),
    ("ranking-points", {"vp": True, "deals": 2}, "vp", "bad_field"),
    ("ranking-points", {"vp": 21, "deals": 2}, "vp", "bad_field"),
    ("ranking-points", {"vp": -1, "deals": 2}, "vp", "bad_field"),
    ("ranking-points", {"vp": 10, "deals": 5}, "deals", "bad_deals"),
    ("match-score", {"rulebook": "FIGB", "deals": 2, "totals": [0, 0]}, "rulebook", "unknown_rulebook"),
    ("match-score", {"rulebook": "FIBUR@9", "deals": 2, "totals": [0, 0]}, "rulebook", "unknown_rulebook"),
    ("match-score", {"rulebook": "../x", "deals": 2, "totals": [0, 0]}, "rulebook", "unknown_rulebook"),
    ("match-score", {"rulebook": "FIBUR", "deals": 1, "totals": [0, 0]}, "deals", "bad_deals"),
    ("match-score", {"rulebook": "FIBUR", "deals": 2, "totals": [0]}, "totals", "bad_field"),
    ("match-score", {"rulebook": "FIBUR", "deals": 2, "totals": [0, 1, 2]}, "totals", "bad_field"),
    ("match-score", {"rulebook": "FIBUR", "deals": 2, "totals": [0, 10**7]}, "totals[1]", "bad_field"),
    ("match-score", {"rulebook": "FIBUR", "deals": 2, "totals": [0, 0.5]}, "totals[1]", "bad_field"),
]
BROKEN_RECORDS: list[tuple[str, Any, str, str]] = [
    ("rulebook", "FIGB", "rulebook", "unknown_rulebook"),
    ("sides", [[0, 1, 2], [3]], "sides", "bad_field"),
    ("sides", [[0, 2], [1, 2]], "sides", "bad_field"),
    ("first", 4, "first", "bad_field"),
    ("hands", [], "hands", "bad_field"),
    ("pozzetti", [[]], "pozzetti", "bad_field"),
    ("discard", [], "discard", "bad_field"),
    ("discard", ["1S"], "discard[0]", "bad_field"),
    ("discard", ["AC"], "hands", "bad_field"),
    ("stock", ["AC"], "stock", "bad_field"),
    ("actions", [["draw"], ["fold"]], "actions[1][0]", "bad_field"),
    ("actions", [["draw"], ["discard", "ZZ"]], "actions[1][1]", "bad_field"),
    ("actions", [["draw"], ["lay", 0.0, ["AC"]]], "actions[1][1]", "bad_field"),
    ("actions", [["draw"], ["draw", 1]], "actions[1]", "bad_field"),
    ("actions", [["draw"], ["discard", "7H", "x"]], "actions[1]", "bad_field"),
]


@pytest.mark.parametrize("line", UNREADABLE)
def test_unreadable_line_answers_in_its_place_and_the_rest_goes_on(desk: Desk, line: bytes) -> None:
    status, answers = desk("ranking-points", GOOD, line, GOOD)

    assert status == 1
    assert answers[0] == answers[2] == ANSWER
    assert answers[1]["error"]["code"] == "malformed"
    assert answers[1]["error"]["field"] == "(row)"
    assert "give one JSON object a line, with the fields vp, deals" in answers[1]["error"]["message"]


def test_line_above_the_limit_is_refused_and_the_rest_goes_on(desk: Desk) -> None:
    padded = json.dumps(GOOD).encode()
    longest = padded + b" " * (LINE_LIMIT - len(padded))

    status, answers = desk("ranking-points", longest, longest + b" ", longest * 3, GOOD, longest + b" ")

    assert status == 1
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, *["too_large"] * 2, None, "too_large"]


@pytest.mark.parametrize(("command", "row", "field", "code"), MISFITS)
def test_misfit_names_its_field_and_what_to_give(desk: Desk, command: str, row: Any, field: str, code: str) -> None:
    status, (answer,) = desk(command, row)

    assert status == 1
    assert set(answer["error"]) == {"code", "message", "field"}
    assert (answer["error"]["field"], answer["error"]["code"]) == (field, code)
    assert answer["error"]["message"].startswith(f"{field}: ")
    assert "; give " in answer["error"]["message"] or "; the fields are " in answer["error"]["message"]


@pytest.mark.parametrize(("changed", "value", "field", "code"), BROKEN_RECORDS)
def test_record_that_makes_no_deal_names_its_field(desk: Desk, changed: str, value: Any, field: str, code: str) -> None:
    row = msgspec.to_builtins(record()) | {changed: value}

    status, (answer,) = desk("deal-replay", row)

    assert status == 1
    assert (answer["error"]["field"], answer["error"]["code"]) == (field, code)


def test_unknown_field_is_passed_over_where_all_fields_are_needed(desk: Desk) -> None:
    status, answers = desk("ranking-points", GOOD | {"table": "T1"})

    assert (status, answers) == (0, [ANSWER])


def test_message_quotes_no_more_than_a_line_of_the_row(desk: Desk) -> None:
    row = msgspec.to_builtins(record()) | {"discard": ["X" * 10_000]}

    _, (answer,) = desk("deal-replay", row)

    assert len(answer["error"]["message"]) <= LONGEST_MESSAGE
    assert "give discard as a list of one card" in answer["error"]["message"]


def test_text_that_is_not_utf_8_is_refused_in_a_field_too(desk: Desk) -> None:
    _, (answer,) = desk("match-score", b'{"rulebook":"\xff","deals":2,"totals":[0,0]}')

    assert answer["error"]["code"] == "malformed"


@pytest.mark.parametrize(("command", "row", "field", "code"), MISFITS)
def test_function_answers_a_bad_row_with_the_same_field_and_code(
    function: Function, command: str, row: Any, field: str, code: str
) -> None:
    (answer,) = function({"command": command, "rows": [row]})["rows"]

    assert set(answer["error"]) == {"code", "message", "field"}
    assert (answer["error"]["field"], answer["error"]["code"]) == (field, code)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["AC", "XX", "draw", "lay"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_stands_in_a_row_it_is_answered(data: st.DataObject) -> None:
    command = data.draw(st.sampled_from(COMMANDS))
    row = copy.deepcopy(msgspec.to_builtins(command.example()))
    inside: Any = row
    for _ in range(data.draw(st.integers(0, 3))):
        places = sorted(inside) if isinstance(inside, dict) else list(range(len(inside)))
        at = data.draw(st.sampled_from(places))
        if not isinstance(inside[at], dict | list) or not inside[at]:
            break
        inside = inside[at]
    place = data.draw(st.sampled_from(sorted(inside) if isinstance(inside, dict) else list(range(len(inside)))))
    inside[place] = data.draw(JSON)

    answer = msgspec.to_builtins(Answering(command).value(row))

    assert "error" not in answer or answer["error"]["code"] in set(Code)


@settings(max_examples=100, deadline=None)
@given(line=st.binary(max_size=60), command=st.sampled_from(COMMANDS))
def test_whatever_stands_in_a_line_it_is_answered(line: bytes, command: Any) -> None:
    assert "error" in msgspec.to_builtins(Answering(command).text(line))
