"""What the room needs from the world: stores, sockets, clocks. Adapters implement these protocols.

Times are UTC milliseconds unless named otherwise. Player ids are short text ids that
never change; nicknames are never used as keys.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, Protocol

import msgspec

QUEUE_REACH: Final = 900_000
"""Milliseconds; the longest delay of a queue message. What is due later is the sweep's alone."""
SHARDS: Final = 4
"""Parts of the sweep's index. May grow: a table then moves at its next write of `check_at`, and until then the sweep
still finds it, because it reads every shard below the new number."""


class Conflict(Exception):
    """The item changed since it was read, or a condition of the write no longer holds: load and decide again."""


class Busy(Exception):
    """The store refused for load or did not answer, and bounded retries did not help. The write may have happened: the
    same command, under its own number or request, is safe to send again."""


class Seat(msgspec.Struct, frozen=True):
    """The guard that keeps a person at one burraco table at a time."""

    table: str
    request: str
    """The id the client gave to the `open` or `sit` that took the seat."""


class LobbyCard(msgspec.Struct, frozen=True):
    """What the lobby shows of a table that waits for players."""

    table: str
    game: str
    opened_at: int
    """UTC milliseconds."""
    body: bytes
    """Settings and who sits, encoded by the room (schema byte first); opaque to the store."""


class Stored(msgspec.Struct, frozen=True):
    """A table as the store holds it: one strongly consistent read."""

    table: str
    version: int
    """The write guard: one more at every write of the record, never less."""
    record: bytes
    check_at: int | None
    """When the sweep next looks at this table, UTC milliseconds; None: never again."""
    sockets: Mapping[str, str]
    """Connection id per player id, of those attached."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One write of a table. What lies on the record itself (its place in the index, its time to live, its sockets) is a
    single UpdateItem; guards, card and history make it a transaction."""

    record: bytes
    check_at: int | None = None
    """New place in the sweep's index; meaning depends on `move_check`."""
    move_check: bool = False
    """True: write `check_at` (None removes the table from the index). False: leave the index alone."""
    ends: Literal["played", "unplayed"] | None = None
    """The table is over, and how long the store keeps what is left of it: after a match longer than its finished deals,
    so that the table's name never comes to mean another one; a day if none was played."""
    seated: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Guards to take: request id per player id. Fails with `Conflict` if a guard exists."""
    unseated: Sequence[str] = ()
    """Guards to release (player ids), only where they name this table."""
    drop_sockets: bool = False
    """Remove the sockets of those in `unseated`: who left a waiting table hears no more of it."""
    card: LobbyCard | None = None
    """The lobby card to write anew (a table that waits)."""
    uncard: bool = False
    """Delete the lobby card: the table waits no more."""
    history: tuple[int, bytes] | None = None
    """A finished deal: its number from 1 and the record as it stood at its end."""


class Tables(Protocol):
    """Tables in play, their lobby cards and their finished deals."""

    def load(self, table: str) -> Stored | None:
        """The table by a strongly consistent read, or None."""
        ...

    def create(self, table: str, change: Change) -> None:
        """Write a new table at version 1 with its card and guards, all or nothing. Raises Conflict, Busy."""
        ...

    def save(self, before: Stored, change: Change) -> Mapping[str, str]:
        """Write the table if its version is still `before.version`; returns the sockets as the store knows them after
        the write (in a transaction: as they were read). Raises Conflict, Busy."""
        ...

    def attach(self, table: str, player: str, connection: str, at: int) -> str | None:
        """Make this connection the player's one socket at the table and return the one it takes the place of, if any;
        the version is not touched. `at`: when the connection asked for it, UTC milliseconds. Raises Conflict if the
        table is gone, or a later attach of the player's has been carried out."""
        ...

    def detach(self, table: str, player: str, connection: str) -> None:
        """Remove the player's socket only if it still is this connection; otherwise nothing happens."""
        ...

    def move_check(self, before: Stored, check_at: int) -> None:
        """Move a healthy table in the sweep's index, as a write like any other: only if its version is still
        `before.version`, which grows by one. A move decided meanwhile counted on the old place and must be decided
        again. Otherwise nothing happens."""
        ...

    def postpone(self, table: str, seen: int, check_at: int) -> None:
        """Move a table that cannot be read in the sweep's index, if `check_at` is still `seen`; its version stays."""
        ...

    def due(self, shard: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        """(table, check_at) of one shard of the sweep's index with check_at <= until, earliest first."""
        ...

    def lobby(self, game: str, after: str | None, limit: int) -> tuple[Sequence[LobbyCard], str | None]:
        """A page of waiting tables, newest first, and the token of the next page (None: no more).
        An `after` that is no token raises ValueError."""
        ...

    def history(self, table: str, number: int) -> bytes | None:
        """The record of a finished deal, by its number from 1."""
        ...


class Profile(msgspec.Struct, frozen=True):
    """A player as others know him."""

    player: str
    nickname: str


class NicknameTaken(Exception):
    """Another player has this nickname, or one that looks the same once folded."""


class NicknameFixed(Exception):
    """The player already has another nickname."""


class Connection(msgspec.Struct, frozen=True):
    """A live WebSocket connection."""

    connection: str
    player: str
    channel: str
    """`lobby` or `table`."""
    opened_at: int
    table: str | None = None
    """The table it was last attached to."""


class Players(Protocol):
    """Profiles, nicknames, seats and connections."""

    def profile(self, player: str) -> Profile | None:
        """The player's profile, strongly consistent; None until he has a nickname."""
        ...

    def nicknames(self, players: Iterable[str]) -> dict[str, str]:
        """Nickname per player id, of those who have one; one batched, eventually consistent read."""
        ...

    def find(self, folded: str) -> Profile | None:
        """The player whose folded nickname this is."""
        ...

    def claim(self, player: str, subject: str, nickname: str, folded: str, now: int) -> None:
        """Give the player his nickname, once and for ever: profile and nickname guard in one transaction. A repetition
        with the same nickname does nothing. Raises NicknameTaken, NicknameFixed, Busy, and Conflict when the player id
        belongs to another subject."""
        ...

    def seat(self, player: str) -> Seat | None:
        """The player's guard, strongly consistent."""
        ...

    def connect(self, connection: Connection, expires_at: int) -> None:
        """Record a connection (both rows), until `expires_at` (UTC seconds) by time to live. Twice is harmless."""
        ...

    def connection(self, connection: str) -> Connection | None:
        """A recorded connection, strongly consistent; None if unknown."""
        ...

    def note_table(self, connection: str, table: str) -> None:
        """Remember which table a connection is attached to; nothing if the connection is gone."""
        ...

    def disconnect(self, connection: str) -> Connection | None:
        """Forget a connection (both rows) and return what it was; None if unknown. Twice is harmless."""
        ...

    def connections(self, player: str) -> Sequence[Connection]:
        """All recorded connections of a player, oldest first."""
        ...

    def strike(self, connection: str) -> int:
        """Count one more burst of too many messages on a connection's item and return the count."""
        ...


class Sockets(Protocol):
    """The WebSocket management API."""

    def send(self, messages: Mapping[str, bytes]) -> Sequence[str]:
        """Send one message to each connection id, in parallel; returns the ids that are gone. A message that fails for
        another reason is logged and dropped: its client repairs itself by `sync`."""
        ...

    def close(self, connection: str) -> None:
        """Close a connection; one already gone is fine."""
        ...


class Clocks(Protocol):
    """The queue of turn clocks."""

    def set(self, table: str, clock: int, due_at: int, now: int) -> None:
        """Have (table, clock id) delivered at about `due_at`; a due time over 900 s away is left to the sweep."""
        ...
