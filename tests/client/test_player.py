"""A person's commands survive lost sockets and lost answers, and count once; what is missing is asked for."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest

from circolo.burraco.actions import Draw
from circolo.table.events import Play
from circolo.table.settings import Level
from circolo.table.state import Phase
from local.client import player as player_module
from local.client.bot import play_match, seat_view
from local.client.connection import NotAdmitted, Timing
from local.client.player import Player, Refused, TakenOver
from tests.client.fake_room import FakeRoom, Lost, Message, Waits
from tests.client.tables import NAME, Match, jsoned


def run(test: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await test

    asyncio.run(bounded())


def on_turn(ai: Level | None = None) -> Match:
    """A match in which Ada is to draw."""
    match = Match(Random(1), ai=ai)
    if match.table.holder(match.table.deal.seat) != match.table.person("ada"):
        match.expire()
    return match


def whole(match: Match, id: str | None = None) -> Message:
    return {**jsoned(match.whole("ada")), "id": id}


def refusal(message: Message, code: str, **details: Any) -> Message:
    text = {"it": "", "en": ""}
    return {"type": "refused", "id": message["id"], "code": code, "text": text, "details": details}


def room_of(match: Match, numbered: Callable[[FakeRoom, int, Message], list[Message]]) -> FakeRoom:
    """A room that attaches and syncs by the match; numbered commands are the test's."""

    def answering(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        match message["type"]:
            case "attach":
                return [whole(table, message["id"])]
            case "sync":
                return [{**jsoned(table.sync("ada", message["since"])), "id": message["id"]}]
            case "ping":
                return [{"type": "pong", "id": message["id"], "now": table.now, "table": NAME, "seq": table.table.seq}]
            case _:
                return numbered(room, socket, message)

    table = match
    return FakeRoom(answering)


def draw(match: Match, message: Message) -> Message:
    """Ada draws; what she is told."""
    match.command(Play("ada", message["n"], b"draw", match.number, match.table.deal.turn, Draw()))
    return {**jsoned(match.outbox["ada"][-1]), "id": message["id"]}


def ada(room: FakeRoom, **chosen: Any) -> Player:
    chosen.setdefault("sleep", Waits())
    return Player(room.url, "to.ke.n", chance=lambda: 1.0, **chosen)


def without_id(message: Message) -> Message:
    return {name: value for name, value in message.items() if name != "id"}


def test_a_command_whose_socket_is_lost_is_sent_again_under_the_same_number():
    table = on_turn()

    def cut_off_after_saving(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        if len(room.of("draw")) == 1:
            draw(table, message)
            raise Lost
        return [{"type": "accepted", "id": message["id"], "table": NAME, "n": message["n"], "seq": table.table.seq}]

    async def test() -> None:
        async with room_of(table, cut_off_after_saving) as room, ada(room) as player:
            await player.attach(NAME)
            await player.play(Draw())

            first, second = room.of("draw")
            assert without_id(first) == without_id(second)
            assert player.view["deal"]["drew"]
            assert player.view["you"]["next"] == first["n"] + 1
            assert len(room.of("attach")) == 2
            assert player.view == table.view("ada")

    run(test())


def test_a_command_that_is_not_answered_in_time_is_sent_again_under_the_same_number():
    table = on_turn()

    def silent_at_first(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        return [draw(table, message)] if len(room.of("draw")) == 2 else []

    async def test() -> None:
        async with room_of(table, silent_at_first) as room, ada(room, timing=Timing(answer=0.03)) as player:
            await player.attach(NAME)
            await player.play(Draw())

            first, second = room.of("draw")
            assert without_id(first) == without_id(second)
            assert player.view == table.view("ada")

    run(test())


def test_a_busy_room_is_asked_again_after_a_back_off():
    table = on_turn()

    def busy_at_first(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        return [draw(table, message)] if len(room.of("draw")) == 3 else [refusal(message, "busy")]

    async def test() -> None:
        waits = Waits()
        async with room_of(table, busy_at_first) as room, ada(room, sleep=waits) as player:
            await player.attach(NAME)
            await player.play(Draw())

            assert [message["n"] for message in room.of("draw")] == [1, 1, 1]
            assert waits.waited == [0.5, 1.0]

    run(test())


def test_a_refusal_is_raised_with_its_code_and_consumes_no_number():
    table = on_turn()

    def refused_at_first(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        return [draw(table, message)] if len(room.of("draw")) == 2 else [refusal(message, "already_drawn")]

    async def test() -> None:
        async with room_of(table, refused_at_first) as room, ada(room) as player:
            await player.attach(NAME)
            with pytest.raises(Refused) as refused:
                await player.play(Draw())
            await player.play(Draw())

            assert refused.value.code == "already_drawn"
            assert [message["n"] for message in room.of("draw")] == [1, 1]

    run(test())


def test_a_refusal_that_shows_the_view_to_be_stale_is_followed_by_a_sync():
    table = on_turn()

    def expired(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        table.expire()
        return [refusal(message, "turn_expired")]

    async def test() -> None:
        async with room_of(table, expired) as room, ada(room) as player:
            await player.attach(NAME)
            with pytest.raises(Refused):
                await player.play(Draw())

            assert player.view == table.view("ada")

    run(test())


def test_one_numbered_command_is_under_way_at_a_time():
    table = on_turn()
    at_once = []

    def drawn_then_refused(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        at_once.append(len(room.of("draw")))
        return [draw(table, message)] if len(at_once) == 1 else [refusal(message, "already_drawn")]

    async def test() -> None:
        async with room_of(table, drawn_then_refused) as room, ada(room) as player:
            await player.attach(NAME)
            await asyncio.gather(player.play(Draw()), player.play(Draw()), return_exceptions=True)

            assert [message["n"] for message in room.of("draw")] == [1, 2]

    run(test())


def test_a_gap_is_asked_for_when_it_does_not_close_by_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(player_module, "GAP_LASTS", 0.01)
    table = on_turn()

    async def test() -> None:
        async with room_of(table, lambda *_: []) as room, ada(room) as player:
            await player.attach(NAME)
            known = table.table.seq
            table.expire()
            table.expire()
            await room.push(jsoned(table.outbox["ada"][-1]))
            await player.until(lambda view: view["seq"] == table.table.seq)

            assert room.of("sync")[0]["since"] == known
            assert player.view == table.view("ada")

    run(test())


def test_silence_at_the_deadline_and_three_seconds_is_followed_by_another_attach(monkeypatch: pytest.MonkeyPatch):
    assert player_module.OVERDUE == 3.0
    monkeypatch.setattr(player_module, "OVERDUE", 0.01)
    table = on_turn()

    async def test() -> None:
        async with room_of(table, lambda *_: []) as room, ada(room) as player:
            assert table.table.due is not None
            table.now = table.table.due.at
            await player.attach(NAME)
            table.expire()
            await player.until(lambda view: view["seq"] == table.table.seq)

            assert len(room.of("attach")) > 1
            assert player.view == table.view("ada")

    run(test())


def test_a_pong_that_tells_more_than_the_pushes_did_is_followed_by_another_attach(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(player_module, "GAP_LASTS", 0.01)
    table = on_turn()

    async def test() -> None:
        async with room_of(table, lambda *_: []) as room, ada(room, timing=Timing(ping=0.02)) as player:
            await player.attach(NAME)
            table.expire()
            await player.until(lambda view: view["seq"] == table.table.seq)

            assert NAME in [message["table"] for message in room.of("ping")]
            assert len(room.of("attach")) > 1

    run(test())


def test_an_attach_that_came_too_late_is_told_that_another_took_over():
    def late(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        return [{"type": "detached", "table": NAME, "id": message["id"]}]

    async def test() -> None:
        async with FakeRoom(late) as room, ada(room) as player:
            with pytest.raises(TakenOver):
                await player.attach(NAME)

    run(test())


def test_a_second_device_takes_over_and_the_first_does_not_fight_for_the_seat():
    table = on_turn()

    async def test() -> None:
        async with room_of(table, lambda *_: []) as room, ada(room) as player:
            await player.attach(NAME)
            await room.push({"type": "detached", "table": NAME})
            with pytest.raises(TakenOver):
                await player.until(lambda _: False)
            room.sockets[-1].transport.abort()
            await room.until(lambda room: len(room.sockets) == 3)
            await player.sync()

            assert len(room.of("attach")) == 1
            await player.attach(NAME)
            assert await player.until(lambda _: True)

    run(test())


def test_whoever_waits_learns_that_the_token_was_refused_at_a_reconnection():
    table = on_turn()

    async def test() -> None:
        async with room_of(table, lambda *_: []) as room, ada(room) as player:
            await player.attach(NAME)
            room._turned_away.append(401)
            room.sockets[-1].transport.abort()
            with pytest.raises(NotAdmitted):
                await player.until(lambda _: False)

    run(test())


def test_a_lobby_request_is_repeated_under_the_same_request_id():
    def lost_at_first(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        if len(room.heard) == 1:
            raise Lost
        return [{"type": "seated", "id": message["id"], "table": NAME}]

    async def test() -> None:
        async with FakeRoom(lost_at_first) as room, ada(room) as player:
            assert await player.open("FIBUR", deals=4, ai="baseline") == NAME

            first, second = room.of("open_table")
            assert without_id(first) == without_id(second)

    run(test())


def test_the_bot_sees_what_the_seat_on_turn_may_see():
    table = on_turn()
    for _ in range(60):
        table.step()
        if table.over or table.table.phase is not Phase.PLAYING:
            break
        seat = table.table.deal.seat
        if seat not in table.table.persons[0].seats:
            continue
        seen, deal = seat_view(table.view("ada")), table.table.deal
        assert seen.hand == deal.hands[seat]
        assert seen.melds == deal.melds
        assert seen.pile == deal.pile
        assert (seen.taken, seen.barred, seen.last_turn) == (deal.taken, deal.barred, deal.last_turn)
        assert (seen.drew, seen.turn, seen.stock_left) == (deal.drew, deal.turn, deal.stock_left)


def test_the_bot_ends_when_the_match_does():
    table = on_turn(Level.BASELINE)

    def leaves(room: FakeRoom, socket: int, message: Message) -> list[Message]:
        table.expire()
        return [refusal(message, "wrong_phase")]

    async def test() -> None:
        async with room_of(table, leaves) as room, ada(room) as player:
            await player.attach(NAME)
            assert (await play_match(player))["phase"] == "void"

    run(test())
