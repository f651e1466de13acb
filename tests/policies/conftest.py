"""What the functions asked for in one evening, and what their policies give."""

from contextlib import ExitStack

import pytest

from local.clock import FakeClock
from local.stack import ROOT, Stack
from tests.policies.evening import evening
from tests.policies.permission import Permission, asked, given
from tests.stack.people import Person
from tests.template.stack import FUNCTIONS, translated


@pytest.fixture(scope="session")
def after() -> tuple[set[Permission], set[Permission]]:
    """(asked, given), after an evening of everything."""
    with (
        Stack(clock=FakeClock(), parameters={"LogLevel": "CRITICAL"}, record_calls=True, patience=20) as stack,
        ExitStack() as sockets,
    ):
        evening(stack, lambda who: Person(stack, who, sockets))
        assert stack.failures == []
        return asked(stack), given(translated(ROOT / "template.yaml"), FUNCTIONS, stack)
