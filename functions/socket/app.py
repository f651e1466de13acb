"""The WebSocket API's function: `$connect`, `$disconnect` and every frame."""

from collections.abc import Callable, Mapping
from typing import Any

from circolo.adapters.logs import logger
from circolo.adapters.system import Machine
from circolo.composition import house
from circolo.entry import Clock, Entry
from circolo.room import presence
from circolo.room.house import Sender
from circolo.room.limits import Limits
from circolo.room.ports import Connection
from circolo.room.socket import message
from circolo.signin.connect import PROTOCOL

OK = {"statusCode": 200}
WELCOMED = {"statusCode": 200, "headers": {"Sec-WebSocket-Protocol": PROTOCOL}}


def start(
    environ: Mapping[str, str], clock: Clock, machine: Machine | None = None
) -> Callable[[Any, Any], dict[str, Any]]:
    """Build the function from its environment (see `circolo.composition`)."""
    log = logger(environ.get("LOG_LEVEL", "INFO"))
    room, limits = house(environ, clock, machine), Limits()

    def handle(event: Any, context: Any) -> dict[str, Any]:
        request = event["requestContext"]
        connection = request["connectionId"]
        # Not by the route: a frame may name one.
        match request["eventType"]:
            case "CONNECT":
                vouched = request["authorizer"]
                presence.connect(
                    room, Connection(connection, vouched["player"], vouched["channel"], request["requestTimeEpoch"])
                )
                return WELCOMED
            case "DISCONNECT":
                presence.disconnect(room, connection)
                limits.forget(connection)
                return OK
            case _:
                outcome = message(room, limits, _sender(request), event.get("body") or "")
                log.info(outcome, extra={"connection": connection, "player": request["authorizer"]["player"]})
                return OK

    return handle


def _sender(request: Mapping[str, Any]) -> Sender:
    vouched = request["authorizer"]
    return Sender(
        connection=request["connectionId"],
        player=vouched["player"],
        subject=vouched["subject"],
        channel=vouched["channel"],
        sent_at=request["requestTimeEpoch"],
        expires=int(vouched["expires"]),
    )


handler = Entry(start)
