"""The published document: generated from the types, with examples that the real room produced."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from circolo.commitment import Leaf, root
from circolo.protocol.commands import Message
from circolo.protocol.parse import parse
from circolo.protocol.texts import TEXTS
from circolo.refusal import Code
from local.asyncapi.channels import CHANNELS, LOBBY, TABLE, UNASKED, answers
from local.asyncapi.published import DOCUMENT, asyncapi
from local.asyncapi.room import Frame
from local.asyncapi.schemas import CLIENT, SERVER, tag
from local.asyncapi.session import frames
from tests.protocol.shapes import faults

ANEW = "docs/asyncapi.json is not what the code says: write it anew by `make protocol`"
COMMANDS = {tag(kind): kind for kind in CLIENT}
ANSWERED = {tag(kind): {tag(answer) for answer in answers(kind)} | {"closing"} for kind in CLIENT}


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return document


def shown(published: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The examples of a message."""
    return [example["payload"] for example in published["components"]["messages"][kind]["examples"]]


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from [node["$ref"]] if "$ref" in node else []
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from references(part)


@pytest.mark.slow
def test_the_published_document_is_what_the_code_says() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == asyncapi(), ANEW


@pytest.mark.slow
def test_every_frame_of_the_session_is_as_published() -> None:
    asked: dict[str, Frame] = {}
    for frame in frames():
        kind, sent, heard = frame.content["type"], *CHANNELS[frame.channel]
        assert kind in {tag(message) for message in (sent if frame.sent else heard)}
        if frame.sent:
            asked[frame.content["id"]] = frame
            continue
        assert faults(next(server.__name__ for server in SERVER if tag(server) == kind), frame.content) is None
        if "id" in frame.content:
            command = asked[frame.content["id"]]
            assert command.connection == frame.connection
            assert kind in ANSWERED[command.content["type"]]
        else:
            assert kind in {tag(message) for message in UNASKED[frame.channel]}


@pytest.mark.parametrize("kind", COMMANDS)
def test_examples_of_a_command_are_understood(published: dict[str, Any], kind: str) -> None:
    assert shown(published, kind)
    for example in shown(published, kind):
        understood = parse(json.dumps(example))
        assert isinstance(understood, Message)
        assert type(understood) is COMMANDS[kind]
        assert faults(COMMANDS[kind].__name__, example) is None


@pytest.mark.parametrize("server", SERVER, ids=tag)
def test_examples_of_a_message_keep_to_its_schema(published: dict[str, Any], server: Any) -> None:
    assert shown(published, tag(server))
    for example in shown(published, tag(server)):
        assert faults(server.__name__, example) is None


def test_every_event_and_phase_has_an_example(published: dict[str, Any]) -> None:
    events = {event["event"] for example in shown(published, "events") for event in example["events"]}
    phases = {example["view"]["phase"] for example in shown(published, "view")}

    kinds = published["components"]["schemas"]["TableEvent"]["anyOf"]
    assert {"dealt", "drew", "took", "melded", "laid", "discarded", "sheet_closed", "abandoned"} == events
    assert len(kinds) == len(events)
    assert phases == {"waiting", "playing", "ended", "void"}


def test_the_leaves_of_the_example_prove_the_commitment(published: dict[str, Any]) -> None:
    (ended,) = (one["view"] for one in shown(published, "view") if one["view"]["phase"] == "ended")
    leaves = [Leaf(card, salt) for card, salt in ended["deal"]["leaves"]]

    assert len(leaves) == 108
    assert root(leaves) == ended["deal"]["commitment"]


def test_every_reference_leads_somewhere(published: dict[str, Any]) -> None:
    for reference in set(references(published)):
        node: Any = published
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]


def test_every_refusal_is_published_in_both_languages(published: dict[str, Any]) -> None:
    listed = {code: (texts["it"], texts["en"]) for code, texts in published["x-refusals"].items()}

    assert listed == {code.value: TEXTS[code] for code in Code}
    assert set(published["components"]["schemas"]["Code"]["enum"]) == {code.value for code in Code}


def test_every_command_belongs_to_a_channel() -> None:
    assert {*LOBBY, *TABLE} == set(CLIENT)
    assert {tag(kind) for _, heard in CHANNELS.values() for kind in heard} == {tag(kind) for kind in SERVER}


def test_the_functions_never_load_what_only_publishes() -> None:
    package = Path(__file__).parents[2] / "layers/circolo/circolo"

    for file in package.rglob("*.py"):
        if file.name != "shapes.py":
            assert ".shapes import" not in file.read_text(), file
