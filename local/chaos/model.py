"""The sequential model: the saved states in version order, each explained by one command or one deadline.

What was saved is taken as it is; what should have been saved is computed anew from the state before it, by the same
pure rules, from what the gateway took in. No two writes can then have crossed unseen.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final, get_args

import msgspec

from circolo.games import GAMES
from circolo.protocol import commands
from circolo.protocol.numbered import understood
from circolo.table.decide import decide, expire
from circolo.table.events import Acted, Dealt, Event, NumberedCommand, Sit
from circolo.table.fold import apply
from circolo.table.record import decode
from circolo.table.state import DueKind, Table
from circolo.table.view import Step
from local.chaos.history import Said, Saved

PACK: Final = 108
_NUMBERED: Final = {kind.__struct_config__.tag for kind in get_args(commands.NumberedCommand)}


class Wrong(AssertionError):
    """Something happened that the rules do not allow."""


class Written(msgspec.Struct, frozen=True):
    """One write: the table before and after it, its events, and whose command it was, if anyone's."""

    saved: Saved
    before: Table | None
    after: Table
    steps: tuple[Step, ...]
    command: tuple[str, int] | None
    """Player id and number."""


def written(saves: Sequence[Saved], arrived: Sequence[Said]) -> list[Written]:
    """Every write explained. Raises Wrong."""
    told = _told(arrived)
    writes: list[Written] = []
    before: Table | None = None
    for count, saved in enumerate(saves, 1):
        if saved.version != count:
            raise Wrong(f"write {count} made version {saved.version}")
        after = decode(saved.record, GAMES)
        if before is None:
            writes.append(Written(saved, None, after, (), None))
        elif writes[-1].saved.record == saved.record:
            writes.append(Written(saved, before, after, (), None))  # the sweep has only moved it in its index
        else:
            writes.append(_explained(saved, before, after, told))
        _conserved(after)
        before = after
    return writes


def _told(arrived: Sequence[Said]) -> dict[tuple[str, int], list[tuple[int, NumberedCommand]]]:
    """The numbered commands that reached the gateway, by person and number, each time with its instant."""
    told: dict[tuple[str, int], list[tuple[int, NumberedCommand]]] = {}
    for said in arrived:
        if said.message["type"] in _NUMBERED:
            command = understood(msgspec.convert(said.message, commands.Command), said.player)
            told.setdefault((said.player, command.number), []).append((said.at, command))
    return told


def _explained(saved: Saved, before: Table, after: Table, told: Any) -> Written:
    where = f"version {saved.version}"
    counted = [
        (now, then)
        for now, then in zip(after.persons, before.persons, strict=False)
        if (now.last, now.digest) != (then.last, then.digest)
    ]
    command: tuple[str, int] | None = None
    if len(after.persons) > len(before.persons):
        expected = _sat(before, after, where)
    elif counted:
        if len(counted) > 1 or counted[0][0].last != counted[0][1].last + 1:
            raise Wrong(f"{where}: numbers jumped: {counted}")
        person = counted[0][0]
        command = (person.id, person.last)
        expected = _commanded(before, [c for c in told.get(command, ()) if c[0] <= saved.at], person.digest, where)
    else:
        expected = _expired(saved, before, where)
    wanted = before
    for event in expected:
        # Chance decides a deal: what was dealt is taken, and judged by itself.
        wanted = apply(wanted, Dealt(after.head) if isinstance(event, Dealt) and after.head else event)
    if _shape(wanted) != _shape(after):
        raise Wrong(f"{where}: saved is not what {command or 'the clock'} does: {_shape(wanted)} / {_shape(after)}")
    return Written(saved, before, after, _steps(before, after, expected), command)


def _sat(before: Table, after: Table, where: str) -> tuple[Event, ...]:
    newcomer = after.persons[len(before.persons)]
    decision = decide(before, Sit(newcomer.id, newcomer.seats[0], newcomer.digest), 0, Random(0))
    if not isinstance(decision, tuple):
        raise Wrong(f"{where}: {newcomer} should not sit: {decision}")
    return decision


def _commanded(before: Table, copies: Any, digest: bytes, where: str) -> tuple[Event, ...]:
    """What the command does, if one that arrived in time has this content."""
    same = [(at, command) for at, command in copies if command.digest == digest]
    if not same:
        raise Wrong(f"{where}: no command with this number and content had arrived")
    at, command = same[0]
    decision = decide(before, command, at, Random(0))
    if not isinstance(decision, tuple):
        raise Wrong(f"{where}: {command} was accepted, the rules say {decision}")
    due, own = before.due, on_turn(before) == before.person(command.player)
    if due is not None and due.kind is DueKind.TURN and own and min(at for at, _ in same) > due.at:
        raise Wrong(f"{where}: {command} arrived at {at}, the turn ended at {due.at}")
    return decision


def on_turn(table: Table) -> int | None:
    """Index of the person on turn, if a deal is open."""
    turn = None if table.deal is None else table.game.turn(table.deal)
    return None if turn is None else table.holder(turn[1])


def _expired(saved: Saved, before: Table, where: str) -> tuple[Event, ...]:
    if before.due is None or saved.at < before.due.at:
        raise Wrong(f"{where}: no command, and no deadline that had passed: {before.due}, saved at {saved.at}")
    return expire(before, saved.at, Random(0))


def _steps(before: Table, after: Table, expected: Sequence[Event]) -> tuple[Step, ...]:
    """The write's events as they were saved, one by one."""
    walked, table, entries = [], before, list(after.log[len(before.log) :])
    for event in expected:
        if isinstance(event, Acted):
            event = Acted(entries.pop(0))
        elif isinstance(event, Dealt):
            assert after.head is not None, "a deal has begun"
            event = Dealt(after.head)
        table = apply(table, event)
        walked.append(Step(before, event, table))
        before = table
    return tuple(walked)


def _shape(table: Table) -> Any:
    """What of a table does not depend on the very second of a write."""
    log = [(entry.person, entry.by_clock, entry.action) for entry in table.log]
    return (table.phase, table.persons, table.floor, table.base, table.head, table.scores, log)


def _conserved(table: Table) -> None:
    deal = table.deal
    if deal is None or table.head is None:
        return
    cards = Counter(card for held in (*deal.hands, *deal.pozzetti, deal.pile, *sum(deal.melds, ())) for card in held)
    cards.update(deal.stock[len(deal.stock) - deal.stock_left :])
    if cards != Counter(GAMES["burraco"].pack) or cards.total() != PACK or Counter(table.head.deck) != cards:
        raise Wrong(f"deal {table.head.number}: {cards.total()} cards, or not the right ones")
