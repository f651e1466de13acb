"""``@connections``: pushes to connections, asked by a boto3 client in this process or over HTTP.

In this process the call is answered before it leaves botocore; a client whose
endpoint is the local server goes over HTTP, as a handler in another process must.
"""

import urllib.parse
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Protocol

from aiohttp import web

from local.aws_calls import Answer, Reply, refusal, reply
from local.clock import Clock
from local.connection import NORMAL, Close
from local.frames import LARGEST_MESSAGE
from local.gateway_events import Caller


class Connection(Protocol):
    """What is asked of a connection."""

    last_active: int

    @property
    def caller(self) -> Caller: ...

    @property
    def open(self) -> bool: ...

    def send(self, data: bytes, now: int) -> None: ...

    def close(self, end: Close) -> None: ...


class DeclinedError(Exception):
    """A call declined with the status and error code of the real service."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


class Management:
    """What can be done to a connection from outside. ``connections``: the open ones, as they come and go; ``address``:
    the server's own ``host:port``."""

    def __init__(self, connections: Mapping[str, Connection], clock: Clock, address: str) -> None:
        self._connections, self._clock, self._address = connections, clock, address

    def post(self, connection_id: str, data: bytes) -> None:
        """Send. Raises ``DeclinedError``: 413 over 128 KB, 410 for an id that is closed or never was."""
        if len(data) > LARGEST_MESSAGE:
            raise DeclinedError(413, "PayloadTooLargeException")
        self._open(connection_id).send(data, self._clock())

    def delete(self, connection_id: str) -> None:
        """Close. Raises ``DeclinedError`` 410."""
        self._open(connection_id).close(NORMAL)

    def describe(self, connection_id: str) -> Connection:
        """The connection. Raises ``DeclinedError`` 410."""
        return self._open(connection_id)

    def answers(self) -> Mapping[str, Answer]:
        """The calls answered before they leave botocore."""
        return {
            f"apigatewaymanagementapi.{name}Connection": self._answer(action)
            for name, action in (("PostTo", self._do_post), ("Delete", self._do_delete), ("Get", self._do_get))
        }

    async def on_request(self, request: web.Request) -> web.Response:
        """The same over HTTP."""
        connection_id = request.match_info["id"]
        try:
            if request.method == "POST":
                self.post(connection_id, await request.read())
                return web.Response()
            if request.method == "DELETE":
                self.delete(connection_id)
                return web.Response(status=204)
            told = _told(self.describe(connection_id))
            return web.json_response(
                {
                    "connectedAt": told["ConnectedAt"].isoformat(),
                    "identity": {"sourceIp": told["Identity"]["SourceIp"], "userAgent": told["Identity"]["UserAgent"]},
                    "lastActiveAt": told["LastActiveAt"].isoformat(),
                }
            )
        except DeclinedError as declined:
            headers = {"x-amzn-ErrorType": declined.code}
            return web.json_response({"message": declined.code}, status=declined.status, headers=headers)

    def _answer(self, action: Any) -> Answer:
        def answer(request: dict[str, Any]) -> Reply | None:
            if urllib.parse.urlsplit(request["url"]).netloc == self._address:
                return None
            connection_id = urllib.parse.unquote(request["url_path"].rsplit("/", 1)[1])
            try:
                done: Reply = action(connection_id, request)
            except DeclinedError as declined:
                return refusal(declined.status, declined.code)
            return done

        return answer

    def _do_post(self, connection_id: str, request: Mapping[str, Any]) -> Reply:
        body = request["body"]
        self.post(connection_id, body if isinstance(body, bytes) else str(body).encode())
        return reply()

    def _do_delete(self, connection_id: str, _: Mapping[str, Any]) -> Reply:
        self.delete(connection_id)
        return reply(204)

    def _do_get(self, connection_id: str, _: Mapping[str, Any]) -> Reply:
        return reply(200, _told(self.describe(connection_id)))

    def _open(self, connection_id: str) -> Connection:
        connection = self._connections.get(connection_id)
        if connection is None or not connection.open:
            raise DeclinedError(410, "GoneException")
        return connection


def _told(connection: Connection) -> dict[str, Any]:
    caller = connection.caller
    return {
        "ConnectedAt": datetime.fromtimestamp(caller.connected_at / 1000, UTC),
        "Identity": {"SourceIp": caller.source_ip, "UserAgent": caller.header("user-agent") or ""},
        "LastActiveAt": datetime.fromtimestamp(connection.last_active / 1000, UTC),
    }
