"""What a card game gives the table: the table knows seats, turns, clocks and numbers, the game knows cards.

A game is a value with pure functions. ``deal`` is the game's own immutable state of the deal in play,
``action`` one of its closed list of actions; both are opaque to the table.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from circolo.cards import Card, Randomness
from circolo.refusal import Code, Refusal
from circolo.table.settings import Settings

Scores = tuple[tuple[int, ...], ...]
"""The score of a deal: per side, the game's own items, the side's total last (points)."""


class Game(Protocol):
    """The rules of one game as the table uses them."""

    name: str
    actions: Any
    """The union of the game's actions, as msgspec decodes them from a stored log."""
    pack: Sequence[Card]

    def rulebook(self, asked: str) -> str | None:
        """The rulebook to play by, name and version, from what an opener asks for; None: there is no such rulebook."""
        ...

    def check(self, settings: Settings) -> Refusal | None:
        """Why a table cannot be opened with these settings, or None."""
        ...

    def provisional(self, settings: Settings) -> bool:
        """Whether the match will be converted by a table of points that nobody has verified yet."""
        ...

    def sides(self, settings: Settings) -> tuple[tuple[int, ...], ...]:
        """Seats (hands) of each side; seats count clockwise from 0."""
        ...

    def deal_out(self, settings: Settings, first: int, deck: tuple[Card, ...]) -> Any:
        """The deal from a shuffled deck; `first` is the seat that begins."""
        ...

    def turn(self, deal: Any) -> tuple[int, int] | None:
        """(turn number from 0, seat) of who is to act; None once the deal is over."""
        ...

    def refuse(self, deal: Any, action: Any) -> Code | None:
        """Why the seat on turn may not do this, or None."""
        ...

    def apply(self, deal: Any, action: Any) -> Any:
        """The deal after a legal action; checks nothing again."""
        ...

    def forced(self, deal: Any) -> tuple[Any, ...]:
        """What the clock plays for the seat on turn: its whole turn."""
        ...

    def ai_turn(self, deal: Any, level: str, random: Randomness) -> tuple[Any, ...]:
        """A whole turn of an AI opponent, decided from its own view only."""
        ...

    def scores(self, deal: Any) -> Scores:
        """The score of a deal that is over."""
        ...

    def result(self, settings: Settings, scores: Sequence[Scores]) -> dict[str, Any]:
        """The end of a match: totals and what they are worth, ready to send."""
        ...

    def view(self, deal: Any, seats: Sequence[int]) -> dict[str, Any]:
        """What the holder of these seats may see of the deal; no seats: a stranger."""
        ...

    def tell(self, before: Any, action: Any, after: Any, seats: Sequence[int]) -> dict[str, Any]:
        """One action as the holder of these seats may see it."""
        ...

    def sheet(self, deal: Any) -> dict[str, Any]:
        """The score sheet of a deal that is over, item by item, ready to send."""
        ...
