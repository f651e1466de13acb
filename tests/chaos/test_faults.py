"""Each fault alone: it strikes, and the match is nevertheless what it should be."""

import pytest

from local.chaos.judging import judge
from local.chaos.match import Plan, play
from local.chaos.settings import FAULTS, Chaos, Rates

OFTEN = {
    "frame_doubled": 0.5,
    "frame_late": 0.3,
    "clock_doubled": 0.8,
    "clock_late": 1.0,
    "clock_lost": 0.8,
    "push_lost": 0.2,
    "push_gone": 0.2,
    "killed_before_save": 0.1,
    "killed_before_push": 0.1,
    "killed": 0.05,
    "throttled": 0.2,
    "conflict": 0.2,
    "failed": 0.1,
    "answer_lost": 0.1,
    "socket_closed": 0.2,
    "second_device": 0.4,
}
SHORT = Plan(moves=5)
"""Two people, one of whom leaves after a turn or two."""


def test_every_fault_is_tried() -> None:
    assert {*OFTEN, "disconnect_lost", "disconnect_late"} == set(FAULTS)


@pytest.mark.parametrize("fault", OFTEN)
def test_a_match_survives(fault: str) -> None:
    played = play(Chaos(1, Rates.only(fault, OFTEN[fault])), SHORT)

    assert played.struck[fault] > 0
    judge(played)


@pytest.mark.parametrize("fault", ["disconnect_lost", "disconnect_late"])
def test_a_match_survives_what_is_told_too_late_of_a_closed_socket(fault: str) -> None:
    played = play(Chaos(1, Rates(socket_closed=0.2, **{fault: 1.0})), SHORT)

    assert played.struck[fault] > 0
    judge(played)
