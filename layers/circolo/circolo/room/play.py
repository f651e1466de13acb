"""A person's command at a table, from load to answer: one read, one conditional write, one message per recipient."""

from enum import Enum, auto

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
            late = _late(loaded.table, asked.player, sender.sent_at)
            if late is Late.ALONE:
                return refused(Refusal(Code.SHEET_EXPIRED), id=id, table=name, n=asked.number)
            if late is Late.YES:
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


class Late(Enum):
    """Whether a deadline passed before a command was sent, and what that does."""

    NO = auto()
    YES = auto()
    """The deadline acts first."""
    ALONE = auto()
    """The sender is late, but what others have sent in time may still be on its way: the deadline acts when that had
    its time, he is refused already."""


def _late(table: Table, player: str, sent_at: int) -> Late:
    """His own turn or sheet binds a person to the millisecond; somebody else's is given the grace of what is still on
    its way."""
    due = table.due
    if due is None or sent_at <= due.at:
        return Late.NO
    if sent_at > enforced_at(due):
        return Late.YES
    index = table.person(player)
    if due.kind is DueKind.TURN:
        turn = table.game.turn(table.deal)
        return Late.YES if turn is not None and table.holder(turn[1]) == index else Late.NO
    if due.kind is DueKind.SHEETS and index is not None and not table.persons[index].closed:
        open_sheets = [person for person in table.persons if not person.closed]
        return Late.YES if len(open_sheets) == 1 else Late.ALONE
    return Late.NO
