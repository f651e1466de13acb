"""Which frames of the scripted session stand as examples in the published document."""

from collections.abc import Iterable
from typing import Any, Final

from local.asyncapi.room import Frame

ENOUGH: Final = 3
"""Examples of a client's command, at most."""


def examples(frames: Iterable[Frame]) -> dict[str, dict[str, Any]]:
    """By message and then by what the example shows: the first frame of each."""
    found: dict[str, dict[str, Any]] = {}
    for frame in frames:
        kind = frame.content["type"]
        shown = found.setdefault(kind, {})
        for name in _commanded(frame.content, len(shown)) if frame.sent else _shows(frame.content):
            shown.setdefault(name, frame.content)
    return found


def _commanded(command: dict[str, Any], already: int) -> list[str]:
    fields = [name for name in command if name not in ("type", "id", "table", "n", "deal", "turn")]
    name = " and ".join(fields) or ("table" if "table" in command else "bare")
    return [name] if already < ENOUGH else []


def _shows(message: dict[str, Any]) -> list[str]:
    """What is to be seen in a server's message."""
    match message["type"]:
        case "view":
            phase = message["view"]["phase"]
            return [] if phase == "sheet" else [phase]
        case "refused" | "closing":
            return [message["code"]]
        case "events":
            if len(message["events"]) != 1:
                return ["several in one message"] if all("over" not in event for event in message["events"]) else []
            return _happened(message["events"][0], own="accepted" in message)
        case "welcome":
            return ["with a nickname" if "nickname" in message else "without a nickname"]
        case kind:
            return [kind]


def _happened(event: dict[str, Any], own: bool) -> list[str]:
    """What an event shows. The end of a deal is long, since it opens every card: it is shown once."""
    if event["event"] == "drew" and not event["by_clock"]:
        return ["drew, as the player himself is told" if own else "drew, as the others are told"]
    if "over" in event:
        return ["discarded, and the deal is over"] if event["over"]["phase"] == "sheet" else []
    return [f"{event['event']}, and a pozzetto was taken" if "pozzetto" in event else event["event"]]
