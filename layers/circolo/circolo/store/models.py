"""The items bound to a pair of tables and to one client.

pynamodb keeps a connection per model class; here all of them share one client, since
making a client is the dearest part of a cold start.
"""

import types
from typing import TypeVar

import msgspec
from pynamodb.connection import Connection, TableConnection
from pynamodb.connection.base import MetaTable
from pynamodb.models import Model

from circolo.store import items

M = TypeVar("M", bound=Model)

CONNECT_TIMEOUT = 1.0
"""Seconds."""
READ_TIMEOUT = 2.0
"""Seconds; an answer not there by then is taken as lost."""

_KEYS = [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]
_INDEXES: list[dict[str, object]] = [
    {
        "IndexName": name,
        "KeySchema": [{"AttributeName": hash_key, "KeyType": "HASH"}, {"AttributeName": range_key, "KeyType": "RANGE"}],
    }
    for name, hash_key, range_key in (("due", "check_shard", "check_at"), ("lobby", "lobby", "opened_at"))
]
_TYPES = {"pk": "S", "sk": "S", "check_shard": "S", "check_at": "N", "lobby": "S", "opened_at": "N"}


class Models(msgspec.Struct, frozen=True):
    """One composition's items and connections."""

    connection: Connection
    """The shared client; transactions over both tables go through it."""
    games: TableConnection
    players: TableConnection
    Record: type[items.Record]
    Check: type[items.Check]
    Card: type[items.Card]
    Deal: type[items.Deal]
    Person: type[items.Person]
    Nickname: type[items.Nickname]
    Guard: type[items.Guard]
    Live: type[items.Live]


def models(
    games_table: str, players_table: str, region: str | None = None, host: str | None = None, pool: int = 10
) -> Models:
    """Bind the items to two tables.

    ``host`` is the address of another engine, None for AWS; ``pool`` how many requests
    may be under way at once. The client retries nothing itself: ``Attempts`` does, which
    knows what a repetition means.
    """
    connection = Connection(
        region=region,
        host=host,
        connect_timeout_seconds=CONNECT_TIMEOUT,
        read_timeout_seconds=READ_TIMEOUT,
        retry_configuration={"total_max_attempts": 1, "mode": "standard"},
        max_pool_connections=pool,
    )
    games = _table(connection, games_table, _INDEXES)
    players = _table(connection, players_table, [])
    return Models(
        connection=connection,
        games=games,
        players=players,
        Record=_bound(items.Record, games),
        Check=_bound(items.Check, games),
        Card=_bound(items.Card, games),
        Deal=_bound(items.Deal, games),
        Person=_bound(items.Person, players),
        Nickname=_bound(items.Nickname, players),
        Guard=_bound(items.Guard, players),
        Live=_bound(items.Live, players),
    )


def _table(connection: Connection, name: str, indexes: list[dict[str, object]]) -> TableConnection:
    if not name:
        raise ValueError("a table name is empty")
    key_types = _TYPES if indexes else {"pk": "S", "sk": "S"}
    connection.add_meta_table(
        MetaTable(
            {
                "TableName": name,
                "KeySchema": _KEYS,
                "AttributeDefinitions": [{"AttributeName": n, "AttributeType": t} for n, t in key_types.items()],
                "GlobalSecondaryIndexes": indexes,
            }
        )
    )
    table = TableConnection(name, region=connection.region)
    table.connection = connection
    return table


def _bound(item: type[M], table: TableConnection) -> type[M]:
    meta = type("Meta", (), {"table_name": table.table_name})
    bound: type[M] = types.new_class(
        item.__name__,
        (item,),
        exec_body=lambda body: body.update({"__module__": item.__module__, "Meta": meta, "_connection": table}),
    )
    return bound
