"""The access patterns of the data model, counted on the whole stack."""

import re
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from local.clock import FakeClock
from local.stack import Stack
from tests.docs.pages import rows, section
from tests.stack.people import Person

TWO = {"rulebook": "FIBUR", "deals": 2}
FAST = {"LogLevel": "ERROR", "AiPauseSeconds": "0"}


def documented() -> dict[str, Counter[str]]:
    """Requests by the first column of the table."""
    return {
        row[0].replace("`", ""): Counter({name: int(n) for name, n in re.findall(r"`(\w+)` (\d+)", row[1])})
        for row in rows(section("docs/data-model.md", "## Access patterns"))
    }


class Counting:
    """What a stack asks of DynamoDB while something is done, by the name given to it."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self.found: dict[str, Counter[str]] = {}

    def __call__(self, label: str, do: Callable[[], Any]) -> Any:
        self._stack.settle()
        before = len(self._stack.calls)
        answer = do()
        self._stack.settle()
        made = self._stack.calls[before:]
        self.found[label] = Counter(call.operation for call in made if call.service == "dynamodb")
        return answer


@pytest.mark.slow
def test_documented_requests() -> None:
    with Stack(clock=FakeClock(), parameters=FAST, record_calls=True) as stack, ExitStack() as sockets:
        count = Counting(stack)
        anna, bruno = Person(stack, "anna", sockets), Person(stack, "bruno", sockets)

        in_the_lobby(count, stack, anna)
        name = sitting_down(count, anna, bruno)
        first, second = (anna, bruno) if anna.on_turn else (bruno, anna)
        playing(count, stack, first)
        ending(count, stack, second, first)

    assert count.found == documented(), name


def in_the_lobby(count: Counting, stack: Stack, anna: Person) -> None:
    carla = anna.connected("lobby", stack.token("carla"))
    count("claim_nickname", lambda: carla.ask("claim_nickname", nickname="carla"))
    count("hello", lambda: carla.ask("hello"))
    count("ping in the lobby", lambda: carla.ask("ping"))
    count("sweep that finds nothing", lambda: stack.invoke("Sweep", {}))
    alone = {"request": "alone-01", "ai": "baseline", **TWO}
    count("open_table against the AI", lambda: carla.ask("open_table", **alone))
    stack.advance(1)


def sitting_down(count: Counting, anna: Person, bruno: Person) -> str:
    waits = anna.lobby.ask("open_table", request="waits-01", **TWO)["table"]
    anna.at(waits)
    count("leave, a table that waits", lambda: anna.table.ask("leave", table=waits, n=1))
    name: str = count("open_table", lambda: anna.lobby.ask("open_table", request="plays-01", **TWO))["table"]
    count("list_tables, n people waiting", lambda: bruno.lobby.ask("list_tables"))
    count("sit, the last seat", lambda: bruno.lobby.ask("sit", table=name, request="plays-01"))
    bruno.table = count("connect", lambda: bruno.connected("table"))
    count("attach", lambda: bruno.table.ask("attach", table=name))
    bruno.name = name
    anna.at(name)
    return name


def playing(count: Counting, stack: Stack, first: Person) -> None:
    name, table = first.name, first.table
    turn = {"table": name, "deal": 1, "turn": 0}
    count("a move (draw take meld lay discard)", lambda: table.ask("draw", n=1, **turn))
    count("a refused or repeated command", lambda: table.ask("draw", n=1, **turn))
    count("sync, the missing events", lambda: table.ask("sync", table=name, since=1))
    count("sync, the whole view of two", lambda: table.ask("sync", table=name))
    count("ping at a table", lambda: table.ask("ping", table=name))
    count("clock message of the running deadline", lambda: stack.advance(47))
    early = {"messageId": "m1", "body": f'{{"table":"{name}","clock":1,"due":0}}'}
    count("clock message of an earlier deadline", lambda: stack.invoke("Clock", {"Records": [early]}))


def ending(count: Counting, stack: Stack, mover: Person, other: Person) -> None:
    """`mover` is on turn 1; the second has used one number. Draws and discards until the stock has run out."""
    numbers, turn, over = {mover.who: 1, other.who: 2}, 1, False
    while not over:
        stack.advance(1)
        said = {"table": mover.name, "deal": 1, "turn": turn}
        n = numbers[mover.who]
        card = mover.table.ask("draw", n=n, **said)["events"][0]["card"]
        discarded = partial(mover.table.ask, "discard", n=n + 1, card=card, **said)
        discard = count("a move that ends a deal", discarded)
        over = "over" in discard["events"][-1]
        numbers[mover.who], turn, mover, other = n + 2, turn + 1, other, mover
    n = numbers[mover.who]
    count("close_sheet", lambda: mover.table.ask("close_sheet", table=mover.name, deal=1, n=n))
    count("detach", lambda: other.table.ask("detach", table=other.name))
    n = numbers[other.who]
    count("a move or leave that ends the match of two", lambda: other.table.ask("leave", table=other.name, n=n))
    count("disconnect from a table", lambda: mover.table.raw.close())
