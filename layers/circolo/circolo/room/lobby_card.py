"""What the lobby stores and shows of a waiting table."""

from typing import Final

import msgspec

from circolo.room.ports import LobbyCard
from circolo.table.settings import Settings
from circolo.table.state import Table

SCHEMA: Final = 1


class Body(msgspec.Struct, frozen=True, array_like=True):
    """The stored part of a card. Only add fields at the end, with a default."""

    settings: Settings
    seated: tuple[str, ...]
    """Player ids."""
    hands: int


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Body)


def card(name: str, table: Table) -> LobbyCard:
    """The lobby card of a waiting table."""
    body = Body(table.settings, tuple(person.id for person in table.people), table.hands)
    return LobbyCard(name, table.settings.game, table.opened * 1000, bytes([SCHEMA]) + _encoder.encode(body))


def read(stored: LobbyCard) -> Body:
    """The body of a stored card. Raises ValueError for another schema."""
    if stored.body[:1] != bytes([SCHEMA]):
        raise ValueError(f"lobby card of {stored.table}: schema {stored.body[:1]!r}, this code reads {SCHEMA}")
    return _decoder.decode(stored.body[1:])


def visible(body: Body, player: str) -> bool:
    """Whether the lobby shows this table to a player: an invitation is for the invited alone."""
    return body.settings.invited is None or player in body.settings.invited
