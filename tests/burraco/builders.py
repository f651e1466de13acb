"""Deals in one line, cards and actions written as text."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.burraco.deal import Deal, apply, deal_out, refuse, start
from circolo.burraco.legality import legal_discards
from circolo.burraco.meld import WILD
from circolo.burraco.natural_melds import natural_melds
from circolo.burraco.rulebook import load
from circolo.cards import BURRACO_PACK, BY_NOTATION, Card, shuffled

CASES = Path(__file__).parents[1] / "cases"
PAIRS = ((0, 2), (1, 3))
ONE_AGAINST_ONE = ((0,), (1,))
POZZETTI = ("3C 3D 4C 4D 5C 5D 6C 6D 7C 7D 8C", "3H 3S 4H 4S 5H 5S 6H 6S 7H 7S 8H")
SEVEN_CLEAN = "3D 4D 5D 6D 7D 8D 9D"
SEVEN_DIRTY = "9C 9C 9H 9H 9S 9S XX"


def cases(name: str) -> list[Any]:
    """The worked rows of a file: each with ``in`` and ``out``."""
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("ascii").splitlines()]


def cards(text: str) -> tuple[Card, ...]:
    """``"AS 2H XX"`` as cards."""
    return tuple(BY_NOTATION[card] for card in text.split())


def meld(text: str) -> Meld:
    return Meld(cards(text))


def lay(index: int, text: str) -> Lay:
    return Lay(index, cards(text))


def discard(text: str) -> Discard:
    return Discard(BY_NOTATION[text])


def position(
    hand: str,
    *,
    melds: Iterable[str] = (),
    other_melds: Iterable[str] = (),
    taken: tuple[bool, bool] = (False, False),
    others: str = "KC QD",
    pozzetti: Sequence[str] = POZZETTI,
    pile: str = "QC QS",
    stock: str = "KC KD KH KS QC QD QH QS JC JD JH JS",
    drew: bool = True,
    drawn: str | None = None,
    barred: str | None = None,
    idle: int = 0,
    seats: int = 2,
    rulebook: str = "FIBUR",
) -> Deal:
    """A deal with seat 0 on turn, holding ``hand``, his draw done unless said; every other seat holds ``others``."""
    deal = start(
        load(rulebook),
        ONE_AGAINST_ONE if seats == 2 else PAIRS,
        0,
        (cards(hand), *(cards(others),) * (seats - 1)),
        tuple(cards(pozzetto) for pozzetto in pozzetti)[sum(taken) :],
        cards(pile),
        cards(stock),
    )
    return replace(
        deal,
        melds=(laid(melds), laid(other_melds)),
        taken=taken,
        drew=drew,
        drawn=None if drawn is None else BY_NOTATION[drawn],
        barred=None if barred is None else BY_NOTATION[barred],
        moved=drawn is not None,
        idle=idle,
    )


def laid(melds: Iterable[str]) -> tuple[tuple[Card, ...], ...]:
    """A side's melds as a deal holds them."""
    return tuple(tuple(sorted(cards(text))) for text in melds)


def played(deal: Deal, *actions: Action) -> Deal:
    """The deal after these actions, each of them legal."""
    for action in actions:
        assert refuse(deal, action) is None, action
        deal = apply(deal, action)
    return deal


def shuffled_deal(seed: int, seats: int = 4, rulebook: str = "FIBUR") -> Deal:
    """A whole deal from a shuffled pack."""
    sides = PAIRS if seats == 4 else ONE_AGAINST_ONE
    return deal_out(load(rulebook), sides, seed % seats, shuffled(BURRACO_PACK, Random(seed)))


def every_card(deal: Deal) -> list[Card]:
    """All the cards of a deal, wherever they are, sorted."""
    places = [*deal.hands, *deal.pozzetti, deal.pile, deal.stock[len(deal.stock) - deal.stock_left :]]
    for side in deal.melds:
        places += side
    return sorted(card for place in places for card in place)


def random_action(deal: Deal, random: Random) -> Action:
    """A legal action of the seat on turn, melds and wilds included, chosen by chance."""
    if not deal.drew:
        return Take() if random.random() < 0.4 else Draw()
    side = deal.side_of[deal.seat]
    hand, melds = deal.hands[deal.seat], deal.melds[side]
    wilds = [card for card in hand if WILD[card]]
    choices: list[Action] = [Lay(at, (card,)) for at in range(len(melds)) for card in set(hand)]
    for opened in natural_melds(hand, melds, deal.rulebook.values):
        choices.append(Meld(opened))
        if wilds:
            choices.append(Meld((*opened[1:], random.choice(wilds))))
    choices = [action for action in choices if refuse(deal, action) is None]
    if choices and random.random() < 0.8:
        return random.choice(choices)
    return Discard(random.choice(legal_discards(hand, melds, deal.taken[side], deal.barred)))
