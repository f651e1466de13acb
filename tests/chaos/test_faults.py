"""Each fault alone: it strikes, and the match is nevertheless what it should be."""

import pytest

from circolo.table.settings import Format
from local.chaos.judging import judge
from local.chaos.match import Plan, play
from local.chaos.settings import FAULTS, Chaos, Rates

OFTEN = {
    "frame_doubled": 0.5,
    "frame_late": 0.3,
    "clock_doubled": 0.8,
    "clock_late": 0.5,
    "clock_lost": 0.5,
    "push_lost": 0.05,
    "push_gone": 0.05,
    "killed_before_save": 0.05,
    "killed_before_push": 0.05,
    "killed": 0.02,
    "throttled": 0.2,
    "conflict": 0.2,
    "failed": 0.1,
    "answer_lost": 0.1,
    "socket_closed": 0.05,
    "second_device": 0.1,
}
SHORT = Plan(ai_seats=(1, 2), format=Format.COPPIE, moves=12)
"""Two people, each with a partner who is the game's own; one leaves after a few turns."""


def test_every_fault_is_tried() -> None:
    assert {*OFTEN, "disconnect_lost", "disconnect_late"} == set(FAULTS)


@pytest.mark.parametrize("fault", OFTEN)
def test_a_match_survives(fault: str) -> None:
    played = play(Chaos(1, Rates.only(fault, OFTEN[fault])), SHORT)

    assert played.struck[fault] > 0
    judge(played)


@pytest.mark.parametrize("fault", ["disconnect_lost", "disconnect_late"])
def test_a_match_survives_what_is_told_too_late_of_a_closed_socket(fault: str) -> None:
    played = play(Chaos(1, Rates(socket_closed=0.1, **{fault: 1.0})), SHORT)

    assert played.struck[fault] > 0
    judge(played)
