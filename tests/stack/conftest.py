"""The whole stack with a fake clock, and people who talk to it over real sockets."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from local.clock import FakeClock
from local.stack import Stack
from tests.stack.people import Person

People = Callable[..., Person]


@pytest.fixture
def stack() -> Iterator[Stack]:
    with Stack(
        clock=FakeClock(), parameters={"LogLevel": "ERROR", "AiPauseSeconds": "0"}, record_calls=True, patience=20
    ) as stack:
        yield stack


@pytest.fixture
def person(stack: Stack) -> Iterator[People]:
    """Makes a person by nickname."""
    with ExitStack() as sockets:
        yield lambda who: Person(stack, who, sockets)


@pytest.fixture
def match(person: People) -> tuple[Person, Person]:
    """Two people in play: who is on turn, who waits."""
    anna, bruno = person("anna"), person("bruno")
    bruno.sit(anna.open())
    return (anna, bruno) if anna.on_turn else (bruno, anna)
