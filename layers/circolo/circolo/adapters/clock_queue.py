"""Turn clocks as delayed messages of a standard SQS queue."""

import json
import logging
from typing import Any

from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from botocore.session import Session

from circolo.room.ports import QUEUE_REACH

log = logging.getLogger(__name__)


class SqsClocks:
    """The room's ``Clocks``.

    A message is JSON ``{"table", "clock", "due"}``: table id, clock id, and when it is due
    in UTC milliseconds. A message that cannot be sent is logged and left to the sweep: the
    table is already saved, and failing now would take the answer away from its players.
    """

    def __init__(self, client: Any, queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def set(self, table: str, clock: int, due_at: int, now: int) -> None:
        """Have (table, clock id) delivered at about ``due_at``, never before it by more than the queue's precision."""
        if due_at - now > QUEUE_REACH:
            return
        delay = max(0, -((now - due_at) // 1000))
        body = json.dumps({"table": table, "clock": clock, "due": due_at}, separators=(",", ":"))
        try:
            self._client.send_message(QueueUrl=self._queue_url, MessageBody=body, DelaySeconds=delay)
        except (ClientError, BotoCoreError) as error:
            log.warning("clock not set", extra={"table": table, "clock": clock, "error": type(error).__name__})


def queue_client(session: Session, region: str | None) -> Any:
    """An SQS client with short timeouts."""
    config = Config(
        connect_timeout=1,
        read_timeout=2,
        parameter_validation=False,
        retries={"total_max_attempts": 2, "mode": "standard"},
    )
    return session.create_client("sqs", region_name=region, config=config)
