"""The score sheet of a deal, item by item (burraco-rules, sections 5 and 6)."""

import msgspec

from circolo.burraco.deal import Deal
from circolo.burraco.kind import Kind
from circolo.burraco.meld import best, shape
from circolo.burraco.rulebook import Rulebook
from circolo.cards import Card


class MeldScore(msgspec.Struct, frozen=True):
    """One meld: its cards as arranged, ``value`` their points, and if it is a burraco its kind and ``bonus``."""

    cards: tuple[Card, ...]
    wild_at: int | None
    value: int
    kind: Kind | None
    bonus: int


class SideSheet(msgspec.Struct, frozen=True):
    """What one side scores, in points: ``hand`` and ``pozzetto`` are zero or negative, ``total`` is the sum."""

    melds: tuple[MeldScore, ...]
    cards: int
    burraco: int
    closing: int
    hand: int
    pozzetto: int
    total: int

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its burraco, sorted by name."""
        return tuple(sorted(meld.kind.value for meld in self.melds if meld.kind is not None))


class Sheet(msgspec.Struct, frozen=True):
    """The score sheet of a deal: one side after the other, in the order of its sides."""

    sides: tuple[SideSheet, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each side."""
        return tuple(side.total for side in self.sides)


def score(deal: Deal) -> Sheet:
    """The sheet of a deal; one still open is scored as if it ended there."""
    return Sheet(tuple(_side(deal, side) for side in range(len(deal.sides))))


def _side(deal: Deal, side: int) -> SideSheet:
    rulebook = deal.rulebook
    values = rulebook.values
    melds = tuple(_meld(rulebook, cards) for cards in deal.melds[side])
    cards = sum(meld.value for meld in melds)
    burraco = sum(meld.bonus for meld in melds)
    closing = rulebook.closing_bonus if deal.closer == side else 0
    hand = -sum(values[card] for seat in deal.sides[side] for card in deal.hands[seat])
    due = not deal.taken[side] and (any(deal.taken) or rulebook.pozzetto_penalty_if_nobody_took)
    pozzetto = -rulebook.pozzetto_penalty if due else 0
    return SideSheet(melds, cards, burraco, closing, hand, pozzetto, cards + burraco + closing + hand + pozzetto)


def _meld(rulebook: Rulebook, cards: tuple[Card, ...]) -> MeldScore:
    made = shape(cards)
    if made is None:
        raise ValueError(f"not a meld: {cards}")
    arrangement, kind, bonus = best(rulebook, made)
    value = sum(rulebook.values[card] for card in cards)
    return MeldScore(arrangement.cards, arrangement.wild_at, value, kind, bonus)
