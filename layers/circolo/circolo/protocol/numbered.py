"""From a numbered message to the table's own command: cards become integers, the content its digest."""

import hashlib
from typing import assert_never

import msgspec

from circolo.burraco import actions
from circolo.cards import BY_NOTATION
from circolo.protocol import commands
from circolo.table.events import CloseSheet, Leave, NumberedCommand, Play

_encoder = msgspec.json.Encoder(order="deterministic")


def understood(message: commands.NumberedCommand, player: str) -> NumberedCommand:
    """The command of this player that the message is."""
    content = digest(message)
    match message:
        case commands.Leave():
            return Leave(player, message.n, content)
        case commands.CloseSheet():
            return CloseSheet(player, message.n, content, message.deal)
        case _:
            return Play(player, message.n, content, message.deal, message.turn, _action(message))


def digest(message: commands.NumberedCommand) -> bytes:
    """Four bytes that tell two commands under one number apart. The `id` does not count: it may differ between a
    message and its repetition."""
    return hashlib.sha256(_encoder.encode(msgspec.structs.replace(message, id=None))).digest()[:4]


def _action(message: commands.PlayCommand) -> actions.Action:
    match message:
        case commands.Draw():
            return actions.Draw()
        case commands.Take():
            return actions.Take()
        case commands.Meld():
            return actions.Meld(_cards(message.cards))
        case commands.Lay():
            return actions.Lay(message.meld, _cards(message.cards))
        case commands.Discard():
            return actions.Discard(BY_NOTATION[message.card])
        case _:
            assert_never(message)


def _cards(texts: list[str]) -> tuple[int, ...]:
    return tuple(BY_NOTATION[text] for text in texts)
