"""The lobby: waiting tables in pages, newest first."""

from base64 import urlsafe_b64encode

import pytest

from circolo.room.ports import Change, LobbyCard

from .conftest import NOW, House


def opened(house: House, count: int) -> None:
    for number in range(count):
        name = f"t{number:02d}"
        house.opened(
            name, card=LobbyCard(table=name, game="burraco", opened_at=NOW + number, body=f"card {number}".encode())
        )


def test_waiting_tables_are_listed_newest_first_with_their_cards(house: House) -> None:
    opened(house, 3)

    cards, after = house.tables.lobby("burraco", None, 10)

    assert [(card.table, card.opened_at, card.body) for card in cards] == [
        ("t02", NOW + 2, b"card 2"),
        ("t01", NOW + 1, b"card 1"),
        ("t00", NOW, b"card 0"),
    ]
    assert after is None


def test_pages_follow_each_other_without_gap_or_repetition(house: House) -> None:
    opened(house, 7)

    seen, after, pages = [], None, 0
    while pages == 0 or after is not None:
        cards, after = house.tables.lobby("burraco", after, 3)
        seen += [card.table for card in cards]
        pages += 1

    assert seen == [f"t{number:02d}" for number in reversed(range(7))]
    assert pages == 3


def test_a_last_page_that_is_full_has_no_next(house: House) -> None:
    opened(house, 4)

    _, after = house.tables.lobby("burraco", None, 2)
    cards, last = house.tables.lobby("burraco", after, 2)

    assert len(cards) == 2
    assert last is None


def test_tables_opened_at_the_same_time_are_all_listed(house: House) -> None:
    for name in ("a", "b", "c"):
        house.opened(name, card=LobbyCard(table=name, game="burraco", opened_at=NOW, body=b"card"))

    first, after = house.tables.lobby("burraco", None, 2)
    second, _ = house.tables.lobby("burraco", after, 2)

    assert {card.table for card in [*first, *second]} == {"a", "b", "c"}


def test_a_table_off_the_lobby_has_no_card(house: House) -> None:
    before = house.opened()

    house.tables.save(before, Change(record=b"two", uncard=True))

    assert house.tables.lobby("burraco", None, 10) == ([], None)
    assert house.item("GamesTable", "TABLE#t1", "CARD") is None


def test_a_card_is_written_anew_when_somebody_sits(house: House) -> None:
    before = house.opened()

    card = LobbyCard(table="t1", game="burraco", opened_at=NOW, body=b"two sit")
    house.tables.save(before, Change(record=b"two", card=card, seated={"anna": "req-1"}))

    assert house.tables.lobby("burraco", None, 10) == ([card], None)


def test_another_game_has_another_lobby(house: House) -> None:
    house.opened()

    assert house.tables.lobby("holdem", None, 10) == ([], None)


def coded(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "after",
    [
        "",
        "x",
        "è",
        "!!!!",
        "a" * 500,
        coded("12"),
        coded("12.a#b"),
        coded("12."),
        coded("-1.a"),
        coded("0012.a"),
        coded("1e3.a"),
        coded("12.a") + "=",
        coded("12.a\n"),
        coded("12.PLAYER#p/x"),
    ],
)
def test_what_is_no_page_token_is_refused(house: House, after: str) -> None:
    house.opened()

    with pytest.raises(ValueError, match="no page token"):
        house.tables.lobby("burraco", after, 10)


def test_a_forged_token_reads_only_the_lobby(house: House) -> None:
    house.opened("waiting")
    house.tables.save(house.opened("hidden"), Change(record=b"two", uncard=True))

    cards, _ = house.tables.lobby("burraco", coded(f"{NOW + 99}.hidden"), 10)

    assert [card.table for card in cards] == ["waiting"]


@pytest.mark.parametrize("limit", [0, -1, 101])
def test_a_page_has_bounds(house: House, limit: int) -> None:
    with pytest.raises(ValueError, match="1 to 100"):
        house.tables.lobby("burraco", None, limit)
