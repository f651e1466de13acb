"""What is under way: the count of invocations that have begun and not ended."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Work:
    """Counts what is under way, so that a test can wait for all of it."""

    def __init__(self) -> None:
        self._quiet = threading.Condition()
        self._under_way = 0

    def begin(self) -> None:
        """Something has been taken on; callable from any thread."""
        with self._quiet:
            self._under_way += 1

    def end(self) -> None:
        """What ``begin`` announced is over."""
        with self._quiet:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.notify_all()

    @contextmanager
    def one(self) -> Iterator[None]:
        """``begin`` and ``end`` round a block."""
        self.begin()
        try:
            yield
        finally:
            self.end()

    def settle(self, timeout: float) -> None:
        """Wait until nothing is under way. Raises ``TimeoutError`` after ``timeout`` seconds of wall time."""
        with self._quiet:
            if not self._quiet.wait_for(lambda: not self._under_way, timeout):
                raise TimeoutError(f"{self._under_way} invocation(s) still under way after {timeout} s")
