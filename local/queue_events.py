"""The event a queue's consumer gets, field by field."""

from collections.abc import Mapping
from typing import Any, Protocol

from local.deployment import QueueSettings


class Received(Protocol):
    """A message as received: instants in milliseconds, ``receives`` counting this time."""

    id: str
    body: str
    sent: int
    attributes: Mapping[str, Any]
    group: str | None
    receives: int
    first_receive: int

    @property
    def md5(self) -> str:
        """Digest of the body."""
        ...


def record(message: Received, queue: QueueSettings, region: str) -> dict[str, Any]:
    """One entry of ``Records``."""
    attributes = {
        "ApproximateReceiveCount": str(message.receives),
        "SentTimestamp": str(message.sent),
        "SenderId": "local",
        "ApproximateFirstReceiveTimestamp": str(message.first_receive),
    }
    if message.group is not None:
        attributes["MessageGroupId"] = message.group
    return {
        "messageId": message.id,
        "receiptHandle": f"{message.id}#{message.receives}",
        "body": message.body,
        "attributes": attributes,
        "messageAttributes": {name: _attribute(value) for name, value in message.attributes.items()},
        "md5OfBody": message.md5,
        "eventSource": "aws:sqs",
        "eventSourceARN": queue.arn,
        "awsRegion": region,
    }


def _attribute(value: Mapping[str, Any]) -> dict[str, Any]:
    """A message attribute: its fields begin with a small letter here, with a capital in ``SendMessage``."""
    small = {key[0].lower() + key[1:]: part for key, part in value.items()}
    return {**small, "stringListValues": [], "binaryListValues": []}
