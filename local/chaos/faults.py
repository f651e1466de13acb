"""Which fault strikes when: one generator from the seed, one count of what has struck."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from botocore.exceptions import ReadTimeoutError

from local.aws_calls import Call
from local.chaos.settings import Chaos

WRITES: Final = frozenset({"PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"})
LATEST_FRAME: Final = 3.0
"""Seconds a client's message is late at most."""
RIGHT_BEHIND: Final = 0.03
LATEST_CLOCK: Final = 60.0
LATEST_DISCONNECT: Final = 120.0

Invoke = Callable[[str, Mapping[str, Any]], Any]


class Killed(BaseException):
    """The function ends here. Not an `Exception`: no handler of the function's own may live through it."""


class Died(Exception):
    """What whoever invoked a function sees of its having been killed."""


@dataclass
class Invocation:
    """A function under way, and the faults it has met."""

    function: str
    met: list[str] = field(default_factory=list)
    dead: bool = False
    ends: int = 0
    """When its time limit is reached, UTC milliseconds."""


under_way: ContextVar[Invocation | None] = ContextVar("under_way", default=None)
"""The invocation this context belongs to."""


class Faults:
    """Draws every fault of a run. `struck` counts them; while `calm`, none strikes."""

    def __init__(self, chaos: Chaos) -> None:
        self.struck: Counter[str] = Counter()
        self.calm = False
        self._rates = chaos.rates
        self._random = Random(f"{chaos.seed} faults")
        self._lock = threading.RLock()

    def strikes(self, fault: str) -> bool:
        """Whether this fault strikes on this occasion."""
        with self._lock:
            if self.calm or self._random.random() >= getattr(self._rates, fault):
                return False
            self.struck[fault] += 1
        invocation = under_way.get()
        if invocation is not None:
            invocation.met.append(fault)
        return True

    def seconds(self, least: float, most: float) -> float:
        """A length of time between these."""
        with self._lock:
            return self._random.uniform(least, most)

    def frames(self) -> list[float]:
        """How late each copy of a client's message reaches the function, in seconds: one copy at 0 if all is well."""
        late = self.seconds(0, LATEST_FRAME) if self.strikes("frame_late") else 0.0
        return [late, *self._again("frame_doubled", late, LATEST_FRAME)]

    def clocks(self) -> list[float]:
        """The same of a clock message on its way into the queue; none if it is lost."""
        if self.strikes("clock_lost"):
            return []
        late = self.seconds(0, LATEST_CLOCK) if self.strikes("clock_late") else 0.0
        return [late, *self._again("clock_doubled", late, LATEST_CLOCK)]

    def closes(self) -> bool:
        """Whether a connection is lost after a client's message."""
        return self.strikes("socket_closed")

    def disconnect(self) -> float | None:
        """After how many seconds the function is told that a connection has ended; None: never."""
        if self.strikes("disconnect_lost"):
            return None
        return self.seconds(0, LATEST_DISCONNECT) if self.strikes("disconnect_late") else 0.0

    def invoke(self, invoke: Invoke) -> Invoke:
        """`invoke`, with the end of whoever is killed on the way."""

        def invoked(function: str, event: Mapping[str, Any]) -> Any:
            with invocation(function) as under:
                try:
                    return invoke(function, event)
                except Killed as killed:
                    raise Died(f"{function} was killed {killed}; it had met {', '.join(under.met)}") from None

        return invoked

    def around(self, call: Call, client: Any, made: Callable[[], Any]) -> Any:
        """A function's AWS call with what may happen to it (`AwsCalls.around`)."""
        self._alive()
        match call.service:
            case "dynamodb":
                return self._stored(call, client, made)
            case "apigatewaymanagementapi" if call.operation == "PostToConnection":
                return self._pushed(call, client, made)
            case _:
                self._may_die("killed", f"before {call.operation}")
                answer = made()
                self._may_die("killed", f"after {call.operation}")
                return answer

    def _stored(self, call: Call, client: Any, made: Callable[[], Any]) -> Any:
        operation, write = call.operation, call.operation in WRITES
        if write:
            self._may_die("killed_before_save", f"before {operation}")
        self._may_die("killed", f"before {operation}")
        if self.strikes("throttled"):
            if operation == "BatchGetItem" and self._even():
                return {"Responses": {}, "UnprocessedKeys": dict(call.parameters["RequestItems"])}
            raise _error(client, operation, "ThrottlingException", 400)
        if write and self.strikes("conflict"):
            raise _conflict(client, call)
        if self.strikes("failed"):
            raise _error(client, operation, "InternalServerError", 500)
        answer = made()
        if self.strikes("answer_lost"):
            if self._even():
                raise _error(client, operation, "InternalServerError", 500)
            raise ReadTimeoutError(endpoint_url="https://dynamodb")
        if write:
            self._may_die("killed_before_push", f"after {operation}")
        self._may_die("killed", f"after {operation}")
        return answer

    def _pushed(self, call: Call, client: Any, made: Callable[[], Any]) -> Any:
        self._may_die("killed", "before a push")
        if self.strikes("push_gone"):
            raise _error(client, call.operation, "GoneException", 410)
        if self.strikes("throttled"):
            raise _error(client, call.operation, "LimitExceededException", 429)
        if self.strikes("push_lost"):
            return {}
        answer = made()
        self._may_die("killed", "after a push")
        return answer

    def _again(self, fault: str, first: float, latest: float) -> list[float]:
        """When a second copy comes, if one does: every other time right behind the first, so that the two race."""
        if not self.strikes(fault):
            return []
        return [first + self.seconds(0, RIGHT_BEHIND if self._even() else latest)]

    def _even(self) -> bool:
        with self._lock:
            return self._random.random() < 0.5

    def _may_die(self, fault: str, where: str) -> None:
        if self.strikes(fault):
            invocation = under_way.get()
            if invocation is not None:
                invocation.dead = True
            raise Killed(where)

    def _alive(self) -> None:
        invocation = under_way.get()
        if invocation is not None and invocation.dead:
            raise Killed("already")


@contextmanager
def invocation(function: str) -> Iterator[Invocation]:
    """An invocation for the length of the block; one that is under way already is kept."""
    known = under_way.get()
    if known is not None:
        yield known
        return
    token = under_way.set(Invocation(function))
    try:
        yield under_way.get()  # type: ignore[misc]
    finally:
        under_way.reset(token)


def _error(client: Any, operation: str, code: str, status: int, **more: Any) -> Exception:
    """The modelled exception of an error answer."""
    answer = {
        "Error": {"Code": code, "Message": "chaos"},
        "ResponseMetadata": {"HTTPStatusCode": status, "HTTPHeaders": {}},
        **more,
    }
    made: Exception = client.exceptions.from_code(code)(answer, operation)
    return made


def _conflict(client: Any, call: Call) -> Exception:
    if call.operation != "TransactWriteItems":
        return _error(client, call.operation, "TransactionConflictException", 400)
    reasons = [{"Code": "None"} for _ in call.parameters["TransactItems"]]
    reasons[-1] = {"Code": "TransactionConflict", "Message": "chaos"}
    return _error(client, call.operation, "TransactionCanceledException", 400, CancellationReasons=reasons)
