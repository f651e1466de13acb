"""The gateway's own limits: size of frames and messages, silence, age, rate."""

import json

import pytest

from local.clock import FakeClock
from local.stack import Stack
from tests.local.client import TOY, opened

KB = 1024


def padded(size):
    """A message of ``size`` bytes that is answered."""
    bare = json.dumps({"do": "greet", "pad": ""})
    return bare[:-2] + "x" * (size - len(bare)) + '"}'


def test_a_frame_of_32_kb_passes(connect):
    client = connect()

    client.socket.send(padded(32 * KB))

    assert client.hear()["greeting"] == "hello"


@pytest.mark.parametrize("size", [32 * KB + 1, 200 * KB, 1000 * KB])
def test_a_larger_frame_closes_with_1009(stack, connect, note, size):
    client = connect()

    client.socket.send(padded(size))

    assert client.ended() == 1009
    stack.settle()
    assert json.loads(note("disconnect")["event"])["requestContext"]["disconnectStatusCode"] == 1009


def test_a_message_in_several_frames_passes_up_to_128_kb(connect):
    client = connect()
    message = padded(128 * KB)

    client.socket.send(message[start : start + 30 * KB] for start in range(0, len(message), 30 * KB))

    assert client.hear()["greeting"] == "hello"


def test_a_message_in_several_frames_over_128_kb_closes_with_1009(connect):
    client = connect()
    message = padded(128 * KB + 1)

    client.socket.send(message[start : start + 30 * KB] for start in range(0, len(message), 30 * KB))

    assert client.ended() == 1009


def test_601_seconds_of_silence_close(stack, connect, note):
    client = connect()

    stack.advance(seconds=601)

    assert client.ended() == 1001
    context = json.loads(note("disconnect")["event"])["requestContext"]
    assert context["disconnectStatusCode"] == 1001
    assert context["requestTimeEpoch"] == context["connectedAt"] + 600_000


def test_599_seconds_of_silence_do_not_close(stack, connect):
    client = connect()

    stack.advance(seconds=599)

    assert client.ask("greet")["greeting"] == "hello"


def test_a_heartbeat_every_240_seconds_keeps_open(stack, connect):
    client = connect()

    for _ in range(5):
        stack.advance(seconds=240)
        client.tell("silence")
        stack.settle()

    assert client.ask("greet")["greeting"] == "hello"


def test_after_two_hours_a_connection_closes_however_alive(stack, connect):
    client = connect()
    for _ in range(29):
        stack.advance(seconds=240)
        client.ask("greet")

    stack.advance(seconds=240)

    assert client.ended() == 1001


def test_beyond_the_stages_rate_messages_are_refused_until_time_has_passed():
    with (
        Stack(TOY, clock=FakeClock(), throttled=True) as stack,
        opened(stack, stack.token("anna")) as client,
    ):
        answers = [client.ask("greet") for _ in range(3)]
        stack.advance(seconds=1)
        later = client.ask("greet")

    assert [answer.get("message") for answer in answers] == [None, None, "Too Many Requests"]
    assert later["greeting"] == "hello"
