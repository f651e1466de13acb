"""What is due when: steps a fake clock from due event to due event, or follows the real one.

A source is anything with things to do at set instants: the queues, the
schedules, the limits of connections.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Final, Protocol

from local.clock import Clock, FakeClock
from local.work import Work

Job = Callable[[], object]
BUSIEST_INSTANT: Final = 10_000
"""Rounds allowed at one instant of a fake clock: beyond it something re-sends itself without delay."""


class Source(Protocol):
    """Something with jobs due at set instants."""

    def next_due(self) -> int | None:
        """The earliest instant (milliseconds) at which there is something to do."""
        ...

    def take_due(self, now: int) -> Sequence[Job]:
        """The jobs due at ``now`` or before; each is handed out once."""
        ...


class Timeline:
    """Runs the jobs of all sources on the workers as they fall due."""

    def __init__(
        self,
        clock: Clock,
        sources: Sequence[Source],
        workers: Executor,
        work: Work,
        settle: Callable[[], None],
    ) -> None:
        self._clock, self._sources, self._workers, self._work = clock, sources, workers, work
        self._settle = settle
        self._woken = threading.Condition()
        self._pokes = 0
        self._stopping = False
        self._ticker: threading.Thread | None = None

    def advance(self, milliseconds: int) -> None:
        """Move a fake clock on, stopping at each due instant until all that happens there has happened."""
        if not isinstance(self._clock, FakeClock):
            raise TypeError("only a fake clock can be advanced")
        self._settle()
        end = self._clock() + milliseconds
        rounds = 0
        while (due := self._next_due()) is not None and due <= end:
            rounds = rounds + 1 if due <= self._clock() else 0
            if rounds > BUSIEST_INSTANT:
                raise RuntimeError(f"{BUSIEST_INSTANT} rounds at one instant: something re-sends itself without delay")
            self._clock.set(max(due, self._clock()))
            for source in self._sources:
                for job in source.take_due(self._clock()):
                    self._submit(job)
                    self._settle()
        self._clock.set(end)

    def follow(self) -> None:
        """Start the ticker: a thread that runs what is due by wall time."""
        self._ticker = threading.Thread(target=self._tick, name="local-ticker", daemon=True)
        self._ticker.start()

    def poke(self) -> None:
        """Something new may be due; callable from any thread."""
        with self._woken:
            self._pokes += 1
            self._woken.notify_all()

    def stop(self) -> None:
        """End the ticker, if there is one."""
        self._stopping = True
        self.poke()
        if self._ticker is not None:
            self._ticker.join()

    def _next_due(self) -> int | None:
        return min((due for source in self._sources if (due := source.next_due()) is not None), default=None)

    def _submit(self, job: Job) -> None:
        def run() -> None:
            try:
                job()
            finally:
                self._work.end()

        self._work.begin()
        try:
            self._workers.submit(run)
        except RuntimeError:
            self._work.end()
            raise

    def _tick(self) -> None:
        while True:
            with self._woken:
                seen = self._pokes
            due, now = self._next_due(), self._clock()
            if due is not None and due <= now and not self._stopping:
                for source in self._sources:
                    for job in source.take_due(now):
                        self._submit(job)
                continue
            with self._woken:
                if self._stopping:
                    return
                wait = 60.0 if due is None else (due - now) / 1000
                if self._pokes == seen:
                    self._woken.wait(wait)
