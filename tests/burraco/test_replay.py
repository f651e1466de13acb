"""The record of a deal and its replay (burraco-rules, section 9)."""

import json
from typing import Any

import msgspec
import pytest

from circolo.burraco import baseline
from circolo.burraco.actions import Action, Discard, Draw, Lay, Meld, Take
from circolo.burraco.deal import Ended, apply
from circolo.burraco.replay import (
    STOCK,
    DealRecord,
    Illegal,
    InvalidRecord,
    Outcome,
    opening,
    play,
    read,
    read_action,
    replay,
    to_record,
    write_action,
)
from circolo.refusal import Code
from tests.burraco.builders import cards, cases, shuffled_deal

ROWS = cases("deal-replay")


def row(**changed: Any) -> bytes:
    """The first worked record (four hands), with fields changed."""
    return json.dumps({**ROWS[0]["in"], **changed}).encode()


def hands(**changed: list[str]) -> list[list[str]]:
    return [changed.get(f"seat{seat}", hand) for seat, hand in enumerate(ROWS[0]["in"]["hands"])]


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_a_worked_record(number: int) -> None:
    result = replay(read(json.dumps(ROWS[number]["in"])))

    answer = json.loads(msgspec.json.encode(result))
    assert answer == (ROWS[number]["out"].get("error") or ROWS[number]["out"])


def test_every_worked_refusal_code_is_among_them() -> None:
    codes = {row["out"]["error"]["code"] for row in ROWS if "error" in row["out"]}

    assert len(codes) == 9


def test_a_record_that_stops_early_is_open_and_scored_as_if_it_ended_there() -> None:
    result = replay(read(row(actions=[])))

    assert isinstance(result, Outcome)
    assert result.ended is Ended.OPEN
    assert [score.cards for score in result.scores] == [0, 0]


def test_an_illegal_action_is_told_with_its_index_and_the_rest_is_not_played() -> None:
    assert replay(read(row(actions=[["draw"], ["draw"], ["take"]]))) == Illegal(Code.ALREADY_DRAWN, 1)


def test_the_order_of_the_sides_is_the_order_of_the_scores() -> None:
    straight, swapped = (replay(read(row(sides=sides))) for sides in ([[0, 2], [1, 3]], [[1, 3], [0, 2]]))

    assert isinstance(straight, Outcome)
    assert isinstance(swapped, Outcome)
    assert swapped.scores == straight.scores[::-1]


def test_partners_may_sit_side_by_side() -> None:
    assert opening(read(row(sides=[[0, 1], [2, 3]]))).side_of == (0, 0, 1, 1)


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Draw(), b'["draw"]'),
        (Take(), b'["take"]'),
        (Meld(cards("7C 7D XX")), b'["meld",["7C","7D","XX"]]'),
        (Lay(2, cards("AS")), b'["lay",2,["AS"]]'),
        (Discard(cards("TD")[0]), b'["discard","TD"]'),
    ],
)
def test_the_written_form_of_each_action(action: Action, written: bytes) -> None:
    assert msgspec.json.encode(write_action(action)) == written
    assert read_action(write_action(action)) == action


@pytest.mark.parametrize("seats", [2, 4])
def test_a_deal_played_is_the_same_deal_replayed_from_its_record(seats: int) -> None:
    opened = deal = shuffled_deal(11, seats, "FITAB@1")
    actions: list[Action] = []
    while deal.ended is Ended.OPEN:
        for action in baseline.play_turn(deal):
            deal = apply(deal, action)
            actions.append(action)

    record = to_record(opened, actions)

    assert record.rulebook == "FITAB@1"
    assert play(read(msgspec.json.encode(record))) == deal


def test_a_record_holds_41_cards_of_stock_for_four_hands_63_for_two() -> None:
    assert STOCK == {2: 63, 4: 41}
    for seats, size in STOCK.items():
        assert len(to_record(shuffled_deal(1, seats), ()).stock) == size


SWAP = ROWS[0]["in"]["hands"][0]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        pytest.param(b"{", "(record)", id="not JSON"),
        pytest.param(b"[]", "(record)", id="not an object"),
        pytest.param(b"\xff", "(record)", id="not text"),
        pytest.param(b'{"rulebook":"FIBUR"}', "(record)", id="fields missing"),
        pytest.param(row(rulebook=1), "rulebook", id="a rulebook that is a number"),
        pytest.param(row(rulebook="CLUB"), "rulebook", id="an unknown rulebook"),
        pytest.param(row(sides=[[0, 1, 2, 3]]), "sides", id="one side"),
        pytest.param(row(sides=[[0], [1], [2], [3]]), "sides", id="four sides"),
        pytest.param(row(sides=[[0, 1, 2], [3]]), "sides", id="unequal sides"),
        pytest.param(row(sides=[[], []]), "sides", id="empty sides"),
        pytest.param(row(sides=[[0, 2], [1, 2]]), "sides", id="a seat twice"),
        pytest.param(row(sides=[[1, 3], [2, 4]]), "sides", id="seats not from 0"),
        pytest.param(row(sides=[[0, "2"], [1, 3]]), "sides[0][1]", id="a seat in quotes"),
        pytest.param(row(first=4), "first", id="first no seat"),
        pytest.param(row(first=-1), "first", id="first below 0"),
        pytest.param(row(sides=[[0], [1]], first=0), "hands", id="more hands than seats"),
        pytest.param(row(hands=hands(seat1=SWAP[:10])), "hands[1]", id="ten cards in a hand"),
        pytest.param(row(hands=hands(seat1=[*SWAP[:10], "1D"])), "hands[1][10]", id="no such card"),
        pytest.param(row(hands=hands(seat1=SWAP)), "hands", id="not the 108 cards"),
        pytest.param(row(pozzetti=[]), "pozzetti", id="no pozzetti"),
        pytest.param(row(pozzetti=[[], []]), "pozzetti[0]", id="empty pozzetti"),
        pytest.param(row(discard=[]), "discard", id="no card turned up"),
        pytest.param(row(stock=[]), "stock", id="no stock"),
        pytest.param(row(actions=[["draw"], ["fold"]]), "actions[1][0]", id="an unknown action"),
        pytest.param(row(actions=[["draw"], ["discard", "ZZ"]]), "actions[1][1]", id="an action of no card"),
        pytest.param(row(actions=[["draw"], ["meld", ["7C", ""]]]), "actions[1][1][1]", id="a meld of no card"),
        pytest.param(row(actions=[["draw"], ["lay", 0, ["7c"]]]), "actions[1][2][0]", id="an addition of no card"),
        pytest.param(row(actions=[["draw", 1]]), "(record)", id="an action too long"),
        pytest.param(row(actions=[["discard"]]), "actions[0]", id="an action too short"),
    ],
)
def test_a_record_that_is_no_deal_is_told_by_its_field(data: bytes, field: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        replay(read(data))

    assert caught.value.field == field
    assert caught.value.rule
    assert caught.value.code is (Code.UNKNOWN_RULEBOOK if b"CLUB" in data else Code.BAD_FIELD)


def test_other_keys_of_a_row_are_passed_over() -> None:
    assert isinstance(read(row(note="table 7")), DealRecord)
