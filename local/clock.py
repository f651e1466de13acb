"""The two clocks of the local stack. A clock is a callable giving milliseconds since 1970, UTC."""

import time
from typing import Final, Protocol

NOON: Final = 1_796_126_400_000
"""Where a fake clock starts unless told: 2026-12-01 12:00:00 UTC."""


class Clock(Protocol):
    """What time it is, in milliseconds since 1970, UTC."""

    def __call__(self) -> int:
        """The present instant."""
        ...


class RealClock:
    """Wall time: what is due happens by itself."""

    def __call__(self) -> int:
        """The present instant."""
        return time.time_ns() // 1_000_000


class FakeClock:
    """Time that stands still until ``Stack.advance`` moves it."""

    def __init__(self, start: int = NOON) -> None:
        self._now = start

    def __call__(self) -> int:
        """The present instant."""
        return self._now

    def set(self, instant: int) -> None:
        """Move to ``instant`` (milliseconds). Raises ``ValueError`` if that is in the past."""
        if instant < self._now:
            raise ValueError(f"time does not go back: {instant} < {self._now}")
        self._now = instant
