"""Every change made to moto, which is pinned exactly. There is one.

**Patch 1, atomic operations.** moto has no lock: two threads in one operation
lose updates that were acknowledged, and a failing transaction restores a copy
of the whole table, undoing other threads' writes. One re-entrant lock round
``DynamoHandler.call_action`` makes each DynamoDB operation atomic, as it is in
the cloud.

``PATCHED`` holds a digest of the source of each function changed; a test fails
when it no longer matches, so that a newer moto is read before it is trusted.
"""

import hashlib
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from moto.core.responses import TYPE_RESPONSE
from moto.dynamodb.responses import DynamoHandler

PATCHED: Final[dict[Callable[..., Any], str]] = {
    DynamoHandler.call_action: "ce5f57cf83cde3400fa73a201929d18af92aaba2bb301d4d74609a1467b8daaf",
}
"""Each function patched, with the SHA-256 of its source as it was when the patch was written."""


def source_digest(function: Callable[..., Any]) -> str:
    """SHA-256 of a function's source, in hexadecimal."""
    return hashlib.sha256(inspect.getsource(function).encode()).hexdigest()


@contextmanager
def patched_moto() -> Iterator[None]:
    """Keep the patches in place for the length of the block."""
    unlocked = DynamoHandler.call_action
    lock = threading.RLock()

    def call_action(self: DynamoHandler) -> TYPE_RESPONSE:
        with lock:
            return unlocked(self)

    DynamoHandler.call_action = call_action  # type: ignore[method-assign]
    try:
        yield
    finally:
        DynamoHandler.call_action = unlocked  # type: ignore[method-assign]
