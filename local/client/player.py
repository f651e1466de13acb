"""A person: signs in, looks round the lobby, sits down, and plays by numbered commands.

Every command is sent again, unchanged and under the same number or request id, until it is answered: however often it
arrives, it counts once.
"""

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, Self

import msgspec

from circolo.burraco import actions
from circolo.cards import NOTATION, text
from circolo.protocol import commands, messages
from local.client.connection import (
    Connection,
    NotAdmitted,
    Opening,
    Timing,
    TokenSource,
    Unanswered,
    open_socket,
)
from local.client.mirror import Mirror

TRIES: Final = 10
"""How often a command is sent before its sender is told that nobody answers."""
AGAIN: Final = ("busy", "too_frequent")
"""Refusals that ask for patience: the same command will do later."""
STALE: Final = (
    "deal_over",
    "number_gap",
    "number_reused",
    "not_your_turn",
    "sheet_closed",
    "sheet_expired",
    "turn_expired",
    "wrong_deal",
    "wrong_phase",
    "wrong_turn",
)
"""Refusals that show the view to be behind the table."""
GAP_LASTS: Final = 0.25
"""Seconds that what is missing may take to arrive by itself before it is asked for."""
OVERDUE: Final = 3.0
"""Seconds after a deadline at which silence is suspicious."""


class Refused(Exception):
    """The server refused a command: its code, what players read, and the figures of the rule."""

    def __init__(self, answer: messages.Refused) -> None:
        super().__init__(f"{answer.code}: {answer.text.en}")
        self.code, self.text, self.field, self.details = answer.code, answer.text, answer.field, answer.details


class TakenOver(Exception):
    """Another connection of the same person is at the table now; `attach` takes it back."""


class Player:
    """A person with a socket in the lobby and, once attached, one at the table.

    `url`, `token`, `timing`, `sleep`, `chance` and `opening` are those of `Connection`. `on_view` is told every new
    view of the table, as soon as it is known. `request` makes the ids of what is to be done once in the lobby.
    """

    def __init__(
        self,
        url: str,
        token: str | TokenSource,
        *,
        on_view: Callable[[dict[str, Any]], None] = lambda _: None,
        timing: Timing | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
        opening: Opening = open_socket,
        request: Callable[[], str] = lambda: secrets.token_urlsafe(12),
    ) -> None:
        self.id = ""
        self.nickname: str | None = None
        self.table: str | None = None
        self.mirror = Mirror()
        self._timing = timing or Timing()
        self._sleep, self._chance, self._on_view = sleep, chance, on_view
        self._request = request
        connection = partial(Connection, url, token, timing=self._timing, sleep=sleep, chance=chance, opening=opening)
        self._lobby = connection("lobby")
        self._at_table = connection(
            "table", on_message=self._heard, on_open=self._attach_again, on_failed=self._changed_now
        )
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()
        self._sync_at: float | None = None
        self._deaf = False
        self._taken_over = False
        self._watch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self._lobby.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await self._at_table.close()
        await self._lobby.close()

    @property
    def view(self) -> dict[str, Any]:
        """The table as it is known now. Raises LookupError before `attach`."""
        if self.mirror.view is None:
            raise LookupError("attach to a table first")
        return self.mirror.view

    # the lobby

    async def hello(self) -> messages.Welcome:
        """Who one is, and at which table one sits (`seat`)."""
        return self._welcomed(await self._ask(self._lobby, commands.Hello()))

    async def claim(self, nickname: str) -> messages.Welcome:
        """Take a nickname; again with the same one is harmless. Raises Refused."""
        return self._welcomed(await self._ask(self._lobby, commands.ClaimNickname(nickname=nickname)))

    async def tables(self, after: str | None = None, limit: int = 20) -> messages.Lobby:
        """A page of the tables that wait for players."""
        answer = await self._ask(self._lobby, commands.ListTables(after=after, limit=limit))
        assert isinstance(answer, messages.Lobby), answer
        return answer

    async def open(self, rulebook: str, deals: int, **chosen: Any) -> str:
        """Open a table and sit down at it; its name. `chosen`: the other fields of `OpenTable`, as texts or lists where
        the message has them so. Raises Refused."""
        chosen |= {"type": "open_table", "request": self._request(), "rulebook": rulebook, "deals": deals}
        return _seated(await self._ask(self._lobby, msgspec.convert(chosen, commands.OpenTable)))

    async def sit(self, table: str, seat: int | None = None) -> str:
        """Sit down at a waiting table, at the first free seat or the one wanted; its name. Raises Refused."""
        return _seated(await self._ask(self._lobby, commands.Sit(table=table, request=self._request(), seat=seat)))

    # the table

    async def attach(self, table: str) -> dict[str, Any]:
        """Follow a table where one sits, through lost connections; its view. Raises Refused, TakenOver."""
        self._taken_over = False
        if table != self.table:
            self.table, self.mirror = table, Mirror()
        self._at_table.ping = commands.Ping(table=table)
        if self._watch is None:
            self._watch = asyncio.create_task(self._watch_over())
            await self._at_table.start()
        if isinstance(await self._ask(self._at_table, commands.Attach(table=table)), messages.Detached):
            raise TakenOver(table)
        return self.view

    async def play(self, action: actions.Action) -> None:
        """Make a move of the deal and turn that the view shows. Raises Refused."""
        deal = self.view["deal"]
        await self._numbered(_move(action), deal=deal["number"], turn=deal["turn"])

    async def close_sheet(self) -> None:
        """Close the score sheet that is shown. Raises Refused."""
        await self._numbered(commands.CloseSheet, deal=self.view["deal"]["number"])

    async def leave(self) -> None:
        """Leave the table: freely before the start, as an abandonment afterwards. Raises Refused."""
        await self._numbered(commands.Leave)

    async def sync(self, *, whole: bool = False) -> None:
        """Ask for what is missing, or for the whole view."""
        await self._ask(self._at_table, commands.Sync(table=self._here(), since=None if whole else self.mirror.since))

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a view that satisfies a condition, the present one included. Raises TakenOver, NotAdmitted."""
        while True:
            changed = self._changed
            if self._taken_over:
                raise TakenOver(self.table)
            if self._at_table.failure is not None:
                raise self._at_table.failure
            if self.mirror.view is not None and wanted(self.mirror.view):
                return self.mirror.view
            await changed.wait()

    async def _numbered(self, command: Callable[..., commands.NumberedCommand], **content: Any) -> None:
        """One command under the next number; one at a time is under way."""
        async with self._turn:
            try:
                number = self.view["you"]["next"]
                await self._ask(self._at_table, command(table=self._here(), n=number, **content))
            except Refused as refusal:
                if refusal.code in STALE:
                    await self.sync(whole=refusal.code.startswith("number_"))
                raise
            if self.mirror.behind:
                await self.sync()

    async def _ask(self, connection: Connection, command: commands.Command) -> messages.ServerMessage:
        for failures in range(TRIES):
            try:
                answer = await connection.request(command)
            except Unanswered:
                continue
            if not isinstance(answer, messages.Refused):
                return answer
            if answer.code not in AGAIN:
                raise Refused(answer)
            await self._sleep(self._timing.backoff.delay(failures, self._chance()))
        raise Unanswered(f"{type(command).__name__}, sent {TRIES} times")

    def _welcomed(self, answer: messages.ServerMessage) -> messages.Welcome:
        assert isinstance(answer, messages.Welcome), answer
        self.id, self.nickname = answer.player, answer.nickname
        return answer

    def _here(self) -> str:
        if self.table is None:
            raise LookupError("attach to a table first")
        return self.table

    async def _attach_again(self) -> None:
        """A socket that was opened again; the first time `attach` itself does it."""
        if self.mirror.view is not None and not self._taken_over:
            with suppress(Refused, Unanswered, NotAdmitted):
                await self._ask(self._at_table, commands.Attach(table=self._here()))

    def _heard(self, message: messages.ServerMessage) -> None:
        if getattr(message, "table", None) != self.table:
            return
        if isinstance(message, messages.Detached):
            self._taken_over = True
        before, knew = self.mirror.view, self.mirror.behind
        self.mirror.take(message)
        if isinstance(message, messages.Events) and (message.id is None or message.accepted is not None):
            self._deaf = False
        elif isinstance(message, messages.Pong | messages.Accepted) and self.mirror.behind and not knew:
            self._deaf = True  # told only because it asked
        self._plan_sync()
        if self.mirror.view is not None and self.mirror.view is not before:
            self._on_view(self.mirror.view)
        self._changed_now()

    def _changed_now(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _plan_sync(self) -> None:
        """When to ask what has happened, should nothing more be heard: soon at a gap, else after the deadline."""
        now = asyncio.get_running_loop().time()
        clock = self.mirror.view["clock"] if self.mirror.view is not None else None
        if self.mirror.behind or self._deaf:
            self._sync_at = min(self._sync_at or now + GAP_LASTS, now + GAP_LASTS)
        elif clock is not None:
            self._sync_at = now + max(0, clock["due"] - clock["now"]) / 1000 + OVERDUE
        else:
            self._sync_at = None

    async def _watch_over(self) -> None:
        """Sync at a gap; attach again where pushes seem not to arrive, when nothing was heard at the deadline and three
        seconds or a ping tells more than they did: the server may have let this socket go by mistake."""
        now = asyncio.get_running_loop().time
        while True:
            changed = self._changed
            try:
                async with asyncio.timeout_at(self._sync_at):
                    await changed.wait()
            except TimeoutError:
                self._sync_at = now() + OVERDUE
                if not self._taken_over:
                    with suppress(Refused, Unanswered, NotAdmitted):
                        if self._deaf or not self.mirror.behind:
                            await self._ask(self._at_table, commands.Attach(table=self._here()))
                            self._deaf = False
                        else:
                            await self.sync()


def _seated(answer: messages.ServerMessage) -> str:
    assert isinstance(answer, messages.Seated), answer
    return answer.table


def _move(action: actions.Action) -> Callable[..., commands.PlayCommand]:
    """The command that makes an action, but for table, number, deal and turn."""
    match action:
        case actions.Draw():
            return commands.Draw
        case actions.Take():
            return commands.Take
        case actions.Meld(cards):
            return partial(commands.Meld, cards=text(cards))
        case actions.Lay(meld, cards):
            return partial(commands.Lay, meld=meld, cards=text(cards))
        case actions.Discard(card):
            return partial(commands.Discard, card=NOTATION[card])
