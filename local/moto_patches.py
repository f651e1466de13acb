"""Every change made to moto, which is pinned exactly. There are two.

**Patch 1, atomic operations.** moto has no lock: two threads in one operation
lose updates that were acknowledged, and a failing transaction restores a copy
of the whole table, undoing other threads' writes. One re-entrant lock round
``DynamoHandler.call_action`` makes each DynamoDB operation atomic, as it is in
the cloud.

**Patch 2, attribute values as they are.** moto serializes an ``AttributeValue`` member by member, through a search for
each of its possible names: most of the time of an answer. Its own ``to_json`` already is the form on the wire.

``PATCHED`` holds a digest of the source of each function changed; a test fails
when it no longer matches, so that a newer moto is read before it is trusted.
"""

import base64
import hashlib
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

from moto.core.responses import TYPE_RESPONSE
from moto.core.serialize import BaseJSONSerializer
from moto.dynamodb.models.dynamo_type import DynamoType
from moto.dynamodb.responses import DynamoHandler

PATCHED: Final[dict[Callable[..., Any], str]] = {
    DynamoHandler.call_action: "ce5f57cf83cde3400fa73a201929d18af92aaba2bb301d4d74609a1467b8daaf",
    BaseJSONSerializer._serialize_type_structure: "36873909cd0aeb4defa91cc9912c6e90a62d7d92ced6150ac7de92fd10a81967",
}
"""Each function patched, with the SHA-256 of its source as it was when the patch was written."""


def source_digest(function: Callable[..., Any]) -> str:
    """SHA-256 of a function's source, in hexadecimal."""
    return hashlib.sha256(inspect.getsource(function).encode()).hexdigest()


@contextmanager
def patched_moto() -> Iterator[None]:
    """Keep the patches in place for the length of the block."""
    unlocked, member_by_member = DynamoHandler.call_action, BaseJSONSerializer._serialize_type_structure
    lock = threading.RLock()

    def call_action(self: DynamoHandler) -> TYPE_RESPONSE:
        with lock:
            return unlocked(self)

    def as_it_is(self: BaseJSONSerializer, serialized: Any, value: Any, shape: Any, key: str) -> None:
        if key and shape.name == "AttributeValue" and isinstance(value, DynamoType | dict):
            serialized[key] = _wire(value)
        else:
            member_by_member(self, serialized, value, shape, key)

    with (
        mock.patch.object(DynamoHandler, "call_action", call_action),
        mock.patch.object(BaseJSONSerializer, "_serialize_type_structure", as_it_is),
    ):
        yield


def _wire(value: Any) -> Any:
    """A value of moto's as the JSON of DynamoDB has it."""
    if isinstance(value, DynamoType):
        return _wire(value.to_json())
    if isinstance(value, dict):
        return {name: _wire(part) for name, part in value.items()}
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return [_wire(part) for part in value] if isinstance(value, list) else value
