"""An event loop on virtual time: nothing waits, the clock steps to the next thing that is due.

One thread runs everything, callbacks in the order they fall due, so that a program without chance of its own does
exactly the same every time.
"""

import asyncio
from typing import Any

from local.clock import FakeClock


class NothingLeft(RuntimeError):
    """Everybody waits for something that will never happen."""


class VirtualLoop(asyncio.BaseEventLoop):
    """asyncio's own loop with a clock instead of sockets; `clock` follows its time."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__()
        self._clock, self._start, self._seconds = clock, clock(), 0.0
        self._clock_resolution = 1e-6
        self._selector = self

    def time(self) -> float:
        """Seconds since the loop was made."""
        return self._seconds

    def select(self, timeout: float | None) -> list[Any]:
        """In place of waiting for a socket: the time passes at once. Raises NothingLeft."""
        if timeout is None:
            raise NothingLeft("nothing is due any more")
        if timeout:
            self._seconds += timeout
            self._clock.set(self._start + int(self._seconds * 1000))
        return []

    def _process_events(self, _: list[Any]) -> None:
        """There are none: everything is a callback."""

    def _write_to_self(self) -> None:
        """The loop never waits, so it need not be woken."""
