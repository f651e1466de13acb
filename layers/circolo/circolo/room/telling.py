"""From what happened at a table to one message per recipient."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from circolo.protocol.messages import Accepted, Events, Seated, View, encode
from circolo.room.house import House, Sender
from circolo.table.events import Closed, Left, Sat
from circolo.table.state import Table
from circolo.table.view import Step, clock, tell, view


class Answering(msgspec.Struct, frozen=True):
    """Which command of the sender a message answers."""

    id: str | None = None
    number: int | None = None
    """Of a numbered command."""
    request: str | None = None
    """Of an `open_table` or `sit`."""


class Telling(msgspec.Struct, frozen=True):
    """What happened at a table, ready to be told."""

    name: str
    table: Table
    """As it is afterwards."""
    walked: tuple[Step, ...]
    whole: "WholeView | None"
    """Set where everybody is shown the table whole: somebody came or went."""

    def messages(
        self, sockets: Mapping[str, str], now: int, sender: Sender | None, answering: Answering
    ) -> dict[str, bytes]:
        """One combined frame per connection: everybody at the table who has a socket, and the sender."""
        frames: dict[str, bytes] = {}
        for person in self.table.people:
            connection = sockets.get(person.id)
            if connection is not None:
                own = answering if sender is not None and sender.connection == connection else Answering()
                frames[connection] = encode(self._told(person.id, now, own))
        if sender is not None and (sender.connection not in frames or answering.request is not None):
            frames[sender.connection] = encode(_answer(self.name, self.table, answering))
        return frames

    def _told(self, player: str, now: int, own: Answering) -> View | Events:
        if self.whole is not None:
            return self.whole.of(player, now, own.id)
        return Events(
            id=own.id,
            table=self.name,
            seq=self.table.seq,
            events=told(self.walked, player),
            clock=clock(self.table, now),
            accepted=own.number,
        )


def prepared(house: House, name: str, table: Table, walked: Sequence[Step]) -> Telling:
    """Everything that has to be read before these steps can be told."""
    whole = any(isinstance(step.event, Sat | Left | Closed) for step in walked)
    return Telling(name, table, tuple(walked), whole_view(house, name, table) if whole else None)


def told(walked: Sequence[Step], player: str) -> list[dict[str, Any]]:
    """What a person may see of each step."""
    each = (tell(step, player) for step in walked)
    return [event for event in each if event is not None]


def _answer(name: str, table: Table, answering: Answering) -> Accepted | Seated:
    if answering.number is not None:
        return Accepted(id=answering.id, table=name, n=answering.number, seq=table.seq)
    return Seated(id=answering.id, table=name)


class WholeView(msgspec.Struct, frozen=True):
    """A table ready to be shown whole to several people: what is the same for all is read once."""

    name: str
    table: Table
    nicknames: dict[str, str]

    def of(self, player: str, now: int, id: str | None = None) -> View:
        """The table as this person may see it."""
        return View(
            id=id,
            table=self.name,
            view=view(self.table, player, now),
            nicknames=self.nicknames,
            provisional=self.table.game.provisional(self.table.settings),
        )


def whole_view(house: House, name: str, table: Table) -> WholeView:
    """A table with the nicknames of who sits there."""
    return WholeView(name, table, house.players.nicknames(person.id for person in table.people))
