"""What the lobby stores and shows of a waiting table."""

from typing import Final

import msgspec

from circolo.room.ports import LobbyCard
from circolo.table.deadlines import SECOND
from circolo.table.settings import Settings
from circolo.table.state import Table

SCHEMA: Final = 1


class UnreadableCard(ValueError):
    """Stored bytes that are no card, or one of another schema."""


class Body(msgspec.Struct, frozen=True, array_like=True):
    """The stored part of a card. Only add fields at the end, with a default."""

    settings: Settings
    seated: tuple[tuple[str, tuple[int, ...]], ...]
    """Player id and seats of each person, the game's own included."""
    hands: int


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Body)


def card(name: str, table: Table) -> LobbyCard:
    """The lobby card of a waiting table."""
    body = Body(table.settings, tuple((person.id, person.seats) for person in table.persons), table.hands)
    return LobbyCard(name, table.settings.game, table.opened * SECOND, bytes([SCHEMA]) + _encoder.encode(body))


def read(stored: LobbyCard) -> Body:
    """The body of a stored card. Raises UnreadableCard."""
    if stored.body[:1] != bytes([SCHEMA]):
        raise UnreadableCard(f"{stored.table}: schema {stored.body[:1]!r}, this code reads {SCHEMA}")
    try:
        return _decoder.decode(stored.body[1:])
    except msgspec.DecodeError as fault:
        raise UnreadableCard(f"{stored.table}: {fault}") from fault


def visible(body: Body, player: str) -> bool:
    """Whether the lobby shows this table to a player: an invitation is for the invited alone."""
    return body.settings.invited is None or player in body.settings.invited
