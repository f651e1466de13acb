"""What cards make a meld and how they stand (burraco-rules, sections 3 and 5)."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circolo.burraco.kind import Kind
from circolo.burraco.meld import Form, MeldShape, best, derive
from circolo.burraco.rulebook import Rulebook, load
from circolo.cards import ACE, JOLLY, RANK_OF, SUIT_OF, TWO, Card, text
from tests.burraco.builders import cards

A_TO_K = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


def made(written: str) -> MeldShape:
    found = derive(cards(written))
    assert found is not None, written
    return found


def arranged(written: str) -> str:
    """The cards as they stand, a wild in brackets."""
    arrangement = made(written).arrangements[0]
    return " ".join(
        f"[{card}]" if at == arrangement.wild_at else card for at, card in enumerate(text(arrangement.cards))
    )


def paid(written: str, rulebook: str = "FIBUR") -> tuple[str | None, int]:
    _, kind, bonus = best(load(rulebook), made(written))
    return (kind.value if kind else None), bonus


@pytest.mark.parametrize(
    ("written", "stands"),
    [
        pytest.param("KS AS 2S", "[2S] KS AS", id="K A 2 of one suit: the 2 is the queen"),
        pytest.param("QS KS AS 2S", "[2S] QS KS AS", id="Q K A 2 does not wrap: the 2 is the jack"),
        pytest.param(f"{A_TO_K} XX", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS [XX]", id="A to K and a jolly: 14 cards"),
        pytest.param("AH 2H 3H 2C", "AH 2H 3H [2C]", id="A 2 3 and another 2: it is the 4"),
        pytest.param("AH 2H 3H", "AH 2H 3H", id="a 2 in its place is a natural"),
        pytest.param("2S 2S 3S", "[2S] 2S 3S", id="of two 2s of the suit one is natural, one wild"),
        pytest.param("AS 2S 2S", "AS 2S [2S]", id="an ace, a natural 2 and a wild 2"),
        pytest.param("2S 2S 4S", "2S [2S] 4S", id="a natural 2, the other 2 in the gap"),
        pytest.param("2S 4S 5S", "[2S] 4S 5S", id="a 2 that cannot stand in its place is wild"),
        pytest.param("7S 8S XX", "[XX] 7S 8S", id="no gap: the wild stands at the low end"),
        pytest.param("2S 3S XX", "[XX] 2S 3S", id="no gap below the 2: the wild is an ace"),
        pytest.param("AS 2S XX", "AS 2S [XX]", id="no gap over a low ace: the wild stands at the high end"),
        pytest.param("QS KS AS XX", "[XX] QS KS AS", id="no gap under a high ace: the low end"),
        pytest.param("AS QS XX", "QS [XX] AS", id="a gap under the high ace"),
        pytest.param("AS 3S XX", "AS [XX] 3S", id="a gap over the low ace"),
        pytest.param("6S 8S XX", "6S [XX] 8S", id="one gap: the wild fills it"),
        pytest.param("6S 7S 8S TS XX", "6S 7S 8S [XX] TS", id="6 wild 8 with 7 and 10 together"),
        pytest.param("5S 6S 7S XX", "[XX] 5S 6S 7S", id="5 wild 7 with the 6: the wild goes to an end"),
        pytest.param("5S 6S 7S 8S TS XX", "5S 6S 7S 8S [XX] TS", id="a wild at an end slides where it is needed"),
        pytest.param("2S 3S 4S 5S 7S", "3S 4S 5S [2S] 7S", id="a natural 2 turns wild"),
        pytest.param("2S 3S 4S 5S 6S 7S", "2S 3S 4S 5S 6S 7S", id="and natural again when the gap is filled"),
        pytest.param("7C 7D XX", "7C 7D [XX]", id="a set of two naturals and a wild"),
        pytest.param("7C 7C 7D", "7C 7C 7D", id="a set of two equal cards and a third"),
        pytest.param("AC AD 2H", "AC AD [2H]", id="a set of aces with a 2"),
        pytest.param("8C 8C 8D 8D 8H 8H 8S 8S 2C", "8C 8C 8D 8D 8H 8H 8S 8S [2C]", id="a set of nine"),
    ],
)
def test_a_legal_meld_stands_as_derived(written: str, stands: str) -> None:
    assert arranged(written) == stands


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(f"{A_TO_K} AS", id="an ace at both ends"),
        pytest.param("AS 2S 3S KS", id="no wrapping"),
        pytest.param("7S 8S 9S XX XX", id="two jolly"),
        pytest.param("7S 8S 9S XX 2C", id="a jolly and a 2"),
        pytest.param("7C XX 2H", id="a set of one natural"),
        pytest.param("2C 2D 2H", id="a set of twos"),
        pytest.param("XX XX XX", id="a set of jolly"),
        pytest.param("XX 2C 2H", id="wilds only"),
        pytest.param("2S 2S XX", id="one natural 2 and two wilds"),
        pytest.param("6S 8S TS XX", id="an enclosed wild stays: two gaps"),
        pytest.param("5S 8S XX", id="a gap of two"),
        pytest.param("2S 4S 6S 8S", id="a 2 needed in two gaps"),
        pytest.param("AS 2S 4S", id="two gaps under a 2 turned wild"),
        pytest.param("7S 8S", id="two cards"),
        pytest.param("", id="no card"),
        pytest.param("7S 8S 9H", id="two suits"),
        pytest.param("7S 8S 8S 9S", id="one place twice"),
        pytest.param("7C 7D 8H", id="two ranks"),
        pytest.param("7C 7D XX 2H", id="a set with two wilds"),
        pytest.param(f"{A_TO_K} XX 2S", id="fifteen cards"),
    ],
)
def test_other_cards_make_no_meld(written: str) -> None:
    assert derive(cards(written)) is None


@pytest.mark.parametrize("numbers", [(-1, 0, 1), (51, 52, 53), (999, 1000, 1001), tuple(range(500))])
def test_numbers_that_are_no_cards_make_no_meld(numbers: tuple[int, ...]) -> None:
    assert derive(numbers) is None


@pytest.mark.parametrize(
    ("written", "fibur", "fitab"),
    [
        pytest.param("3S 4S 5S 6S 7S 8S", (None, 0), (None, 0), id="six cards are no burraco"),
        pytest.param("3S 4S 5S 6S 7S 8S 9S", ("pulito", 200), ("pulito", 200), id="3 to 9"),
        pytest.param("2S 3S 4S 5S 6S 7S 8S", ("pulito", 200), ("pulito", 200), id="natural 2 to 8"),
        pytest.param("3S 4S 5S 6S 7S 8S XX", ("sporco", 100), ("sporco", 100), id="3 to 8 and a wild at the end"),
        pytest.param("3S 4S 5S 6S 7S 8S 9S XX", ("semipulito", 150), ("semipulito", 150), id="3 to 9 and a wild"),
        pytest.param(
            "3S XX 5S 6S 7S 8S 9S TS JS", ("semipulito", 150), ("semipulito", 150), id="seven in a row after the wild"
        ),
        pytest.param("3S 4S 5S XX 7S 8S 9S TS JS QS", ("sporco", 100), ("sporco", 100), id="six at most in a row"),
        pytest.param("2S 3S 4S 5S 6S 7S 8S 2C", ("semipulito", 150), ("semipulito", 150), id="a natural 2 counts"),
        pytest.param("2S 3S 4S 5S 6S 7S 9S", ("sporco", 100), ("sporco", 100), id="a natural 2 turned wild"),
        pytest.param(A_TO_K, ("pulito", 200), ("reale", 300), id="A to K, which is 2 to A"),
        pytest.param(f"{A_TO_K} XX", ("semipulito", 150), ("reale_sporco", 250), id="A to K and a wild"),
        pytest.param(
            "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS XX",
            ("semipulito", 150),
            ("reale_sporco", 250),
            id="13 cards with a wild",
        ),
        pytest.param(
            "AS 2S 3S 4S 5S XX 7S 8S 9S TS JS QS",
            ("sporco", 100),
            ("sporco", 100),
            id="12 cards with a wild, six on a side",
        ),
        pytest.param(
            "AS 2S 3S 4S 5S 6S XX 8S 9S TS JS QS KS",
            ("semipulito", 150),
            ("reale_sporco", 250),
            id="the ace stands where it pays better: seven after the wild",
        ),
        pytest.param("9C 9C 9D 9D 9H 9H 9S 9S", ("pulito", 200), ("super", 250), id="eight equal"),
        pytest.param("9C 9C 9D 9D 9H 9H 9S 9S 2C", ("semipulito", 150), ("super_sporco", 200), id="eight and a wild"),
        pytest.param("9C 9C 9D 9D 9H 9H 9S", ("pulito", 200), ("pulito", 200), id="seven equal"),
        pytest.param("9C 9C 9D 9D 9H 9H 9S XX", ("semipulito", 150), ("semipulito", 150), id="seven and a wild"),
        pytest.param("9C 9C 9D 9D 9H 9H XX", ("sporco", 100), ("sporco", 100), id="six and a wild"),
    ],
)
def test_a_burraco_pays_its_one_best_kind(
    written: str, fibur: tuple[str | None, int], fitab: tuple[str | None, int]
) -> None:
    assert paid(written, "FIBUR") == fibur
    assert paid(written, "FITAB") == fitab


def test_the_better_paid_arrangement_is_the_one_shown() -> None:
    arrangement, kind, _ = best(load("FIBUR"), made("AS 2S 3S 4S 5S 6S XX 8S 9S TS JS QS KS"))

    assert " ".join(text(arrangement.cards)) == "2S 3S 4S 5S 6S XX 8S 9S TS JS QS KS AS"
    assert kind is Kind.SEMIPULITO


def test_a_card_taken_by_its_natural_turns_six_cards_into_a_dirty_burraco() -> None:
    six = "4S 5S XX 7S 8S 9S"

    assert paid(six) == (None, 0)
    assert paid(f"{six} 6S") == ("sporco", 100)


# An independent reading of section 3: try every wild and every place.


def ways(hand: tuple[Card, ...]) -> Iterator[tuple[Form, int | None, int, int]]:
    """Every way the cards can be a meld: form, naturals before the wild (None without one), naturals, cards."""
    for wild_at in (None, *range(len(hand))):
        naturals = [card for at, card in enumerate(hand) if at != wild_at]
        if wild_at is not None and hand[wild_at] != JOLLY and RANK_OF[hand[wild_at]] != TWO:
            continue
        if JOLLY in naturals or len(naturals) < 2 or len(hand) < 3:
            continue
        ranks = {RANK_OF[card] for card in naturals}
        if len(ranks) == 1 and TWO not in ranks and len(naturals) <= 8:
            yield Form.SET, None if wild_at is None else len(naturals), len(naturals), len(hand)
        if len({SUIT_OF[card] for card in naturals}) > 1:
            continue
        for low in range(15 - len(hand)):
            row = range(low, low + len(hand))
            for ace in (0, 13):
                places = {ace if RANK_OF[card] == ACE else RANK_OF[card] for card in naturals}
                if len(places) == len(naturals) and places <= set(row):
                    gap = next((place - low for place in row if place not in places), None)
                    yield Form.SEQUENCE, gap, len(naturals), len(hand)


def dearest(rulebook: Rulebook, hand: tuple[Card, ...]) -> int:
    pays = [0]
    for form, before, naturals, length in ways(hand):
        run = naturals if before is None or form is Form.SET else max(before, length - 1 - before)
        names = ["pulito"] if before is None else ["sporco"]
        if before is not None and run >= 7:
            names.append("semipulito")
        if form is Form.SEQUENCE and length >= 13:
            names.append("reale" if before is None else "reale_sporco")
        if form is Form.SET and naturals == 8:
            names.append("super" if before is None else "super_sporco")
        pays += [rulebook.bonuses.get(Kind(name), 0) for name in names if length >= 7]
    return max(pays)


near_melds = st.tuples(st.integers(0, 3), st.integers(0, 13), st.integers(2, 13), st.booleans()).flatmap(
    lambda drawn: st.lists(
        st.sampled_from(
            [drawn[0] * 13 + (drawn[1] + step) % 13 for step in range(drawn[2])]
            if drawn[3]
            else [suit * 13 + drawn[1] % 13 for suit in range(4)]
        ),
        min_size=1,
        max_size=14,
        unique=drawn[3],
    ).flatmap(
        lambda naturals: st.lists(st.sampled_from([1, 14, 27, 40, JOLLY]), max_size=2).map(
            lambda wilds: (*naturals, *wilds)
        )
    )
)


@given(near_melds)
@settings(max_examples=300, deadline=None)
def test_derivation_agrees_with_trying_every_wild_and_every_place(hand: tuple[Card, ...]) -> None:
    found = derive(hand)

    assert (found is not None) == any(ways(hand))
    if found is not None:
        assert all(tuple(sorted(option.cards)) == found.cards for option in found.arrangements)
        for rulebook in (load("FIBUR"), load("FITAB")):
            assert best(rulebook, found)[2] == dearest(rulebook, hand)
