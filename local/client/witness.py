"""Checks, by what one player was shown, that each deal was dealt from the deck committed to before it began."""

from typing import Any

from circolo.burraco.deal import HAND
from circolo.commitment import Leaf, root


class Unproven(Exception):
    """A deal does not agree with its commitment: the deal's number and what is wrong."""


class Witness:
    """Remembers the commitment that was shown while a deal was played, and how it began."""

    def __init__(self) -> None:
        self._commitments: dict[int, str] = {}
        self._hands: dict[int, dict[str, list[str]]] = {}
        self._discards: dict[int, str] = {}

    def see(self, view: dict[str, Any]) -> None:
        """A view, as soon as it is known."""
        deal = view.get("deal")
        if deal is None or "leaves" in deal:
            return
        self._commitments.setdefault(deal["number"], deal["commitment"])
        if deal["turn"] == 0 and not deal["drew"]:
            self._hands.setdefault(deal["number"], deal["hands"])
            self._discards.setdefault(deal["number"], deal["pile"][0])

    def check(self, view: dict[str, Any]) -> int:
        """Check the deal that a view shows as over, from its leaves; how many there are. Raises Unproven.

        Their root is the commitment, and the hands and the first discard lay where the fixed order of dealing has
        them: one card at a time from the seat left of the dealer, two pozzetti, the discard.
        """
        deal = view["deal"]
        number = deal["number"]
        leaves = [Leaf(card, salt) for card, salt in deal["leaves"]]
        if number not in self._commitments:
            raise Unproven(f"deal {number}: its commitment was not seen before the end")
        if root(leaves) != self._commitments[number]:
            raise Unproven(f"deal {number}: the leaves do not give the root that was published before")
        deck, seats = [leaf.card for leaf in leaves], len(deal["counts"])
        for seat, hand in self._hands.get(number, {}).items():
            first = (int(seat) - deal["dealer"] - 1) % seats
            if deck[first : seats * HAND : seats] != hand:
                raise Unproven(f"deal {number}: the hand of seat {seat} is not the deck's")
        if self._discards.get(number, deck[(seats + 2) * HAND]) != deck[(seats + 2) * HAND]:
            raise Unproven(f"deal {number}: the first discard is not the deck's")
        return len(leaves)
