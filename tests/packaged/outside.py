"""What the functions meet outside themselves, over real HTTP: sockets to push to, and the issuer's keys."""

import json
import threading
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from local.clock import RealClock
from local.issuer import Issuer


class Outside(ThreadingHTTPServer):
    """`@connections` of the stage `prod`, where every connection is open, and an issuer of tokens."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.issuer = Issuer(f"{self.url}/issuer", RealClock())
        self.pushed: list[tuple[str, dict[str, Any]]] = []
        """(connection id, frame) of each push."""
        self.closed: list[str] = []
        """Connection ids."""

    def frames(self, connection: str) -> list[dict[str, Any]]:
        """What was pushed to a connection."""
        return [frame for to, frame in self.pushed if to == connection]


class _Handler(BaseHTTPRequestHandler):
    server: Outside
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The issuer's published keys."""
        found = f"{self.server.url}{self.path}" == self.server.issuer.keys_url
        self._reply(200 if found else 404, json.dumps(self.server.issuer.keys()).encode() if found else b"")

    def do_POST(self) -> None:
        """A push."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        connection = self._connection()
        if connection:
            self.server.pushed.append((connection, body))
        self._reply(200 if connection else 404)

    def do_DELETE(self) -> None:
        """The closing of a connection."""
        connection = self._connection()
        if connection:
            self.server.closed.append(connection)
        self._reply(204 if connection else 404)

    def _connection(self) -> str:
        place, _, connection = self.path.rpartition("/")
        return urllib.parse.unquote(connection) if place == "/prod/@connections" else ""

    def _reply(self, status: int, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def outside() -> Iterator[Outside]:
    """All of it on a free loopback port."""
    with Outside() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
