"""The queues: a heap of due messages each, delivered in batches to the functions mapped to them.

A message is delivered at least once. A batch that fails, or the messages a
function reports failed, come back after the visibility timeout; beyond the
queue's ``maxReceiveCount`` they go to its dead-letter queue.
"""

import hashlib
import heapq
import itertools
import json
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from local.aws_calls import Reply, refusal, reply
from local.clock import Clock
from local.deployment import Deployment, QueueSettings
from local.queue_events import record

LONGEST_DELAY: Final = 900
"""Seconds a message can be delayed at most."""

LARGEST_MESSAGE: Final = 1_048_576
"""Bytes of a message body at most."""

Invoke = Callable[[str, Mapping[str, Any]], Any]


@dataclass(eq=False)
class Message:
    """A message held by a queue. Instants are in milliseconds; ``group`` is that of a FIFO queue."""

    body: str
    sent: int
    due: int
    attributes: Mapping[str, Any] = field(default_factory=dict)
    group: str | None = None
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    receives: int = 0
    first_receive: int = 0

    @property
    def md5(self) -> str:
        """The digest SQS answers with."""
        return hashlib.md5(self.body.encode(), usedforsecurity=False).hexdigest()


class Queue:
    """One queue: its settings and the messages that wait in it, the earliest due first."""

    def __init__(self, settings: QueueSettings) -> None:
        self.settings = settings
        self._heap: list[tuple[int, int, Message]] = []
        self._order = itertools.count()

    @property
    def messages(self) -> list[Message]:
        """What waits, in the order it falls due."""
        return [message for _, _, message in sorted(self._heap, key=lambda entry: entry[:2])]

    @property
    def bodies(self) -> list[Any]:
        """The bodies of what waits, parsed as JSON."""
        return [json.loads(message.body) for message in self.messages]

    def put(self, message: Message) -> None:
        """Hold a message until it is due."""
        heapq.heappush(self._heap, (message.due, next(self._order), message))

    def next_due(self) -> int | None:
        """When the earliest message falls due."""
        return self._heap[0][0] if self._heap else None

    def lose(self) -> None:
        """Forget every message that waits: the queue never does, but whoever relies on it must survive it."""
        self._heap.clear()

    def take(self, now: int, most: int) -> list[Message]:
        """Remove and return up to ``most`` messages due by ``now``."""
        taken: list[Message] = []
        while len(taken) < most and self._heap and self._heap[0][0] <= now:
            taken.append(heapq.heappop(self._heap)[2])
        return taken


@dataclass(frozen=True)
class Consumer:
    """An event source mapping: which function takes a queue's messages, and how."""

    queue: str
    function: str
    batch: int
    reports_failures: bool


class Queues:
    """All queues by logical id, and the consumers of the template."""

    def __init__(self, deployment: Deployment, region: str, clock: Clock, invoke: Invoke) -> None:
        self._queues = {name: Queue(settings) for name, settings in deployment.queues.items()}
        self._by_name = {queue.settings.name: queue for queue in self._queues.values()}
        self._by_arn = {queue.settings.arn: queue for queue in self._queues.values()}
        self._consumers = list(_consumers(deployment))
        self._region, self._clock, self._invoke = region, clock, invoke
        self._lock = threading.Lock()
        self.changed: Callable[[], None] = lambda: None
        self.copies: Callable[[], Sequence[float]] = lambda: (0.0,)
        """How late each copy of a message sent is, in seconds: one, and not late at all, unless chaos says so."""

    def __getitem__(self, name: str) -> Queue:
        return self._queues[name]

    def at(self, arn: str) -> Queue | None:
        """The queue with this ARN."""
        return self._by_arn.get(arn)

    def send(self, queue: Queue, entry: Mapping[str, Any]) -> Message:
        """Take a message as ``SendMessage`` describes it. Raises ``ValueError`` with SQS's reason."""
        delay = entry.get("DelaySeconds", queue.settings.delay)
        if not 0 <= delay <= LONGEST_DELAY:
            raise ValueError(f"Value {delay} for parameter DelaySeconds is invalid")
        if not 0 < len(entry["MessageBody"].encode()) <= LARGEST_MESSAGE:
            raise ValueError("One or more parameters are invalid. Reason: Message must be between 1 and 1048576 bytes.")
        now = self._clock()
        attributes = entry.get("MessageAttributes") or {}
        message = Message(entry["MessageBody"], now, now + delay * 1000, attributes, entry.get("MessageGroupId"))
        with self._lock:
            for late in self.copies():
                queue.put(replace(message, due=message.due + round(late * 1000)))
        self.changed()
        return message

    def on_send(self, request: Mapping[str, Any]) -> Reply | None:
        """Answer ``SendMessage``."""
        entry = json.loads(request["body"])
        queue = self._named(entry["QueueUrl"])
        if queue is None:
            return None
        try:
            message = self.send(queue, entry)
        except ValueError as error:
            return refusal(400, "InvalidParameterValue", str(error))
        return reply(200, {"MessageId": message.id, "MD5OfMessageBody": message.md5})

    def on_send_batch(self, request: Mapping[str, Any]) -> Reply | None:
        """Answer ``SendMessageBatch``: entries are taken or refused one by one."""
        body = json.loads(request["body"])
        queue = self._named(body["QueueUrl"])
        if queue is None:
            return None
        if not 1 <= len(body["Entries"]) <= 10:
            return refusal(400, "AWS.SimpleQueueService.TooManyEntriesInBatchRequest")
        taken, failed = [], []
        for entry in body["Entries"]:
            try:
                message = self.send(queue, entry)
                taken.append({"Id": entry["Id"], "MessageId": message.id, "MD5OfMessageBody": message.md5})
            except ValueError as error:
                code = "InvalidParameterValue"
                failed.append({"Id": entry["Id"], "SenderFault": True, "Code": code, "Message": str(error)})
        return reply(200, {"Successful": taken, "Failed": failed})

    def next_due(self) -> int | None:
        """When the earliest message falls due that a function waits for."""
        with self._lock:
            dues = [self._queues[consumer.queue].next_due() for consumer in self._consumers]
        return min((due for due in dues if due is not None), default=None)

    def take_due(self, now: int) -> Sequence[Callable[[], None]]:
        """Batches due at ``now``, as jobs; messages received too often go to the dead letters instead."""
        jobs: list[Callable[[], None]] = []
        with self._lock:
            for consumer in self._consumers:
                queue = self._queues[consumer.queue]
                while batch := self._receive(queue, now, consumer.batch):
                    jobs.append(lambda consumer=consumer, batch=batch: self._deliver(consumer, batch))  # type: ignore[misc]
        return jobs

    def _receive(self, queue: Queue, now: int, most: int) -> list[Message]:
        batch: list[Message] = []
        while taken := queue.take(now, most - len(batch)):
            for message in taken:
                limit = queue.settings.max_receives
                if limit is not None and message.receives >= limit and queue.settings.dead_letters in self._by_arn:
                    message.due = now
                    self._by_arn[queue.settings.dead_letters].put(message)
                    continue
                message.receives += 1
                message.first_receive = message.first_receive or now
                batch.append(message)
        return batch

    def _deliver(self, consumer: Consumer, batch: list[Message]) -> None:
        queue = self._queues[consumer.queue]
        received = self._clock()
        event = {"Records": [record(message, queue.settings, self._region) for message in batch]}
        try:
            response = self._invoke(consumer.function, event)
            failed = _failed(batch, response) if consumer.reports_failures else []
        except Exception:
            failed = batch
        if failed:
            with self._lock:
                for message in failed:
                    message.due = received + queue.settings.visibility * 1000
                    queue.put(message)
            self.changed()

    def _named(self, url: str) -> Queue | None:
        return self._by_name.get(url.rsplit("/", 1)[1])


def _failed(batch: list[Message], response: Any) -> list[Message]:
    """The messages a response reports failed: none, those named, or all if it names one that is not there."""
    reported = (response or {}).get("batchItemFailures") or []
    names = {item.get("itemIdentifier") for item in reported}
    known = {message.id for message in batch}
    return [message for message in batch if message.id in names] if names <= known else batch


def _consumers(deployment: Deployment) -> Sequence[Consumer]:
    found = []
    for properties in deployment.of_type("Lambda::EventSourceMapping").values():
        queue = deployment.queue_at(properties.get("EventSourceArn") or "")
        function = deployment.function_at(properties["FunctionName"])
        if queue is None or function is None or str(properties.get("Enabled", True)).lower() == "false":
            continue
        reports = "ReportBatchItemFailures" in properties.get("FunctionResponseTypes", [])
        found.append(Consumer(queue, function, int(properties.get("BatchSize", 10)), reports))
    return found
