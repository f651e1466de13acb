"""The operator's desk, invoked by hand: a command and its rows, their answers."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from circolo.adapters.logs import logger
from circolo.desk.answering import Failed
from circolo.desk.invocation import invoke
from circolo.entry import Clock, Entry


def start(environ: Mapping[str, str], clock: Clock) -> Callable[[Any, Any], dict[str, Any]]:
    """Build the function from its environment."""
    log = logger(environ.get("LOG_LEVEL", "INFO"))

    def handle(event: Any, context: Any) -> dict[str, Any]:
        answer = invoke(event)
        if isinstance(answer, Failed):
            log.warning("desk refused", extra={"code": answer.error.code, "field": answer.error.field})
        else:
            log.info(
                "desk answered", extra={"command": event["command"], "rows": len(answer.rows), "failed": answer.failed}
            )
        answered: dict[str, Any] = msgspec.to_builtins(answer)
        return answered

    return handle


handler = Entry(start)
