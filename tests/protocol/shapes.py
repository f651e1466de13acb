"""Values held against the published schemas, with no field allowed that they do not name."""

import json
from functools import cache
from typing import Any

import msgspec
from jsonschema import Draft7Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]

from local.asyncapi.schemas import closed, schemas


@cache
def validator(name: str) -> Draft7Validator:
    """The validator of a schema by its published name."""
    return Draft7Validator(
        {"allOf": [{"$ref": f"#/components/schemas/{name}"}], "components": {"schemas": closed(schemas())}}
    )


def faults(name: str, value: Any) -> str | None:
    """What of a value is not as published, None if nothing. The value is taken as it is sent: through JSON."""
    sent = json.loads(msgspec.json.encode(value))
    found = best_match(validator(name).iter_errors(sent))
    return None if found is None else f"{name}: {found.json_path}: {found.message[:200]}"


VIEWS = {
    "waiting": "WaitingTable",
    "playing": "PlayingTable",
    "sheet": "SheetTable",
    "ended": "EndedTable",
    "void": "VoidTable",
    "closed": "ClosedTable",
}
"""Schema of a view by its phase."""


def view_faults(view: dict[str, Any]) -> str | None:
    return faults(VIEWS[view["phase"]], view)


def event_faults(event: dict[str, Any]) -> str | None:
    return faults("".join(word.capitalize() for word in event["event"].split("_")), event)
