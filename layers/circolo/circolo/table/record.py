"""The stored form of a table: the log and the small part that is not folded, as compressed msgpack arrays.

First byte: schema version. The rest: raw deflate of one array (`Record`). The state is not stored: `decode` folds the
log. History, replay, gap replay and audit read these same bytes (architecture, section 2: the record is the state).
"""

import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Generic, TypeVar

import msgspec

from circolo.table.fold import begun
from circolo.table.game import Game, Scores
from circolo.table.settings import Settings
from circolo.table.state import ENGINE, Abandon, DealHead, Due, Entry, Person, Phase, Table

SCHEMA: Final = 1
LIMIT: Final = 64 * 1024
"""Bytes a record may unpack to; far above the longest deal."""

A = TypeVar("A")


class UnreadableRecord(Exception):
    """Stored bytes that are no record, or one of a newer schema, engine, game or rulebook than this code knows."""


class StoredLog(msgspec.Struct, Generic[A], array_like=True, frozen=True):
    """A log by columns: half the bytes of a list of entries."""

    who: bytes
    """Per entry: twice the person's index, one more when the clock acted."""
    waits: bytes
    """Per entry: seconds."""
    actions: tuple[A, ...]


class Record(msgspec.Struct, Generic[A], array_like=True, frozen=True):
    """What is stored of a table. The order of the fields is the format: only add at the end, with a default."""

    engine: int
    settings: Settings
    phase: Phase
    opened: int
    persons: tuple[Person, ...]
    due: Due | None
    clock: int
    floor: int
    base: int
    head: DealHead | None
    log: StoredLog[A]
    scores: tuple[Scores, ...]
    left: tuple[bytes, ...] = ()


class _Opening(msgspec.Struct, array_like=True):
    """The first fields of a record, to learn which game it is of."""

    engine: int
    settings: Settings


_encoder = msgspec.msgpack.Encoder()
_opening = msgspec.msgpack.Decoder(_Opening)


@cache
def _decoder(actions: Any) -> Any:
    return msgspec.msgpack.Decoder(Record[actions | Abandon])


def encode(table: Table) -> bytes:
    """The bytes to store."""
    log = StoredLog(
        bytes(2 * entry.person + entry.by_clock for entry in table.log),
        bytes(entry.wait for entry in table.log),
        tuple(entry.action for entry in table.log),
    )
    record = Record(
        ENGINE,
        table.settings,
        table.phase,
        table.opened,
        table.persons,
        table.due,
        table.clock,
        table.floor,
        table.base,
        table.head,
        log,
        table.scores,
        table.left,
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return bytes([SCHEMA]) + packer.compress(_encoder.encode(record)) + packer.flush()


def decode(blob: bytes, games: Mapping[str, Game]) -> Table:
    """The table from its stored bytes, its log folded. Raises UnreadableRecord."""
    if not blob or blob[0] != SCHEMA:
        raise UnreadableRecord(f"schema {blob[0] if blob else 'missing'}: this code reads schema {SCHEMA}")
    unpacker = zlib.decompressobj(-15)
    try:
        raw = unpacker.decompress(blob[1:], LIMIT)
        if not unpacker.eof or unpacker.unused_data:
            raise UnreadableRecord("not a record: cut short, overlong or followed by something else")
        opening = _opening.decode(raw)
    except (zlib.error, msgspec.DecodeError) as fault:
        raise UnreadableRecord(f"not a record: {fault}") from fault
    if opening.engine > ENGINE:
        raise UnreadableRecord(f"engine {opening.engine}: this code plays engine {ENGINE}; deploy the newer version")
    game = games.get(opening.settings.game)
    if game is None or game.rulebook(opening.settings.rulebook) is None:
        unknown = f"{opening.settings.game} by {opening.settings.rulebook}"
        raise UnreadableRecord(f"{unknown}: unknown here; deploy the version that knows it")
    try:
        record: Record[Any] = _decoder(game.actions).decode(raw)
    except msgspec.DecodeError as fault:
        raise UnreadableRecord(f"not a record of {game.name}: {fault}") from fault
    return _folded(game, record)


def _folded(game: Game, record: Record[Any]) -> Table:
    stored = record.log
    if not len(stored.who) == len(stored.waits) == len(stored.actions):
        raise UnreadableRecord("the columns of the log differ in length")
    log = tuple(map(_entry, stored.who, stored.waits, stored.actions))
    table = Table(
        game,
        record.settings,
        record.phase,
        record.opened,
        record.persons,
        record.due,
        record.clock,
        record.left,
        record.floor,
        record.base,
        record.head,
        log,
        record.scores,
    )
    if record.head is None:
        return table
    deal = begun(table, record.head)
    for entry in log:
        if not isinstance(entry.action, Abandon):
            deal = game.apply(deal, entry.action)
    return msgspec.structs.replace(table, deal=deal)


def _entry(who: int, wait: int, action: Any) -> Entry:
    return Entry(who >> 1, wait, bool(who & 1), action)
