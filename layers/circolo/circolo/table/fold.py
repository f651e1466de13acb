"""`apply`: the table after an event. Nothing is checked again; what cannot be is a fault and raises."""

from typing import Any, assert_never

from msgspec.structs import replace

from circolo.table.events import Acted, Closed, Counted, Dealt, Event, Left, Sat, SheetClosed
from circolo.table.state import LEFT_KEPT, Abandon, DealHead, Entry, Happening, Person, Table, moved


def apply(table: Table, event: Event) -> Table:
    """The table after the event. Raises IllegalTransition."""
    match event:
        case Acted():
            return _acted(table, event.entry)
        case Counted():
            person = table.persons[event.person]
            counted = replace(person, last=event.number, seq=table.seq, digest=event.digest)
            return replace(table, persons=_with(table.persons, event.person, counted))
        case SheetClosed():
            closed = replace(table.persons[event.person], closed=True)
            return replace(table, persons=_with(table.persons, event.person, closed))
        case Dealt():
            return _dealt(table, event.head)
        case Sat():
            return replace(table, persons=(*table.persons, event.person))
        case Left():
            left = (*table.left, table.persons[event.person].digest)[-LEFT_KEPT:]
            rest = table.persons[: event.person] + table.persons[event.person + 1 :]
            return replace(table, persons=rest, left=left, floor=max(table.floor, event.number))
        case Closed():
            return replace(table, phase=moved(table.phase, Happening.EMPTIED))
        case _:
            assert_never(event)


def begun(table: Table, head: DealHead) -> Any:
    """The game's deal as it lay before the first action."""
    first = (head.dealer + 1) % table.hands
    return table.game.deal_out(table.settings, first, tuple(head.deck))


def _dealt(table: Table, head: DealHead) -> Table:
    persons = tuple(replace(person, closed=False) for person in table.persons)
    return replace(
        table,
        phase=moved(table.phase, Happening.DEAL),
        persons=persons,
        left=(),
        base=table.seq,
        head=head,
        log=(),
        deal=begun(table, head),
    )


def _acted(table: Table, entry: Entry) -> Table:
    log = (*table.log, entry)
    if isinstance(entry.action, Abandon):
        return replace(table, phase=moved(table.phase, Happening.ABANDONMENT), log=log)
    turn = table.game.turn(table.deal)
    deal = table.game.apply(table.deal, entry.action)
    table = replace(table, log=log, deal=deal)
    now_on = table.game.turn(deal)
    if now_on != turn:
        person = table.persons[entry.person]
        expired = person.expired + 1 if entry.by_clock else 0
        if expired != person.expired:
            table = replace(table, persons=_with(table.persons, entry.person, replace(person, expired=expired)))
    if now_on is None:
        scores = (*table.scores, table.game.scores(deal))
        happening = Happening.MATCH_OVER if len(scores) == table.settings.deals else Happening.DEAL_OVER
        persons = tuple(replace(person, closed=person.is_ai) for person in table.persons)
        table = replace(table, phase=moved(table.phase, happening), scores=scores, persons=persons)
    return table


def _with(persons: tuple[Person, ...], index: int, person: Person) -> tuple[Person, ...]:
    return (*persons[:index], person, *persons[index + 1 :])
