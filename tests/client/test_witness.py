"""A deal that is not the committed deck's is found out (architecture: commitment to the shuffle)."""

from random import Random
from typing import Any

import pytest

from circolo.table.state import Phase
from local.client.witness import Unproven, Witness
from tests.client.tables import PEOPLE, Match


def deal_over(player: str) -> tuple[Witness, dict[str, Any]]:
    """A player who saw a whole deal, and his view of its end."""
    match, witness = Match(Random(11), steady=True), Witness()
    while match.table.phase is Phase.PLAYING:
        witness.see(match.view(player))
        match.step()
    assert match.table.phase is Phase.SHEET
    return witness, match.view(player)


@pytest.mark.parametrize("player", PEOPLE)
def test_every_leaf_of_an_honest_deal_agrees(player: str):
    witness, end = deal_over(player)

    assert witness.check(end) == 108


def test_two_cards_exchanged_do_not_give_the_root():
    witness, end = deal_over("ada")
    leaves = end["deal"]["leaves"]
    leaves[3], leaves[60] = leaves[60], leaves[3]

    with pytest.raises(Unproven, match="root"):
        witness.check(end)


def test_a_commitment_that_was_not_seen_before_the_end_proves_nothing():
    _, end = deal_over("ada")
    late = Witness()
    late.see(end)

    with pytest.raises(Unproven, match="not seen"):
        late.check(end)


def test_a_hand_that_is_not_the_decks_is_found_out():
    witness, end = deal_over("ada")
    end["deal"]["dealer"] = 1 - end["deal"]["dealer"]

    with pytest.raises(Unproven, match="hand"):
        witness.check(end)
