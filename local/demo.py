"""``python -m local.demo``: three matches over real sockets on a stack of its own, and their score sheets.

Two programs play four deals by the rulebook FIBUR against each other, a third plays two by FITAB against the AI, four
more play four deals in pairs; all at the same time. Each program sees only what its own sockets bring it, checks every
shuffle against the commitment published before the deal, and its own view against the server's at the end.

``--chaos SEED``: everything goes wrong on the way, and it must come out the same.
"""

import argparse
import asyncio
import logging
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, Final

import msgspec

from local import score_sheet
from local.chaos.settings import BadChaos, Chaos
from local.client.backoff import Backoff
from local.client.bot import play_match
from local.client.connection import Timing
from local.client.player import Player
from local.client.witness import Unproven, Witness
from local.stack import Stack

PATIENCE: Final = 150.0
"""Seconds after which the demo gives up."""
AI: Final = "IA (AI)"
CHAOS_PATIENCE: Final = 600.0
"""The same under chaos."""
EAGER: Final = Timing(answer=2.0, ping=2.0, backoff=Backoff(0.2, 2.0))
"""Under chaos: nobody waits long for what is lost on purpose."""
ALLOWED: Final = ("Busy", "SweepFailed")
"""What functions may raise under chaos: the store had refused them too often."""


class Untrue(Exception):
    """The server told something that does not agree with itself."""


class Seen(msgspec.Struct):
    """What a program keeps of a match: the last view of every deal, and proofs of its shuffles."""

    witness: Witness
    tell: Callable[[dict[str, Any]], None]
    deals: dict[int, dict[str, Any]] = {}

    def see(self, view: dict[str, Any]) -> None:
        """A view, as soon as the program has it."""
        self.witness.see(view)
        if "sheet" in view.get("deal", ()) and view["deal"]["number"] not in self.deals:
            self.deals[view["deal"]["number"]] = view
            self.tell(view)


def main() -> int:
    """Start a stack, play, print; 0 if both matches were played to their end and everything agreed."""
    chaos = _arguments()
    logging.basicConfig(level=logging.ERROR, format="%(levelname)s %(name)s: %(message)s")
    logging.disable(logging.CRITICAL if chaos else logging.NOTSET)
    began = time.monotonic()
    _live("Starting the stack on this machine ...")
    with Stack(parameters={"LogLevel": "ERROR", "AiPauseSeconds": "0"}, chaos=chaos) as stack:
        for name in stack.functions:
            stack.functions.start(name)
        _live(f"Playing three matches at {stack.socket_url} (5 s pass between deals) ...")
        try:
            asyncio.run(_play(stack))
        except (Untrue, Unproven, TimeoutError) as fault:
            _live(f"FAILED: {fault!r}")
            return 1
        if stack.faults is not None:
            struck = ", ".join(f"{count} {fault}" for fault, count in stack.faults.struck.most_common())
            _live(f"  Chaos  {stack.faults.struck.total()} faults: {struck}")
        failures = [f for f in stack.failures if not (chaos and type(f.error).__name__ in ALLOWED)]
        if failures:
            _live(f"FAILED: {len(failures)} invocations raised, the first: {failures[0]}")
            return 1
    print(f"\nAll three matches were played to their end in {time.monotonic() - began:.0f} s, stack included.")
    return 0


def _arguments() -> Chaos | None:
    parser = argparse.ArgumentParser(prog="python -m local.demo", description="Matches between scripted clients.")
    parser.add_argument("--chaos", type=int, metavar="SEED", help="let everything go wrong, by this seed")
    seed = parser.parse_args().chaos
    try:
        return None if seed is None else Chaos(seed)
    except BadChaos as bad:
        parser.error(f"argument --chaos: {bad}")


def _player(stack: Stack, name: str, saw: Seen) -> Player:
    timing = None if stack.faults is None else EAGER
    return Player(stack.socket_url, stack.token(f"demo-{name.lower()}"), on_view=saw.see, timing=timing)


async def _play(stack: Stack) -> None:
    async with asyncio.timeout(PATIENCE if stack.faults is None else CHAOS_PATIENCE):
        matches = [asyncio.create_task(match(stack)) for match in (_duel, _solo, _pairs)]
        print(await matches[0], flush=True)
        for match in matches[1:]:
            print("\n\n" + await match, flush=True)


async def _duel(stack: Stack) -> str:
    """Four deals of two programs; the second finds the table of the first in the lobby."""
    ada_saw, bruno_saw = _seen("Match 1"), _seen("Match 1 ", quiet=True)
    async with (
        _player(stack, "Ada", ada_saw) as ada,
        _player(stack, "Bruno", bruno_saw) as bruno,
    ):
        await ada.claim("Ada")
        await bruno.claim("Bruno")
        await ada.attach(await ada.open("FIBUR", deals=4))
        waiting = (await bruno.tables()).tables
        free = next(table for table in waiting if table.seated[0]["nickname"] == "Ada")
        await bruno.attach(await bruno.sit(free.table))
        await asyncio.gather(play_match(ada), play_match(bruno))
        for player, saw in ((ada, ada_saw), (bruno, bruno_saw)):
            await _agrees(player, saw)
        return _printed(1, ada, ada_saw, witnesses=2)


async def _solo(stack: Stack) -> str:
    """Two deals of one program against the AI."""
    saw = _seen("Match 2")
    async with _player(stack, "Carla", saw) as carla:
        await carla.claim("Carla")
        await carla.attach(await carla.open("FITAB", deals=2, ai="baseline"))
        await play_match(carla)
        await _agrees(carla, saw)
        return _printed(2, carla, saw, witnesses=1)


async def _pairs(stack: Stack) -> str:
    """Four deals of four programs, partners opposite."""
    people = ("Dora", "Elio", "Fede", "Gino")
    saw = [_seen("Match 3", quiet=number > 0) for number in range(len(people))]
    async with AsyncExitStack() as doors:
        players = [
            await doors.enter_async_context(_player(stack, name, seen)) for name, seen in zip(people, saw, strict=True)
        ]
        for player, name in zip(players, people, strict=True):
            await player.claim(name)
        table = await players[0].open("FIBUR", deals=4, format="coppie")
        for seat, player in enumerate(players):
            await player.attach(table if seat == 0 else await player.sit(table, seat))
        await asyncio.gather(*map(play_match, players))
        for player, seen in zip(players, saw, strict=True):
            await _agrees(player, seen)
        return _printed(3, players[0], saw[0], witnesses=4)


async def _agrees(player: Player, saw: Seen) -> None:
    """Everything one program can check of a match that has ended. Raises Untrue, Unproven."""
    mirrored = player.view
    if mirrored["phase"] != "ended":
        raise Untrue(f"the match of {player.nickname} is {mirrored['phase']}: {mirrored.get('void')}")
    await player.sync(whole=True)
    if player.view != mirrored:
        raise Untrue(f"the view of {player.nickname} is not the server's")
    for view in saw.deals.values():
        saw.witness.check(view)
        for side in view["deal"]["sheet"]["sides"]:
            if side["total"] != sum(side[item] for item, *_ in score_sheet.ITEMS):
                raise Untrue(f"a sheet of deal {view['deal']['number']} does not add up")
    totals = [sum(scored[side][-1] for scored in mirrored["scores"]) for side in (0, 1)]
    if totals != mirrored["result"]["totals"] or sum(mirrored["result"]["vp"]) != 20:
        raise Untrue(f"the result of {player.nickname} does not add up")


def _printed(number: int, player: Player, saw: Seen, witnesses: int) -> str:
    view, names = player.view, _names(player.view, player.mirror.nicknames)
    parts = [score_sheet.heading(number, view, names)]
    for _, seen in sorted(saw.deals.items()):
        parts.append(score_sheet.deal_sheet(seen, names))
        leaves = saw.witness.check(seen)
        by = {1: player.nickname, 2: "both players"}.get(witnesses, "all four players")
        root = seen["deal"]["commitment"]
        parts.append(f"  Shuffle verified by {by}: {leaves} leaves, root {root[:8]}...{root[-8:]}")
    return "\n".join((*parts, score_sheet.result(view, names)))


def _names(view: dict[str, Any], nicknames: dict[str, str]) -> list[str]:
    """The names of each side."""
    by_seat = {seat: person["player"] for person in view["persons"] for seat in person["seats"]}
    return [" e ".join(nicknames.get(by_seat[seat], AI) for seat in side) for side in view["sides"]]


def _seen(match: str, *, quiet: bool = False) -> Seen:
    began = time.monotonic()

    def tell(view: dict[str, Any]) -> None:
        totals = [side["total"] for side in view["deal"]["sheet"]["sides"]]
        of = f"{view['deal']['number']}/{view['settings']['deals']}"
        _live(f"  {match}  smazzata {of}  {totals[0]:>5} : {totals[1]:<5}  after {time.monotonic() - began:.0f} s")

    return Seen(Witness(), (lambda _: None) if quiet else tell)


def _live(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
