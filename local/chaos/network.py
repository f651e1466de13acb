"""Sockets without a network: the gateway's and the client's end of each, and the time messages take between them.

The events are those of the real gateway (`local.gateway_events`); an authorizer is not asked, since a token here is the
name of a person. As in the cloud, neither the messages of one connection nor the pushes to it wait for each other on
their way through the functions.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from websockets.exceptions import ConnectionClosedError

from circolo.signin.identity import player_id
from local.api import Api
from local.chaos.faults import Faults, Invoke
from local.chaos.history import History
from local.chaos.switch import Switch
from local.clock import Clock
from local.connection import ABNORMAL, Close
from local.gateway_events import Caller, connect_event, disconnect_event, failure_frame, message_event

ISSUER: Final = "https://chaos.example"
SOCKET: Final = "Socket"
"""Logical id of the function behind every route."""


class Line:
    """One connection as the gateway has it."""

    def __init__(self, network: "Network", caller: Caller, end: "Socket") -> None:
        self.caller, self.end, self.open = caller, end, True
        self.last_active = caller.connected_at
        self.busy_until = 0.0
        """When what the client has sent will have arrived, by the loop's time."""
        self._network = network

    def send(self, data: bytes, now: int) -> None:
        """Push to the client: he has it after a while, if his end is still there."""
        self.last_active = now
        self._network.push(self, data)

    def close(self, end: Close) -> None:
        """Close from the server's side."""
        self._network.end(self, end)


class Socket:
    """One connection as the client has it (`local.client.connection.Socket`)."""

    def __init__(self, network: "Network") -> None:
        self.close_code: int | None = None
        self.close_reason: str | None = None
        self.line: Line
        self._network = network
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()

    async def send(self, message: str) -> None:
        self._check()
        self._network.say(self.line, message)

    async def recv(self) -> str:
        heard = await self._heard.get() if self.close_code is None or not self._heard.empty() else None
        if heard is None:
            raise ConnectionClosedError(None, None)
        return heard

    async def close(self, code: int = 1000, reason: str = "") -> None:
        if self.close_code is None:
            self.ended(Close(code, reason))
            self._network.hung_up(self.line, Close(code, reason))

    def hear(self, frame: str) -> None:
        """A push has arrived."""
        if self.close_code is None:
            self._heard.put_nowait(frame)

    def ended(self, end: Close) -> None:
        """The connection is over at this end."""
        if self.close_code is None:
            self.close_code, self.close_reason = end.code, end.reason
            self._heard.put_nowait(None)

    def _check(self) -> None:
        if self.close_code is not None:
            raise ConnectionClosedError(None, None)


class Network:
    """All connections of a room. `now`: the clock's milliseconds."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        api: Api,
        clock: Clock,
        invoke: Invoke,
        switch: Switch,
        faults: Faults,
        history: History,
        random: Random,
    ) -> None:
        self.connections: dict[str, Line] = {}
        self._loop, self._api, self._clock, self._invoke, self._switch = loop, api, clock, invoke, switch
        self._faults, self._history, self._random = faults, history, random
        self._made = self._asked = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def opening(self, url: str, token: str, patience: float) -> Socket:
        """Connect (`local.client.connection.Opening`). Raises OSError, TimeoutError."""
        async with asyncio.timeout(patience):
            await asyncio.sleep(self._way())
            return await self._connected(parse_qs(urlsplit(url).query)["channel"][0], token)

    def push(self, line: Line, data: bytes) -> None:
        """Bring a push to the client's end."""
        self._history.push(line.caller.connection_id, _player(line), data)
        self._later(self._way(), line.end.hear, data.decode())

    def say(self, line: Line, message: str) -> None:
        """Bring a client's message to the gateway."""
        self._history.say(line.caller.connection_id, _player(line), message)
        line.busy_until = max(line.busy_until, self._loop.time() + self._way())  # one after the other
        self._loop.call_at(line.busy_until, self._arrived, line, message)
        if self._faults.closes():
            # Each end learns of it in its own time.
            self._later(self._random.uniform(0, 0.1), line.end.ended, ABNORMAL)
            self._later(self._random.uniform(0, 8), self.end, line, ABNORMAL)

    def hung_up(self, line: Line, end: Close) -> None:
        """The client has closed."""
        self._later(self._way(), self.end, line, end)

    def end(self, line: Line, end: Close) -> None:
        """The connection is over at the gateway's end."""
        if not line.open:
            return
        line.open = False
        self.connections.pop(line.caller.connection_id, None)
        self._later(self._way(), line.end.ended, end)
        after = self._faults.disconnect()
        if after is not None:
            event = disconnect_event(self._api, line.caller, end.code, end.reason, self._clock())
            self._later(after, self._start, self._told, event)

    async def _connected(self, channel: str, subject: str) -> Socket:
        self._made += 1
        query, made = [("channel", channel)], f"c{self._made:04d}="
        caller = Caller([("Host", self._api.domain)], query, "192.0.2.1", self._clock(), made)
        caller.authorizer = {
            "player": player_id(ISSUER, subject),
            "subject": subject,
            "roles": "player",
            "expires": str(self._clock() // 1000 + 86_400),
            "channel": channel,
            "principalId": subject,
        }
        socket = Socket(self)
        socket.line = line = Line(self, caller, socket)
        try:
            answer = await self._run(SOCKET, connect_event(self._api, caller))
        except Exception as error:
            raise OSError("HTTP 500") from error
        if answer["statusCode"] != 200:
            raise OSError(f"HTTP {answer['statusCode']}")
        self.connections[caller.connection_id] = line
        return socket

    def _arrived(self, line: Line, message: str) -> None:
        """At the gateway, which dates it; what a severed end had still on its way is lost."""
        if not line.open or line.end.close_code == ABNORMAL.code:
            return
        line.last_active = now = self._clock()
        self._history.arrive(line.caller.connection_id, _player(line), message)
        for late in self._faults.frames():
            self._later(late, self._start, self._handled, line, message, now)

    async def _handled(self, line: Line, message: str, now: int) -> None:
        event = message_event(self._api, line.caller, "$default", message, now)
        self._asked += 1
        event["requestContext"]["requestId"] = f"r{self._asked}"  # the one id of an event that a client may be told
        try:
            await self._run(SOCKET, event)
        except Exception:
            if line.open:
                self.push(line, json.dumps(failure_frame("Internal server error", event)).encode())

    async def _told(self, event: Mapping[str, Any]) -> None:
        try:
            await self._run(SOCKET, event)
        except Exception:
            return  # noted where it happened; nobody tells it again

    async def _run(self, function: str, event: Mapping[str, Any]) -> Any:
        return await self._switch.run(lambda: self._invoke(function, event))

    def _start(self, job: Callable[..., Any], *args: Any) -> None:
        task = self._loop.create_task(job(*args))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _later(self, seconds: float, what: Callable[..., None], *args: Any) -> None:
        self._loop.call_later(seconds, what, *args)

    def _way(self) -> float:
        """Seconds a message is under way, mostly a few hundredths."""
        return self._random.uniform(0.005, 0.06) if self._random.random() < 0.98 else self._random.uniform(0.1, 2)


def _player(line: Line) -> str:
    assert line.caller.authorizer is not None, "every caller is somebody"
    return str(line.caller.authorizer["player"])
