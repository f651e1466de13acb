"""The WebSocket gateway: turns connections and frames into the events of API Gateway and invokes the functions.

As in the cloud, a message does not wait for the one before it on the same
connection, unless the gateway is told to keep them in order.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from aiohttp import web

from local.api import Api, Authorizer, Route
from local.authorization import RefusedError, granted, refused_by
from local.clock import Clock
from local.connection import GOING_AWAY, Close, Connection
from local.frames import guard_frames
from local.gateway_events import (
    Caller,
    authorizer_event,
    connect_event,
    disconnect_event,
    failure_frame,
    message_event,
)
from local.mishaps import Mishaps
from local.throttle import Throttle
from local.work import Work

Invoke = Callable[[str, Mapping[str, Any]], Any]

# Its warning about subprotocols prints them, and with them the token.
logging.getLogger("aiohttp.websocket").setLevel(logging.ERROR)


class Gateway:
    """The API's connections. ``ordered`` makes messages of one connection wait for each other; ``mishaps`` says what
    befalls them."""

    def __init__(
        self,
        api: Api,
        clock: Clock,
        invoke: Invoke,
        workers: Executor,
        work: Work,
        throttle: Throttle,
        ordered: bool,
        mishaps: Mishaps,
    ) -> None:
        self.api, self._mishaps = api, mishaps
        self.connections: dict[str, Connection] = {}
        self._clock, self._invoke, self._workers, self._work = clock, invoke, workers, work
        self._throttle, self._ordered = throttle, ordered
        self._tasks: set[asyncio.Task[None]] = set()
        self._late: set[asyncio.Task[None]] = set()
        self._stopping = False

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """A request to the stage's address: authorize, ``$connect``, then the life of the connection."""
        if not web.WebSocketResponse().can_prepare(request):
            return web.json_response({"message": "Upgrade Required"}, status=426)
        with self._work.one():
            try:
                connection = await self._accepted(request)
            except RefusedError as refused:
                return web.json_response({"message": "Forbidden", "status": refused.status}, status=refused.status)
            self.connections[connection.caller.connection_id] = connection
        try:
            await connection.socket.prepare(request)
            guard_frames(request)
        except BaseException:
            self.connections.pop(connection.caller.connection_id)
            raise
        await self._live(connection)
        return connection.socket

    async def stop(self) -> None:
        """Close every connection; nobody is told by ``$disconnect``."""
        self._stopping = True
        for task in self._late:
            task.cancel()
        closing = [connection.socket.close(code=1001) for connection in self.connections.values()]
        await asyncio.gather(*closing, *self._tasks, return_exceptions=True)

    def next_due(self) -> int | None:
        """When the first connection reaches its limit of silence or of age."""
        dues = [connection.due for connection in list(self.connections.values())]
        return min((due for due in dues if due is not None), default=None)

    def take_due(self, now: int) -> Sequence[Callable[[], None]]:
        """Jobs that close the connections that have reached a limit."""
        return [
            lambda connection=connection: connection.close(GOING_AWAY)  # type: ignore[misc]
            for connection in list(self.connections.values())
            if connection.due is not None and connection.due <= now
        ]

    async def _accepted(self, request: web.Request) -> Connection:
        caller = Caller(
            headers=[(key.decode(), value.decode("utf-8", "replace")) for key, value in request.raw_headers],
            query=list(request.query.items()),
            source_ip=request.remote or "",
            connected_at=self._clock(),
        )
        if not self._throttle.admits():
            raise RefusedError(429)
        route = self.api.routes.get("$connect")
        protocols: tuple[str, ...] = ()
        if route is not None:
            if route.authorizer is not None:
                caller.authorizer = await self._authorized(route.authorizer, caller)
            protocols = await self._welcomed(route, caller)
        return Connection(caller, protocols, self._work)

    async def _authorized(self, authorizer: Authorizer, caller: Caller) -> dict[str, Any]:
        named = {name for name, value in caller.query if value}
        if any(not caller.header(name) for name in authorizer.headers) or not named.issuperset(authorizer.parameters):
            raise RefusedError(401)
        try:
            answer = await self._run(authorizer.function, authorizer_event(self.api, caller))
        except Exception as error:
            raise refused_by(error) from error
        return granted(answer, self.api.arn("$connect"))

    async def _welcomed(self, route: Route, caller: Caller) -> tuple[str, ...]:
        try:
            answer = await self._run(route.function, connect_event(self.api, caller))
            status = int(answer["statusCode"])
        except Exception as error:
            raise RefusedError(500) from error
        if not 200 <= status < 300:
            raise RefusedError(status if status >= 400 else 403)
        headers = {name.lower(): value for name, value in (answer.get("headers") or {}).items()}
        protocol = headers.get("sec-websocket-protocol")
        return (protocol,) if protocol else ()

    async def _live(self, connection: Connection) -> None:
        writing = asyncio.create_task(connection.write())
        end: Close | None = None
        try:
            while not isinstance(received := await connection.receive(), Close):
                connection.last_active = now = self._clock()
                for late in self._mishaps.frames():
                    self._later(late, self._message, connection, received, now)
                if self._mishaps.closes():
                    connection.close(GOING_AWAY)
            end = received
        finally:
            self.connections.pop(connection.caller.connection_id, None)
            after = self._mishaps.disconnect()
            if after:
                self._later(after, self._disconnected, connection.caller, end)
            elif after is not None:
                with self._work.one():
                    await self._disconnected(connection.caller, end)
            connection.closed()
            if connection.socket.closed and not writing.done():
                writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    def _later(self, seconds: float, what: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
        """Start something now, as work under way, or later."""

        async def begun() -> None:
            await asyncio.sleep(seconds)
            with self._work.one():
                await what(*given)

        if seconds:
            task, kept = asyncio.create_task(begun()), self._late
        else:
            self._work.begin()
            task, kept = asyncio.create_task(what(*given)), self._tasks
            task.add_done_callback(lambda _: self._work.end())
        kept.add(task)
        task.add_done_callback(kept.discard)

    async def _message(self, connection: Connection, data: str | bytes, now: int) -> None:
        if self._ordered:
            async with connection.turn:
                await self._route(connection, data, now)
        else:
            await self._route(connection, data, now)

    async def _route(self, connection: Connection, data: str | bytes, now: int) -> None:
        route = self.api.route_for(data if isinstance(data, str) else "")
        event = message_event(self.api, connection.caller, route.key if route else "$default", data, now)
        if not self._throttle.admits():
            failure: str | None = "Too Many Requests"
        elif route is None:
            failure = "Forbidden"
        else:
            failure = await self._failure_of(route, event)
        if failure and connection.open:
            connection.send(json.dumps(failure_frame(failure, event)).encode(), self._clock())

    async def _failure_of(self, route: Route, event: Mapping[str, Any]) -> str | None:
        try:
            await self._run(route.function, event)
        except Exception:
            return "Internal server error"
        return None

    async def _disconnected(self, caller: Caller, end: Close | None) -> None:
        route = self.api.routes.get("$disconnect")
        if route is not None and end is not None and not self._stopping:
            event = disconnect_event(self.api, caller, end.code, end.reason, self._clock())
            await self._failure_of(route, event)

    async def _run(self, function: str, event: Mapping[str, Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._workers, self._invoke, function, event)
