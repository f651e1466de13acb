"""The machine's clock and the operating system's chance, for composition roots."""

from secrets import SystemRandom
from time import time_ns

from circolo.cards import Randomness


def clock() -> int:
    """Now, UTC milliseconds."""
    return time_ns() // 1_000_000


def randomness() -> Randomness:
    """Chance from the operating system: nothing can be predicted from what was seen."""
    return SystemRandom()
