"""The connect authorizer's event and answer (API Gateway WebSocket API, REQUEST authorizer)."""

from collections.abc import Mapping
from typing import Any, Final

from circolo.signin.identity import Identity, Reason, Rejected

PROTOCOL: Final = "circolo.v1"
"""The subprotocol a client offers first; the token is the second, since browsers can set no other header."""
CHANNELS: Final = ("lobby", "table")


def token_of(event: Mapping[str, Any]) -> str:
    """The token a client sent as its second subprotocol. Raises ``Rejected``."""
    headers = event.get("headers") or {}
    offered = [value for name, value in headers.items() if name.lower() == "sec-websocket-protocol"]
    if len(offered) != 1 or not isinstance(offered[0], str):
        raise Rejected(Reason.NO_TOKEN)
    parts = [part.strip() for part in offered[0].split(",")]
    if len(parts) != 2 or parts[0] != PROTOCOL or not parts[1]:
        raise Rejected(Reason.NO_TOKEN)
    return parts[1]


def channel_of(event: Mapping[str, Any]) -> str:
    """What the socket is for: ``lobby`` unless the query says ``table``. Raises ``Rejected``."""
    channel = (event.get("queryStringParameters") or {}).get("channel", "lobby")
    if channel not in CHANNELS:
        raise Rejected(Reason.BAD_CHANNEL)
    return str(channel)


def stage_of(event: Mapping[str, Any]) -> str:
    """The resource that stands for every route of the stage the event came from. Raises ``Rejected``."""
    parts = str(event.get("methodArn", "")).split("/")
    if len(parts) < 3 or not parts[0].startswith("arn:") or not parts[1]:
        raise Rejected(Reason.BAD_EVENT)
    return f"{parts[0]}/{parts[1]}/*"


def admission(person: Identity, channel: str, stage: str) -> dict[str, Any]:
    """The policy that lets a person in; its context comes with every later message of the connection, as text."""
    context = {
        "player": person.player,
        "subject": person.subject,
        "roles": " ".join(person.roles),
        "expires": str(person.expires),
        "channel": channel,
    }
    return {**_policy(person.player, "Allow", stage), "context": context}


def dismissal() -> dict[str, Any]:
    """The policy that turns a connection away (HTTP 403). Raising `Unauthorized` would do it too, but would count as an
    error of the function and set its alarm off at anybody's will."""
    return _policy("nobody", "Deny", "*")


def _policy(principal: str, effect: str, resource: str) -> dict[str, Any]:
    statement = {"Action": "execute-api:Invoke", "Effect": effect, "Resource": resource}
    return {"principalId": principal, "policyDocument": {"Version": "2012-10-17", "Statement": [statement]}}
