"""Nobody receives a card he may not see: permute what is hidden from a person, and not a byte he is sent changes."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies
from msgspec.structs import replace

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.cards import BURRACO_PACK
from circolo.games import BURRACO
from circolo.table.decide import decide
from circolo.table.events import Play
from circolo.table.fold import begun
from circolo.table.state import Phase, Table
from circolo.table.view import missed, tell, view
from tests.table.builders import NOON, Played, against_ai, at_sheet, coppie, playing

HAND = 11
"""Cards of a hand and of a pozzetto. In deck order: the hands in turn, two pozzetti, the first discard, the stock."""


@pytest.fixture(autouse=True)
def commitments_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("circolo.table.view.commit", lambda deck, secret: "the same for every deck")


@given(
    make=strategies.sampled_from([playing, coppie]),
    seed=strategies.integers(0, 10_000),
    moves=strategies.integers(0, 160),
    chance=strategies.randoms(),
)
@settings(max_examples=40, deadline=None)
def test_hidden_cards_never_reach_anybody(
    make: Callable[..., Played], seed: int, moves: int, chance: random.Random
) -> None:
    played = make(seed=seed)
    for _ in range(moves):
        if played.table.phase is not Phase.PLAYING:
            break
        played.baseline_move()
    assume(played.table.phase is Phase.PLAYING)

    for index, person in enumerate(played.table.persons):
        other = permuted(played.table, index, chance)
        assert sent(other, person.id, chance) == sent(played.table, person.id, chance)


@pytest.mark.parametrize("seed", range(4))
def test_the_test_would_notice_a_leak(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = playing(seed=seed).table
    player = table.persons[0].id
    leaky = BURRACO.view
    monkeypatch.setattr(type(BURRACO), "view", lambda self, deal, seats: leaky(deal, seats) | {"next": deal.stock[0]})

    seen = {sent(permuted(table, 0, random.Random(n)), player, random.Random(0)) for n in range(20)}

    assert len(seen) > 1


def test_a_stranger_sees_no_hand() -> None:
    seen = view(playing().table, "stranger2222", NOON)

    assert seen["you"] is None
    assert seen["deal"]["hands"] == {}
    assert seen["deal"]["barred"] is None


def test_leaves_are_opened_only_when_the_deal_is_over() -> None:
    open_deal, over = playing().table, at_sheet().table
    secret = open_deal.head.secret.hex()

    in_play = json.dumps(view(open_deal, open_deal.persons[0].id, NOON))

    assert "leaves" not in in_play
    assert secret not in in_play
    assert len(view(over, over.persons[0].id, NOON)["deal"]["leaves"]) == 108
    assert over.head.secret.hex() not in json.dumps(view(over, over.persons[0].id, NOON))


def test_an_abandoned_deal_opens_no_hidden_card() -> None:
    played = playing()
    played.leave(played.on_turn)
    table = played.table

    seen = view(table, table.persons[0].id, NOON)

    assert set(seen["deal"]["hands"]) == {"0"}
    assert "leaves" not in seen["deal"]
    assert "sheet" not in seen["deal"]


def test_the_ai_decides_from_its_own_view() -> None:
    played = against_ai().until(lambda table: table.due.kind.name == "AI_TURN")
    table, chance = played.table, random.Random(5)
    own_draw = BURRACO.ai_turn(table.deal, "baseline", chance)

    for _ in range(20):
        other = permuted(table, 1, chance, keep_next_card=True)
        assert BURRACO.ai_turn(other.deal, "baseline", chance) == own_draw


def sent(table: Table, player: str, chance: random.Random) -> str:
    """Everything a person is or could be sent now: the view, every event of the deal, the answer to any attempt."""
    chance = random.Random(7)
    steps = missed(table, table.base + 1) or ()
    refused = [repr(decide(table, attempt, NOON, chance)) for attempt in attempts(table, player, chance)]
    return json.dumps([view(table, player, NOON), [tell(step, player) for step in steps], refused])


def attempts(table: Table, player: str, chance: random.Random) -> list[Play]:
    """Legal and absurd actions of a person at this moment."""
    turn = BURRACO.turn(table.deal)
    assert turn is not None
    index = table.person(player)
    assert index is not None
    cards = [chance.choice(BURRACO_PACK) for _ in range(4)]
    hand = table.deal.hands[index]
    actions: list[Action] = [Draw(), Take(), Meld(tuple(cards)), Meld(hand[:3]), Lay(0, tuple(cards[:1]))]
    actions += [Discard(card) for card in (*hand, *cards)]
    return [
        Play(player, table.persons[index].last + 1, b"", 1, turn[0], action)
        for action in actions
        if not isinstance(action, Draw | Take)
    ]


def permuted(table: Table, index: int, chance: random.Random, *, keep_next_card: bool = False) -> Table:
    """The same log over a deck whose cards hidden from a person lie elsewhere."""
    head = table.head
    assert head is not None
    deck, hidden = bytearray(head.deck), hidden_places(table, index)
    drawn = len(deck) - table.deal.stock_left
    if keep_next_card:
        hidden = [place for place in hidden if place != drawn]
    for _ in range(30):
        one, two = chance.choice(hidden), chance.choice(hidden)
        tried = bytearray(deck)
        tried[one], tried[two] = tried[two], tried[one]
        if folds(table, bytes(tried)) is not None:
            deck = tried
    other = replace(table, head=replace(head, deck=bytes(deck)))
    return replace(other, deal=folds(other, bytes(deck)))


def hidden_places(table: Table, index: int) -> list[int]:
    """Deck positions that the person was never dealt and has not drawn or picked up."""
    head = table.head
    assert head is not None
    seat = table.persons[index].seats[0]
    hands = table.hands
    first, pozzetto = (head.dealer + 1) % hands, hands * HAND
    drawn = pozzetto + 2 * HAND + 1
    own = {place for place in range(pozzetto) if (first + place) % hands == seat} | {drawn - 1}
    deal = begun(table, head)
    for entry in table.log:
        mover, before = deal.seat, deal
        deal = BURRACO.apply(deal, entry.action)
        if isinstance(entry.action, Draw):
            own |= {drawn} if mover == seat else set()
            drawn += 1
        if len(deal.pozzetti) < len(before.pozzetti):
            own |= set(range(pozzetto, pozzetto + HAND)) if mover == seat else set()
            pozzetto += HAND
    return [place for place in range(len(head.deck)) if place not in own]


def folds(table: Table, deck: bytes) -> Any:
    """The deal after the same log over another deck, or None if that log would not have been legal."""
    assert table.head is not None
    deal = begun(table, replace(table.head, deck=deck))
    for entry in table.log:
        if BURRACO.refuse(deal, entry.action) is not None:
            return None
        deal = BURRACO.apply(deal, entry.action)
    return deal
