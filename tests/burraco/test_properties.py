"""What holds in every deal, however it is played."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.burraco.deal import Deal, Ended, apply, refuse
from circolo.burraco.expiry import forced
from circolo.burraco.meld import derive
from circolo.burraco.replay import Outcome, replay, to_record
from circolo.burraco.sheet import score
from circolo.cards import BURRACO_PACK
from circolo.refusal import Code
from tests.burraco.builders import every_card, random_action, shuffled_deal

PACK = sorted(BURRACO_PACK)
REFUSALS = set(list(Code)[:9])

seeds = st.integers(0, 10**9)
seats = st.sampled_from([2, 4])
numbers = st.one_of(st.integers(0, 52), st.integers())
handfuls = st.one_of(
    st.lists(numbers, max_size=15), st.integers(0, 60).flatmap(lambda card: st.just([card] * 500))
).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(Draw()),
    st.just(Take()),
    st.builds(Meld, handfuls),
    st.builds(Lay, st.one_of(st.integers(-3, 12), st.integers()), handfuls),
    st.builds(Discard, numbers),
)


def some_way_into(seed: int, hands: int, length: int) -> Deal:
    """A deal after up to so many legal actions by chance."""
    random = Random(seed)
    deal = shuffled_deal(seed, hands, random.choice(["FIBUR", "FITAB"]))
    for _ in range(length):
        if deal.ended is Ended.OPEN:
            deal = apply(deal, random_action(deal, random))
    return deal


@given(seeds, seats)
@settings(max_examples=40, deadline=None)
def test_108_cards_are_conserved_after_every_action_and_every_deal_ends(seed: int, hands: int) -> None:
    random = Random(seed)
    opened = deal = shuffled_deal(seed, hands)
    log: list[Action] = []
    while deal.ended is Ended.OPEN:
        assert len(log) < 3000
        action = random_action(deal, random)
        assert refuse(deal, action) is None
        deal = apply(deal, action)
        log.append(action)
        assert every_card(deal) == PACK
        assert all(derive(meld) is not None for side in deal.melds for meld in side)
        assert 2 - len(deal.pozzetti) == sum(deal.taken)

    result = replay(to_record(opened, log))
    assert isinstance(result, Outcome)
    assert result.ended is deal.ended
    assert tuple(side.total for side in result.scores) == score(deal).totals


@given(seeds, seats, st.integers(0, 150), st.lists(actions, min_size=1, max_size=8))
@settings(max_examples=150, deadline=None)
def test_no_typed_action_makes_the_judge_raise_and_what_it_allows_can_be_applied(
    seed: int, hands: int, length: int, tried: list[Action]
) -> None:
    deal = some_way_into(seed, hands, length)

    for action in tried:
        code = refuse(deal, action)
        assert code is None or code in REFUSALS
        if code is None:
            assert every_card(apply(deal, action)) == PACK


@given(seeds, seats, st.integers(0, 150))
@settings(max_examples=100, deadline=None)
def test_what_the_clock_plays_is_always_legal_and_ends_the_turn(seed: int, hands: int, length: int) -> None:
    deal = some_way_into(seed, hands, length)
    turn, over = deal.turn, deal.ended is not Ended.OPEN

    for action in forced(deal):
        assert refuse(deal, action) is None
        deal = apply(deal, action)

    assert deal.turn == (turn if over else turn + 1)


@given(seeds, seats)
@settings(max_examples=20, deadline=None)
def test_a_deal_left_to_the_clock_alone_ends_with_the_stock(seed: int, hands: int) -> None:
    deal = shuffled_deal(seed, hands)
    while deal.ended is Ended.OPEN:
        for action in forced(deal):
            deal = apply(deal, action)

    assert (deal.ended, deal.stock_left) == (Ended.STOCK, 2)


@given(seeds, seats, st.integers(0, 100))
@settings(max_examples=50, deadline=None)
def test_the_seat_on_turn_can_always_end_its_turn(seed: int, hands: int, length: int) -> None:
    deal = some_way_into(seed, hands, length)
    if deal.ended is Ended.OPEN:
        drawn = deal if deal.drew else apply(deal, Take())

        assert any(refuse(drawn, Discard(card)) is None for card in drawn.hands[drawn.seat])


@given(seeds, seats)
@settings(max_examples=20, deadline=None)
def test_the_order_of_the_cards_in_an_action_changes_nothing_but_the_log(seed: int, hands: int) -> None:
    random = Random(seed)
    deal = shuffled_deal(seed, hands)
    while deal.ended is Ended.OPEN:
        action = random_action(deal, random)
        after = apply(deal, action)
        if isinstance(action, Meld | Lay):
            backwards = msgspec.structs.replace(action, cards=action.cards[::-1])
            assert refuse(deal, backwards) is None
            assert apply(deal, backwards).melds == after.melds
        deal = after
