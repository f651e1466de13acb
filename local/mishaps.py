"""What may happen to a client's message and to the end of a connection on their way to the functions."""

from collections.abc import Sequence
from typing import Protocol


class Mishaps(Protocol):
    """Asked once for every occasion."""

    def frames(self) -> Sequence[float]:
        """How late each copy of a client's message reaches the function, in seconds."""
        ...

    def closes(self) -> bool:
        """Whether the connection is lost after a client's message."""
        ...

    def disconnect(self) -> float | None:
        """After how many seconds the function is told that a connection has ended; None: never."""
        ...


class Calm:
    """Nothing happens."""

    def frames(self) -> Sequence[float]:
        """One copy, in time."""
        return (0.0,)

    def closes(self) -> bool:
        """No."""
        return False

    def disconnect(self) -> float | None:
        """At once."""
        return 0.0
