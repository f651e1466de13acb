"""Stage throttling: a token bucket by the stack's clock."""

from local.clock import Clock


class Throttle:
    """Admits ``rate`` a second on average and ``burst`` at once; everything if ``rate`` is ``None``."""

    def __init__(self, rate: float | None, burst: float | None, clock: Clock) -> None:
        self._rate, self._clock = rate, clock
        self._most = self._tokens = burst or rate or 0.0
        self._filled = clock()

    def admits(self) -> bool:
        """Whether one more is admitted now; if so it is counted."""
        if self._rate is None:
            return True
        now = self._clock()
        self._tokens = min(self._most, self._tokens + (now - self._filled) / 1000 * self._rate)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
