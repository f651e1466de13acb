"""How often one connection may speak: a token bucket per connection, in the memory of one container.

The gateway's own throttling protects the stage; this protects the room from one client. Only a connection whose bucket
is empty costs a write: its strikes are counted, and after the last one it is closed with a reason.
"""

from collections import OrderedDict
from threading import Lock
from typing import Final

import msgspec

BURST: Final = 40
"""Messages at once."""
PER_SECOND: Final = 10
STRIKES: Final = 3
"""Empty buckets after which a connection is closed."""
REMEMBERED: Final = 2000
"""Connections one container keeps in mind, the latest ones."""


class Bucket(msgspec.Struct):
    """What one connection may still send."""

    tokens: float
    at: int
    """UTC milliseconds of the last message."""
    warned: bool = False
    """The empty bucket has been counted as a strike already."""


class Limits:
    """The buckets of one container. A host may run several messages of it at once."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = Lock()

    def admits(self, connection: str, now: int) -> bool:
        """Whether one more message of this connection is within its limit; takes a token if so."""
        with self._lock:
            bucket = self._bucket(connection, now)
            passed = max(0, now - bucket.at)
            bucket.tokens = min(float(BURST), bucket.tokens + passed * PER_SECOND / 1000)
            bucket.at = max(bucket.at, now)
            if bucket.tokens < 1:
                return False
            bucket.tokens -= 1
            bucket.warned = False
            return True

    def first_excess(self, connection: str) -> bool:
        """True once per emptied bucket, until a message is admitted again: only then is anything written or sent."""
        with self._lock:
            bucket = self._buckets.get(connection)
            if bucket is None or bucket.warned:
                return False
            bucket.warned = True
            return True

    def forget(self, connection: str) -> None:
        """A connection that was closed."""
        with self._lock:
            self._buckets.pop(connection, None)

    def _bucket(self, connection: str, now: int) -> Bucket:
        if connection not in self._buckets:
            self._buckets[connection] = Bucket(float(BURST), now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(connection)
        return self._buckets[connection]
