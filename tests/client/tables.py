"""Matches played on the domain alone, with what the server would send of each write."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from circolo.games import GAMES
from circolo.protocol import messages
from circolo.room.telling import told
from circolo.table.deadlines import enforced_at, scheduled
from circolo.table.decide import decide, expire, opening
from circolo.table.events import Closed, CloseSheet, Command, Event, Leave, Left, Play, Sat, Sit
from circolo.table.settings import Format, Level, Settings
from circolo.table.state import Person, Phase, Table
from circolo.table.view import clock, missed, steps, view
from tests.burraco.builders import random_action

NAME = "a" * 20
PEOPLE = ("ada", "bruno")


def sent(message: messages.ServerMessage) -> messages.ServerMessage:
    """A message as it arrives: through JSON."""
    return msgspec.json.decode(messages.encode(message), type=messages.ServerMessage)


def jsoned(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@dataclass
class Match:
    """A table and its clock, and per person the messages of every write, in order."""

    random: Random
    rulebook: str = "FIBUR@1"
    deals: int = 2
    ai: Level | None = None
    steady: bool = False
    """Nobody is late or leaves."""
    table: Table = field(init=False)
    now: int = 1_796_126_400_000
    outbox: dict[str, list[messages.ServerMessage]] = field(default_factory=lambda: {name: [] for name in PEOPLE})

    def __post_init__(self) -> None:
        settings = Settings("burraco", self.rulebook, Format.UNO_CONTRO_UNO, self.deals, ai=self.ai)
        empty, happened = opening(GAMES["burraco"], settings, Sit("ada"), self.now, self.random)
        assert isinstance(happened, tuple)
        self.table = empty
        self.write(happened)
        if self.ai is None:
            self.command(Sit("bruno"))

    def person(self, player: str) -> Person:
        """A person at the table, with what is remembered of his commands."""
        return next(person for person in self.table.persons if person.id == player)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(person.id for person in self.table.people)

    def command(self, command: Command) -> None:
        """Decide a legal command and write what it does."""
        decision = decide(self.table, command, self.now, self.random)
        assert isinstance(decision, tuple), decision
        number = getattr(command, "number", None)
        self.write(decision, command.player, number)

    def expire(self) -> None:
        """Let the running deadline pass."""
        assert self.table.due is not None
        self.now = max(self.now, enforced_at(self.table.due))
        self.write(expire(self.table, self.now, self.random))

    def write(self, happened: tuple[Event, ...], by: str | None = None, number: int | None = None) -> None:
        self.now += 1 + self.random.randrange(2000)
        walked = steps(self.table, happened)
        self.table = scheduled(self.table, walked[-1].after, self.now)
        whole = any(isinstance(step.event, Sat | Left | Closed) for step in walked)
        for player in self.people:
            if whole:
                self.outbox[player].append(self.whole(player))
                continue
            message = messages.Events(
                table=NAME,
                seq=self.table.seq,
                events=told(walked, player),
                clock=clock(self.table, self.now),
                accepted=number if player == by else None,
            )
            self.outbox[player].append(sent(message))

    def whole(self, player: str) -> messages.ServerMessage:
        """The message with the whole view."""
        return sent(messages.View(table=NAME, view=self.view(player), nicknames={}))

    def view(self, player: str) -> dict[str, Any]:
        """What the server would show a person at this moment."""
        return jsoned(view(self.table, player, self.now))

    def sync(self, player: str, since: int | None) -> messages.ServerMessage:
        """The answer to a `sync`."""
        walked = None if since is None else missed(self.table, since)
        if walked is None:
            return self.whole(player)
        seen = told(walked, player)
        return sent(messages.Events(table=NAME, seq=self.table.seq, events=seen, clock=clock(self.table, self.now)))

    def step(self) -> None:
        """Something that may happen now, by chance: mostly moves, now and then a deadline or a departure."""
        table, chance = self.table, 1.0 if self.steady else self.random.random()
        if table.phase is Phase.PLAYING:
            turn, seat = table.deal.turn, table.deal.seat
            holder = table.persons[table.holder(seat)]
            if holder.is_ai or chance < 0.01:
                self.expire()
            elif chance < 0.0105:
                self.command(Leave(holder.id, holder.last + 1, b"left"))
            else:
                action = random_action(table.deal, self.random)
                self.command(Play(holder.id, holder.last + 1, b"play", self.number, turn, action))
        else:
            readers = [person for person in table.people if not person.closed]
            if not readers or chance < 0.02:
                self.expire()
            else:
                reader = self.random.choice(readers)
                self.command(CloseSheet(reader.id, reader.last + 1, b"shut", self.number))

    @property
    def number(self) -> int:
        """Of the deal in play, from 1."""
        assert self.table.head is not None
        return self.table.head.number

    @property
    def over(self) -> bool:
        return self.table.phase in (Phase.ENDED, Phase.VOID, Phase.CLOSED)


def without_now(seen: dict[str, Any] | None) -> dict[str, Any] | None:
    """A view but for the server's time, which runs on."""
    if seen is None or seen["clock"] is None:
        return seen
    return {**seen, "clock": {name: value for name, value in seen["clock"].items() if name != "now"}}
