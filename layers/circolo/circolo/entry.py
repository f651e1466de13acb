"""How a Lambda function starts: once, at its first event, from an environment and a clock."""

from collections.abc import Callable, Mapping
from os import environ
from typing import Any

from circolo.adapters.system import clock

Clock = Callable[[], int]
"""Gives now in UTC milliseconds."""
Handle = Callable[[Any, Any], Any]
"""Answers (event, context)."""
Start = Callable[[Mapping[str, str], Clock], Handle]
"""Builds everything a function needs; raises KeyError or ValueError if its environment is incomplete."""


class Entry:
    """A Lambda handler that starts itself lazily with the process's environment and the system's clock.

    ``start`` is kept within reach, so that another host can start the same function with
    an environment and a clock of its own.
    """

    def __init__(self, start: Start) -> None:
        self.start = start
        self._handle: Handle | None = None

    def __call__(self, event: Any, context: Any) -> Any:
        """Answer one event."""
        if self._handle is None:
            self._handle = self.start(environ, clock)
        return self._handle(event, context)
