"""``python -m local.demo``: two matches over real sockets on a stack of its own, and their score sheets.

Two programs play four deals by the rulebook FIBUR against each other, a third plays two by FITAB against the AI; both
matches at the same time. Each program sees only what its own sockets bring it, checks every shuffle against the
commitment published before the deal, and its own view against the server's at the end.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from local import score_sheet
from local.client.bot import play_match
from local.client.player import Player
from local.client.witness import Unproven, Witness
from local.stack import Stack

PATIENCE: Final = 150.0
"""Seconds after which the demo gives up."""
AI: Final = "IA (AI)"


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
    logging.basicConfig(level=logging.ERROR, format="%(levelname)s %(name)s: %(message)s")
    began = time.monotonic()
    _live("Starting the stack on this machine ...")
    with Stack(parameters={"LogLevel": "ERROR"}) as stack:
        for name in stack.functions:
            stack.functions.start(name)
        _live(f"Playing two matches at {stack.socket_url} (5 s pass between deals) ...")
        try:
            asyncio.run(_play(stack))
        except (Untrue, Unproven, TimeoutError) as fault:
            _live(f"FAILED: {fault!r}")
            return 1
        if stack.failures:
            _live(f"FAILED: {len(stack.failures)} invocations raised, the first: {stack.failures[0]}")
            return 1
    print(f"\nBoth matches were played to their end in {time.monotonic() - began:.0f} s, stack included.")
    return 0


async def _play(stack: Stack) -> None:
    async with asyncio.timeout(PATIENCE):
        matches = [asyncio.create_task(match(stack)) for match in (_duel, _solo)]
        print(await matches[0], flush=True)
        print("\n\n" + await matches[1], flush=True)


async def _duel(stack: Stack) -> str:
    """Four deals of two programs; the second finds the table of the first in the lobby."""
    ada_saw, bruno_saw = _seen("Match 1"), _seen("Match 1 ", quiet=True)
    async with (
        Player(stack.socket_url, stack.token("demo-ada"), on_view=ada_saw.see) as ada,
        Player(stack.socket_url, stack.token("demo-bruno"), on_view=bruno_saw.see) as bruno,
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
    async with Player(stack.socket_url, stack.token("demo-carla"), on_view=saw.see) as carla:
        await carla.claim("Carla")
        await carla.attach(await carla.open("FITAB", deals=2, ai="baseline"))
        await play_match(carla)
        await _agrees(carla, saw)
        return _printed(2, carla, saw, witnesses=1)


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
        by = "both players" if witnesses == 2 else player.nickname
        root = seen["deal"]["commitment"]
        parts.append(f"  Shuffle verified by {by}: {leaves} leaves, root {root[:8]}...{root[-8:]}")
    return "\n".join((*parts, score_sheet.result(view, names)))


def _names(view: dict[str, Any], nicknames: dict[str, str]) -> list[str]:
    """The name of each side, for as long as a side is one person."""
    by_seat = {seat: person["player"] for person in view["persons"] for seat in person["seats"]}
    return [nicknames.get(by_seat[side[0]], AI) for side in view["sides"]]


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
