"""What an event changes in a view. Pure: a view is never changed, the next one is returned.

A view is the JSON object of the message `view`, an event one of the list in `events`; both are described by the
server's `circolo.table.view` and the game's own view.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

View = dict[str, Any]
Event = dict[str, Any]


class UnknownEvent(ValueError):
    """An event of a newer server: only a whole view can help."""


def happened(view: View, event: Event) -> View:
    """The view after the next numbered event. Raises UnknownEvent."""
    after = {**view, "seq": event["seq"]}
    if "event" not in event:
        return after  # numbered, but not for us to see
    change = _CHANGES.get(event["event"])
    if change is None:
        raise UnknownEvent(event["event"])
    after = change(after, event)
    you = view["you"]
    own = you is not None and event.get("person") == you["person"] and not event["by_clock"]
    return _counted(after) if own else after


def sheet_closed(view: View, person: int) -> View:
    """The view after a person has closed the score sheet; the same if that was known."""
    closed = view.get("closed")
    if closed is None or closed[person]:
        return view
    after = {**view, "closed": [*closed[:person], True, *closed[person + 1 :]]}
    you = view["you"]
    return _counted(after) if you is not None and you["person"] == person else after


def numbered(view: View, last: int) -> View:
    """The view once one's own command of that number is known to have been accepted."""
    you = view["you"]
    if you is None or last < you["next"]:
        return view
    if "closed" in view:
        view = sheet_closed(view, you["person"])  # nothing else can be numbered and leave `seq` as it was
    return {**view, "you": {**you, "next": last + 1}}


def _counted(view: View) -> View:
    you = view["you"]
    return {**view, "you": {**you, "next": you["next"] + 1}}


def _without(view: View, key: str) -> View:
    return {name: value for name, value in view.items() if name != key}


def _dealt(view: View, event: Event) -> View:
    """A new deal: whoever's closing of the last sheet was not heard of has closed it, or there would be none."""
    you = view["you"]
    if you is not None and "closed" in view:
        view = sheet_closed(view, you["person"])
    return _without(view, "closed") | {"phase": "playing", "deal": event["deal"]}


def _abandoned(view: View, event: Event) -> View:
    """The match is void. For an unread sheet all are named who had not read it: the others had."""
    you, void = view["you"], event["void"]
    if you is not None and void["cause"] == "sheet" and you["person"] not in void["by"]:
        view = sheet_closed(view, you["person"])
    return _without(view, "closed") | {"phase": "void", "void": void}


def _drew(view: View, event: Event) -> View:
    return _acted(view, event, {"drew": True, "stock": event["stock"]}, gained=_drawn(event))


def _drawn(event: Event) -> list[str]:
    return [event["card"]] if "card" in event else []


def _took(view: View, event: Event) -> View:
    return _acted(view, event, {"drew": True, "pile": []}, gained=event["cards"])


def _laid(view: View, event: Event) -> View:
    melds = [list(side) for side in view["deal"]["melds"]]
    side, at = melds[event["side"]], event["meld"]
    side[at : at + 1] = [event["stands"]]
    return _acted(view, event, {"melds": melds}, spent=event["from_hand"])


def _discarded(view: View, event: Event) -> View:
    pile = [*view["deal"]["pile"], event["card"]]
    passed = {"turn": event["turn"], "seat": event["next"], "drew": False, "ended": event["ended"], "pile": pile}
    after = _acted(view, event, passed, spent=[event["card"]])
    return _over(after, event["over"]) if "over" in event else after


def _acted(
    view: View, event: Event, changed: dict[str, Any], spent: list[str] | None = None, gained: list[str] | None = None
) -> View:
    """The deal after an action: what it changed, the counts of cards, one's own hand, the pozzetto."""
    deal = {**view["deal"], **changed, "counts": event["counts"], "barred": event.get("barred")}
    seat = str(event["seat"])
    if seat in deal["hands"]:
        hand = [*deal["hands"][seat], *(gained or ())]
        for card in spent or ():
            hand.remove(card)
        hand += event.get("pozzetto", {}).get("cards", ())
        deal["hands"] = {**deal["hands"], seat: hand}
    if "pozzetto" in event:
        side = event["pozzetto"]["side"]
        deal["taken"] = [taken or index == side for index, taken in enumerate(deal["taken"])]
        deal["pozzetti"] = event["pozzetto"]["left"]
    return {**view, "deal": deal}


def _over(view: View, over: dict[str, Any]) -> View:
    """The deal is over, and the match with the last."""
    deal = {**view["deal"], "sheet": over["sheet"], "leaves": over["leaves"]}
    after = {**view, "phase": over["phase"], "scores": [*view["scores"], over["scores"]], "deal": deal}
    if over["phase"] == "sheet":
        after["closed"] = [person["player"].startswith("ai:") for person in view["persons"]]
    if "result" in over:
        after["result"] = over["result"]
    return after


_CHANGES: Final = MappingProxyType[str, Callable[[View, Event], View]](
    {
        "dealt": _dealt,
        "drew": _drew,
        "took": _took,
        "melded": _laid,
        "laid": _laid,
        "discarded": _discarded,
        "abandoned": _abandoned,
    }
)
