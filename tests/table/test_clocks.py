"""Deadlines: which one runs, what passes with it, what keeps its clock id."""

import pytest
from msgspec.structs import replace

from circolo.burraco.actions import Discard, Draw
from circolo.refusal import Code, Refusal
from circolo.table.deadlines import enforced_at, scheduled
from circolo.table.state import Abandon, Cause, DueKind, Phase
from tests.table.builders import ANNA, BRUNO, Played, against_ai, at_sheet, playing

SECOND = 1000
STOCK_RUNS_OUT = 17
"""A seed whose first deal is not closed before the stock ends."""


def test_a_turn_lasts_45_seconds() -> None:
    played = playing()

    assert (played.table.due.kind, played.table.due.at) == (DueKind.TURN, played.now + 45 * SECOND)


def test_moves_within_a_turn_keep_its_clock() -> None:
    played = playing()
    clock = played.table.due
    played.now += 10 * SECOND

    played.play(played.on_turn, Draw())

    assert played.table.due == clock


def test_the_next_turn_has_a_new_clock() -> None:
    played = playing()
    clock = played.table.due.clock
    played.now += 10 * SECOND
    turn = played.turn
    while played.turn == turn:
        played.baseline_move()

    assert played.table.due.clock > clock
    assert played.table.due.at == played.now + 45 * SECOND


def test_an_expired_turn_draws_from_the_stock_and_discards_one_card() -> None:
    played = playing()
    player = played.on_turn

    played.expire()

    acted = [(entry.by_clock, type(entry.action)) for entry in played.table.log]
    assert acted == [(True, Draw), (True, Discard)]
    assert played.on_turn != player


def test_an_expired_turn_only_discards_for_who_has_drawn() -> None:
    played = playing()
    played.play(played.on_turn, Draw())

    played.expire()

    acted = [(entry.by_clock, type(entry.action)) for entry in played.table.log]
    assert acted == [(False, Draw), (True, Discard)]


def test_two_expired_turns_in_a_row_are_an_abandonment() -> None:
    played = playing()
    player = played.table.person(played.on_turn)
    played.expire()
    _whole_turn(played)

    played.expire()

    assert played.table.phase is Phase.VOID
    assert played.table.abandonment == Abandon((player,), Cause.TURNS)


def test_a_turn_ended_in_time_resets_the_count() -> None:
    played = playing()
    played.expire()
    _whole_turn(played)
    _whole_turn(played)
    _whole_turn(played)

    played.expire()

    assert played.table.phase is Phase.PLAYING


def test_a_turn_that_the_clock_ends_does_not_reset_the_count() -> None:
    played = playing()
    played.expire()
    _whole_turn(played)
    played.play(played.on_turn, Draw())

    played.expire()

    assert played.table.phase is Phase.VOID


def test_an_action_for_a_turn_that_the_clock_has_ended_is_refused_as_expired() -> None:
    played = playing()
    player, turn = played.on_turn, played.turn
    played.expire()

    assert played.play(player, Draw(), turn=turn) == Refusal(Code.TURN_EXPIRED)


def test_an_action_for_the_second_expired_turn_is_refused_as_expired() -> None:
    played = playing()
    player = played.on_turn
    played.expire()
    _whole_turn(played)
    turn = played.turn
    played.expire()

    assert played.play(player, Draw(), turn=turn) == Refusal(Code.TURN_EXPIRED)


def test_a_turn_that_one_ended_himself_is_no_expired_turn() -> None:
    played = playing()
    player, turn = played.on_turn, played.turn
    _whole_turn(played)

    assert played.play(player, Draw(), turn=turn) == Refusal(Code.NOT_YOUR_TURN)


def test_the_sheet_waits_two_minutes_from_the_end_of_the_deal() -> None:
    played = at_sheet()
    due = played.table.due
    played.now += 30 * SECOND

    played.close_sheet(ANNA)

    assert due.kind is DueKind.SHEETS
    assert due.at == played.now + 90 * SECOND
    assert played.table.due == due


def test_the_next_deal_starts_five_seconds_after_the_last_has_closed_the_sheet() -> None:
    played = at_sheet()
    played.close_sheet(ANNA)
    played.now += 30 * SECOND

    played.close_sheet(BRUNO)

    assert (played.table.due.kind, played.table.due.at) == (DueKind.NEXT_DEAL, played.now + 5 * SECOND)


@pytest.mark.parametrize(("closes", "late"), [((), (0, 1)), ((ANNA,), (1,)), ((BRUNO,), (0,))])
def test_all_who_have_not_closed_the_sheet_abandon_in_the_same_instant(
    closes: tuple[str, ...], late: tuple[int, ...]
) -> None:
    played = at_sheet()
    for player in closes:
        played.close_sheet(player)

    played.expire()

    assert played.table.phase is Phase.VOID
    assert played.table.abandonment == Abandon(late, Cause.SHEET)


def test_the_sheet_binds_tables_against_the_ai_too() -> None:
    played = against_ai().until(lambda table: table.phase is Phase.SHEET)

    played.expire()

    assert played.table.abandonment == Abandon((0,), Cause.SHEET)


def test_a_table_against_the_ai_alone_has_no_turn_clock_and_waits_a_day() -> None:
    played = against_ai().until(lambda table: table.due.kind is DueKind.LEFT_ALONE)

    waits = played.table.due.at - played.now
    played.expire()

    assert waits == 24 * 60 * 60 * SECOND
    assert played.table.abandonment == Abandon((0,), Cause.ALONE)


def test_the_ai_plays_its_whole_turn_when_its_clock_comes() -> None:
    played = against_ai().until(lambda table: table.due.kind is DueKind.AI_TURN)
    turn = played.turn

    played.expire()

    assert played.turn == turn + 1 or played.table.phase is not Phase.PLAYING


def test_what_a_person_sent_in_time_is_given_two_seconds_to_arrive() -> None:
    played = playing()

    assert enforced_at(played.table.due) == played.table.due.at + 2 * SECOND


def test_what_the_game_does_by_itself_needs_no_grace() -> None:
    played = against_ai().until(lambda table: table.due.kind is DueKind.AI_TURN)

    assert enforced_at(played.table.due) == played.table.due.at


def test_leaving_in_play_is_an_abandonment() -> None:
    for played in (playing(), at_sheet()):
        played.leave(BRUNO)

        assert played.table.phase is Phase.VOID
        assert played.table.abandonment == Abandon((1,), Cause.LEFT)
        assert played.table.due is None


def test_the_first_recorded_abandonment_is_the_one() -> None:
    played = playing()
    played.leave(BRUNO)

    assert played.leave(ANNA) == Refusal(Code.WRONG_PHASE)
    assert played.table.abandonment.persons == (1,)


def test_time_may_run_backwards_between_two_commands() -> None:
    played = playing()
    played.now += 20 * SECOND
    played.play(played.on_turn, Draw())
    played.now -= 5 * SECOND

    played.expire()

    assert all(entry.wait >= 0 for entry in played.table.log)


def test_a_wait_longer_than_the_log_can_say_is_made_up_by_the_entries_that_follow() -> None:
    played = against_ai().until(lambda table: table.due.kind is DueKind.LEFT_ALONE)
    spent = sum(entry.wait for entry in played.table.log)
    played.now += 300 * SECOND

    played.baseline_move()
    played.baseline_move()

    assert sum(entry.wait for entry in played.table.log) - spent == 300


def _whole_turn(played: Played) -> None:
    turn = played.turn
    while played.turn == turn and played.table.phase is Phase.PLAYING:
        played.baseline_move()


def test_the_ai_may_seem_to_think_and_its_pause_is_a_deadline() -> None:
    played = against_ai().until(lambda table: table.due.kind is DueKind.AI_TURN)
    fresh = replace(played.table, due=None)

    paused = scheduled(fresh, fresh, played.now, ai_pause=3 * SECOND)

    assert (paused.due.kind, paused.due.at) == (DueKind.AI_TURN, played.now + 3 * SECOND)


def test_two_expired_turns_in_a_row_may_lie_in_two_deals() -> None:
    played = playing(deals=3, seed=STOCK_RUNS_OUT).until(lambda table: table.deal.last_turn)
    late = played.on_turn
    played.expire()
    assert played.table.phase is Phase.SHEET
    played.until(lambda table: table.phase is Phase.PLAYING)
    if played.on_turn != late:
        _whole_turn(played)

    played.expire()

    assert played.table.phase is Phase.VOID
    assert played.table.abandonment == Abandon((played.table.person(late),), Cause.TURNS)


def test_the_last_sheet_has_no_deadline() -> None:
    assert playing(deals=2).until(lambda table: table.phase is Phase.ENDED).table.due is None
