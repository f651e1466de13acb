"""A person's command at a table, from load to answer: one read, one conditional write, one message per recipient."""

from circolo.protocol.messages import Accepted, Events, Pong, ServerMessage, refused
from circolo.refusal import Code, Refusal
from circolo.room.house import House, Sender
from circolo.room.ports import Conflict
from circolo.room.saving import load, save
from circolo.room.telling import Answering, told, whole_view
from circolo.room.timekeeping import current
from circolo.table.deadlines import Late, late
from circolo.table.decide import decide, expire
from circolo.table.events import NumberedCommand, Repeated
from circolo.table.view import clock, missed


def command(house: House, sender: Sender, name: str, asked: NumberedCommand, id: str | None) -> ServerMessage | None:
    """Decide and save a numbered command. The answer to send, or None where the push already was it."""
    for _ in range(house.races):
        loaded = load(house, name)
        if loaded is None:
            return refused(Refusal(Code.TABLE_NOT_FOUND), id=id, table=name, n=asked.number)
        try:
            lateness = late(loaded.table, asked.player, sender.sent_at)
            if lateness is Late.ALONE:
                return refused(Refusal(Code.SHEET_EXPIRED), id=id, table=name, n=asked.number)
            if lateness is Late.YES:
                save(house, loaded, expire(loaded.table, house.now(), house.random))
                continue
            decision = decide(loaded.table, asked, sender.sent_at, house.random)
            if isinstance(decision, Refusal):
                return refused(decision, id=id, table=name, n=asked.number)
            if isinstance(decision, Repeated):
                return Accepted(id=id, table=name, n=decision.number, seq=decision.seq)
            save(house, loaded, decision, sender, Answering(id=id, number=asked.number))
            return None
        except Conflict:
            continue
    return refused(Refusal(Code.BUSY), id=id, table=name, n=asked.number)


def sync(house: House, sender: Sender, name: str, since: int | None, id: str | None) -> ServerMessage:
    """The events after `since` where the log still holds them, else the whole view."""
    table = current(house, name, sender.sent_at)
    if table is None:
        return refused(Refusal(Code.TABLE_NOT_FOUND), id=id, table=name)
    if table.person(sender.player) is None:
        return refused(Refusal(Code.NOT_SEATED), id=id, table=name)
    now = house.now()
    walked = missed(table, since) if since is not None else None
    if walked is None:
        return whole_view(house, name, table).of(sender.player, now, id)
    seen = told(walked, sender.player)
    return Events(id=id, table=name, seq=table.seq, events=seen, clock=clock(table, now))


def ping(house: House, sender: Sender, name: str | None, id: str | None) -> ServerMessage:
    """The server's time, and where the table stands for who sits there."""
    if name is None:
        return Pong(id=id, now=house.now())
    table = current(house, name, sender.sent_at)
    if table is None:
        return refused(Refusal(Code.TABLE_NOT_FOUND), id=id, table=name)
    if table.person(sender.player) is None:
        return refused(Refusal(Code.NOT_SEATED), id=id, table=name)
    return Pong(id=id, now=house.now(), table=name, seq=table.seq)
