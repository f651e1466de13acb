"""The room's ports in memory, with switches for what goes wrong outside: lost races, dead sockets, lost messages."""

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from circolo.games import GAMES
from circolo.room.house import House, Sender
from circolo.room.limits import Limits
from circolo.room.ports import (
    Change,
    Conflict,
    Connection,
    LobbyCard,
    NicknameFixed,
    NicknameTaken,
    Profile,
    Seat,
    Stored,
)
from circolo.room.saving import load
from circolo.room.socket import message
from circolo.room.timekeeping import fire, sweep
from circolo.table.state import Table

NOON = 1_800_000_000_000


class FakeTables:
    """Tables in a dictionary; `before_write` runs once before the next write (to let a rival in)."""

    def __init__(self, players: "FakePlayers") -> None:
        self.items: dict[str, Stored] = {}
        self.attached_at: dict[tuple[str, str], int] = {}
        self.cards: dict[str, LobbyCard] = {}
        self.histories: dict[tuple[str, int], bytes] = {}
        self.ended: dict[str, str] = {}
        self.players = players
        self.writes = 0
        self.reads = 0
        self.index_writes = 0
        self.before_write: Callable[[], object] | None = None

    def load(self, table: str) -> Stored | None:
        self.reads += 1
        return self.items.get(table)

    def create(self, table: str, change: Change) -> None:
        self._let_rivals_in()
        if table in self.items:
            raise Conflict
        self._write(Stored(table, 0, b"", None, {}), change)

    def save(self, before: Stored, change: Change) -> Mapping[str, str]:
        self._let_rivals_in()
        current = self.items[before.table]
        if current.version != before.version:
            raise Conflict
        return self._write(current, change).sockets

    def _let_rivals_in(self) -> None:
        rival, self.before_write = self.before_write, None
        if rival:
            rival()

    def _write(self, before: Stored, change: Change) -> Stored:
        if any(player in self.players.seats for player in change.seated):
            raise Conflict
        self.writes += 1
        self.index_writes += change.move_check
        name, sockets = before.table, dict(before.sockets)
        for player, request in change.seated.items():
            self.players.seats[player] = Seat(name, request)
        for player in change.unseated:
            self.players.seats.pop(player, None)
            if change.drop_sockets:
                sockets.pop(player, None)
        if change.card:
            self.cards[name] = change.card
        if change.uncard:
            self.cards.pop(name, None)
        if change.history:
            self.histories[name, change.history[0]] = change.history[1]
        if change.ends:
            self.ended[name] = change.ends
        check_at = change.check_at if change.move_check else before.check_at
        after = Stored(name, before.version + 1, change.record, check_at, sockets)
        self.items[name] = after
        return after

    def attach(self, table: str, player: str, connection: str, at: int) -> str | None:
        if table not in self.items or at < self.attached_at.get((table, player), 0):
            raise Conflict
        stored = self.items[table]
        self.attached_at[table, player] = at
        earlier = stored.sockets.get(player)
        self.items[table] = replace(stored, sockets={**stored.sockets, player: connection})
        return earlier

    def detach(self, table: str, player: str, connection: str) -> None:
        stored = self.items.get(table)
        if stored and stored.sockets.get(player) == connection:
            kept = {known: socket for known, socket in stored.sockets.items() if known != player}
            self.items[table] = replace(stored, sockets=kept)

    def move_check(self, before: Stored, check_at: int) -> None:
        if self.items[before.table].version == before.version:
            moved = replace(self.items[before.table], check_at=check_at, version=before.version + 1)
            self.items[before.table] = moved

    def postpone(self, table: str, seen: int, check_at: int) -> None:
        if self.items[table].check_at == seen:
            self.items[table] = replace(self.items[table], check_at=check_at)

    def due(self, shard: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        found = [(name, stored.check_at) for name, stored in self.items.items() if stored.check_at is not None]
        overdue = sorted((at, name) for name, at in found if at <= until)[:limit]
        return [(name, at) for at, name in overdue] if shard == 0 else []

    def lobby(self, game: str, after: str | None, limit: int) -> tuple[Sequence[LobbyCard], str | None]:
        if after is not None:
            raise ValueError("no such page")
        return sorted(self.cards.values(), key=lambda card: -card.opened_at)[:limit], None

    def history(self, table: str, number: int) -> bytes | None:
        return self.histories.get((table, number))


class FakePlayers:
    """Players in dictionaries."""

    def __init__(self) -> None:
        self.profiles: dict[str, Profile] = {}
        self.folded: dict[str, str] = {}
        self.seats: dict[str, Seat] = {}
        self.live: dict[str, Connection] = {}
        self.strikes: dict[str, int] = {}

    def profile(self, player: str) -> Profile | None:
        return self.profiles.get(player)

    def nicknames(self, players: Iterable[str]) -> dict[str, str]:
        return {player: self.profiles[player].nickname for player in players if player in self.profiles}

    def find(self, folded: str) -> Profile | None:
        return self.profiles.get(self.folded.get(folded, ""))

    def claim(self, player: str, subject: str, nickname: str, folded: str, now: int) -> None:
        held = self.profiles.get(player)
        if held is not None and held.nickname != nickname:
            raise NicknameFixed
        if self.folded.setdefault(folded, player) != player:
            raise NicknameTaken
        self.profiles[player] = Profile(player, nickname)

    def seat(self, player: str) -> Seat | None:
        return self.seats.get(player)

    def connect(self, connection: Connection, expires_at: int) -> None:
        self.live[connection.connection] = connection

    def connection(self, connection: str) -> Connection | None:
        return self.live.get(connection)

    def note_table(self, connection: str, table: str) -> None:
        if connection in self.live:
            self.live[connection] = replace(self.live[connection], table=table)

    def disconnect(self, connection: str) -> Connection | None:
        return self.live.pop(connection, None)

    def connections(self, player: str) -> Sequence[Connection]:
        own = (known for known in self.live.values() if known.player == player)
        return sorted(own, key=lambda known: known.opened_at)

    def strike(self, connection: str) -> int:
        self.strikes[connection] = self.strikes.get(connection, 0) + 1
        return self.strikes[connection]


class FakeSockets:
    """What was sent to whom; `gone` are dead, `failing` makes the process die at the next send."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.gone: set[str] = set()
        self.closed: list[str] = []
        self.failing = False

    def send(self, messages: Mapping[str, bytes]) -> Sequence[str]:
        if self.failing:
            raise Killed
        self.sent += [(to, json.loads(body)) for to, body in messages.items() if to not in self.gone]
        return [to for to in messages if to in self.gone]

    def close(self, connection: str) -> None:
        self.closed.append(connection)


class Killed(BaseException):
    """The process ends here."""


class FakeClocks:
    """Clock messages, kept to be delivered by hand; `lost` swallows them."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, int, int]] = []
        self.lost = False

    def set(self, table: str, clock: int, due_at: int, now: int) -> None:
        if not self.lost and due_at - now <= 900_000:
            self.messages.append((table, clock, due_at))


class World:
    """A room in memory, its people and its time."""

    def __init__(self, seed: int = 1, ai_pause: int = 0) -> None:
        self.now = NOON
        self.players, self.sockets, self.clocks = FakePlayers(), FakeSockets(), FakeClocks()
        self.tables = FakeTables(self.players)
        self.limits = Limits()
        self.house = House(
            tables=self.tables,
            players=self.players,
            sockets=self.sockets,
            clocks=self.clocks,
            games=GAMES,
            random=random.Random(seed),
            now=lambda: self.now,
            ai_pause=ai_pause,
        )

    def say(
        self, who: str, said: dict[str, Any] | str, *, channel: str | None = None, sent_at: int | None = None
    ) -> list[dict[str, Any]]:
        """One frame of a person on his lobby or table connection; what comes back on that connection."""
        kind = said["type"] if isinstance(said, dict) else ""
        lobby = kind in ("hello", "claim_nickname", "list_tables", "open_table", "sit")
        channel = channel or ("lobby" if lobby else "table")
        sender = Sender(
            f"{who}-{channel}",
            player(who),
            f"issuer|{who}",
            channel,
            self.now if sent_at is None else sent_at,
            NOON // 1000 + 3600,
        )
        before = len(self.sockets.sent)
        message(self.house, self.limits, sender, said if isinstance(said, str) else json.dumps(said))
        return [frame for to, frame in self.sockets.sent[before:] if to == sender.connection]

    def heard(self, who: str, channel: str = "table") -> list[dict[str, Any]]:
        """Every frame a person received on a connection so far."""
        return [frame for to, frame in self.sockets.sent if to == f"{who}-{channel}"]

    def match(self, *people: str, **chosen: Any) -> str:
        """A table where these people sit, everybody attached; a match if they are enough."""
        for who in people:
            self.say(who, {"type": "claim_nickname", "nickname": who})
        opened = self.say(
            people[0], {"type": "open_table", "request": "request-1", "rulebook": "FIBUR", "deals": 2, **chosen}
        )
        name: str = opened[-1]["table"]
        for who in people[1:]:
            self.say(who, {"type": "sit", "table": name, "request": "request-1"})
        for who in people:
            self.say(who, {"type": "attach", "table": name})
        return name

    def table(self, name: str) -> Table:
        loaded = load(self.house, name)
        assert loaded is not None
        return loaded.table

    def version(self, name: str) -> int:
        return self.tables.items[name].version

    def on_turn(self, name: str) -> str:
        table = self.table(name)
        turn = table.game.turn(table.deal)
        assert turn is not None
        return table.persons[table.holder(turn[1])].id.rstrip("2")

    def move(self, name: str, kind: str, who: str | None = None, **named: Any) -> dict[str, Any]:
        """A move for the person on turn (or another), with the numbers that are right at this moment."""
        table = self.table(name)
        who = who or self.on_turn(name)
        index = table.person(player(who))
        last = table.persons[index].last if index is not None else 0
        turn = table.game.turn(table.deal)
        assert table.head is not None
        turn_number = turn[0] if turn else 0
        right = {"type": kind, "table": name, "n": last + 1, "deal": table.head.number, "turn": turn_number}
        return right | named

    def draw_and_discard(self, name: str) -> None:
        """The turn of the person on turn: the card drawn goes to the pile."""
        drawn = self.say(self.on_turn(name), self.move(name, "draw"))[0]["events"][0]["card"]
        self.say(self.on_turn(name), self.move(name, "discard", card=drawn))

    def deliver(self) -> list[str]:
        """Deliver every clock message that is due, as often as they beget others that are due."""
        outcomes = []
        while due := [sent for sent in self.clocks.messages if sent[2] <= self.now]:
            self.clocks.messages = [sent for sent in self.clocks.messages if sent not in due]
            outcomes += [fire(self.house, table, clock) for table, clock, _ in due]
        return outcomes

    def sweep(self) -> int:
        return sweep(self.house, 0).passed


def player(who: str) -> str:
    """The player id of a person named in a test."""
    return who.ljust(12, "2")
