"""Leaves against a commitment, and against the record of the deal."""

import json
from typing import Any

import msgspec
import pytest

from circolo.burraco.deal import deal_out, deck_order
from circolo.burraco.replay import to_record
from circolo.burraco.rulebook import load
from circolo.cards import BY_NOTATION
from circolo.commitment import commit, leaves
from circolo.desk import example_deal, manual
from circolo.desk.verify_deal import COMMAND
from tests.desk.conftest import Desk

SIDES = [((0, 2), (1, 3)), ((0, 1), (2, 3)), ((0,), (1,))]


def example(*, without: str | None = None) -> dict[str, Any]:
    """A row that is right, without one of its fields."""
    row: dict[str, Any] = json.loads(manual.example(COMMAND))
    row.pop(without or "", None)
    return row


def verdict(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    status, answers = desk("verify-deal", row)
    assert status == 0, "a wrong leaf is an answer, not an error"
    answer: dict[str, Any] = answers[0]
    return answer


def swap(leaves: list[Any], one: int, other: int) -> None:
    """Exchange the cards of two leaves and leave their salts."""
    leaves[one][0], leaves[other][0] = leaves[other][0], leaves[one][0]


def test_leaves_that_give_the_commitment_are_right(desk: Desk) -> None:
    answer = verdict(desk, example(without="record"))

    assert (answer["right"], answer["first_wrong"]) == (True, None)
    assert "no record" in answer["reason"]


def test_leaves_that_also_have_the_cards_of_the_record_are_right(desk: Desk) -> None:
    assert verdict(desk, example())["right"] is True


@pytest.mark.parametrize("without", [None, "record"])
def test_changed_salt_is_wrong_and_no_leaf_can_be_named(desk: Desk, without: str | None) -> None:
    row = example(without=without)
    row["leaves"][40][1] = row["leaves"][41][1]

    answer = verdict(desk, row)

    assert (answer["right"], answer["first_wrong"]) == (False, None)
    assert "a root does not tell which" in answer["reason"]


def test_other_commitment_is_wrong_and_no_leaf_can_be_named(desk: Desk) -> None:
    answer = verdict(desk, example() | {"commitment": "0" * 64})

    assert (answer["right"], answer["first_wrong"]) == (False, None)


def test_exchanged_cards_are_wrong_and_the_record_names_the_first(desk: Desk) -> None:
    row = example()
    swap(row["leaves"], 17, 60)

    answer = verdict(desk, row)

    assert (answer["right"], answer["first_wrong"]) == (False, 17)
    assert "nor do the leaves give the commitment" in answer["reason"]


def test_exchanged_cards_without_a_record_are_wrong_and_none_is_named(desk: Desk) -> None:
    row = example(without="record")
    swap(row["leaves"], 17, 60)

    assert verdict(desk, row)["first_wrong"] is None


def test_exchanged_leaves_are_wrong_even_of_equal_cards(desk: Desk) -> None:
    row = example()
    one, other = (index for index, leaf in enumerate(row["leaves"]) if leaf[0] == "AC")
    row["leaves"][one], row["leaves"][other] = row["leaves"][other], row["leaves"][one]

    answer = verdict(desk, row)

    assert (answer["right"], answer["first_wrong"]) == (False, None)


def test_record_of_another_deck_is_told_from_leaves_that_were_changed(desk: Desk) -> None:
    row = example()
    stock = row["record"]["stock"]
    stock[4], stock[5] = stock[5], stock[4]

    answer = verdict(desk, row)

    assert (answer["right"], answer["first_wrong"]) == (False, 108 - 41 + 4)
    assert "the table committed to this deck" in answer["reason"]


@pytest.mark.parametrize("without", [None, "record"])
@pytest.mark.parametrize("kept", [0, 1, 107])
def test_missing_leaves_are_wrong_and_counted(desk: Desk, kept: int, without: str | None) -> None:
    row = example(without=without)
    row["leaves"] = row["leaves"][:kept]

    answer = verdict(desk, row)

    assert (answer["right"], answer["first_wrong"]) == (False, None if without else kept)
    assert f"{kept} leaves, a deck has 108" in answer["reason"]


def test_leaf_too_many_is_wrong(desk: Desk) -> None:
    row = example()
    row["leaves"].append(row["leaves"][0])

    assert verdict(desk, row)["first_wrong"] == 108


@pytest.mark.parametrize(
    "leaf",
    [
        ["1S", "0" * 64],
        ["as", "0" * 64],
        ["è", "0" * 64],
        ["AS", "0" * 63],
        ["AS", "0" * 64 + "\n"],
        ["AS", "A" * 64],
        ["AS", ""],
    ],
)
def test_leaf_that_can_be_none_is_named_without_a_record(desk: Desk, leaf: list[str]) -> None:
    row = example(without="record")
    row["leaves"][3] = leaf

    answer = verdict(desk, row)

    assert (answer["right"], answer["first_wrong"]) == (False, 3)


def test_deck_that_is_no_pack_is_wrong_even_if_the_table_committed_to_it(desk: Desk) -> None:
    deck = [*example_deal.deck()]
    deck[0] = BY_NOTATION["XX"]
    secret = bytes(32)

    answer = verdict(desk, msgspec.to_builtins({"commitment": commit(deck, secret), "leaves": leaves(deck, secret)}))

    assert (answer["right"], answer["first_wrong"]) == (False, None)
    assert "XX is there 1 too often" in answer["reason"]
    assert "the table committed to this deck" in answer["reason"]


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"commitment": "0" * 63}, "commitment", "bad_field"),
        ({"commitment": "A" * 64}, "commitment", "bad_field"),
        ({"leaves": [["AS"]]}, "leaves[0]", "bad_field"),
        ({"leaves": [["AS", "0", "1"]]}, "leaves[0]", "bad_field"),
        ({"leaves": [["AS", 0]]}, "leaves[0][1]", "bad_field"),
        ({"record": {}}, "record.rulebook", "bad_field"),
        ({"recrod": {}}, "recrod", "bad_field"),
    ],
)
def test_row_that_is_none_is_an_error(desk: Desk, change: dict[str, Any], field: str, code: str) -> None:
    status, (answer,) = desk("verify-deal", example() | change)

    assert status == 1
    assert (answer["error"]["field"], answer["error"]["code"]) == (field, code)


def test_record_that_makes_no_deal_is_an_error_in_the_record(desk: Desk) -> None:
    row = example()
    row["record"]["hands"][2][0] = "ZZ"

    status, (answer,) = desk("verify-deal", row)

    assert status == 1
    assert answer["error"]["field"] == "record.hands[2][0]"


@pytest.mark.parametrize("sides", SIDES)
def test_deck_order_is_the_dealing_backwards_whoever_begins(sides: tuple[tuple[int, ...], ...]) -> None:
    deck = example_deal.deck()

    for first in range(sum(map(len, sides))):
        assert deck_order(deal_out(load("FIBUR"), sides, first, deck)) == deck


def test_record_of_two_hands_is_compared_too(desk: Desk) -> None:
    deck, secret = example_deal.deck(), bytes(32)
    opened = deal_out(load("FITAB"), ((0,), (1,)), 1, deck)

    answer = verdict(
        desk,
        msgspec.to_builtins(
            {
                "commitment": commit(deck, secret),
                "leaves": leaves(deck, secret),
                "record": to_record(opened, ()),
            }
        ),
    )

    assert answer["right"] is True
