"""Sending to players through the WebSocket management API of API Gateway."""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from enum import Enum, auto
from functools import partial
from typing import Any, Final

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from botocore.session import Session

log = logging.getLogger(__name__)

MAX_MESSAGE: Final = 128 * 1024
"""Bytes; the gateway refuses more."""
TRIES: Final = 3
"""How often a message refused for load is sent in all."""
FIRST_PAUSE: Final = 0.05
"""Seconds; upper bound of the first pause, doubled each time."""

_BUSY: Final = frozenset({"LimitExceededException", "ThrottlingException", "TooManyRequestsException", "429"})
_GONE: Final = frozenset({"GoneException", "410"})


class Outcome(Enum):
    """What became of one message."""

    SENT = auto()
    GONE = auto()
    DROPPED = auto()


class GatewaySockets:
    """The room's ``Sockets``. Logs ids, sizes and error codes, never what is sent.

    ``client`` is an ``apigatewaymanagementapi`` client; with one worker everything is
    sent in the caller's thread. ``sleep`` takes seconds, ``random`` gives a float from 0
    up to 1.
    """

    def __init__(
        self, client: Any, *, sleep: Callable[[float], None], random: Callable[[], float], workers: int
    ) -> None:
        self._client = client
        self._sleep = sleep
        self._random = random
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="push") if workers > 1 else None

    def send(self, messages: Mapping[str, bytes]) -> Sequence[str]:
        """Send one message to each connection id, in parallel; returns the ids that are gone."""
        if self._pool is None or len(messages) < 2:
            outcomes = [self._send_one(connection, body) for connection, body in messages.items()]
        else:
            # Each in a copy of the caller's context, so that what traces a call sees whose it is.
            tasks = [partial(copy_context().run, self._send_one, *message) for message in messages.items()]
            sent = [self._pool.submit(task) for task in tasks]
            outcomes = [each.result() for each in sent]
        return [connection for connection, outcome in zip(messages, outcomes, strict=True) if outcome is Outcome.GONE]

    def close(self, connection: str) -> None:
        """Close a connection; one already gone is fine, and one that cannot be closed is only logged."""
        try:
            self._client.delete_connection(ConnectionId=connection)
        except (ClientError, BotoCoreError) as error:
            if _code(error) not in _GONE:
                log.warning("close failed", extra={"connection": connection, "error": _code(error)})

    def _send_one(self, connection: str, body: bytes) -> Outcome:
        if len(body) > MAX_MESSAGE:
            return self._drop(connection, body, "too_large")
        for number in range(TRIES):
            if number:
                self._sleep(FIRST_PAUSE * 2 ** (number - 1) * self._random())
            try:
                self._client.post_to_connection(ConnectionId=connection, Data=body)
            except (ClientError, BotoCoreError) as error:
                code = _code(error)
                if code in _GONE:
                    return Outcome.GONE
                if code not in _BUSY:
                    return self._drop(connection, body, code)
            else:
                return Outcome.SENT
        return self._drop(connection, body, "busy")

    def _drop(self, connection: str, body: bytes, reason: str) -> Outcome:
        log.warning("message dropped", extra={"connection": connection, "bytes": len(body), "reason": reason})
        return Outcome.DROPPED


def management_client(session: Session, url: str, region: str | None, workers: int) -> Any:
    """The client of one stage's connections; ``url`` is the stage's ``https://...`` address."""
    config = Config(
        connect_timeout=1,
        read_timeout=2,
        max_pool_connections=workers,
        parameter_validation=False,
        # A lost answer is not sent again: the player could get the message twice.
        retries={"total_max_attempts": 1, "mode": "standard"},
    )
    return session.create_client("apigatewaymanagementapi", region_name=region, endpoint_url=url, config=config)


def _code(error: ClientError | BotoCoreError) -> str:
    if isinstance(error, ClientError):
        return str(error.response.get("Error", {}).get("Code", "unknown"))
    return type(error).__name__
