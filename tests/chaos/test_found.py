"""What chaos has found, as the seeds that found it."""

import pytest

from circolo.table.settings import Format
from local.chaos.judging import judge
from local.chaos.match import Plan, play
from local.chaos.settings import Chaos, Rates

PAIRS = Plan(format=Format.COPPIE, ai_seats=(1, 2), moves=6)


@pytest.mark.parametrize("seed", [0, 3])
def test_a_late_attach_of_a_dead_socket_takes_the_table_from_nobody(seed: int) -> None:
    """A person with one device was told that another had taken over: his own, by a message of a socket long closed."""
    judge(play(Chaos(seed, Rates(frame_late=0.3, frame_doubled=0.3, socket_closed=0.1)), PAIRS))


def test_two_copies_of_one_request_to_sit_are_both_accepted() -> None:
    """The copy that lost was told that its sender already sits."""
    judge(play(Chaos(9, Rates(frame_late=0.3, frame_doubled=0.3, socket_closed=0.1)), PAIRS))


@pytest.mark.slow
def test_a_client_whose_socket_was_let_go_by_mistake_hears_again() -> None:
    """It asked once a turn, always too late for its own, and so abandoned."""
    judge(play(Chaos(2, Rates(push_gone=0.2)), Plan()), to_the_end=True)
