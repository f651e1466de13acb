"""A scripted session: two people (and a third) do everything the protocol knows, at tables dealt from a fixed seed.

What they send and receive are the examples of the published document and the worked session of `docs/clients.md`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from circolo.burraco import actions
from circolo.burraco.baseline import choose
from circolo.cards import NOTATION, text
from circolo.protocol import messages
from local.asyncapi.room import Frame, Room, opened
from local.client.bot import OVER, seat_view
from local.client.mirror import Mirror

SEED: Final = 381
"""A short match, in which the first to speak is also the first to play."""


class Session:
    """Who plays, and what each knows of his table by what he was sent."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.table = ""
        self._mirrors: dict[str, Mirror] = {}
        self._read = 0
        self._asked = 0

    def ask(self, who: str, kind: str, *, device: str = "", token: int = 3600, **fields: Any) -> dict[str, Any]:
        """Send a command with an `id` of its own; the last message that came back on that socket."""
        self._asked += 1
        lobby = kind in ("hello", "claim_nickname", "list_tables", "open_table", "sit")
        channel = "lobby" if lobby else "table"
        said = {"type": kind, "id": f"{channel[0]}{self._asked}", **fields}
        self.room.say(who, channel, said, device=device, token=token)
        self._hear()
        return next((frame.content for frame in reversed(self.room.frames) if not frame.sent and frame.who == who), {})

    def sit_down(self, *people: str, request: str, **chosen: Any) -> None:
        """A new table, everybody attached."""
        self._mirrors[people[0]] = Mirror()
        asked: dict[str, Any] = {"request": request, "rulebook": "FIBUR", "deals": 2} | chosen
        self.table = self.ask(people[0], "open_table", **asked)["table"]
        self.ask(people[0], "attach", table=self.table)
        for who in people[1:]:
            self.join(who, request)

    def join(self, who: str, request: str) -> None:
        """One more at the table, which he finds in the lobby."""
        self._mirrors[who] = Mirror()
        self.ask(who, "list_tables", limit=5)
        self.ask(who, "sit", table=self.table, request=request)
        self.ask(who, "attach", table=self.table)

    def view(self, who: str) -> dict[str, Any]:
        """The table as this person's client knows it."""
        view = self._mirrors[who].view
        assert view is not None, f"{who} is not attached"
        return view

    def numbered(self, who: str, kind: str, **fields: Any) -> dict[str, Any]:
        """A numbered command with the numbers that the person's view shows."""
        view = self.view(who)
        numbers = {"table": self.table, "n": view["you"]["next"]}
        if kind != "leave":
            numbers["deal"] = view["deal"]["number"]
        if kind not in ("leave", "close_sheet"):
            numbers["turn"] = view["deal"]["turn"]
        return self.ask(who, kind, **numbers | fields)

    @property
    def on_turn(self) -> str:
        """Whose turn it is."""
        return next(who for who in self._mirrors if self.view(who)["deal"]["seat"] in self.view(who)["you"]["seats"])

    def move(self, who: str) -> None:
        """The move that the baseline player would make."""
        kind, fields = _said(choose(seat_view(self.view(who))))
        self.numbered(who, kind, **fields)

    def deal(self) -> None:
        """Play until the deal is over."""
        while self.view(next(iter(self._mirrors)))["phase"] == "playing":
            self.move(self.on_turn)

    def pass_time(self) -> None:
        """Let the deadline pass that runs."""
        self.room.pass_time()
        self._hear()

    def forget(self, *people: str) -> None:
        """These no longer play."""
        for who in people:
            del self._mirrors[who]

    def _hear(self) -> None:
        for frame in self.room.frames[self._read :]:
            mirror = self._mirrors.get(frame.who)
            if mirror is not None and not frame.sent and frame.content.get("table") == self.table:
                mirror.take(msgspec.convert(frame.content, messages.ServerMessage))
        self._read = len(self.room.frames)


@cache
def steps() -> Mapping[str, tuple[Frame, ...]]:
    """Every frame of the session, in order, by the step it belongs to."""
    with opened(SEED) as room:
        session = Session(room)
        made = {}
        for step in (_sign_in, _open, _start, _draw, _repeat, _refuse, _turn, _look, _catch_up, _finish, _part):
            before = len(room.frames)
            step(session)
            made[step.__name__.strip("_")] = tuple(room.frames[before:])
        return made


def frames() -> tuple[Frame, ...]:
    """Every frame of the session, in order."""
    return tuple(frame for step in steps().values() for frame in step)


def _sign_in(session: Session) -> None:
    session.ask("ada", "hello")
    session.ask("ada", "claim_nickname", nickname="Ada")


def _open(session: Session) -> None:
    session.sit_down("ada", request="V1StGXR8_Z5jdHi6")


def _start(session: Session) -> None:
    session.ask("bruno", "claim_nickname", nickname="Bruno")
    session.join("bruno", request="B6myT3p9qLw0xKe2")


def _draw(session: Session) -> None:
    session.numbered("ada", "draw")


def _repeat(session: Session) -> None:
    """As if the answer had been lost."""
    session.numbered("ada", "draw", n=session.view("ada")["you"]["next"] - 1)


def _refuse(session: Session) -> None:
    session.numbered("ada", "draw")


def _turn(session: Session) -> None:
    while session.on_turn == "ada":
        session.move("ada")
    session.move("bruno")


def _look(session: Session) -> None:
    session.ask("ada", "ping", table=session.table)


def _catch_up(session: Session) -> None:
    session.ask("ada", "sync", table=session.table, since=session.view("ada")["seq"] - 2)


def _finish(session: Session) -> None:
    """The rest of the match: score sheets, a second device takes over, the result."""
    session.deal()
    for who in ("ada", "bruno"):
        session.numbered(who, "close_sheet")
    session.pass_time()
    session.ask("bruno", "attach", table=session.table, device="-phone")
    session.ask("bruno", "attach", table=session.table)
    session.ask("ada", "sync", table=session.table)
    session.deal()
    assert session.view("ada")["phase"] in OVER
    session.ask("ada", "attach", table=session.table)
    session.ask("ada", "detach", table=session.table)
    session.forget("ada", "bruno")


def _part(session: Session) -> None:
    """Tables that come to nothing, a turn that the clock plays, and what is refused."""
    session.ask("carla", "open_table", request="too-early", rulebook="FIBUR", deals=2)
    session.ask("carla", "claim_nickname", nickname="Carla")
    session.sit_down("ada", request="second-table", format="coppie", seat=2, invited=["Bruno", "Carla"])
    session.ask("carla", "sit", table=session.table, request="second-table", seat=2)
    session.ask("carla", "ping")
    session.numbered("ada", "leave")
    session.forget("ada")
    session.sit_down("ada", "bruno", request="third-table")
    session.pass_time()
    session.numbered("ada", "leave")
    session.ask("bruno", "attach", table=session.table)
    session.ask("bruno", "ping", token=0)
    session.ask("carla", "hello", token=0)


def _said(action: actions.Action) -> tuple[str, dict[str, Any]]:
    match action:
        case actions.Draw():
            return "draw", {}
        case actions.Take():
            return "take", {}
        case actions.Meld(cards):
            return "meld", {"cards": text(cards)}
        case actions.Lay(meld, cards):
            return "lay", {"meld": meld, "cards": text(cards)}
        case actions.Discard(card):
            return "discard", {"card": NOTATION[card]}
