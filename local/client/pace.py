"""Staying below the limit of messages per connection, instead of being refused for exceeding it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

BURST: Final = 38
"""Messages at once; the room admits 40."""
PER_SECOND: Final = 9.8
"""Messages a second in the long run; the room admits 10."""


class Pace:
    """A token bucket that makes a sender wait for his token. `now`: seconds of a clock that only runs forward."""

    def __init__(self, now: Callable[[], float], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._now, self._sleep = now, sleep
        self._tokens, self._at = float(BURST), now()

    async def turn(self) -> None:
        """Wait until one more message may be sent, and count it."""
        now = self._now()
        self._tokens = min(float(BURST), self._tokens + (now - self._at) * PER_SECOND) - 1
        self._at = now
        if self._tokens < 0:
            await self._sleep(-self._tokens / PER_SECOND)
