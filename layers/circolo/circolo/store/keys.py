"""The keys of every item: one place that spells partition and sort keys.

Games table: ``TABLE#id`` with ``RECORD``, ``CARD`` and ``DEAL#nn``. Players table:
``PLAYER#p`` with ``PROFILE``, ``SEATED`` and ``CONN#id``; ``NICK#folded`` with ``NICK``;
``CONN#id`` with ``CONN``.
"""

from typing import Final
from zlib import crc32

from circolo.room.ports import SHARDS

RECORD: Final = "RECORD"
CARD: Final = "CARD"
PROFILE: Final = "PROFILE"
SEATED: Final = "SEATED"
NICK: Final = "NICK"
CONN: Final = "CONN"

MAX_ID: Final = 64
"""Longest id that becomes part of a key, in characters."""


def table(table: str) -> str:
    """Partition key of a table."""
    return f"TABLE#{_id(table, 'table')}"


def table_of(key: str) -> str:
    """The table id of a partition key made by ``table``."""
    return key.removeprefix("TABLE#")


def deal(number: int) -> str:
    """Sort key of a finished deal, numbered from 1."""
    if not 1 <= number <= 99:
        raise ValueError(f"deal number {number} is not between 1 and 99")
    return f"DEAL#{number:02d}"


def player(player: str) -> str:
    """Partition key of a player."""
    return f"PLAYER#{_id(player, 'player')}"


def player_of(key: str) -> str:
    """The player id of a partition key made by ``player``."""
    return key.removeprefix("PLAYER#")


def nickname(folded: str) -> str:
    """Partition key of a nickname's guard; the nickname is already folded."""
    return f"NICK#{_id(folded, 'nickname')}"


def connection(connection: str) -> str:
    """Partition key of a connection, and sort key of its row under the player."""
    return f"CONN#{_id(connection, 'connection')}"


def connection_of(key: str) -> str:
    """The connection id of a key made by ``connection``."""
    return key.removeprefix("CONN#")


def socket(player: str) -> str:
    """Name of the attribute that holds a player's socket on the table's record."""
    return f"sock_{_id(player, 'player')}"


def shard(table: str) -> str:
    """The part of the sweep's index a table belongs to: the same as long as ``SHARDS`` is."""
    return str(crc32(table.encode()) % SHARDS)


def _id(text: str, what: str) -> str:
    if not 0 < len(text) <= MAX_ID:
        raise ValueError(f"a {what} id has 1 to {MAX_ID} characters, not {len(text)}")
    return text
