"""JSON schemas of every message, from the types in `circolo.protocol` and the shapes of what they carry.

The schemas keep to what JSON Schema draft 7 knows, which is the dialect of AsyncAPI's own schema objects.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final, get_args

import msgspec

from circolo.burraco import shapes
from circolo.protocol import commands, messages
from circolo.refusal import Code
from circolo.table.shapes import Clock, SeatedPlayer, SettingsShown

REFERENCE: Final = "#/components/schemas/{name}"
CARD: Final = {
    "title": "Card",
    "description": 'A card: rank and suit ("AS", "TC"), "XX" for a jolly. Two equal cards are interchangeable.',
    "type": "string",
    "pattern": "^([A2-9TJQK][CDHS]|XX)$",
}
CARRIED: Final[Mapping[tuple[str, str], Any]] = {
    ("Refused", "code"): Code,
    ("Closing", "code"): Code,
    ("Waiting", "settings"): SettingsShown,
    ("Waiting", "seated"): list[SeatedPlayer],
    ("View", "view"): shapes.View,
    ("Events", "events"): list[shapes.Event],
    ("Events", "clock"): Clock | None,
}
"""What the fields that `circolo.protocol.messages` leaves open hold."""
GATEWAY_FAILURE: Final = {
    "title": "GatewayFailure",
    "description": "Sent by API Gateway itself, not by the room, when a message could not be handed on. It has no "
    "`type` and no `id`: whether the message counted is unknown.",
    "type": "object",
    "properties": {
        "message": {"type": "string"},
        "connectionId": {"type": "string"},
        "requestId": {"type": "string"},
    },
    "required": ["message"],
}

CLIENT: Final[tuple[type[msgspec.Struct], ...]] = get_args(commands.Command)
SERVER: Final[tuple[type[msgspec.Struct], ...]] = get_args(messages.ServerMessage)


def tag(message: type[msgspec.Struct]) -> str:
    """The `type` of a message."""
    return str(message.__struct_config__.tag)


@cache
def schemas() -> dict[str, Any]:
    """Every schema by name. Objects of the server may have more fields than these; commands may not."""
    open_ended = tuple(CARRIED.values())
    carried, components = msgspec.json.schema_components(
        [*CLIENT, *SERVER, shapes.View, shapes.Event, *open_ended], ref_template=REFERENCE
    )
    view, event, *filled = carried[len(CLIENT) + len(SERVER) :]
    named = {"TableView": _union(view, shapes.View), "TableEvent": _union(event, shapes.Event)}
    for struct in _structs(*CLIENT, *SERVER, *get_args(shapes.View), *get_args(shapes.Event), SettingsShown):
        _document(components, struct)
    for (message, field), schema in zip(CARRIED, filled, strict=True):
        components[message]["properties"][field] = _by_name(schema, named)
    for name in (*(server.__name__ for server in SERVER), "Waiting"):
        _never_null(components[name])
    return _with_cards({**components, **named}) | {"Card": CARD, "GatewayFailure": GATEWAY_FAILURE}


def closed(schema: Any) -> Any:
    """The same schema with no field allowed that it does not name: what tests hold the server's messages against."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: closed(part) for name, part in schema.items()}
    return {**parts, "additionalProperties": False} if "properties" in schema else parts


def _union(schema: dict[str, Any], union: Any) -> dict[str, Any]:
    """A union by name; its discriminator is OpenAPI's, which AsyncAPI reads differently."""
    described = " ".join(_attribute_docs(shapes)[_name_of(union)].split())
    return {"description": described, "anyOf": schema["anyOf"]}


def _name_of(union: Any) -> str:
    return next(name for name, value in vars(shapes).items() if value is union)


def _by_name(schema: dict[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """A union inside a schema becomes a reference to its name."""
    if schema.get("type") == "array":
        return {**schema, "items": _by_name(schema["items"], named)}
    for name, union in named.items():
        if schema.get("anyOf") == union["anyOf"]:
            return {"$ref": REFERENCE.format(name=name)}
    return schema


def _never_null(component: dict[str, Any]) -> None:
    """What the server leaves out where it is nothing is never null."""
    for field, schema in component["properties"].items():
        if field not in component["required"] and "anyOf" in schema:
            schema.pop("default", None)
            schema["anyOf"] = [part for part in schema["anyOf"] if part != {"type": "null"}]
            if len(schema["anyOf"]) == 1:
                schema |= schema.pop("anyOf")[0]


def _with_cards(schema: Any) -> Any:
    """Cards by reference, instead of their pattern at every place."""
    if isinstance(schema, list):
        return [_with_cards(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("pattern") == CARD["pattern"]:
        return {"$ref": REFERENCE.format(name="Card")}
    return {name: _with_cards(part) for name, part in schema.items()}


def _structs(*roots: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """These types and all that their fields hold, each once."""
    seen: set[Any] = set()
    waiting: list[Any] = list(roots)
    while waiting:
        found = waiting.pop()
        if found in seen:
            continue
        seen.add(found)
        if isinstance(found, type) and issubclass(found, msgspec.Struct):
            yield found
            waiting += [field.type for field in msgspec.structs.fields(found)]
        else:
            waiting += [part for part in get_args(found) if not isinstance(part, str | msgspec.Meta)]


def _document(components: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Give the schema's fields the docstrings that stand under them in the source."""
    component = components[struct.__name__]
    component["description"] = " ".join((struct.__doc__ or "").split())
    for base in reversed(struct.__mro__):
        for name, text in _attribute_docs(base).items() if base.__module__.startswith("circolo.") else ():
            schema = component["properties"][name]
            if "$ref" in schema:
                schema = {"allOf": [{"$ref": schema.pop("$ref")}], **schema}
            component["properties"][name] = {"description": " ".join(text.split()), **schema}


@cache
def _attribute_docs(owner: Any) -> dict[str, str]:
    """The docstrings under the attributes of a class or module."""
    body: list[Any] = ast.parse(dedent(inspect.getsource(owner))).body
    if inspect.isclass(owner):
        body = body[0].body
    docs = {}
    for before, after in pairwise(body):
        target = before.target if isinstance(before, ast.AnnAssign) else getattr(before, "targets", [None])[0]
        if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            docs[target.id] = str(after.value.value)
    return docs
