"""`decide`: what a command or a passed deadline does to a table, as events or a refusal. Nothing is changed here."""

from collections.abc import Sequence
from typing import Any

from circolo.cards import Randomness, shuffled
from circolo.commitment import SECRET_BYTES
from circolo.refusal import Code, Refusal
from circolo.table.deadlines import SECOND
from circolo.table.events import (
    Acted,
    Closed,
    CloseSheet,
    Command,
    Counted,
    Dealt,
    Event,
    Leave,
    Left,
    Numbered,
    Play,
    Repeated,
    Sat,
    SheetClosed,
    Sit,
)
from circolo.table.fold import apply, begun
from circolo.table.game import Game
from circolo.table.settings import Settings
from circolo.table.state import LONGEST_WAIT, Abandon, Cause, DealHead, DueKind, Entry, Person, Phase, Table

Decision = tuple[Event, ...] | Refusal | Repeated


def opening(
    game: Game, settings: Settings, opener: Sit, now: int, random: Randomness
) -> tuple[Table, tuple[Event, ...] | Refusal]:
    """A new table, still empty, and what opening it brings: its opener sits down and so do the game's own players; if
    that fills it, the match begins at once. `settings` must have passed `game.check`."""
    empty = Table(game, settings, Phase.WAITING, now // SECOND, ())
    seated = _sit(empty, opener, now, random)
    if isinstance(seated, Refusal) or settings.ai is None:
        return empty, seated
    events: list[Event] = list(seated)
    table = apply(empty, seated[0])
    wanted = settings.ai_seats if settings.ai_seats is not None else _free_seats(table)
    for seat in wanted:
        if seat not in _free_seats(table):
            return empty, Refusal(Code.SEAT_TAKEN, "ai_seats", {"seat": seat})
        events.append(Sat(Person(f"ai:{settings.ai}", (seat,))))
        table = apply(table, events[-1])
    return empty, (*events, *_started(table, now, random))


def decide(table: Table, command: Command, now: int, random: Randomness) -> Decision:
    """What a command does. `now`: UTC milliseconds of the command's arrival."""
    if isinstance(command, Sit):
        return _sit(table, command, now, random)
    index = table.person(command.player)
    if index is None:
        return Refusal(Code.NOT_SEATED)
    counted = _count(table.persons[index], index, command)
    if not isinstance(counted, Counted):
        return counted
    match command:
        case Play():
            decision = _play(table, index, command, now)
        case CloseSheet():
            decision = _close_sheet(table, index, command)
        case Leave():
            decision = _leave(table, index, command, now)
        case _:
            raise TypeError(f"{command!r} is no command of a table")
    if isinstance(decision, Refusal) or isinstance(decision[0], Left):
        return decision
    return (*decision, counted)


def expire(table: Table, now: int, random: Randomness) -> tuple[Event, ...]:
    """What the passed deadline does. The caller has made sure that it has passed."""
    assert table.due is not None, "only a deadline can expire"
    match table.due.kind:
        case DueKind.WAITED:
            return (Closed(),)
        case DueKind.TURN:
            return _turn_expired(table, now)
        case DueKind.SHEETS:
            late = tuple(index for index, person in enumerate(table.persons) if not person.closed)
            return (_abandoned(table, late, Cause.SHEET, now, by_clock=True),)
        case DueKind.NEXT_DEAL:
            return (_next_deal(table, now, random),)
        case DueKind.AI_TURN:
            return _ai_turn(table, now, random)
        case DueKind.LEFT_ALONE:
            alone = next(index for index, person in enumerate(table.persons) if not person.is_ai)
            return (_abandoned(table, (alone,), Cause.ALONE, now, by_clock=True),)


def _count(person: Person, index: int, command: Numbered) -> Counted | Refusal | Repeated:
    expected = person.last + 1
    if command.number == expected:
        return Counted(index, command.number, command.digest)
    if command.number == person.last and command.digest == person.digest:
        return Repeated(command.number, person.seq)
    code = Code.NUMBER_GAP if command.number > expected else Code.NUMBER_REUSED
    return Refusal(code, "n", {"expected": expected})


def _sit(table: Table, command: Sit, now: int, random: Randomness) -> tuple[Event, ...] | Refusal:
    if table.person(command.player) is not None:
        return Refusal(Code.ALREADY_SEATED)
    if table.phase is not Phase.WAITING:
        return Refusal(Code.TABLE_FULL if table.phase in (Phase.PLAYING, Phase.SHEET) else Code.WRONG_PHASE)
    invited = table.settings.invited
    if invited is not None and command.player not in invited:
        return Refusal(Code.NOT_INVITED)
    if command.digest and command.digest in table.left:
        return Refusal(Code.NUMBER_REUSED, "request")
    free = _free_seats(table)
    seat = free[0] if command.seat is None else command.seat
    if not 0 <= seat < table.hands:
        return Refusal(Code.NO_SUCH_SEAT, "seat", {"seats": table.hands})
    if seat not in free:
        return Refusal(Code.SEAT_TAKEN, "seat", {"free": free})
    sat = Sat(Person(command.player, (seat,), table.floor, table.seq, command.digest))
    return (sat, *_started(apply(table, sat), now, random))


def _started(table: Table, now: int, random: Randomness) -> tuple[Event, ...]:
    """The first deal, if every seat is taken."""
    return () if _free_seats(table) else (_next_deal(table, now, random),)


def _free_seats(table: Table) -> list[int]:
    taken = {seat for person in table.persons for seat in person.seats}
    return [seat for seat in range(table.hands) if seat not in taken]


def _next_deal(table: Table, now: int, random: Randomness) -> Dealt:
    hands = table.hands
    dealer = random.randrange(hands) if table.head is None else (table.head.dealer + 1) % hands
    number = 1 if table.head is None else table.head.number + 1
    deck = bytes(shuffled(table.game.pack, random))
    return Dealt(DealHead(number, dealer, deck, random.randbytes(SECRET_BYTES), now // SECOND))


def _play(table: Table, index: int, command: Play, now: int) -> tuple[Event, ...] | Refusal:
    misplaced = _misplaced(table, index, command)
    if misplaced is not None:
        return Refusal(Code.TURN_EXPIRED) if _expired_turn(table, index, command) else misplaced
    code = table.game.refuse(table.deal, command.action)
    if code is not None:
        return Refusal(code)
    return (Acted(_entry(table, index, now, command.action)),)


def _misplaced(table: Table, index: int, command: Play) -> Refusal | None:
    """Why the action does not belong to this moment of the match, whatever it is."""
    if table.head is None or table.phase in (Phase.VOID, Phase.CLOSED):
        return Refusal(Code.WRONG_PHASE)
    if command.deal != table.head.number:
        return Refusal(Code.WRONG_DEAL, "deal", {"expected": table.head.number})
    on_turn = table.game.turn(table.deal)
    if on_turn is None:
        return Refusal(Code.DEAL_OVER)
    turn, seat = on_turn
    if table.holder(seat) != index:
        return Refusal(Code.NOT_YOUR_TURN)
    if command.turn != turn:
        return Refusal(Code.WRONG_TURN, "turn", {"expected": turn})
    return None


def _expired_turn(table: Table, index: int, command: Play) -> bool:
    """Whether the turn that the command names is one of this person's that the clock has played or ended."""
    if table.head is None or command.deal != table.head.number:
        return False
    deal: Any = begun(table, table.head)
    for entry in table.log:
        turn = table.game.turn(deal)
        abandoned = isinstance(entry.action, Abandon)
        if entry.by_clock and entry.person == index and turn is not None and turn[0] == command.turn:
            return not abandoned or entry.action.cause is Cause.TURNS
        if not abandoned:
            deal = table.game.apply(deal, entry.action)
    return False


def _close_sheet(table: Table, index: int, command: CloseSheet) -> tuple[Event, ...] | Refusal:
    if table.phase is not Phase.SHEET or table.head is None:
        missed = table.abandonment
        late = missed is not None and missed.cause is Cause.SHEET and index in missed.persons
        return Refusal(Code.SHEET_EXPIRED if late else Code.WRONG_PHASE)
    if command.deal != table.head.number:
        return Refusal(Code.WRONG_DEAL, "deal", {"expected": table.head.number})
    if table.persons[index].closed:
        return Refusal(Code.SHEET_CLOSED)
    return (SheetClosed(index),)


def _leave(table: Table, index: int, command: Leave, now: int) -> tuple[Event, ...] | Refusal:
    match table.phase:
        case Phase.WAITING:
            left: tuple[Event, ...] = (Left(index, command.number),)
            return (*left, Closed()) if len(table.people) == 1 else left
        case Phase.PLAYING | Phase.SHEET:
            return (_abandoned(table, (index,), Cause.LEFT, now, by_clock=False),)
        case _:
            return Refusal(Code.WRONG_PHASE)


def _turn_expired(table: Table, now: int) -> tuple[Event, ...]:
    turn = table.game.turn(table.deal)
    assert turn is not None, "a turn that expired is a turn in play"
    index = table.holder(turn[1])
    if table.persons[index].expired >= 1:
        return (_abandoned(table, (index,), Cause.TURNS, now, by_clock=True),)
    return _acted(table, index, now, table.game.forced(table.deal), by_clock=True)


def _ai_turn(table: Table, now: int, random: Randomness) -> tuple[Event, ...]:
    turn = table.game.turn(table.deal)
    assert turn is not None, "an opponent's turn is a turn in play"
    index = table.holder(turn[1])
    level = table.persons[index].id.removeprefix("ai:")
    actions = table.game.ai_turn(table.deal, level, random)
    return _acted(table, index, now, actions, by_clock=False)


def _acted(table: Table, person: int, now: int, actions: Sequence[Any], *, by_clock: bool) -> tuple[Acted, ...]:
    """Several actions in one instant: the first carries the wait."""
    first = _entry(table, person, now, actions[0], by_clock=by_clock)
    return (Acted(first), *(Acted(Entry(person, 0, by_clock, action)) for action in actions[1:]))


def _abandoned(table: Table, persons: tuple[int, ...], cause: Cause, now: int, *, by_clock: bool) -> Acted:
    return Acted(_entry(table, persons[0], now, Abandon(persons, cause), by_clock=by_clock))


def _entry(table: Table, person: int, now: int, action: Any, *, by_clock: bool = False) -> Entry:
    last = (table.head.began if table.head else 0) + sum(entry.wait for entry in table.log)
    wait = min(LONGEST_WAIT, max(0, now // SECOND - last))
    return Entry(person, wait, by_clock, action)
