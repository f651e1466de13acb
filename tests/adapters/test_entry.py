"""How a function starts: lazily, once, and with whatever environment and clock its host gives."""

import time
from typing import Any

import pytest

from circolo.adapters.logs import logger
from circolo.adapters.system import Machine, clock
from circolo.entry import Entry


def test_a_function_starts_at_its_first_event_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREETING", "ciao")
    started: list[str] = []

    def start(environ: Any, clock: Any) -> Any:
        started.append(environ["GREETING"])
        return lambda event, context: (started[0], event, context)

    handler = Entry(start)
    assert started == []

    assert handler(1, 2) == ("ciao", 1, 2)
    assert handler(3, None) == ("ciao", 3, None)
    assert started == ["ciao"]


def test_a_start_that_failed_is_tried_at_the_next_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GREETING", raising=False)

    def start(environ: Any, clock: Any) -> Any:
        greeting = environ["GREETING"]
        return lambda event, context: greeting

    handler = Entry(start)

    with pytest.raises(KeyError):
        handler(None, None)
    monkeypatch.setenv("GREETING", "ciao")

    assert handler(None, None) == "ciao"


def test_another_host_starts_it_with_its_own_environment_and_clock() -> None:
    handler = Entry(lambda environ, clock: lambda event, context: (environ["A"], clock()))

    assert handler.start({"A": "b"}, lambda: 42)(None, None) == ("b", 42)


def test_the_system_clock_is_in_milliseconds() -> None:
    assert abs(clock() - time.time() * 1000) < 5_000


def test_chance_is_the_operating_systems() -> None:
    assert len(Machine().randomness.randbytes(16)) == 16
    assert 0 <= Machine().randomness.randrange(3) < 3


def test_a_function_started_again_logs_at_its_own_level() -> None:
    levels = [logger(level).log_level for level in ("ERROR", "INFO", "DEBUG")]

    assert levels == [40, 20, 10]
