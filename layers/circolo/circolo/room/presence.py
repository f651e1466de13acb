"""Connections: opening, closing, and being at a table with one of them.

Presence is never inferred from a disconnect alone: that is best effort. What matters is whom a table's pushes go to,
and that is one socket per person, set by `attach` and removed only by its own id.
"""

from typing import Final

from circolo.protocol.messages import Detached, ServerMessage, encode, refused
from circolo.refusal import Code, Refusal
from circolo.room.house import House, Sender
from circolo.room.ports import Conflict, Connection
from circolo.room.saving import load
from circolo.room.telling import whole_view
from circolo.room.timekeeping import current

CAP: Final = 6
"""Connections of one person at a time; one more closes the oldest, so that nobody is locked out."""
LONGEST: Final = 2 * 60 * 60 + 10 * 60
"""Seconds after which a connection cannot exist any more: the gateway closes at two hours."""


def connect(house: House, connection: Connection) -> None:
    """Record a new connection; of too many, the oldest go."""
    house.players.connect(connection, connection.opened_at // 1000 + LONGEST)
    others = [
        known for known in house.players.connections(connection.player) if known.connection != connection.connection
    ]
    for oldest in others[: max(0, len(others) + 1 - CAP)]:
        house.sockets.close(oldest.connection)
        disconnect(house, oldest.connection)


def disconnect(house: House, connection: str) -> None:
    """Forget a connection, and let it go at its table if it still was the one there."""
    known = house.players.disconnect(connection)
    if known is not None and known.table is not None:
        house.tables.detach(known.table, known.player, connection)


def attach(house: House, sender: Sender, name: str, id: str | None) -> ServerMessage:
    """Make this the person's socket at the table and show him all he may see. An earlier socket is told that it was
    let go: a second device takes over cleanly."""
    loaded = load(house, name)
    if loaded is None:
        return refused(Refusal(Code.TABLE_NOT_FOUND), id=id, table=name)
    if loaded.table.person(sender.player) is None:
        return refused(Refusal(Code.NOT_SEATED), id=id, table=name)
    try:
        earlier = house.tables.attach(name, sender.player, sender.connection, sender.sent_at)
    except Conflict:
        loaded = load(house, name)
        if loaded is None:
            return refused(Refusal(Code.TABLE_NOT_FOUND), id=id, table=name)
        earlier = loaded.stored.sockets.get(sender.player)
        if earlier != sender.connection:
            return Detached(id=id, table=name)  # this was long on its way: a later attach has been carried out
    house.players.note_table(sender.connection, name)
    if earlier is not None and earlier != sender.connection:
        house.sockets.send({earlier: encode(Detached(table=name))})
    # Read again: what was saved between the first read and the attaching went to the earlier socket.
    table = current(house, name, sender.sent_at)
    if table is None or table.person(sender.player) is None:
        return refused(Refusal(Code.NOT_SEATED), id=id, table=name)
    return whole_view(house, name, table).of(sender.player, house.now(), id)


def detach(house: House, sender: Sender, name: str, id: str | None) -> ServerMessage:
    """Send nothing more of the table to this socket."""
    house.tables.detach(name, sender.player, sender.connection)
    return Detached(id=id, table=name)
