"""The one way to the engine: what is tried again, and what a failure means.

A write may be refused because a condition does not hold (``Conflict``: never tried
again, the caller must decide anew), or for load (tried again a few times, then
``Busy``), or its answer may be lost. A lost write may have happened: its repetition
then fails on its own condition and comes out as ``Conflict``, which is right, since
the caller reloads and finds its own command accepted. Of a transaction the engine
knows the repetition by its token, and answers for the first one: what it writes must
be the same to the byte, whenever it is sent.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Final, TypeVar
from uuid import uuid4

from botocore.exceptions import ConnectionError, HTTPClientError
from pynamodb.connection import Connection
from pynamodb.exceptions import DoesNotExist, PynamoDBException, TransactWriteError
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from circolo.room.ports import Busy, Conflict

T = TypeVar("T")
M = TypeVar("M", bound=Model)

REFUSED_TRIES: Final = 5
"""How often a request refused for load is sent in all."""
LOST_TRIES: Final = 2
"""How often a request whose answer is lost is sent in all: each may take the whole read timeout."""
FIRST_PAUSE: Final = 0.03
"""Seconds; upper bound of the first pause, doubled each time."""
LONGEST_PAUSE: Final = 0.4
"""Seconds."""

_REFUSED: Final = frozenset(
    {
        "TransactionConflictException",
        "ThrottlingException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
    }
)
_LOST: Final = frozenset(
    {"InternalServerError", "ServiceUnavailable", "TransactionInProgressException", "500", "502", "503", "504"}
)
_REFUSED_REASONS: Final = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})


class Failure(Enum):
    """What a failed request means."""

    CONFLICT = auto()
    """A condition did not hold; nothing was written."""
    REFUSED = auto()
    """Refused for load; nothing was written."""
    LOST = auto()
    """No clear answer; it may have been written."""
    FAULT = auto()
    """Wrong by itself (rights, missing table, malformed request): no repetition helps."""


def failure(error: PynamoDBException) -> Failure:
    """Classify an error of pynamodb. Of a cancelled transaction only which reasons occur matters, not where: pynamodb
    re-orders the operations."""
    # First, because pynamodb cannot name the code of an error that has no answer.
    if isinstance(error.cause, ConnectionError | HTTPClientError):
        return Failure.LOST
    code = error.cause_response_code
    if code == "ConditionalCheckFailedException":
        return Failure.CONFLICT
    if code == "TransactionCanceledException" and isinstance(error, TransactWriteError):
        reasons = {reason.code for reason in error.cancellation_reasons if reason is not None}
        if "ConditionalCheckFailed" in reasons:
            return Failure.CONFLICT
        return Failure.REFUSED if reasons and reasons <= _REFUSED_REASONS else Failure.FAULT
    if code in _REFUSED:
        return Failure.REFUSED
    return Failure.LOST if code in _LOST else Failure.FAULT


class Attempts:
    """Sends requests, tries them again within bounds, and raises ``Conflict`` or ``Busy``.

    ``sleep`` takes seconds; ``random`` gives a float from 0 up to 1, for the pauses.
    """

    def __init__(self, connection: Connection, sleep: Callable[[float], None], random: Callable[[], float]) -> None:
        self._connection = connection
        self._sleep = sleep
        self._random = random

    def call(self, request: Callable[[], T]) -> T:
        """The answer of a request that may be sent more than once."""
        return self._until_answered(lambda _: request())

    def transact(self, fill: Callable[[TransactWrite], None]) -> None:
        """Write everything ``fill`` puts into the transaction, or nothing."""

        def commit(token: str) -> None:
            with TransactWrite(connection=self._connection, client_request_token=token) as transaction:
                fill(transaction)

        self._until_answered(commit)

    def find(self, model: type[M], pk: str, sk: str, *, consistent: bool) -> M | None:
        """The item with these keys, or None."""

        def get() -> M | None:
            try:
                return model.get(pk, sk, consistent_read=consistent)
            except DoesNotExist:
                return None

        return self.call(get)

    def pause(self, number: int) -> None:
        """Wait before the repetition of this number, from 0."""
        self._sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2**number) * self._random())

    def _until_answered(self, request: Callable[[str], T]) -> T:
        token = uuid4().hex
        refused = lost = 0
        while True:
            try:
                return request(token)
            except PynamoDBException as error:
                match failure(error):
                    case Failure.CONFLICT:
                        raise Conflict from error
                    case Failure.REFUSED:
                        refused += 1
                        # Nothing was written, so this is a new request; once an answer was lost the token stays, so
                        # that the engine can answer for the first one.
                        token = token if lost else uuid4().hex
                    case Failure.LOST:
                        lost += 1
                    case Failure.FAULT:
                        raise
                if refused >= REFUSED_TRIES or lost >= LOST_TRIES:
                    raise Busy from error
            self.pause(refused + lost - 1)
