"""The deal of the examples: a pack dealt without chance and played out by the baseline."""

from functools import cache
from typing import Final

from circolo import commitment as commitments
from circolo.burraco import baseline
from circolo.burraco.actions import Action
from circolo.burraco.deal import Deal, Ended, apply, deal_out
from circolo.burraco.replay import DealRecord, to_record
from circolo.burraco.rulebook import load
from circolo.cards import BURRACO_PACK, Card

STRIDE: Final = 67
"""Takes every card of the pack once, since 67 and 108 have no common divisor."""
SECRET: Final = bytes(commitments.SECRET_BYTES)
SIDES: Final = ((0, 2), (1, 3))
FIRST: Final = 1


@cache
def record() -> DealRecord:
    """The record of the deal, played to its end."""
    opened = deal = deal_out(load("FIBUR"), SIDES, FIRST, deck())
    actions: list[Action] = []
    while deal.ended is Ended.OPEN:
        turn = baseline.play_turn(deal)
        deal = _after(deal, turn)
        actions += turn
    return to_record(opened, actions)


def commitment() -> str:
    """The root that a table with this deck and secret publishes."""
    return commitments.commit(deck(), SECRET)


def leaves() -> tuple[commitments.Leaf, ...]:
    """The leaves it opens afterwards."""
    return commitments.leaves(deck(), SECRET)


def deck() -> tuple[Card, ...]:
    """The pack in the order in which it is dealt."""
    size = len(BURRACO_PACK)
    return tuple(BURRACO_PACK[place * STRIDE % size] for place in range(size))


def _after(deal: Deal, turn: tuple[Action, ...]) -> Deal:
    for action in turn:
        deal = apply(deal, action)
    return deal
