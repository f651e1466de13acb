"""A frame's way: check the sender, parse, hand it to its use case, answer the sender."""

from typing import Final, assert_never, get_args

from msgspec.structs import replace

from circolo.protocol import commands
from circolo.protocol.messages import Closing, Refused, ServerMessage, Text, encode, refused
from circolo.protocol.numbered import understood
from circolo.protocol.parse import Unreadable, parse
from circolo.protocol.texts import TEXTS
from circolo.refusal import Code, Refusal
from circolo.room import lobby, play, presence
from circolo.room.house import House, Sender
from circolo.room.limits import STRIKES, Limits
from circolo.room.ports import Busy, Conflict

_LOBBY: Final = get_args(commands.LobbyCommand)
_TABLE: Final = get_args(commands.TableCommand)


def message(house: House, limits: Limits, sender: Sender, body: str) -> str:
    """Handle one frame; returns what to log of it: the kind of message and how it was answered, never its content."""
    now = house.now()
    # The gateway's clock may be ahead of ours; a command of the future would find its deadline passed.
    sender = replace(sender, sent_at=min(sender.sent_at, now))
    if now >= sender.expires * 1000:
        _close(house, sender, Code.TOKEN_EXPIRED)
        return "closed token_expired"
    kind, id = "message", None
    try:
        if not limits.admits(sender.connection, now):
            return _too_frequent(house, limits, sender)
        command = parse(body)
        if isinstance(command, Unreadable):
            kind = "unreadable"
            answer: ServerMessage | None = refused(command.refusal, id=command.id)
        else:
            kind, id = type(command).__name__, command.id
            answer = _answer(house, sender, command)
    except (Busy, Conflict):
        answer = refused(Refusal(Code.BUSY), id=id)
    if answer is not None:
        house.sockets.send({sender.connection: encode(answer)})
    return f"{kind} {answer.code if isinstance(answer, Refused) else 'ok'}"


def _answer(house: House, sender: Sender, command: commands.Command) -> ServerMessage | None:
    wrong = _TABLE if sender.channel == "lobby" else _LOBBY
    if isinstance(command, wrong):
        right = "table" if wrong is _TABLE else "lobby"
        return refused(Refusal(Code.WRONG_CHANNEL, "type", {"channel": right}), id=command.id)
    match command:
        case commands.Ping():
            return play.ping(house, sender, command.table, command.id)
        case commands.Sync():
            return play.sync(house, sender, command.table, command.since, command.id)
        case commands.Attach():
            return presence.attach(house, sender, command.table, command.id)
        case commands.Detach():
            return presence.detach(house, sender, command.table, command.id)
        case commands.Hello():
            return lobby.hello(house, sender, command.id)
        case commands.ClaimNickname():
            return lobby.claim_nickname(house, sender, command)
        case commands.ListTables():
            return lobby.list_tables(house, sender, command)
        case commands.OpenTable():
            return lobby.open_table(house, sender, command)
        case commands.Sit():
            return lobby.sit(house, sender, command)
        case commands.Numbered():
            return play.command(house, sender, command.table, understood(command, sender.player), command.id)
        case _:
            assert_never(command)


def _too_frequent(house: House, limits: Limits, sender: Sender) -> str:
    if not limits.first_excess(sender.connection):
        return "dropped too_frequent"
    if house.players.strike(sender.connection) >= STRIKES:
        _close(house, sender, Code.TOO_FREQUENT)
        return "closed too_frequent"
    house.sockets.send({sender.connection: encode(refused(Refusal(Code.TOO_FREQUENT)))})
    return "refused too_frequent"


def _close(house: House, sender: Sender, why: Code) -> None:
    house.sockets.send({sender.connection: encode(Closing(code=why, text=Text(*TEXTS[why])))})
    house.sockets.close(sender.connection)
