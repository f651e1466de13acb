"""One whole match under chaos: who plays what, from sitting down to the end of everything that was still under way."""

import asyncio
from random import Random
from typing import Any, Final

import msgspec

from circolo.table.settings import Format
from local.chaos.history import History
from local.chaos.person import Person
from local.chaos.room import ChaosRoom
from local.chaos.settings import Chaos

LONGEST_MATCH: Final = 3 * 60 * 60
"""Seconds of virtual time after which a table is stuck."""
LONGEST_REST: Final = 30 * 60
"""Seconds for what is still under way when a match is over: a clock message may come back four times."""
NAMES: Final = ("anna", "bruno", "carla", "dario")


class Stuck(Exception):
    """The match or what followed it did not end in time: where everybody stood."""


class Plan(msgspec.Struct, frozen=True):
    """What is played. `ai_seats` are the game's own; everybody else is a person."""

    rulebook: str = "FIBUR"
    deals: int = 2
    format: Format = Format.UNO_CONTRO_UNO
    ai_seats: tuple[int, ...] = ()
    dawdling: float = 0.0
    """Share of a person's decisions that take him so long that his turn is about to run out."""
    moves: int | None = None
    """The first person leaves after so many commands of his, and the match is void; None: it is played to its end."""

    @property
    def people(self) -> list[int]:
        """Seats of people."""
        return [seat for seat in range(4 if self.format is Format.COPPIE else 2) if seat not in self.ai_seats]


def plan(seed: int, dawdling: float = 0.0) -> Plan:
    """A match of any kind, the same for the same seed."""
    random = Random(f"{seed} plan")
    form = random.choice((Format.UNO_CONTRO_UNO, Format.COPPIE))
    seats = 4 if form is Format.COPPIE else 2
    ai = random.choice((0, 0, *range(1, seats)))
    ai_seats = tuple(sorted(random.sample(range(seats), ai)))
    return Plan(random.choice(("FIBUR", "FITAB")), 2, form, ai_seats, dawdling)


class Played(msgspec.Struct, frozen=True):
    """A match that was played: what happened, and what everybody ended with."""

    plan: Plan
    table: str
    history: History
    people: dict[str, dict[str, Any]]
    """By player id: the view he ended with, before he asked for it afresh."""
    synced: dict[str, dict[str, Any]]
    """The view after he did."""
    seats: dict[str, str | None]
    """By player id: where the server says he sits, after the end."""
    refused: dict[str, list[str]]
    struck: dict[str, int]
    """How often each fault struck."""
    stored: dict[str, Any]
    """The table's items at the end: `record`, its `version`, and the finished `deals` by number."""
    guards: list[str]
    """Player ids that a guard still keeps at a table."""
    dead_letters: int
    seconds: float
    """Virtual time in all."""


def play(chaos: Chaos, what: Plan | None = None) -> Played:
    """Play one match. Raises Stuck, and whatever a client was refused that he should not have been."""
    what = what or plan(chaos.seed)
    with ChaosRoom(chaos, {"AiPauseSeconds": "0"}) as room:
        return room.run(lambda room: _played(room, what))


async def _played(room: ChaosRoom, what: Plan) -> Played:
    people = [Person(room, name, what.dawdling) for name, _ in zip(NAMES, what.people, strict=False)]
    try:
        async with asyncio.timeout(LONGEST_MATCH):
            table = await _seated(people, what)
            await asyncio.gather(people[0].play(what.moves), *(person.play() for person in people[1:]))
    except TimeoutError:
        raise Stuck(f"after {LONGEST_MATCH} s: {[person.player.mirror.view for person in people]}") from None
    room.faults.calm = True
    await _at_rest(room)
    ended = {person.id: person.player.view for person in people}
    for person in people:
        await person.player.sync(whole=True)
    seats = {person.id: (await person.player.hello()).seat for person in people}
    played = _outcome(room, what, table, people, ended, seats)
    for person in people:
        await person.go()
    return played


async def _seated(people: list[Person], what: Plan) -> str:
    """Everybody comes; the first opens the table, the others sit down in their own time."""
    await asyncio.gather(*(person.come() for person in people))
    seats = what.people
    chosen: dict[str, Any] = {"format": what.format.value, "seat": seats[0]}
    if what.ai_seats:
        chosen |= {"ai": "baseline", "ai_seats": list(what.ai_seats)}
    table = await people[0].player.open(what.rulebook, what.deals, **chosen)
    first = asyncio.create_task(people[0].attach(table))
    for person, seat in zip(people[1:], seats[1:], strict=True):
        await person.player.sit(table, seat)
        await person.attach(table)
    await first
    return table


async def _at_rest(room: ChaosRoom) -> None:
    """Until nothing is under way and every client has had time to learn how it ended."""
    await asyncio.sleep(130)
    for _ in range(LONGEST_REST):
        if room.idle:
            return
        await asyncio.sleep(1)
    raise Stuck(f"{LONGEST_REST} s after the match something is still under way")


def _outcome(
    room: ChaosRoom,
    what: Plan,
    table: str,
    people: list[Person],
    ended: dict[str, dict[str, Any]],
    seats: dict[str, str | None],
) -> Played:
    record = room.stored("GamesTable", f"TABLE#{table}", "RECORD")
    assert record is not None, "the record outlives the match"
    deals = {number: room.stored("GamesTable", f"TABLE#{table}", f"DEAL#{number:02d}") for number in range(1, 5)}
    return Played(
        plan=what,
        table=table,
        history=room.history,
        people=ended,
        synced={person.id: person.player.view for person in people},
        seats=seats,
        refused={person.id: [refusal.code for refusal in person.refused] for person in people},
        struck=dict(room.faults.struck),
        stored={
            "record": record["rec"],
            "version": record["v"],
            "deals": {number: deal["rec"] for number, deal in deals.items() if deal is not None},
        },
        guards=[p.id for p in people if room.stored("PlayersTable", f"PLAYER#{p.id}", "SEATED") is not None],
        dead_letters=len(room.queues["ClockDeadLetters"].messages),
        seconds=asyncio.get_running_loop().time(),
    )
