"""Which messages go over which channel, and which of them answer which command."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from circolo.protocol import commands, messages

LOBBY: Final = (*get_args(commands.LobbyCommand), commands.Ping)
TABLE: Final = (commands.Attach, commands.Detach, commands.Sync, *get_args(commands.NumberedCommand), commands.Ping)
TO_LOBBY: Final = (
    messages.Welcome,
    messages.Lobby,
    messages.Seated,
    messages.Pong,
    messages.Refused,
    messages.Closing,
)
TO_TABLE: Final = (
    messages.View,
    messages.Events,
    messages.Accepted,
    messages.Detached,
    messages.Pong,
    messages.Refused,
    messages.Closing,
)
CHANNELS: Final[Mapping[str, tuple[tuple[Any, ...], tuple[Any, ...]]]] = {
    "lobby": (LOBBY, TO_LOBBY),
    "table": (TABLE, TO_TABLE),
}
"""Per channel: what a client may send, what it is sent."""
ANSWERS: Final[Mapping[Any, tuple[Any, ...]]] = {
    commands.Hello: (messages.Welcome,),
    commands.ClaimNickname: (messages.Welcome,),
    commands.ListTables: (messages.Lobby,),
    commands.OpenTable: (messages.Seated,),
    commands.Sit: (messages.Seated,),
    commands.Attach: (messages.View,),
    commands.Detach: (messages.Detached,),
    commands.Sync: (messages.Events, messages.View),
    commands.Ping: (messages.Pong,),
}
"""What answers a command that is not refused; any numbered one: `NUMBERED`."""
NUMBERED: Final = (messages.Events, messages.Accepted)
UNASKED: Final[Mapping[str, tuple[Any, ...]]] = {
    "lobby": (messages.Refused, messages.Closing),
    "table": (messages.View, messages.Events, messages.Detached, messages.Refused, messages.Closing),
}
"""What arrives without having been asked for."""


def answers(command: Any) -> tuple[Any, ...]:
    """The messages that may answer a command, a refusal included."""
    return (*ANSWERS.get(command, NUMBERED), messages.Refused)
