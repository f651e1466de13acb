"""One open WebSocket: what goes out in order, when it was last used, and how it is closed."""

import asyncio
import contextlib
from typing import Final, NamedTuple

from aiohttp import WebSocketError, WSMsgType, web

from local.frames import LARGEST_MESSAGE
from local.gateway_events import Caller
from local.work import Work

IDLE: Final = 600_000
"""Milliseconds of silence after which a connection is closed."""

LONGEST: Final = 7_200_000
"""Milliseconds a connection lives at most."""


class Close(NamedTuple):
    """The end of a connection: close code and reason."""

    code: int
    reason: str


NORMAL: Final = Close(1000, "Connection Closed Normally")
GOING_AWAY: Final = Close(1001, "Going away")
NO_STATUS: Final = Close(1005, "Client-side close frame status not set")
ABNORMAL: Final = Close(1006, "Connection Closed Abnormally")


class Connection:
    """A connection from the moment ``$connect`` accepted it. Its methods are callable from any thread."""

    def __init__(self, caller: Caller, protocols: tuple[str, ...], work: Work) -> None:
        self.caller = caller
        self.last_active = caller.connected_at
        self.turn = asyncio.Lock()
        self.socket = web.WebSocketResponse(
            protocols=protocols, max_msg_size=LARGEST_MESSAGE + 1, compress=False, timeout=1.0
        )
        self._loop = asyncio.get_running_loop()
        self._outgoing: asyncio.Queue[bytes | Close] = asyncio.Queue()
        self._work = work
        self._closing: Close | None = None

    @property
    def open(self) -> bool:
        """Whether something sent now has a chance to arrive."""
        return self._closing is None and not self.socket.closed

    @property
    def due(self) -> int | None:
        """When it will be closed if nothing more is said."""
        if self._closing is not None:
            return None
        return min(self.last_active + IDLE, self.caller.connected_at + LONGEST)

    def send(self, data: bytes, now: int) -> None:
        """Send ``data``, after all that was sent before."""
        self.last_active = now
        self._loop.call_soon_threadsafe(self._outgoing.put_nowait, data)

    def close(self, end: Close) -> None:
        """Close once what was sent before has gone out; under way until ``$disconnect`` has run."""
        if self._closing is None:
            self._closing = end
            self._work.begin()
            self._loop.call_soon_threadsafe(self._outgoing.put_nowait, end)

    def closed(self) -> None:
        """``$disconnect`` has run."""
        if self._closing is not None:
            self._work.end()

    async def write(self) -> None:
        """Send what goes out until the end."""
        with contextlib.suppress(ConnectionError):
            while True:
                item = await self._outgoing.get()
                if isinstance(item, Close):
                    await self.socket.close(code=item.code, message=item.reason.encode())
                    return
                try:
                    await self.socket.send_str(item.decode())
                except UnicodeDecodeError:
                    await self.socket.send_bytes(item)

    async def receive(self) -> str | bytes | Close:
        """The next message, or how the connection ended."""
        message = await self.socket.receive()
        if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
            data: str | bytes = message.data
            return data
        if self._closing is not None:
            return self._closing
        if message.type is WSMsgType.CLOSE:
            return Close(message.data, message.extra or "") if message.data else NO_STATUS
        if isinstance(message.data, WebSocketError):
            return Close(message.data.code, str(message.data))
        return ABNORMAL
