"""The AsyncAPI 3 document of the protocol."""

import inspect
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from circolo.adapters import sockets
from circolo.protocol import commands
from circolo.protocol.parse import LIMIT
from circolo.protocol.texts import TEXTS
from circolo.refusal import Code
from circolo.room import limits, presence
from circolo.signin.connect import PROTOCOL
from circolo.signin.token import MAX_TOKEN
from local.asyncapi.channels import CHANNELS, UNASKED, answers
from local.asyncapi.examples import examples
from local.asyncapi.schemas import CLIENT, GATEWAY_FAILURE, SERVER, schemas, tag
from local.asyncapi.session import frames
from local.connection import IDLE, LONGEST
from local.frames import LARGEST_FRAME
from local.gateway_events import failure_frame
from local.stack import ROOT

Schema = dict[str, Any]

GATEWAY: Final = "gateway_failure"
ABOUT: Final = """\
Messages between the clients of Circolo, a card room for burraco, and its server: JSON objects over WebSockets, one a
text message, told apart by `type`. Operations are the server's own: `receive` what a client sends, `send` what it is
sent. How to write a client is told in `docs/clients.md`.

The `id` of a command is any short text of the client's own; its answer carries it back. Messages without `id` were not
asked for. A client must ignore fields and messages that it does not know; the server refuses commands with fields that
it does not know."""


def document() -> Schema:
    """The whole document, as JSON values."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Circolo",
            "version": project["version"],
            "description": ABOUT,
            "license": {"name": project["license"]},
        },
        "defaultContentType": "application/json",
        "servers": _servers(),
        "channels": {name: _channel(name, *kinds) for name, kinds in CHANNELS.items()},
        "operations": _operations(),
        "components": {
            "messages": _messages(),
            "schemas": schemas(),
            "securitySchemes": {
                "token": {
                    "type": "httpApiKey",
                    "in": "header",
                    "name": "Sec-WebSocket-Protocol",
                    "description": f"Two subprotocols are offered: `{PROTOCOL}` and a token (RS256) of the OpenID "
                    "Connect issuer. The server chooses the first. Never put the token into the query string.",
                }
            },
            "correlationIds": {
                "id": {"location": "$message.payload#/id", "description": "The answer carries the command's `id`."}
            },
        },
        "x-refusals": {code.value: {"it": TEXTS[code][0], "en": TEXTS[code][1]} for code in Code},
        "x-limits": published_limits(),
    }


def published_limits() -> dict[str, Schema]:
    """What bounds a client, each with its unit, what it limits and what happens beyond it."""
    seconds, size = "seconds", "bytes"
    return {
        "command": _limit(LIMIT, size, "of a command, UTF-8", "`refused` with `too_large`"),
        "frame": _limit(LARGEST_FRAME, size, "of a frame from a client", "closed by the gateway, code 1009"),
        "message": _limit(
            sockets.MAX_MESSAGE, size, "of a message to a client", "never sent; over 32 KB it comes in several frames"
        ),
        "token": _limit(MAX_TOKEN, "characters", "of a token", "the handshake is refused, HTTP 403"),
        "idle": _limit(IDLE // 1000, seconds, "of silence on a connection", "closed by the gateway, code 1001"),
        "lifetime": _limit(LONGEST // 1000, seconds, "of life of a connection", "closed by the gateway, code 1001"),
        "burst": _limit(limits.BURST, "messages", "of a connection at once", "`refused` with `too_frequent`, once"),
        "rate": _limit(limits.PER_SECOND, "messages a second", "of a connection in the long run", "as above"),
        "strikes": _limit(limits.STRIKES, "times", "beyond the two above", "`closing` with `too_frequent`, closed"),
        "connections": _limit(presence.CAP, "connections", "of a player at a time", "the oldest is closed"),
    }


def _limit(value: int, unit: str, of: str, beyond: str) -> Schema:
    return {"value": value, "unit": unit, "of": of, "beyond": beyond}


def _servers() -> Schema:
    security = [{"$ref": "#/components/securitySchemes/token"}]
    return {
        "deployed": {
            "host": "{api}.execute-api.{region}.amazonaws.com",
            "protocol": "wss",
            "description": "A deployed stack. Its address is the stack's output `SocketUrl`.",
            "variables": {
                "api": {"description": "Id of the WebSocket API."},
                "region": {"description": "Where the stack is deployed.", "examples": ["eu-south-1"]},
            },
            "security": security,
        },
        "local": {
            "host": "127.0.0.1:{port}",
            "protocol": "ws",
            "description": "The stack on one machine (`make run`).",
            "variables": {"port": {"default": "8080", "description": "Another one is picked and printed if taken."}},
            "security": security,
        },
    }


def _channel(name: str, sent: Iterable[Any], heard: Iterable[Any]) -> Schema:
    what = {
        "lobby": "Who one is, which tables wait, opening one and sitting down. One socket, kept while signed in.",
        "table": "One table: moves and what happens there. One socket, opened on sitting down.",
    }[name]
    query = {"type": "object", "properties": {"channel": {"const": name}}}
    return {
        "address": "/{stage}",
        "title": name.capitalize(),
        "description": f"{what} The same address for both channels: `?channel={name}`.",
        "messages": {key: {"$ref": f"#/components/messages/{key}"} for key in (*map(tag, (*sent, *heard)), GATEWAY)},
        "parameters": {"stage": {"default": "prod", "description": "Stage of the API."}},
        "bindings": {
            "ws": {
                "method": "GET",
                "query": query if name == "lobby" else {**query, "required": ["channel"]},
                "headers": {
                    "type": "object",
                    "properties": {
                        "Sec-WebSocket-Protocol": {"type": "string", "pattern": f"^{re.escape(PROTOCOL)}, ?[^ ,]+$"}
                    },
                    "required": ["Sec-WebSocket-Protocol"],
                },
                "bindingVersion": "0.1.0",
            }
        },
    }


def _operations() -> Schema:
    operations: Schema = {}
    for channel, (sent, _) in CHANNELS.items():
        for command in sent:
            name = f"ping_{channel}" if command is commands.Ping else tag(command)
            operations[name] = {
                "action": "receive",
                "channel": {"$ref": f"#/channels/{channel}"},
                "summary": _summary(command),
                "messages": _of_channel(channel, [command]),
                "reply": {
                    "channel": {"$ref": f"#/channels/{channel}"},
                    "messages": _of_channel(channel, answers(command)),
                },
            }
        operations[f"unasked_{channel}"] = {
            "action": "send",
            "channel": {"$ref": f"#/channels/{channel}"},
            "summary": "What arrives without having been asked for.",
            "messages": [
                *_of_channel(channel, UNASKED[channel]),
                {"$ref": f"#/channels/{channel}/messages/{GATEWAY}"},
            ],
        }
    return operations


def _of_channel(channel: str, kinds: Iterable[Any]) -> list[Schema]:
    return [{"$ref": f"#/channels/{channel}/messages/{tag(kind)}"} for kind in kinds]


def _messages() -> Schema:
    shown = examples(frames())
    made: Schema = {tag(kind): _message(kind, shown[tag(kind)]) for kind in (*CLIENT, *SERVER)}
    failure = failure_frame("Internal server error", {"requestContext": _GATEWAY_CONTEXT})
    made[GATEWAY] = {
        "name": GATEWAY,
        "title": GATEWAY_FAILURE["title"],
        "summary": GATEWAY_FAILURE["description"],
        "payload": {"$ref": f"#/components/schemas/{GATEWAY_FAILURE['title']}"},
        "examples": [{"name": "internal", "payload": failure}],
    }
    return made


_GATEWAY_CONTEXT: Final = {"connectionId": "YJf1bcKtLiACJAw=", "requestId": "YJf1bFDfriAFYUA="}


def _message(kind: type[msgspec.Struct], shown: Mapping[str, Any]) -> Schema:
    return {
        "name": tag(kind),
        "title": kind.__name__,
        "summary": _summary(kind),
        "correlationId": {"$ref": "#/components/correlationIds/id"},
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        "examples": [{"name": name, "payload": payload} for name, payload in shown.items()],
    }


def _summary(kind: Any) -> str:
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split())
