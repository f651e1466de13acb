"""The machine's clock and the operating system's chance, for composition roots."""

import random
import time
from collections.abc import Callable
from secrets import SystemRandom

import msgspec

from circolo.cards import Randomness


def clock() -> int:
    """Now, UTC milliseconds."""
    return time.time_ns() // 1_000_000


class Machine(msgspec.Struct, frozen=True):
    """What a composition takes from the machine it runs on, besides its clock. A host that must repeat itself exactly
    gives its own."""

    randomness: Randomness = SystemRandom()
    """Decks, secrets and dealers; of the operating system: nothing can be predicted from what was seen."""
    chance: Callable[[], float] = random.random
    """From 0 up to 1; spreads the pauses between repetitions."""
    sleep: Callable[[float], None] = time.sleep
    """Takes seconds."""
    push_workers: int = 8
    """Pushes under way at once; with one, they are sent in order by the caller's thread."""
