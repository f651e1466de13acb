"""People at the whole stack: a lobby and a table socket each, speaking JSON."""

import itertools
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from local.stack import Stack


class Socket:
    """One connection of a person."""

    def __init__(self, socket: ClientConnection) -> None:
        self.raw = socket
        self.heard: list[dict[str, Any]] = []
        self._ids = itertools.count(1)

    def tell(self, said: dict[str, Any] | str) -> None:
        """Send a frame."""
        self.raw.send(said if isinstance(said, str) else json.dumps(said))

    def ask(self, kind: str, **named: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; what else arrives meanwhile is kept in `heard`."""
        wanted = f"q{next(self._ids)}"
        self.tell({"type": kind, "id": wanted, **named})
        while (frame := self.hear()).get("id") != wanted:
            pass
        return frame

    def hear(self, timeout: float = 5) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = json.loads(self.raw.recv(timeout=timeout))
        self.heard.append(frame)
        return frame

    def until(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind."""
        while (frame := self.hear())["type"] != kind:
            pass
        return frame

    def close_code(self) -> int | None:
        """The code with which the server closes the connection."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            return self.raw.close_code


class Person:
    """Somebody with a nickname, a lobby socket and, once at a table, a table socket."""

    def __init__(self, stack: Stack, who: str, sockets: ExitStack) -> None:
        self.stack, self.who, self._sockets = stack, who, sockets
        self.lobby = self.connected("lobby")
        self.player: str = self.lobby.ask("claim_nickname", nickname=who)["player"]
        self.name = ""
        self.table: Socket

    def connected(self, channel: str, token: str | None = None) -> Socket:
        """Another connection of this person."""
        return Socket(self._sockets.enter_context(opened(self.stack, token or self.stack.token(self.who), channel)))

    def at(self, name: str) -> "Person":
        """Attach a new table socket."""
        self.name, self.table = name, self.connected("table")
        self.view()
        return self

    def open(self, **chosen: Any) -> str:
        """Open a table and attach to it."""
        asked = {"request": "request-1", "rulebook": "FIBUR", "deals": 2} | chosen
        name: str = self.lobby.ask("open_table", **asked)["table"]
        self.at(name)
        return name

    def sit(self, name: str) -> dict[str, Any]:
        """Sit down and attach."""
        answer = self.lobby.ask("sit", table=name, request="request-1")
        self.at(name)
        return answer

    def view(self) -> dict[str, Any]:
        """The whole view, asked for afresh."""
        view: dict[str, Any] = self.table.ask("attach", table=self.name)["view"]
        return view

    def move(self, kind: str, **named: Any) -> dict[str, Any]:
        """A numbered command with the numbers of this moment, and its answer."""
        view = self.view()
        numbers = {"table": self.name, "n": view["you"]["next"]}
        if kind != "leave":
            numbers["deal"] = view["deal"]["number"]
        if kind not in ("leave", "close_sheet"):
            numbers["turn"] = view["deal"]["turn"]
        return self.table.ask(kind, **(numbers | named))

    @property
    def on_turn(self) -> bool:
        view = self.view()
        return bool(view["deal"]["seat"] in view["you"]["seats"])

    def whole_turn(self) -> None:
        """Draw and discard what was drawn."""
        drawn = self.move("draw")["events"][0]["card"]
        answer = self.move("discard", card=drawn)
        assert answer["type"] == "events", answer


@contextmanager
def opened(stack: Stack, token: str, channel: str) -> Iterator[ClientConnection]:
    """A raw connection with this token."""
    protocols = [Subprotocol("circolo.v1"), Subprotocol(token)]
    with connect(f"{stack.socket_url}?channel={channel}", subprotocols=protocols) as socket:
        yield socket
