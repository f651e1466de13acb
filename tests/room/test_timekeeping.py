"""Clocks that come twice, late, early or never."""

import pytest

from circolo.room.ports import Busy, Stored
from circolo.room.timekeeping import Swept, fire, sweep
from circolo.table.state import DueKind, Phase
from tests.room.fakes import NOON, World, player

SECOND = 1000


def test_a_turn_expires_two_seconds_after_its_deadline_and_not_before() -> None:
    world = World()
    name = world.match("anna", "bruno")
    due = world.table(name).due

    world.now = due.at + 2 * SECOND - 1
    early = fire(world.house, name, due.clock)
    world.now += 1
    due_now = fire(world.house, name, due.clock)

    assert (early, due_now) == ("early", "turn")


def test_an_early_clock_message_is_sent_again_with_the_rest() -> None:
    world = World()
    name = world.match("anna", "bruno")
    due = world.table(name).due
    world.clocks.messages.clear()

    fire(world.house, name, due.clock)

    assert world.clocks.messages == [(name, due.clock, due.at + 2 * SECOND)]


def test_a_doubled_clock_message_has_no_effect() -> None:
    world = World()
    name = world.match("anna", "bruno")
    due = world.table(name).due
    world.now = due.at + 2 * SECOND
    fire(world.house, name, due.clock)
    version = world.version(name)

    assert fire(world.house, name, due.clock) == "stale"
    assert world.version(name) == version


def test_a_clock_message_of_a_turn_played_in_time_has_no_effect() -> None:
    world = World()
    name = world.match("anna", "bruno")
    due = world.table(name).due
    world.draw_and_discard(name)
    version = world.version(name)
    world.now = due.at + 2 * SECOND

    assert fire(world.house, name, due.clock) == "stale"
    assert world.version(name) == version


def test_a_clock_of_a_table_that_is_gone_is_dropped() -> None:
    assert fire(World().house, "b" * 20, 1) == "stale"


def test_one_queue_message_per_deadline() -> None:
    world = World()
    name = world.match("anna", "bruno")
    before = len(world.clocks.messages)
    card = world.say(world.on_turn(name), world.move(name, "draw"))[0]["events"][0]["card"]
    in_turn = len(world.clocks.messages)
    world.say(world.on_turn(name), world.move(name, "discard", card=card))

    assert in_turn == before
    assert len(world.clocks.messages) == before + 1


def test_the_sweep_alone_ends_every_stuck_turn_within_three_minutes() -> None:
    world = World()
    world.clocks.lost = True
    name = world.match("anna", "bruno")
    lateness = []
    for _ in range(12):
        table = world.table(name)
        if table.due is None:
            break
        while world.table(name).due == table.due:
            world.now += 60 * SECOND
            world.sweep()
        lateness.append(world.now - table.due.at)

    assert world.table(name).phase is Phase.VOID
    assert max(lateness) <= 180 * SECOND


def test_the_sweep_closes_a_table_that_waited_half_an_hour() -> None:
    world = World()
    name = world.match("anna")
    for _ in range(33):
        world.now += 60 * SECOND
        world.sweep()

    assert world.table(name).phase is Phase.CLOSED
    assert world.players.seats == {}
    assert world.tables.cards == {}


def test_the_sweep_ends_a_table_against_the_ai_that_was_left_for_a_day() -> None:
    world = World()
    name = world.match("anna", ai="baseline")
    world.deliver()
    hours = 0.0
    while world.table(name).phase is not Phase.VOID:
        world.now += 10 * 60 * SECOND
        world.sweep()
        hours += 1 / 6

    assert 24 <= hours <= 24.5


def test_a_healthy_table_met_by_the_sweep_is_moved_on() -> None:
    world = World()
    name = world.match("anna", ai="baseline")
    world.deliver()
    record = world.tables.items[name].record
    world.now += 130 * SECOND

    assert world.sweep() == 0
    assert world.tables.items[name].record == record
    assert world.tables.items[name].check_at == world.table(name).due.at


def test_a_move_decided_while_the_sweep_moves_a_table_on_is_decided_again() -> None:
    world = World()
    name = world.match("anna", ai="baseline")
    world.deliver()
    world.now += 130 * SECOND
    world.say("anna", world.move(name, "draw"))
    drawn = world.heard("anna")[-1]["events"][0]["card"]
    world.tables.before_write = world.sweep

    world.say("anna", world.move(name, "discard", card=drawn))

    due, check_at = world.table(name).due, world.tables.items[name].check_at
    assert due.kind is DueKind.AI_TURN
    assert due.at <= check_at <= due.at + 120 * SECOND


def test_a_table_out_of_the_queues_reach_is_sweep_looks_at_when_its_deadline_passes() -> None:
    world = World()
    name = world.match("anna")

    assert world.tables.items[name].check_at == world.table(name).due.at


def test_a_table_stands_in_the_index_between_its_deadline_and_two_minutes_later() -> None:
    world = World()
    name = world.match("anna", "bruno")
    for _ in range(60):
        table, stored = world.table(name), world.tables.items[name]
        if table.phase is not Phase.PLAYING:
            break
        assert table.due.at <= stored.check_at <= table.due.at + 120 * SECOND
        world.now += 7 * SECOND
        world.draw_and_discard(name)


def test_almost_no_move_pays_for_the_index() -> None:
    world = World()
    name = world.match("anna", "bruno")
    written = world.tables.index_writes
    moves = 0
    while moves < 60 and world.table(name).phase is Phase.PLAYING:
        world.now += 5 * SECOND
        world.draw_and_discard(name)
        moves += 2

    assert (world.tables.index_writes - written) / moves < 0.05


def test_a_finished_table_leaves_the_index() -> None:
    world = World()
    name = world.match("anna", "bruno")

    world.say("anna", {"type": "leave", "table": name, "n": 1})

    assert world.tables.items[name].check_at is None
    assert world.tables.ended == {name: "played"}


def test_anybodys_ping_fires_what_is_overdue() -> None:
    world = World()
    name = world.match("anna", "bruno")
    waiting = "bruno" if world.on_turn(name) == "anna" else "anna"
    world.now = world.table(name).due.at + 2 * SECOND

    answer = world.say(waiting, {"type": "ping", "table": name})

    assert answer[-1]["seq"] == 3
    assert [entry.by_clock for entry in world.table(name).log] == [True, True]


def test_a_ping_before_the_deadline_fires_nothing() -> None:
    world = World()
    name = world.match("anna", "bruno")
    world.now = world.table(name).due.at + 1 * SECOND

    assert world.say("anna", {"type": "ping", "table": name})[-1]["seq"] == 1


def test_a_move_sent_in_time_counts_however_late_it_is_handled() -> None:
    world = World()
    name = world.match("anna", "bruno")
    due, mover, move = world.table(name).due, world.on_turn(name), world.move(name, "draw")
    world.now = due.at + 1 * SECOND

    heard = world.say(mover, move, sent_at=due.at)

    assert heard[0]["accepted"] == 1


def test_a_move_sent_after_the_deadline_lets_the_deadline_act_first() -> None:
    world = World()
    name = world.match("anna", "bruno")
    due, mover, move = world.table(name).due, world.on_turn(name), world.move(name, "draw")
    world.now = due.at + 1

    heard = world.say(mover, move)

    assert [frame["type"] for frame in heard] == ["events", "refused"]
    assert heard[1]["code"] == "turn_expired"
    assert [event["by_clock"] for event in heard[0]["events"]] == [True, True]


def test_the_other_persons_command_does_not_cut_short_what_is_still_on_its_way() -> None:
    world = World()
    name = world.match("anna", "bruno")
    due, mover = world.table(name).due, world.on_turn(name)
    waiting = "bruno" if mover == "anna" else "anna"
    world.now = due.at + 1 * SECOND

    world.say(waiting, world.move(name, "draw", who=waiting))

    assert world.table(name).due == due


def test_the_next_deal_starts_by_its_clock() -> None:
    world = World()
    name = sheet(world)
    for who in ("anna", "bruno"):
        close_sheet(world, name, who, world.now)
    assert world.table(name).due.kind is DueKind.NEXT_DEAL

    world.now += 5 * SECOND
    outcomes = world.deliver()

    assert "next_deal" in outcomes
    assert world.table(name).head.number == 2


def test_one_table_that_cannot_be_read_does_not_keep_the_sweep_from_the_others() -> None:
    world = World()
    good = world.match("anna", "bruno")
    world.tables.items["broken"] = Stored("broken", 1, b"\xff", world.now, {})
    world.tables.items = dict(sorted(world.tables.items.items(), reverse=True))
    world.now += 200 * SECOND

    assert sweep(world.house, 0) == Swept(passed=1, failed=1)
    assert world.table(good).log


def test_a_hundred_tables_that_cannot_be_read_keep_no_other_waiting() -> None:
    world = World()
    good = world.match("anna", "bruno")
    for number in range(150):
        world.tables.items[f"broken{number}"] = Stored(f"broken{number}", 1, b"\xff", world.now, {})
    world.now += 200 * SECOND
    for _ in range(3):
        sweep(world.house, 0)
        world.now += 60 * SECOND

    assert world.table(good).log


def test_the_same_sweep_delivered_twice_acts_once() -> None:
    world = World()
    world.clocks.lost = True
    name = world.match("anna", "bruno")
    world.now += 200 * SECOND
    world.sweep()
    version = world.version(name)

    assert world.sweep() == 0
    assert world.version(name) == version


def sheet(world: World) -> str:
    """A match whose first deal is over."""
    name = world.match("anna", "bruno")
    while world.table(name).phase is Phase.PLAYING:
        world.now += 3 * SECOND
        world.draw_and_discard(name)
    return name


def close_sheet(world: World, name: str, who: str, sent_at: int) -> dict[str, object]:
    table = world.table(name)
    number = table.persons[table.person(player(who))].last + 1
    return world.say(who, {"type": "close_sheet", "table": name, "n": number, "deal": 1}, sent_at=sent_at)[-1]


def test_one_persons_late_sheet_does_not_condemn_who_was_in_time() -> None:
    world = World()
    name = sheet(world)
    due = world.table(name).due
    world.now = due.at + 500

    late = close_sheet(world, name, "anna", due.at + 1)
    in_time = close_sheet(world, name, "bruno", due.at - 100)
    world.now = due.at + 2 * SECOND
    world.deliver()

    assert late["code"] == "sheet_expired"
    assert in_time["type"] == "events"
    assert world.table(name).abandonment.persons == (0,)


def test_who_alone_is_late_with_his_sheet_has_abandoned_at_once() -> None:
    world = World()
    name = sheet(world)
    due = world.table(name).due
    close_sheet(world, name, "bruno", due.at - 100)
    world.now = due.at + 500

    late = close_sheet(world, name, "anna", due.at + 1)

    assert late["code"] == "sheet_expired"
    assert world.table(name).abandonment.persons == (0,)


def test_a_gateway_clock_ahead_of_ours_expires_nothing() -> None:
    world = World()
    name = world.match("anna", "bruno")

    heard = world.say(world.on_turn(name), world.move(name, "draw"), sent_at=world.now + 500 * SECOND)

    assert heard[0]["accepted"] == 1
    assert world.table(name).phase is Phase.PLAYING


def test_a_table_that_cannot_even_be_postponed_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    good = world.match("anna", "bruno")
    world.tables.items["broken"] = Stored("broken", 1, b"\xff", NOON, {})
    world.now += 200 * SECOND

    def busy(*_: object) -> None:
        raise Busy

    monkeypatch.setattr(world.tables, "postpone", busy)

    assert sweep(world.house, 0) == Swept(passed=1, failed=1)
    assert world.table(good).log
