"""A player's socket to a toy stack, sending and receiving JSON."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from local.stack import Stack

TOY = Path(__file__).parent / "toy" / "template.yaml"


class Client:
    """One open socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def ask(self, do: str, **details: Any) -> Any:
        """Send a command and wait for what comes back."""
        self.tell(do, **details)
        return self.hear()

    def tell(self, do: str, **details: Any) -> None:
        """Send a command."""
        self.socket.send(json.dumps({"do": do, **details}))

    def hear(self) -> Any:
        """The next message."""
        return json.loads(self.socket.recv(timeout=5))

    def ended(self) -> int | None:
        """The close code, once the server has closed."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            return self.socket.close_code

    @property
    def id(self) -> str:
        """The connection's id, as the handlers see it."""
        return str(self.ask("event")["requestContext"]["connectionId"])


@contextmanager
def opened(stack: Stack, token: str, query: str = "") -> Iterator[Client]:
    """A socket opened with ``token``, closed at the end of the block."""
    with connect(
        stack.socket_url + query,
        subprotocols=[Subprotocol("circolo.v1"), Subprotocol(token)],
        compression=None,
        close_timeout=10,
    ) as socket:
        yield Client(socket)
