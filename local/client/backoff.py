"""How long to wait before trying again: exponential, capped, with full jitter."""

import msgspec


class Backoff(msgspec.Struct, frozen=True):
    """Waits of a random length between nothing and a limit that doubles with every failure.

    The whole length is random, so that thousands of clients cut off at once do not come back at once.
    `first` and `cap`: seconds.
    """

    first: float = 0.5
    cap: float = 30.0

    def limit(self, failures: int) -> float:
        """The longest wait after that many failures in a row, in seconds."""
        return min(self.cap, self.first * 2.0 ** min(failures, 32))

    def delay(self, failures: int, chance: float) -> float:
        """Seconds to wait; `chance` is drawn evenly from 0 to 1."""
        return chance * self.limit(failures)
