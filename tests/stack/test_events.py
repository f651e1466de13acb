"""Every file of `events/` is run against its function."""

import json
from pathlib import Path
from typing import Any

import pytest

from local.stack import ROOT, Stack

EVENTS = ROOT / "events"
FUNCTION = {"authorizer": "Authorizer", "socket": "Socket", "clock": "Clock", "sweep": "Sweep", "desk": "Desk"}


def event(name: str) -> Any:
    return json.loads((EVENTS / f"{name}.json").read_text())


@pytest.mark.parametrize("file", sorted(path.stem for path in EVENTS.glob("*.json")))
def test_every_event_is_of_a_function_and_is_answered(stack: Stack, file: str) -> None:
    function = FUNCTION[file.split("-")[0]]

    assert stack.invoke(function, event(file)) is not None
    assert stack.failures == []


def test_every_function_has_an_event() -> None:
    functions = {path.parent.name for path in Path(ROOT / "functions").glob("*/app.py")}

    assert {path.stem.split("-")[0] for path in EVENTS.glob("*.json")} == functions == set(FUNCTION)


def test_the_authorizer_turns_its_event_away_without_a_token(stack: Stack) -> None:
    answer = stack.invoke("Authorizer", event("authorizer-connect"))

    assert answer["policyDocument"]["Statement"][0]["Effect"] == "Deny"


def test_the_authorizer_admits_its_event_once_it_carries_a_token(stack: Stack) -> None:
    asked = json.dumps(event("authorizer-connect")).replace("TOKEN", stack.token("anna"))

    answer = stack.invoke("Authorizer", json.loads(asked))

    assert answer["policyDocument"]["Statement"][0]["Effect"] == "Allow"
    assert answer["context"]["channel"] == "lobby"


def test_the_socket_events_in_their_order_connect_claim_and_disconnect(stack: Stack) -> None:
    answers = [
        stack.invoke("Socket", event(f"socket-{kind}"))["statusCode"] for kind in ("connect", "message", "disconnect")
    ]

    assert answers == [200, 200, 200]


def test_the_clock_drops_a_message_for_a_table_it_does_not_know(stack: Stack) -> None:
    assert stack.invoke("Clock", event("clock-message")) == {"batchItemFailures": []}


def test_the_sweep_of_an_empty_room_finds_nothing(stack: Stack) -> None:
    assert stack.invoke("Sweep", event("sweep-schedule")) == {"passed": 0}
