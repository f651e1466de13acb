"""The adapters and choices that every use case of the room works with; put together once, in `circolo.composition`."""

from collections.abc import Callable, Mapping

import msgspec

from circolo.cards import Randomness
from circolo.room.ports import Clocks, Players, Sockets, Tables
from circolo.table.game import Game


class House(msgspec.Struct, frozen=True):
    """Stores, sockets, clocks, chance and time of one deployment."""

    tables: Tables
    players: Players
    sockets: Sockets
    clocks: Clocks
    games: Mapping[str, Game]
    random: Randomness
    now: Callable[[], int]
    """UTC milliseconds."""
    ai_pause: int = 0
    """Milliseconds an AI opponent seems to think; a clock message, so that no function ever sleeps."""
    races: int = 8
    """How often a command that lost a race is decided again before its sender is told to try later."""


class Sender(msgspec.Struct, frozen=True):
    """Who sent a message, as the gateway and the authorizer vouch for it."""

    connection: str
    player: str
    subject: str
    """The issuer's name for the player, kept with his profile so that two can never share an id."""
    channel: str
    """`lobby` or `table`."""
    sent_at: int
    """When it reached the gateway, UTC milliseconds: a cold start never costs a player his turn."""
    expires: int
    """End of the token, UTC seconds."""
