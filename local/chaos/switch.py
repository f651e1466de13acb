"""Invocations that run one at a time and change places only where they park.

Each runs in a thread of its own, because the functions are ordinary blocking code; but while one runs, the loop and all
other threads stand still. At `park` it hands back to the loop and goes on when the loop's time has come for it.
"""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from local.chaos.faults import Killed

T = TypeVar("T")


class _Hand:
    """A thread that runs one job after another."""

    def __init__(self) -> None:
        self.go = threading.Lock()
        self.go.acquire()
        self.job: Callable[[], None] | None = None
        self.over = False


class Switch:
    """Runs blocking jobs within a virtual loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._back = threading.Lock()
        self._back.acquire()
        self._idle: list[_Hand] = []
        self._all: list[_Hand] = []
        self._mine = threading.local()
        self._ending = False
        self.under_way = 0

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job, from one park to the next, and give its result. Raises what it raises."""
        ended: asyncio.Future[T] = self._loop.create_future()

        def finished() -> None:
            try:
                value = job()
            except BaseException as error:
                if not ended.cancelled():
                    ended.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))
            else:
                if not ended.cancelled():
                    ended.set_result(value)

        hand = self._idle.pop() if self._idle else self._hired()
        hand.job = finished
        self.under_way += 1
        self._resume(hand)
        return await ended

    def park(self, seconds: float) -> None:
        """Within a job: let others go on, and go on oneself after that time."""
        hand: _Hand = self._mine.hand
        if not self._ending:
            self._loop.call_later(seconds, self._resume, hand)
        self._back.release()
        hand.go.acquire()
        if self._ending:
            raise Killed("at the end of the run")

    def close(self) -> None:
        """End every thread; jobs still under way are killed where they are parked."""
        self._ending = True
        for hand in self._all:
            while not hand.over:
                self._resume(hand)

    def _hired(self) -> _Hand:
        hand = _Hand()
        self._all.append(hand)
        threading.Thread(target=self._work, args=[hand], name="chaos-hand", daemon=True).start()
        return hand

    def _resume(self, hand: _Hand) -> None:
        hand.go.release()
        self._back.acquire()

    def _work(self, hand: _Hand) -> None:
        self._mine.hand = hand
        while True:
            hand.go.acquire()
            if hand.job is None:
                hand.over = True
                self._back.release()
                return
            hand.job()
            self.under_way -= 1
            self._idle.append(hand)
            hand.job = None
            self._back.release()
