"""Tables in one line, and moves on them, for the tests of the table."""

import random
from collections.abc import Callable

from circolo.burraco.baseline import choose
from circolo.burraco.seat_view import seat_view
from circolo.games import BURRACO
from circolo.table.deadlines import scheduled
from circolo.table.decide import Decision, decide, expire, opening
from circolo.table.events import CloseSheet, Event, Leave, Play, Sit
from circolo.table.fold import apply
from circolo.table.settings import Format, Level, Settings
from circolo.table.state import Phase, Table

ANNA, BRUNO, CARLA, DINO = "anna22222222", "bruno2222222", "carla2222222", "dino22222222"
NOON = 1_800_000_000_000
"""UTC milliseconds."""


def settings(
    *,
    deals: int = 2,
    rulebook: str = "FIBUR@1",
    format: Format = Format.UNO_CONTRO_UNO,
    ai: Level | None = None,
    ai_seats: tuple[int, ...] | None = None,
    invited: tuple[str, ...] | None = None,
) -> Settings:
    return Settings("burraco", rulebook, format, deals, ai=ai, invited=invited, ai_seats=ai_seats)


class Played:
    """A table driven like the room drives it, without a store: decide, apply, schedule."""

    def __init__(self, chosen: Settings | None = None, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.now = NOON
        table, events = opening(BURRACO, chosen or settings(), Sit(ANNA), self.now, self.random)
        assert isinstance(events, tuple), events
        self.table = table
        self.happened: list[Event] = []
        self.take(events)

    def take(self, events: tuple[Event, ...]) -> "Played":
        """Let events happen."""
        before = self.table
        for event in events:
            self.table = apply(self.table, event)
        self.table = scheduled(before, self.table, self.now)
        self.happened.extend(events)
        return self

    def sit(self, player: str = BRUNO, seat: int | None = None) -> Decision:
        return self._decided(decide(self.table, Sit(player, seat), self.now, self.random))

    def leave(self, player: str) -> Decision:
        return self._decided(decide(self.table, Leave(player, self.next(player), b"leav"), self.now, self.random))

    def close_sheet(self, player: str) -> Decision:
        command = CloseSheet(player, self.next(player), b"shee", self.number)
        return self._decided(decide(self.table, command, self.now, self.random))

    def play(self, player: str, action: object, *, turn: int | None = None, number: int | None = None) -> Decision:
        command = Play(
            player, number or self.next(player), b"play", self.number, self.turn if turn is None else turn, action
        )
        return self._decided(decide(self.table, command, self.now, self.random))

    def _decided(self, decision: Decision) -> Decision:
        if isinstance(decision, tuple):
            self.take(decision)
        return decision

    def expire(self) -> "Played":
        """Let the deadline that runs pass."""
        assert self.table.due is not None
        self.now = max(self.now, self.table.due.at)
        return self.take(expire(self.table, self.now, self.random))

    def next(self, player: str) -> int:
        index = self.table.person(player)
        return 1 if index is None else self.table.persons[index].last + 1

    @property
    def number(self) -> int:
        return self.table.head.number if self.table.head else 1

    @property
    def turn(self) -> int:
        on_turn = BURRACO.turn(self.table.deal) if self.table.deal is not None else None
        return on_turn[0] if on_turn else 0

    @property
    def on_turn(self) -> str:
        """The player whose turn it is."""
        on_turn = BURRACO.turn(self.table.deal)
        assert on_turn is not None
        return self.table.persons[self.table.holder(on_turn[1])].id

    @property
    def waiting(self) -> str:
        """The other one."""
        return next(person.id for person in self.table.persons if person.id != self.on_turn)

    def baseline_move(self) -> Decision:
        on_turn = BURRACO.turn(self.table.deal)
        assert on_turn is not None
        return self.play(self.on_turn, choose(seat_view(self.table.deal, on_turn[1])))

    def until(self, reached: Callable[[Table], bool]) -> "Played":
        """Play baseline moves, close sheets and let clocks start deals until the table is as wanted."""
        for _ in range(5000):
            if reached(self.table):
                return self
            if self.table.phase is Phase.SHEET:
                for person in self.table.people:
                    self.close_sheet(person.id)
                self.expire()
            elif self.table.persons[self.table.holder(BURRACO.turn(self.table.deal)[1])].is_ai:
                self.expire()
            else:
                self.now += self.random.randrange(20_000)
                assert isinstance(self.baseline_move(), tuple)
        raise AssertionError("the table never became what the test waits for")


def playing(*, seed: int = 1, **chosen: object) -> Played:
    """Anna and Bruno at a table in play."""
    played = Played(settings(**chosen), seed)
    played.sit(BRUNO)
    return played


def coppie(*, seed: int = 1, **chosen: object) -> Played:
    """Anna and Carla against Bruno and Dino, in play; fewer people where the game itself plays seats."""
    played = Played(settings(format=Format.COPPIE, **chosen), seed)
    for player in (BRUNO, CARLA, DINO):
        if played.table.phase is Phase.WAITING:
            played.sit(player)
    return played


def at_sheet(*, seed: int = 1, **chosen: object) -> Played:
    """The first deal is over and its sheet is shown."""
    return playing(seed=seed, **chosen).until(lambda table: table.phase is Phase.SHEET)


def ended(*, seed: int = 1, **chosen: object) -> Played:
    """A whole match."""
    return playing(seed=seed, **chosen).until(lambda table: table.phase is Phase.ENDED)


def against_ai(*, seed: int = 1, **chosen: object) -> Played:
    """Anna against the game's own opponent."""
    return Played(settings(ai=Level.BASELINE, **chosen), seed)
