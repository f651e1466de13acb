"""Calls to AWS seen before they leave botocore: answered by the stack itself, and recorded.

Handlers of botocore events are put among the built-in ones, as moto does, so
every session made afterwards has them: boto3's, pynamodb's and botocore's own.
They do nothing while no stack is running.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any

import boto3
from botocore.awsrequest import AWSResponse
from botocore.handlers import BUILTIN_HANDLERS

running: ContextVar[str | None] = ContextVar("running", default=None)
"""Logical id of the function that runs in this context."""

Reply = tuple[AWSResponse, dict[str, Any]]
Answer = Callable[[dict[str, Any]], Reply | None]
"""Takes botocore's request (``url``, ``url_path``, ``body`` ...); ``None`` lets the call go on."""
Around = Callable[["Call", Any, Callable[[], Any]], Any]
"""Takes a function's call, the client and what makes the call; answers or raises in its place."""


@dataclass(frozen=True)
class Call:
    """One AWS call: the function that made it (``None``: not a function), ``dynamodb``, ``GetItem``, its parameters."""

    function: str | None
    service: str
    operation: str
    parameters: Mapping[str, Any]

    @property
    def resources(self) -> tuple[str, ...]:
        """Tables or queues the call names, each once."""
        found = [str(self.parameters[key]) for key in ("TableName", "QueueUrl") if key in self.parameters]
        found += list(self.parameters.get("RequestItems", {}))
        for part in self.parameters.get("TransactItems", []):
            found += [each["TableName"] for each in part.values()]
        return tuple(dict.fromkeys(name.rsplit("/", 1)[-1] for name in found))


@dataclass
class AwsCalls:
    """What the running stack answers, by ``service.Operation``, and the record if one is kept."""

    answers: dict[str, Answer] = field(default_factory=dict)
    record: list[Call] | None = None
    around: Around | None = None
    """Put round every call that a function makes."""

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Answer and record for the length of the block."""
        global _current
        if _current is not None:
            raise RuntimeError("another local stack is running in this process")
        _current = self
        try:
            yield
        finally:
            _current = None


@lru_cache
def kept_session() -> boto3.Session:
    """A session made once in a process, to be boto3's default one while a stack runs.

    Reading the models of the services anew would cost each start more than all the rest.
    """
    return boto3.Session()


def reply(status: int = 200, body: Mapping[str, Any] | None = None) -> Reply:
    """A successful answer with the parsed ``body``."""
    parsed = {**(body or {}), "ResponseMetadata": {"HTTPStatusCode": status, "HTTPHeaders": {}}}
    return AWSResponse("", status, {}, None), parsed


def refusal(status: int, code: str, message: str = "") -> Reply:
    """An error answer, which botocore raises as the modelled exception ``code``."""
    return reply(status, {"Error": {"Code": code, "Message": message}})


_current: AwsCalls | None = None


def _answer(event_name: str, params: dict[str, Any], **_: Any) -> Reply | None:
    if _current is None:
        return None
    answer = _current.answers.get(event_name.removeprefix("before-call."))
    return answer(params) if answer else None


def _record(event_name: str, params: Mapping[str, Any], **_: Any) -> None:
    if _current is not None and _current.record is not None:
        service, operation = event_name.split(".")[1:]
        _current.record.append(Call(running.get(), service, operation, params))


def _own(base_classes: list[type], **_: Any) -> None:
    """A client made by a function stays that function's when its own helper threads use it."""
    owner = running.get()
    if owner is None:
        return

    class Owned:
        def _make_api_call(self, operation: str, parameters: dict[str, Any]) -> Any:
            token = running.set(running.get() or owner)
            try:
                made: Callable[[], Any] = partial(super()._make_api_call, operation, parameters)  # type: ignore[misc]
                if _current is None or _current.around is None:
                    return made()
                service = self.meta.service_model.service_name  # type: ignore[attr-defined]
                return _current.around(Call(running.get(), service, operation, parameters), self, made)
            finally:
                running.reset(token)

    base_classes.insert(0, Owned)


BUILTIN_HANDLERS += [
    ("before-call", _answer),
    ("before-parameter-build", _record),
    ("creating-client-class", _own),
]
