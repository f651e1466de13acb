"""A person's command at a table, from load to answer: one read, one conditional write, one message per recipient."""

from circolo.protocol.messages import Accepted, Events, Pong, ServerMessage, refused
from circolo.refusal import Code, Refusal
from circolo.room.house import House, Sender
from circolo.room.ports import Conflict
from circolo.room.saving import Loaded, load, save
from circolo.room.telling import Answering, events, whole_view
from circolo.table.deadlines import enforced_at
from circolo.table.decide import decide, expire
from circolo.table.events import NumberedCommand, Repeated
from circolo.table.state import DueKind, Table
from circolo.table.view import clock, missed


def command(house: House, sender: Sender, name: str, asked: NumberedCommand, id: str | None) -> ServerMessage | None:
    """Decide and save a numbered command. The answer to send, or None where the push already was it."""
    for _ in range(house.attempts):
        loaded = load(house, name)
        if loaded is None:
            return refused(Refusal(Code.TABLE_NOT_FOUND), id=id, table=name, n=asked.number)
        try:
            if _too_late(loaded.table, asked.player, sender.sent_at):
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
    told = events(walked, sender.player)
    return Events(id=id, table=name, seq=table.seq, events=told, clock=clock(table, now))


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


def current(house: House, name: str, at: int) -> Table | None:
    """The table with what was overdue at `at` done: any message from anybody there makes up for a lost clock."""
    for _ in range(house.attempts):
        loaded = load(house, name)
        if loaded is None or not _overdue(loaded, at):
            return loaded.table if loaded else None
        try:
            save(house, loaded, expire(loaded.table, house.now(), house.random))
        except Conflict:
            continue
    loaded = load(house, name)
    return loaded.table if loaded else None


def _overdue(loaded: Loaded, at: int) -> bool:
    due = loaded.table.due
    return due is not None and at >= enforced_at(due)


def _too_late(table: Table, player: str, sent_at: int) -> bool:
    """Whether a deadline passed before this command was sent. His own turn or sheet binds a person to the millisecond;
    somebody else's is given the grace of what is still on its way."""
    due = table.due
    if due is None:
        return False
    index = table.person(player)
    own = False
    if due.kind is DueKind.TURN:
        turn = table.game.turn(table.deal)
        own = turn is not None and table.holder(turn[1]) == index
    elif due.kind is DueKind.SHEETS:
        own = index is not None and not table.persons[index].closed
    return sent_at > due.at if own else sent_at > enforced_at(due)
