"""Somebody who plays a whole match by program, through whatever happens to his devices.

He uses the client of the package (`local.client`) over the room's virtual sockets, decides from his mirrored view
alone, and goes on with another device when chaos wants it.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

from circolo.burraco.baseline import choose
from circolo.signin.identity import player_id
from local.chaos.network import ISSUER
from local.chaos.room import ChaosRoom
from local.client.bot import OVER, seat_view, waits_for_me
from local.client.connection import Timing, Unanswered
from local.client.player import STALE, Player, Refused, TakenOver

TIMING: Final = Timing(answer=8.0)


class Person:
    """A person of this name; `id` is his player id. `dawdling`: the share of his decisions that take him almost a whole
    turn. `refused`: what the server refused him for good."""

    def __init__(self, room: ChaosRoom, name: str, dawdling: float = 0.0) -> None:
        self.id, self.name = player_id(ISSUER, name), name
        self.refused: list[Refused] = []
        self._room, self._dawdling, self._requests = room, dawdling, 0
        self._devices: list[Player] = []
        self._changed = False
        self._closing: list[asyncio.Task[None]] = []

    @property
    def player(self) -> Player:
        """The device he plays with now."""
        return self._devices[-1]

    async def come(self) -> None:
        """Open the first device and take the nickname."""
        await self._another_device()
        await self.player.claim(self.name)

    async def attach(self, table: str) -> None:
        """Follow the table where he sits."""
        await self._patiently(lambda: self.player.attach(table))

    async def play(self, moves: int | None = None) -> None:
        """Play until the table is over; after so many moves, leave."""
        while True:
            try:
                view = await self.player.until(waits_for_me)
                if view["phase"] in OVER:
                    return
                await asyncio.sleep(self._thought())
                if self._room.faults.strikes("second_device"):
                    await self._change_device()
                if moves is not None and self.player.view["you"]["next"] > moves:
                    await self.player.leave()
                elif waits_for_me(self.player.view):
                    await self._move(self.player.view)
            except Refused as refusal:
                self.refused.append(refusal)
                if refusal.code not in STALE:
                    raise
            except TakenOver:
                if not self._changed:
                    raise  # by nobody: he has this one device
                await asyncio.sleep(1)
                await self.attach(self._table)
            except Unanswered:
                continue

    async def go(self) -> None:
        """Close every device."""
        for closing in self._closing:
            closing.cancel()
        for device in self._devices:
            await device.__aexit__()

    async def _move(self, view: dict[str, Any]) -> None:
        if view["phase"] == "sheet":
            await self.player.close_sheet()
        elif view["phase"] == "playing":
            await self.player.play(choose(seat_view(view)))

    def _thought(self) -> float:
        """Seconds he thinks."""
        dawdles = self._room.random.random() < self._dawdling
        return self._room.random.uniform(43, 48) if dawdles else self._room.random.uniform(0.1, 0.6)

    async def _change_device(self) -> None:
        """Another device takes over; the old one, which may not have been told, is put away later."""
        old, self._changed = self.player, True
        await self._another_device()
        await self.attach(self._table)
        self._closing.append(asyncio.create_task(self._put_away(old, self._room.random.uniform(0, 30))))

    async def _put_away(self, device: Player, after: float) -> None:
        await asyncio.sleep(after)
        self._devices.remove(device)
        await device.__aexit__()

    async def _another_device(self) -> None:
        device = Player(
            "wss://chaos.example/prod",
            self.name,
            timing=TIMING,
            chance=self._room.random.random,
            opening=self._room.network.opening,
            request=self._request,
        )
        self._devices.append(device)
        await device.__aenter__()

    def _request(self) -> str:
        self._requests += 1
        return f"{self.name}-request-{self._requests}"

    @property
    def _table(self) -> str:
        table = next(device.table for device in self._devices if device.table is not None)
        assert table is not None
        return table

    async def _patiently(self, ask: Any) -> None:
        while True:
            with suppress(Unanswered, TakenOver):
                await ask()
                return
            await asyncio.sleep(1)
