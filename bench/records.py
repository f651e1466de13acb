"""How many bytes a table's record takes as a match goes on, and how many moves cost one write unit."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from circolo.burraco.baseline import choose
from circolo.burraco.seat_view import seat_view
from circolo.games import BURRACO
from circolo.table.deadlines import scheduled
from circolo.table.decide import decide, opening
from circolo.table.events import Play, Sit
from circolo.table.fold import apply
from circolo.table.record import encode
from circolo.table.settings import Format, Settings
from circolo.table.state import Phase, Table

OVERHEAD: Final = 237
"""Bytes of keys, version, index place and four sockets around a record, as the store measures them in its tests."""
WRITE_UNIT: Final = 1024
NOW: Final = 1_800_000_000_000


def sizes(seed: int) -> Iterator[tuple[int, int]]:
    """(actions so far in the deal, bytes of the record) after each move of a deal between two baseline players."""
    chance = random.Random(seed)
    settings = Settings("burraco", "FIBUR@1", Format.UNO_CONTRO_UNO, 4)
    table, events = opening(BURRACO, settings, Sit("a" * 12), NOW, chance)
    assert isinstance(events, tuple)
    for event in events:
        table = apply(table, event)
    now, waited = NOW, decide(table, Sit("b" * 12), NOW, chance)
    assert isinstance(waited, tuple)
    for event in waited:
        table = apply(table, event)
    while table.phase is Phase.PLAYING:
        now += int(chance.expovariate(1 / 6000))
        table = scheduled(table, _moved(table, now, chance), now)
        yield len(table.log), len(encode(table))


def _moved(table: Table, now: int, chance: random.Random) -> Table:
    turn = BURRACO.turn(table.deal)
    assert turn is not None
    person = table.persons[table.holder(turn[1])]
    action = choose(seat_view(table.deal, turn[1]))
    digest = chance.randbytes(4)
    decision = decide(table, Play(person.id, person.last + 1, digest, 1, turn[0], action), now, chance)
    assert isinstance(decision, tuple)
    for event in decision:
        table = apply(table, event)
    return table


def report() -> str:
    """A table of sizes, and the share of moves within one write unit."""
    measured = [size for seed in range(20) for size in sizes(seed)]
    lines = ["record of `uno_contro_uno` | median bytes | largest", "--- | --- | ---"]
    longest = max(actions for actions, _ in measured)
    for low, high in pairwise((0, 21, 41, 61, 81, 101, 141, 181, longest + 1)):
        found = sorted(size for actions, size in measured if low <= actions < high)
        lines.append(f"{low} to {high - 1} actions | {found[len(found) // 2]} | {found[-1]}")
    within = sum(size + OVERHEAD <= WRITE_UNIT for _, size in measured) / len(measured)
    units = f"{within:.1%} of {len(measured)} moves cost one write unit"
    lines.append(f"\n{units} (the record and {OVERHEAD} bytes around it).")
    return "\n".join(lines)
