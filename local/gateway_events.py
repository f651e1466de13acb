"""The events API Gateway sends for a WebSocket connection, field by field."""

import base64
import os
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from local.api import Api


def new_id() -> str:
    """An id in the form of API Gateway's connection and message ids, with characters a path must quote."""
    return base64.urlsafe_b64encode(os.urandom(11)).decode()


@dataclass
class Caller:
    """Who connected, as every later event of the connection tells it. Instants in milliseconds."""

    headers: Sequence[tuple[str, str]]
    query: Sequence[tuple[str, str]]
    source_ip: str
    connected_at: int
    connection_id: str = field(default_factory=new_id)
    authorizer: Mapping[str, Any] | None = None

    def header(self, name: str) -> str | None:
        """The value of a header by its lower-case name."""
        return next((value for key, value in self.headers if key.lower() == name), None)


def authorizer_event(api: Api, caller: Caller) -> dict[str, Any]:
    """The event of a ``REQUEST`` authorizer."""
    return {
        "type": "REQUEST",
        "methodArn": api.arn("$connect"),
        **_request(caller, always=True),
        "stageVariables": {},
        "requestContext": _context(api, caller, "$connect", "CONNECT", caller.connected_at),
    }


def connect_event(api: Api, caller: Caller) -> dict[str, Any]:
    """The event of ``$connect``."""
    return {
        **_request(caller),
        "requestContext": _context(api, caller, "$connect", "CONNECT", caller.connected_at),
        "isBase64Encoded": False,
    }


def message_event(api: Api, caller: Caller, route_key: str, data: str | bytes, now: int) -> dict[str, Any]:
    """The event of a message: text as it is, binary in base 64."""
    binary = isinstance(data, bytes)
    return {
        "requestContext": {
            **_context(api, caller, route_key, "MESSAGE", now),
            "messageId": new_id(),
        },
        "body": base64.b64encode(data).decode() if isinstance(data, bytes) else data,
        "isBase64Encoded": binary,
    }


def disconnect_event(api: Api, caller: Caller, code: int, reason: str, now: int) -> dict[str, Any]:
    """The event of ``$disconnect``, with the close code and reason."""
    return {
        "headers": {"Host": api.domain, "x-api-key": "", "X-Forwarded-For": "", "x-restapi": ""},
        "multiValueHeaders": {"Host": [api.domain], "x-api-key": [""], "X-Forwarded-For": [""], "x-restapi": [""]},
        "requestContext": {
            **_context(api, caller, "$disconnect", "DISCONNECT", now),
            "disconnectStatusCode": code,
            "disconnectReason": reason,
        },
        "isBase64Encoded": False,
    }


def failure_frame(message: str, event: Mapping[str, Any]) -> dict[str, str]:
    """What API Gateway itself sends to a client whose message went wrong."""
    context = event["requestContext"]
    return {"message": message, "connectionId": context["connectionId"], "requestId": context["requestId"]}


def _context(api: Api, caller: Caller, route_key: str, event_type: str, now: int) -> dict[str, Any]:
    return {
        "routeKey": route_key,
        "eventType": event_type,
        "messageDirection": "IN",
        "connectionId": caller.connection_id,
        "connectedAt": caller.connected_at,
        "requestId": new_id(),
        "extendedRequestId": str(uuid.uuid4()),
        "requestTime": datetime.fromtimestamp(now / 1000, UTC).strftime("%d/%b/%Y:%H:%M:%S +0000"),
        "requestTimeEpoch": now,
        "stage": api.stage,
        "apiId": api.id,
        "domainName": api.domain,
        "identity": {"sourceIp": caller.source_ip, "userAgent": caller.header("user-agent") or ""},
        **({"authorizer": dict(caller.authorizer)} if caller.authorizer is not None else {}),
    }


def _request(caller: Caller, *, always: bool = False) -> dict[str, Any]:
    """Headers and query parameters: the last value of each and all of them; no parameters, no keys."""
    parts: dict[str, Any] = {"headers": dict(caller.headers), "multiValueHeaders": _grouped(caller.headers)}
    if caller.query or always:
        parts["queryStringParameters"] = dict(caller.query)
        parts["multiValueQueryStringParameters"] = _grouped(caller.query)
    return parts


def _grouped(pairs: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for key, value in pairs:
        grouped.setdefault(key, []).append(value)
    return grouped
