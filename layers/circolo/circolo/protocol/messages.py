"""What the server sends: one closed list of typed JSON messages, told apart by `type`.

A client that applies `events` in the order of their `seq` and asks for a `sync` at a gap always holds the same view as
the server. Views and events are built in `circolo.table.view` and the games' own views.
"""

from typing import Any

import msgspec
from msgspec import Struct

from circolo.protocol.texts import TEXTS
from circolo.refusal import Refusal


class Answer(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """Common to all messages of the server; `id` is that of the command which is answered."""

    id: str | None = None


class Text(Struct, frozen=True):
    """What a player reads."""

    it: str
    en: str


class Refused(Answer, frozen=True, kw_only=True, tag="refused"):
    """The command was not accepted; nothing changed."""

    code: str
    text: Text
    field: str | None = None
    details: dict[str, Any] | None = None
    table: str | None = None
    n: int | None = None


class Welcome(Answer, frozen=True, kw_only=True, tag="welcome"):
    """Who the player is; `nickname` is missing until he has claimed one, `seat` is the table where he sits, if he
    does."""

    player: str
    nickname: str | None = None
    seat: str | None = None


class Waiting(Struct, frozen=True, omit_defaults=True):
    """A table of the lobby."""

    table: str
    opened_at: int
    settings: dict[str, Any]
    seated: list[dict[str, Any]]
    seats: int


class Lobby(Answer, frozen=True, kw_only=True, tag="lobby"):
    """A page of waiting tables; `after` asks for the next one."""

    tables: list[Waiting]
    after: str | None = None


class Seated(Answer, frozen=True, kw_only=True, tag="seated"):
    """One sits at the table: attach to it next."""

    table: str


class View(Answer, frozen=True, kw_only=True, tag="view"):
    """All that the recipient may see of a table at `seq`."""

    table: str
    view: dict[str, Any]
    nicknames: dict[str, str]
    provisional: bool = False
    """The Victory Points table of the rulebook is not yet verified."""


class Events(Answer, frozen=True, kw_only=True, tag="events"):
    """What happened at a table, in order; `accepted` answers the recipient's own command."""

    table: str
    seq: int
    events: list[dict[str, Any]]
    clock: dict[str, Any] | None
    accepted: int | None = None


class Accepted(Answer, frozen=True, kw_only=True, tag="accepted"):
    """The numbered command was accepted, now or earlier, and stands at `seq`."""

    table: str
    n: int
    seq: int


class Detached(Answer, frozen=True, kw_only=True, tag="detached"):
    """This socket receives nothing more of the table."""

    table: str


class Pong(Answer, frozen=True, kw_only=True, tag="pong"):
    """The server's time, and the `seq` of the table that was named."""

    now: int
    table: str | None = None
    seq: int | None = None


class Closing(Answer, frozen=True, kw_only=True, tag="closing"):
    """The last message of a connection that the server closes; a refusal's code says why."""

    code: str
    text: Text


ServerMessage = Refused | Welcome | Lobby | Seated | View | Events | Accepted | Detached | Pong | Closing

_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """The frame's bytes, UTF-8 JSON."""
    return _encoder.encode(message)


def refused(refusal: Refusal, *, id: str | None = None, table: str | None = None, n: int | None = None) -> Refused:
    """The answer to a command that was not accepted, with its texts."""
    italian, english = TEXTS[refusal.code]
    return Refused(
        id=id,
        code=refusal.code.value,
        text=Text(italian, english),
        field=refusal.field,
        details=refusal.details,
        table=table,
        n=n,
    )
