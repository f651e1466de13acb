"""Malformed, oversized, unknown, too frequent and misplaced messages: a typed refusal to the sender alone."""

import json

import pytest
from hypothesis import given, settings, strategies

from circolo.protocol.messages import encode, refused
from circolo.protocol.parse import LIMIT, Unreadable, parse
from circolo.protocol.texts import TEXTS
from circolo.refusal import Code
from circolo.room.limits import BURST, STRIKES
from circolo.room.ports import Busy
from tests.room.fakes import World

TABLE = "a" * 20


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        "1",
        '"draw"',
        "{",
        "{'type': 'ping'}",
        '{"type": "ping"} x',
        "[" * 4000,
        '{"a":' * 800,
        "\ud800",
        '{"type": NaN}',
        '{"type": "ping", "n": Infinity}',
    ],
)
def test_what_is_no_json_object_is_malformed(body: str) -> None:
    assert World().say("anna", body, channel="table")[0]["code"] in ("malformed", "unknown_command")


def test_a_key_twice_is_malformed_and_named() -> None:
    heard = World().say("anna", '{"type": "ping", "id": "a", "id": "b"}', channel="table")[0]

    assert (heard["code"], heard["field"]) == ("malformed", "id")


@pytest.mark.parametrize(
    "body",
    [
        r'{"type": "ping", "id": "\ud800"}',
        r'{"type": "\ud800"}',
        r'{"type": "ping", "\ud800": 1}',
        r'{"\ud800": 1, "\ud800": 2}',
        r'{"type": "open_table", "request": "request-1", "rulebook": "FIBUR", "deals": 2, "invited": ["\udfff"]}',
    ],
)
def test_half_a_surrogate_pair_is_no_text(body: str) -> None:
    assert World().say("anna", body, channel="lobby")[0]["code"] == "malformed"


@pytest.mark.parametrize(("field", "good"), [("card", "AS"), ("table", TABLE)])
def test_no_pattern_lets_a_line_feed_through(field: str, good: str) -> None:
    said = {"type": "discard", "table": TABLE, "n": 1, "deal": 1, "turn": 0, "card": "AS"} | {field: good + "\n"}

    assert World().say("anna", said)[0]["field"] == field


def test_no_request_lets_a_line_feed_through() -> None:
    heard = World().say("anna", {"type": "sit", "table": TABLE, "request": "request-1\n"})[0]

    assert (heard["code"], heard["field"]) == ("bad_field", "request")


@pytest.mark.parametrize("said", [{}, {"type": "cheat"}, {"type": 7}, {"type": None}, {"action": "draw"}])
def test_an_unknown_command_is_said_so(said: dict[str, object]) -> None:
    heard = World().say("anna", json.dumps(said), channel="table")[0]

    assert (heard["code"], heard["field"]) == ("unknown_command", "type")


@pytest.mark.parametrize(
    ("named", "field"),
    [
        ({"n": 0}, "n"),
        ({"n": 1.5}, "n"),
        ({"n": "1"}, "n"),
        ({"n": True}, "n"),
        ({"n": 10**30}, "n"),
        ({"deal": -1}, "deal"),
        ({"turn": -1}, "turn"),
        ({"table": "x"}, "table"),
        ({"table": "../../etc/passwd"}, "table"),
        ({"card": "1S"}, "card"),
        ({"card": "as"}, "card"),
        ({"card": ["AS"]}, "card"),
        ({"id": "x" * 41}, "id"),
        ({"surprise": 1}, None),
    ],
)
def test_a_bad_field_is_named(named: dict[str, object], field: str | None) -> None:
    said = {"type": "discard", "table": TABLE, "n": 1, "deal": 1, "turn": 0, "card": "AS"} | named

    heard = World().say("anna", said)[0]

    assert (heard["code"], heard.get("field")) == ("bad_field", field)


def test_a_missing_field_is_bad() -> None:
    heard = World().say("anna", {"type": "draw", "table": TABLE, "n": 1, "deal": 1})[0]

    assert heard["code"] == "bad_field"
    assert "turn" in heard["details"]["rule"]


def test_a_message_over_four_kilobytes_is_refused_and_the_connection_kept() -> None:
    world = World()

    heard = world.say("anna", '{"type": "ping", "id": "' + "x" * LIMIT + '"}', channel="table")

    assert (heard[0]["code"], heard[0]["details"]) == ("too_large", {"limit": 4096})
    assert world.sockets.closed == []


def test_four_kilobytes_are_bytes_not_characters() -> None:
    body = json.dumps({"type": "ping", "id": "é" * 40}, ensure_ascii=False)
    padded = body[:-1] + " " * (LIMIT - len(body) - 20) + "}"

    assert len(padded) < LIMIT < len(padded.encode())
    assert isinstance(parse(padded), Unreadable)


def test_the_answer_carries_the_senders_id_back() -> None:
    world = World()
    refused = world.say("anna", {"type": "draw", "id": "q7"})[0]
    answered = world.say("anna", {"type": "ping", "id": "q8"})[0]

    assert (refused["id"], answered["id"]) == ("q7", "q8")


def test_lobby_and_table_commands_have_their_own_channels() -> None:
    world = World()
    on_lobby = world.say("anna", {"type": "attach", "table": TABLE}, channel="lobby")[0]
    on_table = world.say("anna", {"type": "hello"}, channel="table")[0]

    assert (on_lobby["code"], on_lobby["details"]) == ("wrong_channel", {"channel": "table"})
    assert (on_table["code"], on_table["details"]) == ("wrong_channel", {"channel": "lobby"})


def test_too_many_messages_are_refused_once_and_cost_one_write_a_burst() -> None:
    world = World()

    heard = [frame for _ in range(BURST + 30) for frame in world.say("anna", {"type": "ping"})]

    assert [frame["type"] for frame in heard].count("pong") == BURST
    assert [frame.get("code") for frame in heard].count("too_frequent") == 1
    assert world.players.strikes == {"anna-table": 1}
    assert world.sockets.closed == []


def test_a_connection_that_keeps_flooding_is_closed_with_a_reason() -> None:
    world = World()
    for _ in range(STRIKES):
        for _ in range(BURST + 5):
            heard = world.say("anna", {"type": "ping"})
        world.now += 5_000

    last = world.heard("anna")[-1]
    assert (last["type"], last["code"]) == ("closing", "too_frequent")
    assert world.sockets.closed == ["anna-table"]
    assert heard == []


def test_a_store_too_busy_to_count_a_strike_makes_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    def busy(_: str) -> int:
        raise Busy

    monkeypatch.setattr(world.players, "strike", busy)

    heard = [frame for _ in range(BURST + 1) for frame in world.say("anna", {"type": "ping"})]

    assert heard[-1]["code"] == "busy"


def test_a_connection_whose_token_has_run_out_is_closed() -> None:
    world = World()
    world.now += 3600 * 1000

    heard = world.say("anna", {"type": "ping"})

    assert (heard[0]["type"], heard[0]["code"]) == ("closing", "token_expired")
    assert world.sockets.closed == ["anna-table"]


def test_a_refusal_goes_to_its_sender_alone_and_can_be_read_in_two_languages() -> None:
    world = World()
    name = world.match("anna", "bruno")
    before = len(world.sockets.sent)

    heard = world.say("anna", {"type": "lay", "table": name, "n": 9, "deal": 1, "turn": 0, "meld": 0, "cards": ["AS"]})

    assert len(world.sockets.sent) == before + 1
    assert set(heard[0]["text"]) == {"it", "en"}


def test_every_refusal_has_a_text_in_both_languages() -> None:
    assert set(TEXTS) == set(Code)
    assert all(italian and english and italian != english for italian, english in TEXTS.values())


@given(strategies.text(max_size=200) | strategies.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
@settings(max_examples=300, deadline=None)
def test_parsing_never_raises(body: str) -> None:
    parsed = parse(body)
    if isinstance(parsed, Unreadable):
        encode(refused(parsed.refusal, id=parsed.id))


json_values = strategies.recursive(
    strategies.none()
    | strategies.booleans()
    | strategies.integers()
    | strategies.floats()
    | strategies.text(max_size=12),
    lambda inner: (
        strategies.lists(inner, max_size=4) | strategies.dictionaries(strategies.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
KINDS = [
    "draw",
    "take",
    "meld",
    "lay",
    "discard",
    "leave",
    "close_sheet",
    "sit",
    "open_table",
    "attach",
    "sync",
    "ping",
    "hello",
]
FIELDS = ["type", "table", "n", "deal", "turn", "cards", "card", "meld", "request", "since", "id", "after"]


@given(
    kind=strategies.sampled_from(KINDS),
    fields=strategies.dictionaries(strategies.sampled_from(FIELDS[1:]), json_values, max_size=8),
)
@settings(max_examples=300, deadline=None)
def test_no_frame_however_absurd_makes_the_room_raise(kind: str, fields: dict[str, object]) -> None:
    world = World()

    heard = world.say("anna", {"type": kind, **fields})

    assert len(heard) == 1
