"""A view kept equal to the server's, whatever order messages come in, come twice in, or do not come in.

Pure: it neither sends nor waits. After every message it says whether something is missing (`behind`) and since which
`seq` to ask for it (`since`).
"""

from math import inf
from typing import Any, Final

from circolo.protocol import messages
from local.client.view_events import UnknownEvent, happened, numbered, sheet_closed

HELD: Final = 64
"""Messages kept that came too early; more of them, and the oldest are left to be asked for again."""


class Mirror:
    """One table as one person sees it. `view` is never changed in place, only replaced: a view once read stays good.

    `nicknames`: by player id; `provisional`: the Victory Points table of the rulebook is not yet verified.
    """

    def __init__(self) -> None:
        self.view: dict[str, Any] | None = None
        self.nicknames: dict[str, str] = {}
        self.provisional = False
        self._told: tuple[int, float] = (-1, -inf)
        self._heard = -1
        self._held: list[messages.Events] = []
        self._accepted: list[messages.Accepted] = []
        self._lost = False

    @property
    def seq(self) -> int:
        """Number of the last event in the view; -1 before the first view."""
        return -1 if self.view is None else int(self.view["seq"])

    @property
    def behind(self) -> bool:
        """Whether something is known to have happened that has not been told."""
        return self.view is None or self._lost or self._heard > self.seq

    @property
    def since(self) -> int | None:
        """What to name in a `sync`; None: ask for the whole view."""
        return None if self.view is None or self._lost else self.seq

    def take(self, message: messages.ServerMessage) -> None:
        """A message about this table; others change nothing."""
        match message:
            case messages.View():
                self._whole(message)
            case messages.Events():
                self._held = [*self._held, message][-HELD:]
                self._heard = max(self._heard, message.seq)
                if message.accepted is not None:
                    self._accept(message.table, message.accepted, message.seq)
            case messages.Accepted():
                self._accept(message.table, message.n, message.seq)
            case messages.Pong(seq=int(seq)):
                self._heard = max(self._heard, seq)
        self._catch_up()

    def _accept(self, table: str, number: int, seq: int) -> None:
        self._heard = max(self._heard, seq)
        self._accepted.append(messages.Accepted(table=table, n=number, seq=seq))

    def _whole(self, message: messages.View) -> None:
        self.nicknames = {**self.nicknames, **message.nicknames}
        self.provisional = message.provisional
        shown = message.view
        told = _told(shown["seq"], shown["clock"])
        older = self.view is not None and told < self._told
        if older and shown["seq"] < self.seq:
            return
        if self.view is not None and shown["seq"] == self.seq:
            shown = _closed_in_either(self.view, shown) if older else _closed_in_either(shown, self.view)
        self.view, self._told, self._lost = shown, max(told, self._told), False

    def _catch_up(self) -> None:
        """Apply what has become due of what is held, the earliest first."""
        if self.view is None or self._lost:
            return
        waiting = []
        for message in sorted(self._held, key=lambda held: held.seq):
            if _before(message) <= self.seq:
                self._events(message)
            else:
                waiting.append(message)
        self._held = waiting
        for accepted in self._accepted:
            if accepted.seq <= self.seq and self.view is not None:
                self.view = numbered(self.view, accepted.n)
        self._accepted = [accepted for accepted in self._accepted if accepted.seq > self.seq]

    def _events(self, message: messages.Events) -> None:
        assert self.view is not None, "events are held until there is a view"
        view = self.view
        for event in message.events:
            if "seq" not in event:
                if event["event"] == "sheet_closed" and message.seq == view["seq"]:
                    view = sheet_closed(view, event["person"])
            elif event["seq"] == view["seq"] + 1:
                try:
                    view = happened(view, event)
                except UnknownEvent:
                    self._lost = True
                    break
        told = _told(message.seq, message.clock)
        if message.seq == view["seq"] and told >= self._told:
            view, self._told = {**view, "clock": message.clock}, told
        self.view = view


def _before(message: messages.Events) -> int:
    """The `seq` that a view must have reached for these events to be the next ones."""
    return message.seq - sum("seq" in event for event in message.events)


def _told(seq: int, clock: dict[str, Any] | None) -> tuple[int, float]:
    """Of two messages, the one whose clock is the later news. Nothing follows once no clock runs."""
    return seq, inf if clock is None else clock["now"]


def _closed_in_either(view: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A view with the closed sheets that another one of the same `seq` knows of."""
    for person, closed in enumerate(other.get("closed", ())):
        if closed:
            view = sheet_closed(view, person)
    return view
