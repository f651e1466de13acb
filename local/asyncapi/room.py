"""A room for a scripted session: the real use cases and stores, with a clock and a shuffle that repeat exactly."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, Final
from unittest import mock

import msgspec
from moto import mock_aws

from circolo.games import GAMES
from circolo.room import presence
from circolo.room.house import House, Sender
from circolo.room.limits import Limits
from circolo.room.ports import Connection
from circolo.room.socket import message
from circolo.room.timekeeping import fire
from circolo.signin.identity import player_id
from circolo.store.attempts import Attempts
from circolo.store.models import Models, models
from circolo.store.players import DynamoPlayers
from circolo.store.tables import DynamoTables
from local.deployment import deploy
from local.stack import ROOT
from local.template import translate

REGION: Final = "eu-south-1"
ISSUER: Final = "https://issuer.example"
BEGINS: Final = 1_796_126_400_000
"""When the session begins, UTC milliseconds."""
HOUR: Final = 3_600


class Frame(msgspec.Struct, frozen=True):
    """One message of a connection: from the client (`sent`) or to it."""

    who: str
    channel: str
    connection: str
    sent: bool
    content: dict[str, Any]


class Room:
    """The room and everything that went over its sockets, in order."""

    def __init__(self, items: Models, seed: int) -> None:
        self.frames: list[Frame] = []
        self.now = BEGINS
        self._connected: dict[str, tuple[str, str]] = {}
        self._clocks: list[tuple[str, int, int]] = []
        self._limits = Limits()
        attempts = Attempts(items.connection, sleep=lambda _: None, random=lambda: 0.0)
        self._house = House(
            tables=DynamoTables(items, attempts, now=lambda: self.now, history_days=1),
            players=DynamoPlayers(items, attempts),
            sockets=self,
            clocks=self,
            games=GAMES,
            random=Random(seed),
            now=lambda: self.now,
        )

    def say(self, who: str, channel: str, said: Mapping[str, Any], *, device: str = "", token: int = HOUR) -> None:
        """A client's frame, and whatever follows from it; `token`: seconds its token is still good for."""
        self.now += 700
        connection, player = f"{who}-{channel}{device}", player_id(ISSUER, who)
        if connection not in self._connected:
            self._connected[connection] = (who, channel)
            presence.connect(self._house, Connection(connection, player, channel, self.now))
        self.frames.append(Frame(who, channel, connection, True, dict(said)))
        sender = Sender(connection, player, f"{ISSUER}|{who}", channel, self.now, self.now // 1000 + token)
        message(self._house, self._limits, sender, json.dumps(said))

    def pass_time(self) -> None:
        """Let the deadline pass that was set last."""
        table, clock, due_at = self._clocks[-1]
        self.now = max(self.now, due_at)
        fire(self._house, table, clock)

    def send(self, messages: Mapping[str, bytes]) -> Sequence[str]:
        """The room's `Sockets`: every message arrives."""
        for connection, body in messages.items():
            who, channel = self._connected[connection]
            self.frames.append(Frame(who, channel, connection, False, json.loads(body)))
        return ()

    def close(self, connection: str) -> None:
        """The room's `Sockets`: nothing is left to do."""

    def set(self, table: str, clock: int, due_at: int, now: int) -> None:
        """The room's `Clocks`: deadlines wait for `pass_time`."""
        self._clocks.append((table, clock, due_at))


@contextmanager
def opened(seed: int) -> Iterator[Room]:
    """A room over empty tables, as the template describes them."""
    account = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_DEFAULT_REGION": REGION}
    with mock.patch.dict(os.environ, account), mock_aws(config={"lambda": {"use_docker": False}}):
        tables = deploy(translate(ROOT / "template.yaml", {}), {}, REGION).tables
        yield Room(models(tables["GamesTable"], tables["PlayersTable"], REGION), seed)
