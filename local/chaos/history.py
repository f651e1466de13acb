"""What happened in a run, in order: what clients said, what was saved, what was pushed, what failed."""

import hashlib
import json
from typing import Any, NamedTuple

from local.clock import Clock


class Said(NamedTuple):
    """A client's message as it left him, or (`Arrived`) as the gateway dated it."""

    at: int
    connection: str
    player: str
    message: dict[str, Any]


class Saved(NamedTuple):
    """A write of the table's record that was carried out, whether or not its answer arrived."""

    at: int
    version: int
    record: bytes


class Pushed(NamedTuple):
    """A message to a client as it left the function."""

    at: int
    connection: str
    player: str
    message: dict[str, Any]


class Failed(NamedTuple):
    """What raised, within which function, and the faults that had struck it before."""

    at: int
    function: str
    error: BaseException
    met: tuple[str, ...]


class History:
    """The record of one run; `digest` is the same for two runs in which everything happened alike."""

    def __init__(self, clock: Clock) -> None:
        self.said: list[Said] = []
        self.arrived: list[Said] = []
        self.saved: list[Saved] = []
        self.pushed: list[Pushed] = []
        self.failed: list[Failed] = []
        self._clock = clock
        self._hash = hashlib.sha256()

    @property
    def digest(self) -> str:
        """Of everything in its order, times included."""
        return self._hash.hexdigest()

    def say(self, connection: str, player: str, message: str) -> None:
        """A client has sent a message."""
        self.note("say", connection, message)
        self.said.append(Said(self._clock(), connection, player, json.loads(message)))

    def arrive(self, connection: str, player: str, message: str) -> None:
        """The gateway has taken a message."""
        self.note("arrive", connection, message)
        self.arrived.append(Said(self._clock(), connection, player, json.loads(message)))

    def save(self, version: int, record: bytes) -> None:
        """The table's record has been written."""
        self.note("save", version, record)
        self.saved.append(Saved(self._clock(), version, record))

    def push(self, connection: str, player: str, data: bytes) -> None:
        """A function has pushed a message."""
        message = json.loads(data)
        self.note("push", connection, json.dumps(message, sort_keys=True))
        self.pushed.append(Pushed(self._clock(), connection, player, message))

    def fail(self, function: str, error: BaseException, met: tuple[str, ...]) -> None:
        """Something has raised."""
        self.note("fail", function, type(error).__name__, met)
        self.failed.append(Failed(self._clock(), function, error, met))

    def note(self, *what: object) -> None:
        """Count something into the digest."""
        self._hash.update(repr((self._clock(), *what)).encode())
