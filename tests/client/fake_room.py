"""A WebSocket server that does what a test tells it to, and keeps what it heard."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Self

from websockets.asyncio.server import Request, Response, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]
Answering = Callable[["FakeRoom", int, Message], list[Message]]

PATIENCE = 5.0


class Lost(Exception):
    """Raised by an answering function: the socket is cut off without a word."""


class FakeRoom:
    """`answering` is given each message (and the number of its socket from 0) and returns those to send back.

    `turned_away`: HTTP statuses by which the first handshakes are refused.
    """

    def __init__(self, answering: Answering, turned_away: tuple[int, ...] = ()) -> None:
        self._answering, self._turned_away = answering, list(turned_away)
        self.heard: list[tuple[int, Message]] = []
        self.sockets: list[ServerConnection] = []
        self.handshakes: list[Request] = []
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._server = await serve(self._talk, "127.0.0.1", 0, process_request=self._admit, select_subprotocol=_first)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"ws://127.0.0.1:{port}/prod"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    def of(self, kind: str) -> list[Message]:
        """The messages of a type that were heard."""
        return [message for _, message in self.heard if message["type"] == kind]

    async def until(self, reached: Callable[[Self], bool]) -> None:
        """Wait until something has been heard or opened."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: reached(self))

    async def push(self, message: Message) -> None:
        """Send on the newest socket."""
        await self.sockets[-1].send(json.dumps(message))

    async def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        self.handshakes.append(request)
        if self._turned_away:
            return connection.respond(HTTPStatus(self._turned_away.pop(0)), "")
        return None

    async def _talk(self, socket: ServerConnection) -> None:
        number = len(self.sockets)
        self.sockets.append(socket)
        await self._tell()
        with suppress(ConnectionClosed):
            while True:
                message = json.loads(await socket.recv())
                self.heard.append((number, message))
                try:
                    for answer in self._answering(self, number, message):
                        await socket.send(json.dumps(answer))
                except Lost:
                    socket.transport.abort()
                finally:
                    await self._tell()

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()


class Waits:
    """A back-off's `sleep` that only notes how long it would have been."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)
        await asyncio.sleep(0)


def _first(_: ServerConnection, offered: Any) -> Any:
    return offered[0]


def pong(_: FakeRoom, __: int, message: Message) -> list[Message]:
    """Answers every message with a pong."""
    return [{"type": "pong", "id": message["id"], "now": 0}]
