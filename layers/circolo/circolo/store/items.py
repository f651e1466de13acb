"""Every kind of item, as pynamodb models that are not bound to a table yet (``models.py`` binds them).

Each item carries its schema version in ``s``. Attribute names of the record are short:
it is written at every move, and a write of at most 1 KB is one write unit.
"""

from typing import Any, ClassVar, Self

from pynamodb.exceptions import AttributeDeserializationError
from pynamodb.indexes import AllProjection, GlobalSecondaryIndex, KeysOnlyProjection
from pynamodb.models import Model

from circolo.store import sockets
from circolo.store.attributes import Blob, Integer, Text


class BrokenItem(Exception):
    """An item lacks an attribute it must have, or has one of a wrong type, or a schema version this code does not
    know. Names the item and the attribute, never a value."""


class Keyed(Model):
    """What every item has, and all that a keys-only index returns."""

    pk = Text(hash_key=True)
    sk = Text(range_key=True)

    @classmethod
    def from_raw_data(cls, data: dict[str, Any]) -> Self:
        """The item as read; raises ``BrokenItem``."""
        try:
            item = super().from_raw_data(data)
        except (AttributeDeserializationError, ValueError) as error:
            raise BrokenItem(f"{cls.__name__} {_names(data)}: {error}") from error
        for name, attribute in cls.get_attributes().items():
            if not attribute.null and item.attribute_values.get(name) is None:
                raise BrokenItem(f"{cls.__name__} {_names(data)}: no attribute {attribute.attr_name!r}")
        return item


class Item(Keyed):
    """An item with a schema version."""

    SCHEMA: ClassVar[int] = 1

    s = Integer(default_for_new=1)

    @classmethod
    def from_raw_data(cls, data: dict[str, Any]) -> Self:
        """The item as read; raises ``BrokenItem``."""
        item = super().from_raw_data(data)
        if item.s != cls.SCHEMA:
            raise BrokenItem(f"{cls.__name__} {_names(data)}: schema {item.s} is unknown")
        return item


class DueIndex(GlobalSecondaryIndex["Check"]):
    """The sweep's sparse index; its key attributes are those of the record."""

    class Meta:
        index_name = "due"
        projection = KeysOnlyProjection()

    check_shard = Text(hash_key=True)
    check_at = Integer(range_key=True)


class LobbyIndex(GlobalSecondaryIndex["Card"]):
    """The lobby's index: every card is in it, and there is a card only while its table waits."""

    class Meta:
        index_name = "lobby"
        projection = AllProjection()

    lobby = Text(hash_key=True)
    opened_at = Integer(range_key=True)


class Check(Keyed):
    """A table's place in the sweep's index."""

    check_at = Integer()
    due = DueIndex()


class Record(Item):
    """``TABLE#id / RECORD``: a table in play. Sockets are attributes ``sock_PLAYER`` of their own."""

    v = Integer()
    """The write guard."""
    rec = Blob()
    check_shard = Text(null=True)
    check_at = Integer(null=True)
    ttl = Integer(null=True)
    sockets: dict[str, str]
    """Connection id per player id."""

    @classmethod
    def from_raw_data(cls, data: dict[str, Any]) -> Self:
        """The record with its sockets; raises ``BrokenItem``."""
        item = super().from_raw_data(data)
        prefix = "sock_"
        item.sockets = {
            name.removeprefix(prefix): sockets.connection(value["S"])
            for name, value in data.items()
            if name.startswith(prefix)
        }
        return item


class Card(Item):
    """``TABLE#id / CARD``: what the lobby shows of a table; it is there while the table waits."""

    lobby = Text()
    """The game."""
    opened_at = Integer()
    card = Blob()
    waiting = LobbyIndex()


class Deal(Item):
    """``TABLE#id / DEAL#nn``: a finished deal."""

    rec = Blob()
    ttl = Integer()


class Person(Item):
    """``PLAYER#p / PROFILE``."""

    subject = Text()
    """The subject of the sign-in tokens this player id was made from."""
    nickname = Text()
    folded = Text()
    since = Integer()
    """UTC milliseconds of the claim."""


class Nickname(Item):
    """``NICK#folded / NICK``: the guard that makes a nickname unique."""

    player = Text()
    nickname = Text()


class Guard(Item):
    """``PLAYER#p / SEATED``: one table at a time."""

    table = Text()
    request = Text()


class Live(Item):
    """``CONN#id / CONN``, and the same under ``PLAYER#p / CONN#id``: a live connection."""

    player = Text()
    channel = Text()
    opened_at = Integer()
    table = Text(null=True)
    strikes = Integer(null=True)
    ttl = Integer()


def _names(data: dict[str, Any]) -> str:
    return " / ".join(str(data.get(name, {}).get("S", "?")) for name in ("pk", "sk"))
