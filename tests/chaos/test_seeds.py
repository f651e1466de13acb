"""Whole matches under chaos end right, whatever the seed."""

import pytest

from local.chaos.judging import judge
from local.chaos.match import plan, play
from local.chaos.settings import GENTLE, ROUGH, Chaos

MATCHES = 200


def check(seed: int) -> None:
    """Odd seeds are gentle, and the match is played to its end; even ones are rough, and it may be given up by the
    rules."""
    gentle = seed % 2 == 1
    rates, dawdling = (GENTLE, 0.0) if gentle else (ROUGH, 0.005)

    played = play(Chaos(seed, rates), plan(seed, dawdling))

    judge(played, to_the_end=gentle)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_whole_match(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("seed", [13])
def test_a_match_of_every_day(seed: int) -> None:
    check(seed)
