"""One socket: sign-in, answers by `id`, loss, back-off, renewal (client of the protocol)."""

import asyncio
import json
from collections.abc import Coroutine
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circolo.protocol import commands, messages
from local.client.backoff import Backoff
from local.client.connection import Connection, NotAdmitted, Timing, Unanswered
from local.client.pace import BURST, PER_SECOND, Pace
from tests.client.fake_room import FakeRoom, Lost, Message, Waits, pong

LONGEST_CHANCE = 1.0


def run(test: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await test

    asyncio.run(bounded())


def _opened(room: FakeRoom, times: int) -> bool:
    return len(room.sockets) == times


def connection(room: FakeRoom, channel: str = "lobby", waits: Waits | None = None, **chosen: Any) -> Connection:
    chosen.setdefault("token", "to.ke.n")
    token = chosen.pop("token")
    return Connection(room.url, token, channel, sleep=waits or Waits(), chance=lambda: LONGEST_CHANCE, **chosen)


def test_the_token_is_the_second_subprotocol_and_the_channel_is_in_the_query():
    async def test() -> None:
        async with FakeRoom(pong) as room:
            client = connection(room, "table")
            await client.start()
            await client.close()

        [handshake] = room.handshakes
        assert handshake.path == "/prod?channel=table"
        assert handshake.headers["Sec-WebSocket-Protocol"] == "circolo.v1, to.ke.n"

    run(test())


def test_answers_are_matched_by_id_in_whatever_order_they_come():
    def the_last_first(room: FakeRoom, _: int, message: Message) -> list[Message]:
        asked = [said["id"] for said in room.of("ping")]
        return [{"type": "pong", "id": id, "now": int(id[1:])} for id in reversed(asked)] if len(asked) == 3 else []

    async def test() -> None:
        async with FakeRoom(the_last_first) as room:
            client = connection(room)
            await client.start()
            answers = await asyncio.gather(*(client.request(commands.Ping()) for _ in range(3)))
            await client.close()

        assert [answer.now for answer in answers if isinstance(answer, messages.Pong)] == [1, 2, 3]

    run(test())


def test_what_was_asked_on_a_lost_socket_is_unanswered_and_the_next_is_answered_on_a_new_one():
    def lost_at_first(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        if socket == 0:
            raise Lost
        return pong(room, socket, message)

    async def test() -> None:
        async with FakeRoom(lost_at_first) as room:
            opened: list[None] = []

            async def greet() -> None:
                opened.append(None)

            client = connection(room, on_open=greet)
            await client.start()
            with pytest.raises(Unanswered):
                await client.request(commands.Ping())
            assert isinstance(await client.request(commands.Ping()), messages.Pong)
            assert client.ended is not None
            assert client.ended.code == 1006
            await client.close()

        assert len(room.sockets) == 2
        assert len(opened) == 2

    run(test())


def test_no_answer_in_time_is_unanswered_and_the_socket_stays():
    async def test() -> None:
        async with FakeRoom(lambda *_: []) as room:
            client = connection(room, timing=Timing(answer=0.02))
            await client.start()
            with pytest.raises(Unanswered):
                await client.request(commands.Hello())
            await client.close()

        assert len(room.sockets) == 1

    run(test())


def test_back_off_doubles_with_every_failure_up_to_its_cap():
    async def test() -> None:
        async with FakeRoom(pong, turned_away=(503, 429, 500, 503, 503)) as room:
            waits = Waits()
            client = connection(room, waits=waits, timing=Timing(backoff=Backoff(first=1.0, cap=6.0)))
            await client.start()
            await client.close()

        assert waits.waited == [1.0, 2.0, 4.0, 6.0, 6.0]

    run(test())


@given(st.floats(0.01, 10), st.floats(0.01, 100), st.integers(0, 10_000), st.floats(0, 1))
def test_back_off_is_never_negative_and_never_over_its_limit(first: float, cap: float, failures: int, chance: float):
    backoff = Backoff(first, cap)

    assert 0 <= backoff.delay(failures, chance) <= backoff.limit(failures) <= cap


def test_back_off_starts_afresh_once_something_was_heard():
    def one_answer_each(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        if len(room.heard) % 2 == 0:
            raise Lost
        return pong(room, socket, message)

    async def test() -> None:
        async with FakeRoom(one_answer_each) as room:
            waits = Waits()
            client = connection(room, waits=waits, timing=Timing(backoff=Backoff(first=1.0)))
            await client.start()
            for _ in range(3):
                await client.request(commands.Ping())
                with pytest.raises(Unanswered):
                    await client.request(commands.Ping())
            await room.until(lambda room: len(room.sockets) == 4)
            await client.close()

        assert waits.waited == [1.0, 1.0, 1.0]

    run(test())


def test_a_server_that_closes_for_too_many_messages_is_left_in_peace_for_longer_each_time():
    closing = {"type": "closing", "code": "too_frequent", "text": {"it": "", "en": ""}}

    async def test() -> None:
        async with FakeRoom(pong) as room:
            waits = Waits()
            client = connection(room, waits=waits, timing=Timing(backoff=Backoff(first=1.0)))
            await client.start()
            for opened in (1, 2):
                await room.until(partial(_opened, times=opened))
                await room.push(closing)
                await room.sockets[-1].close(1000, "bye")
            await room.until(lambda room: len(room.sockets) == 3)
            assert client.ended == (1000, "bye", "too_frequent")
            await client.close()

        assert waits.waited == [1.0, 2.0]

    run(test())


@pytest.mark.parametrize("status", [401, 403])
def test_a_token_that_is_refused_is_not_tried_again(status: int):
    async def test() -> None:
        async with FakeRoom(pong, turned_away=(status,)) as room:
            failed: list[None] = []
            client = connection(room, on_failed=lambda: failed.append(None))
            with pytest.raises(NotAdmitted, match=str(status)):
                await client.start()
            with pytest.raises(NotAdmitted):
                await client.request(commands.Ping())

        assert len(room.handshakes) == 1
        assert failed

    run(test())


def test_a_fresh_token_is_fetched_for_every_socket():
    def lost(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        raise Lost

    async def test() -> None:
        tokens = iter(("first", "second"))

        async def fresh() -> str:
            return next(tokens)

        async with FakeRoom(lost) as room:
            client = connection(room, token=fresh)
            await client.start()
            with pytest.raises(Unanswered):
                await client.request(commands.Ping())
            await room.until(lambda room: len(room.sockets) == 2)
            await client.close()

        offered = [handshake.headers["Sec-WebSocket-Protocol"] for handshake in room.handshakes]
        assert offered == ["circolo.v1, first", "circolo.v1, second"]

    run(test())


def test_a_socket_is_renewed_before_the_gateway_closes_it_without_any_back_off():
    async def test() -> None:
        async with FakeRoom(pong) as room:
            waits = Waits()
            client = connection(room, waits=waits, timing=Timing(renewal=0.02))
            await client.start()
            await room.until(lambda room: len(room.sockets) == 3)
            await client.close()

        assert waits.waited == []
        assert room.sockets[0].close_code == 1000

    run(test())


def test_the_renewal_leaves_a_margin_to_the_two_hours_of_the_gateway():
    assert Timing().renewal <= 115 * 60
    assert Timing().ping <= 5 * 60


def test_a_socket_that_answers_no_ping_is_given_up():
    async def test() -> None:
        async with FakeRoom(lambda *_: []) as room:
            client = connection(room, timing=Timing(ping=0.01, answer=0.01))
            await client.start()
            await room.until(lambda room: len(room.sockets) == 2)
            await client.close()

        assert room.heard[0][1]["type"] == "ping"

    run(test())


def test_what_a_newer_server_says_beyond_the_protocol_is_passed_over():
    async def test() -> None:
        async with FakeRoom(pong) as room:
            told: list[messages.ServerMessage] = []
            client = connection(room, on_message=told.append)
            await client.start()
            await room.until(lambda room: len(room.sockets) == 1)
            await room.push({"type": "fireworks"})
            await room.sockets[0].send("not JSON")
            await client.request(commands.Ping())
            await client.close()

        assert [type(message) for message in told] == [messages.Pong]

    run(test())


def test_a_pace_keeps_a_sender_below_the_room_s_limit():
    async def test() -> None:
        passed = 0.0

        async def sleep(seconds: float) -> None:
            nonlocal passed
            passed += seconds

        pace = Pace(lambda: passed, sleep)
        for _ in range(BURST):
            await pace.turn()
        assert passed == 0
        for _ in range(49):
            await pace.turn()
        assert passed == pytest.approx(49 / PER_SECOND)

    run(test())


def test_a_message_is_one_json_object_with_its_type_and_id():
    async def test() -> None:
        async with FakeRoom(pong) as room:
            client = connection(room)
            await client.start()
            await client.request(commands.ClaimNickname(nickname="Ada"))
            await client.close()

        assert json.loads(json.dumps(room.heard[0][1])) == {"type": "claim_nickname", "id": "l1", "nickname": "Ada"}

    run(test())
