"""The minute's sweep: deadlines whose clock message was lost, and those no queue message can reach."""

from collections.abc import Callable, Mapping
from typing import Any

from circolo.adapters.logs import logger
from circolo.adapters.system import Machine
from circolo.composition import house
from circolo.entry import Clock, Entry
from circolo.room.ports import SHARDS
from circolo.room.timekeeping import Swept, sweep


class SweepFailed(Exception):
    """Some tables could not be swept: raised at the end, so that the error is counted and alarmed."""


def start(
    environ: Mapping[str, str], clock: Clock, machine: Machine | None = None
) -> Callable[[Any, Any], dict[str, Any]]:
    """Build the function from its environment (see `circolo.composition`)."""
    log = logger(environ.get("LOG_LEVEL", "INFO"))
    room = house(environ, clock, machine)

    def handle(event: Any, context: Any) -> dict[str, Any]:
        swept = sum((sweep(room, shard) for shard in range(SHARDS)), start=Swept())
        log.info("swept", extra={"passed": swept.passed, "failed": swept.failed})
        if swept.failed:
            raise SweepFailed(f"{swept.failed} tables could not be swept; the next minute tries again")
        return {"passed": swept.passed}

    return handle


handler = Entry(start)
