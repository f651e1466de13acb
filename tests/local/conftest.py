"""A toy stack with a fake clock, and clients that talk to it over real sockets."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import boto3
import pytest

from local.clock import FakeClock
from local.stack import Stack
from tests.local.client import TOY, Client, opened

Connect = Callable[..., Client]


@pytest.fixture
def stack() -> Iterator[Stack]:
    with Stack(TOY, clock=FakeClock(), record_calls=True, patience=10) as stack:
        yield stack


@pytest.fixture
def connect(stack: Stack) -> Iterator[Connect]:
    """Opens a socket for a subject, or with the token given."""
    with ExitStack() as sockets:

        def connect(subject: str = "anna", token: str | None = None, query: str = "") -> Client:
            shown = stack.token(subject) if token is None else token
            return sockets.enter_context(opened(stack, shown, query))

        yield connect


@pytest.fixture
def note(stack: Stack) -> Callable[[str], Any]:
    """Reads a note the toy functions left, by its id."""

    def note(name: str) -> Any:
        table = boto3.resource("dynamodb").Table(stack.deployment.tables["NotesTable"])
        return table.get_item(Key={"id": name}, ConsistentRead=True).get("Item")

    return note
