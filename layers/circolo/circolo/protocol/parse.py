"""From a frame's text to a typed command, or a refusal that says which field and why.

Stricter than JSON: at most 4 096 bytes, no duplicate keys, no NaN, no floats where integers are meant, no unknown
fields, numbers bounded by their types.
"""

import json
from typing import Any, Final

import msgspec

from circolo.fault import fault
from circolo.protocol.commands import Command
from circolo.refusal import Code, Refusal

LIMIT: Final = 4096
"""Bytes of a message, UTF-8."""


class Unreadable(msgspec.Struct, frozen=True):
    """A message that is no command: the refusal, and the sender's `id` if that much could be read."""

    refusal: Refusal
    id: str | None = None


class _DuplicateKey(ValueError):
    pass


def parse(body: str) -> Command | Unreadable:
    """The command in a frame. Never raises."""
    if len(body) > LIMIT or len(body.encode("utf-8", "replace")) > LIMIT:
        return Unreadable(Refusal(Code.TOO_LARGE, None, {"limit": LIMIT}))
    try:
        raw = json.loads(body, object_pairs_hook=_unique, parse_constant=_no_constant)
        # Half a surrogate pair is text to JSON, and to nobody else: it could neither be stored nor sent back.
        json.dumps(raw, ensure_ascii=False).encode()
    except _DuplicateKey as twice:
        named = str(twice).encode("utf-8", "replace").decode()
        return Unreadable(Refusal(Code.MALFORMED, named, {"rule": "no key twice"}))
    except (ValueError, RecursionError):
        return Unreadable(Refusal(Code.MALFORMED, None, {"rule": "one JSON object in Unicode text"}))
    if not isinstance(raw, dict):
        return Unreadable(Refusal(Code.MALFORMED, None, {"rule": "one JSON object in Unicode text"}))
    echo = raw.get("id")
    echo = echo if isinstance(echo, str) and len(echo) <= 40 else None
    try:
        command: Command = msgspec.convert(raw, Command)
    except msgspec.ValidationError as error:
        return Unreadable(_refused(error, raw), echo)
    return command


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) != len(pairs):
        keys = [key for key, _ in pairs]
        raise _DuplicateKey(next(key for key in keys if keys.count(key) > 1)[:40])
    return seen


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _refused(error: msgspec.ValidationError, raw: dict[str, Any]) -> Refusal:
    """msgspec's own words name rule and place; the code is ours."""
    field, rule = fault(error, "")
    if not isinstance(raw.get("type"), str) or field == "type":
        return Refusal(Code.UNKNOWN_COMMAND, "type", {"rule": rule[:200]})
    return Refusal(Code.BAD_FIELD, field[:80] or None, {"rule": rule[:200]})
