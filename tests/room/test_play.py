"""A command's way through the room: one read, one write, then the pushes; and what happens when any of it fails."""

import json

import pytest

from circolo.burraco.actions import Discard
from circolo.cards import NOTATION
from circolo.room.ports import Busy
from circolo.room.timekeeping import fire
from circolo.table.state import Phase
from tests.room.fakes import Killed, World, player


def test_a_move_is_one_read_and_one_write_and_one_message_each() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover, move = world.on_turn(name), world.move(name, "draw")
    reads, writes, sent = world.tables.reads, world.tables.writes, len(world.sockets.sent)

    world.say(mover, move)

    assert world.tables.reads - reads == 1
    assert world.tables.writes - writes == 1
    assert len(world.sockets.sent) - sent == 2


def test_the_mover_hears_that_he_was_accepted_with_the_events() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover = world.on_turn(name)

    heard = world.say(mover, world.move(name, "draw", id="q1"))

    assert [(frame["type"], frame["accepted"], frame["id"]) for frame in heard] == [("events", 1, "q1")]


def test_the_other_hears_the_events_without_the_card() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover = world.on_turn(name)
    other = "bruno" if mover == "anna" else "anna"

    own = world.say(mover, world.move(name, "draw"))[-1]["events"][0]
    seen = world.heard(other)[-1]["events"][0]

    assert "card" in own
    assert "card" not in seen
    assert "accepted" not in world.heard(other)[-1]


def test_a_refused_move_leaves_state_and_version_untouched() -> None:
    world = World()
    name = world.match("anna", "bruno")
    record, version, others = world.tables.items[name].record, world.version(name), len(world.sockets.sent)

    heard = world.say(world.on_turn(name), world.move(name, "discard", card="AS"))

    assert [(frame["type"], frame["code"]) for frame in heard] == [("refused", "must_draw")]
    assert (world.tables.items[name].record, world.version(name)) == (record, version)
    assert len(world.sockets.sent) - others == 1


def test_two_commands_on_one_version_exactly_one_wins_and_the_other_is_decided_again() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover = world.on_turn(name)
    draw, take = world.move(name, "draw"), world.move(name, "take")
    world.tables.before_write = lambda: world.say(mover, draw)

    heard = world.say(mover, take)

    codes = [frame["code"] for frame in heard if frame["type"] == "refused"]
    assert codes == ["number_reused"]
    assert world.table(name).seq == 2


def test_a_rival_clock_and_a_move_on_one_version_exactly_one_wins() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover, move = world.on_turn(name), world.move(name, "draw")
    due = world.table(name).due
    sent_at = due.at
    world.now = due.at + 2000
    world.tables.before_write = lambda: fire(world.house, name, due.clock)

    heard = world.say(mover, move, sent_at=sent_at)

    assert [frame["code"] for frame in heard if frame["type"] == "refused"] == ["turn_expired"]
    assert [entry.by_clock for entry in world.table(name).log] == [True, True]


def test_a_race_lost_for_ever_ends_in_a_refusal_to_try_later() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover, move = world.on_turn(name), world.move(name, "draw")

    def always() -> None:
        world.tables.items[name] = type(world.tables.items[name])(
            name, world.version(name) + 1, world.tables.items[name].record, None, {}
        )
        world.tables.before_write = always

    world.tables.before_write = always

    heard = world.say(mover, move)

    assert [frame["code"] for frame in heard] == ["busy"]


def test_killed_between_save_and_push_the_client_repairs_itself_by_sync() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover, move = world.on_turn(name), world.move(name, "draw")
    world.sockets.failing = True
    with pytest.raises(Killed):
        world.say(mover, move)
    world.sockets.failing = False

    repeated = world.say(mover, move)
    repaired = world.say(mover, {"type": "sync", "table": name, "since": 1})

    assert [(frame["type"], frame["seq"]) for frame in repeated] == [("accepted", 2)]
    assert [event["event"] for event in repaired[0]["events"]] == ["drew"]
    assert world.table(name).seq == 2


def test_killed_before_the_save_nothing_has_happened() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover, move = world.on_turn(name), world.move(name, "draw")

    def die() -> None:
        raise Killed

    world.tables.before_write = die
    with pytest.raises(Killed):
        world.say(mover, move)

    heard = world.say(mover, move)

    assert heard[0]["accepted"] == 1
    assert world.table(name).seq == 2


def test_sync_gives_exactly_the_missing_events() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover = world.on_turn(name)
    world.say(mover, world.move(name, "draw"))
    card = world.heard(mover)[-1]["events"][0]["card"]
    world.say(mover, world.move(name, "discard", card=card))

    since = [
        [event["seq"] for event in world.say(mover, {"type": "sync", "table": name, "since": since})[0]["events"]]
        for since in (1, 2, 3)
    ]

    assert since == [[2, 3], [3], []]


@pytest.mark.parametrize("since", [None, 0, 4, 999_999])
def test_sync_gives_the_whole_view_where_the_log_cannot_help(since: int | None) -> None:
    world = World()
    name = world.match("anna", "bruno")
    asked = {"type": "sync", "table": name} | ({} if since is None else {"since": since})

    assert world.say("anna", asked)[0]["type"] == "view"


def test_ping_tells_where_the_table_stands() -> None:
    world = World()
    name = world.match("anna", "bruno")

    assert world.say("anna", {"type": "ping", "table": name})[0]["seq"] == 1
    assert world.say("anna", {"type": "ping"})[0] == {"type": "pong", "now": world.now}


def test_strangers_learn_nothing_of_a_table() -> None:
    world = World()
    name = world.match("anna", "bruno")
    asked = [{"type": kind, "table": name} for kind in ("ping", "sync", "attach")]

    codes = [world.say("carla", frame)[0]["code"] for frame in asked]

    assert codes == ["not_seated"] * 3


def test_a_table_that_is_not_there_is_said_so_and_none_is_made() -> None:
    world = World()
    world.say("anna", {"type": "claim_nickname", "nickname": "anna"})
    unknown = "a" * 20
    asked = [
        {"type": "attach", "table": unknown},
        {"type": "sync", "table": unknown},
        {"type": "ping", "table": unknown},
        {"type": "draw", "table": unknown, "n": 1, "deal": 1, "turn": 0},
        {"type": "sit", "table": unknown, "request": "request-1"},
    ]

    codes = [world.say("anna", frame)[0]["code"] for frame in asked]

    assert codes == ["table_not_found"] * 5
    assert world.tables.items == {}


def test_a_match_against_the_ai_runs_by_clock_messages_alone() -> None:
    world = World()
    name = world.match("anna", ai="baseline")
    for _ in range(3000):
        table = world.table(name)
        if table.phase is Phase.ENDED:
            break
        if table.phase is Phase.SHEET:
            n = table.persons[0].last + 1
            world.say("anna", {"type": "close_sheet", "table": name, "n": n, "deal": table.head.number})
            world.now += 5000
        world.now += 1000
        world.limits = type(world.limits)()
        if not world.deliver() and table.phase is Phase.PLAYING:
            forced = table.game.forced(table.deal)
            world.say("anna", written(world, name, forced[0]))

    result = world.heard("anna")[-1]["events"][-1]["over"]["result"]
    assert world.table(name).phase is Phase.ENDED
    assert sum(result["vp"]) == 20
    assert world.players.seats == {}


def written(world: World, name: str, action: object) -> dict[str, object]:
    """The message of a draw or a discard."""
    if isinstance(action, Discard):
        return world.move(name, "discard", card=NOTATION[action.card])
    return world.move(name, "draw")


def test_a_seat_is_released_with_the_move_that_ends_the_match() -> None:
    world = World()
    name = world.match("anna", "bruno")
    assert set(world.players.seats) == {player("anna"), player("bruno")}

    world.say("bruno", {"type": "leave", "table": name, "n": 1})

    assert world.table(name).phase is Phase.VOID
    assert world.players.seats == {}
    assert (name, 1) in world.tables.histories


def test_the_seventh_card_of_a_meld_is_told_with_the_kind_of_burraco() -> None:
    world = World()
    told = []
    for seed in range(6):
        world = World(seed=seed)
        name = world.match("anna", ai="baseline")
        for _ in range(150):
            if world.table(name).phase is not Phase.PLAYING:
                break
            world.now += 1000
            if not world.deliver():
                forced = world.table(name).game.forced(world.table(name).deal)
                world.say("anna", written(world, name, forced[0]))
        events = [event for frame in world.heard("anna") if frame["type"] == "events" for event in frame["events"]]
        told += [event["stands"] for event in events if event["event"] in ("melded", "laid")]

    assert {len(meld["cards"]) >= 7 for meld in told if meld["kind"]} == {True}
    assert {meld["kind"] for meld in told if len(meld["cards"]) < 7} == {None}


def test_a_turn_played_by_the_clock_does_not_take_the_seat_away() -> None:
    world = World()
    name = world.match("anna", "bruno")
    absent, due = world.on_turn(name), world.table(name).due
    world.now = due.at + 2000
    world.deliver()
    other = world.on_turn(name)
    card = world.say(other, world.move(name, "draw"))[0]["events"][0]["card"]
    world.say(other, world.move(name, "discard", card=card))

    back = world.say(absent, {"type": "attach", "table": name})[-1]
    moved = world.say(absent, world.move(name, "draw"))[0]

    assert back["type"] == "view"
    assert moved["accepted"] == 1
    assert [entry.by_clock for entry in world.table(name).log][-1] is False


def test_no_frame_of_a_long_deal_is_over_32_kilobytes() -> None:
    world = World()
    name = world.match("anna", "bruno")
    while world.table(name).phase is Phase.PLAYING:
        world.now += 3000
        world.draw_and_discard(name)
    world.say("anna", {"type": "attach", "table": name})
    world.say("anna", {"type": "sync", "table": name, "since": 1})

    assert max(len(json.dumps(frame)) for frame in world.heard("anna")) < 32 * 1024


def test_a_store_too_busy_to_let_a_dead_socket_go_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover = world.on_turn(name)
    card = world.say(mover, world.move(name, "draw"))[0]["events"][0]["card"]
    world.sockets.gone = {"bruno-table" if mover == "anna" else "anna-table"}
    monkeypatch.setattr(world.tables, "detach", busy)

    heard = world.say(mover, world.move(name, "discard", card=card))

    assert [frame["type"] for frame in heard] == ["events"]
    assert world.clocks.messages[-1][1] == world.table(name).due.clock


def test_what_must_be_read_to_tell_is_read_before_the_write(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    name = world.match("anna")
    world.say("bruno", {"type": "claim_nickname", "nickname": "bruno"})
    monkeypatch.setattr(world.players, "nicknames", busy)
    sit = {"type": "sit", "table": name, "request": "request-1"}

    refused = world.say("bruno", sit)[-1]
    monkeypatch.undo()
    seated = world.say("bruno", sit)[-1]

    assert refused["code"] == "busy"
    assert seated["type"] == "seated"
    assert world.clocks.messages[-1][1] == world.table(name).due.clock


def busy(*_: object) -> None:
    raise Busy
