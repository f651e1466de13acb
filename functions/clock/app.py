"""The clock queue's function: deadlines as they come due, each message by itself."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from circolo.adapters.logs import logger
from circolo.adapters.system import Machine
from circolo.composition import house
from circolo.entry import Clock, Entry
from circolo.room.timekeeping import fire


def start(
    environ: Mapping[str, str], clock: Clock, machine: Machine | None = None
) -> Callable[[Any, Any], dict[str, Any]]:
    """Build the function from its environment (see `circolo.composition`)."""
    log = logger(environ.get("LOG_LEVEL", "INFO"))
    room = house(environ, clock, machine)

    def handle(event: Any, context: Any) -> dict[str, Any]:
        failed = []
        for record in event["Records"]:
            try:
                due = json.loads(record["body"])
                outcome = fire(room, due["table"], due["clock"])
                log.info(outcome, extra={"table": due["table"], "clock": due["clock"]})
            except Exception:
                # The message comes again and ends in the dead-letter queue; the others of the batch are done.
                log.exception("clock message failed", extra={"message_id": record["messageId"]})
                failed.append({"itemIdentifier": record["messageId"]})
        return {"batchItemFailures": failed}

    return handle


handler = Entry(start)
