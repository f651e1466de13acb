"""The life of a table: its one table of transitions, opening, sitting, starting, ending."""

import itertools

import pytest

from circolo.refusal import Code, Refusal
from circolo.table.events import Closed, Dealt, Left, Sat
from circolo.table.settings import Level
from circolo.table.state import TRANSITIONS, Happening, IllegalTransition, Phase, moved
from tests.table.builders import ANNA, BRUNO, CARLA, Played, against_ai, at_sheet, ended, playing, settings


@pytest.mark.parametrize(("phase", "happening"), list(itertools.product(Phase, Happening)))
def test_every_transition_not_in_the_table_is_illegal(phase: Phase, happening: Happening) -> None:
    if (phase, happening) in TRANSITIONS:
        assert moved(phase, happening) is TRANSITIONS[phase, happening]
    else:
        with pytest.raises(IllegalTransition, match=f"{happening.name} in phase {phase.name}"):
            moved(phase, happening)


def test_nothing_leads_out_of_an_ended_void_or_closed_table() -> None:
    assert {phase for phase, _ in TRANSITIONS} == {Phase.WAITING, Phase.PLAYING, Phase.SHEET}


def test_who_opens_a_table_sits_at_it_and_it_waits() -> None:
    played = Played()

    assert played.table.phase is Phase.WAITING
    assert [person.id for person in played.table.persons] == [ANNA]


def test_the_last_seat_starts_the_match() -> None:
    played = Played()

    events = played.sit(BRUNO)

    assert isinstance(events, tuple)
    assert [type(event) for event in events] == [Sat, Dealt]
    assert played.table.phase is Phase.PLAYING
    assert played.number == 1


def test_a_table_against_the_ai_starts_at_once() -> None:
    played = against_ai()

    assert played.table.phase is Phase.PLAYING
    assert [person.is_ai for person in played.table.persons] == [False, True]


def test_the_first_dealer_is_drawn_and_the_deal_passes_clockwise() -> None:
    drawn = {playing(seed=seed).table.head.dealer for seed in range(20)}
    second = at_sheet(deals=2)
    first_dealer = second.table.head.dealer
    second.until(lambda table: table.phase is Phase.PLAYING)

    assert drawn == {0, 1}
    assert second.table.head.dealer == (first_dealer + 1) % 2


def test_the_player_left_of_the_dealer_begins() -> None:
    played = playing()

    assert played.table.game.turn(played.table.deal) == (0, (played.table.head.dealer + 1) % 2)


def test_leaving_before_the_start_is_free() -> None:
    played = Played()

    events = played.leave(ANNA)

    assert [type(event) for event in events] == [Left, Closed]
    assert played.table.phase is Phase.CLOSED


def test_a_table_that_waited_half_an_hour_closes() -> None:
    played = Played()

    opened_for = played.table.due.at - played.now
    played.expire()

    assert opened_for == 30 * 60 * 1000
    assert played.table.phase is Phase.CLOSED


def test_a_match_ends_after_its_deals() -> None:
    played = ended(deals=3)

    assert played.table.phase is Phase.ENDED
    assert len(played.table.scores) == 3
    assert played.table.due is None


@pytest.mark.parametrize("make", [playing, at_sheet, ended])
def test_nobody_sits_down_once_the_match_has_begun(make: object) -> None:
    played = make()

    decision = played.sit(CARLA)

    assert isinstance(decision, Refusal)
    assert decision.code in (Code.TABLE_FULL, Code.WRONG_PHASE)


def test_nobody_sits_down_twice() -> None:
    assert Played().sit(ANNA) == Refusal(Code.ALREADY_SEATED)


def test_a_table_by_invitation_takes_the_invited_alone() -> None:
    played = Played(settings(invited=(ANNA, BRUNO)))

    assert played.sit(CARLA) == Refusal(Code.NOT_INVITED)
    assert isinstance(played.sit(BRUNO), tuple)


@pytest.mark.parametrize("deals", [0, 1, 5])
def test_a_match_has_two_three_or_four_deals(deals: int) -> None:
    chosen = settings(deals=deals)

    refusal = Played().table.game.check(chosen)

    assert refusal is not None
    assert (refusal.code, refusal.field) == (Code.BAD_DEALS, "deals")


def test_no_invitations_where_the_ai_takes_the_last_seat() -> None:
    refusal = Played().table.game.check(settings(ai=Level.BASELINE, invited=(ANNA, BRUNO)))

    assert refusal is not None
    assert refusal.code is Code.BAD_SETTINGS
