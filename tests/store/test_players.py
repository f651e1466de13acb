"""Profiles, unique nicknames, and connections with their two rows."""

import pytest

from circolo.room.ports import Busy, Conflict, Connection, NicknameFixed, NicknameTaken, Profile
from circolo.store.players import UNKNOWN_CONNECTION

from .conftest import NOW, House


def claim(house: House, player: str, nickname: str, subject: str = "") -> None:
    house.players.claim(player, subject or f"sub-{player}", nickname, nickname.casefold(), NOW)


def test_a_claimed_nickname_is_found_both_ways(house: House) -> None:
    claim(house, "p1", "Anna")

    assert house.players.profile("p1") == Profile(player="p1", nickname="Anna")
    assert house.players.find("anna") == Profile(player="p1", nickname="Anna")
    assert house.players.profile("p2") is None
    assert house.players.find("bruno") is None


@pytest.mark.parametrize("folded", ["", "x" * 500])
def test_what_cannot_be_a_nickname_is_nobodys(house: House, folded: str) -> None:
    assert house.players.find(folded) is None


def test_claiming_the_same_nickname_twice_does_nothing(house: House) -> None:
    claim(house, "p1", "Anna")
    before = house.item("PlayersTable", "PLAYER#p1", "PROFILE")

    claim(house, "p1", "Anna")

    assert house.item("PlayersTable", "PLAYER#p1", "PROFILE") == before


def test_a_nickname_is_for_ever(house: House) -> None:
    claim(house, "p1", "Anna")

    with pytest.raises(NicknameFixed):
        claim(house, "p1", "Annina")

    assert house.players.find("annina") is None


def test_a_nickname_that_folds_the_same_is_taken(house: House) -> None:
    claim(house, "p1", "Anna")

    with pytest.raises(NicknameTaken):
        claim(house, "p2", "ANNA")

    assert house.players.profile("p2") is None


def test_a_player_id_belongs_to_one_subject(house: House) -> None:
    claim(house, "p1", "Anna")

    with pytest.raises(Conflict, match="another subject"):
        claim(house, "p1", "Anna", subject="somebody else")


def test_of_concurrent_claims_exactly_one_wins(house: House, other: House) -> None:
    """The second arrives while the first is on its way."""
    house.faults.planned["TransactWriteItems"] = [lambda: claim(other, "p2", "anna")]

    with pytest.raises(NicknameTaken):
        claim(house, "p1", "Anna")

    assert house.players.find("anna") == Profile(player="p2", nickname="anna")
    assert house.players.profile("p1") is None


def test_one_player_claiming_two_nicknames_at_once_gets_one(house: House, other: House) -> None:
    house.faults.planned["TransactWriteItems"] = [lambda: claim(other, "p1", "Bruna")]

    with pytest.raises(NicknameFixed):
        claim(house, "p1", "Anna")

    assert house.players.profile("p1") == Profile(player="p1", nickname="Bruna")
    assert house.players.find("anna") is None


def test_a_claim_whose_answer_was_lost_is_a_repetition(house: House) -> None:
    claim(house, "p1", "Anna")
    house.faults.refuse("TransactWriteItems", "InternalServerError")

    claim(house, "p1", "Anna")

    assert house.faults.count("TransactWriteItems") == 3


def test_nicknames_come_in_one_request(house: House) -> None:
    claim(house, "p1", "Anna")
    claim(house, "p2", "Bruno")
    house.faults.asked.clear()

    found = house.players.nicknames(["p1", "p2", "p1", "p3"])

    assert found == {"p1": "Anna", "p2": "Bruno"}
    assert house.faults.asked == ["BatchGetItem"]
    assert house.players.nicknames([]) == {}


def unprocessed(*players: str) -> dict[str, object]:
    keys = [{"pk": {"S": f"PLAYER#{player}"}, "sk": {"S": "PROFILE"}} for player in players]
    return {"Responses": {}, "UnprocessedKeys": {"PlayersTable": {"Keys": keys}}}


def test_nicknames_the_engine_left_out_are_asked_for_again(house: House) -> None:
    claim(house, "p1", "Anna")
    house.faults.answer("BatchGetItem", unprocessed("p1"))
    house.faults.answer("BatchGetItem", unprocessed("p1"))

    assert house.players.nicknames(["p1"]) == {"p1": "Anna"}
    assert len(house.pauses) == 2


def test_nicknames_left_out_for_ever_are_busy(house: House) -> None:
    for _ in range(50):
        house.faults.answer("BatchGetItem", unprocessed("p1"))

    with pytest.raises(Busy):
        house.players.nicknames(["p1"])
    assert house.faults.count("BatchGetItem") == 6


def connection(name: str, opened_at: int = NOW, table: str | None = None) -> Connection:
    return Connection(connection=name, player="p1", channel="table", opened_at=opened_at, table=table)


def test_a_connection_is_known_by_id_and_under_its_player(house: House) -> None:
    house.players.connect(connection("c2", NOW + 1), 1_900_000_000)
    house.players.connect(connection("c1"), 1_900_000_000)

    assert house.players.connection("c1") == connection("c1")
    assert house.players.connections("p1") == [connection("c1"), connection("c2", NOW + 1)]
    assert house.players.connections("p2") == []
    for pk, sk in (("CONN#c1", "CONN"), ("PLAYER#p1", "CONN#c1")):
        item = house.item("PlayersTable", pk, sk)
        assert item is not None
        assert item["ttl"] == {"N": "1900000000"}


def test_connecting_twice_keeps_what_was_noted_meanwhile(house: House) -> None:
    house.players.connect(connection("c1"), 1)
    house.players.note_table("c1", "t1")
    house.players.strike("c1")

    house.players.connect(connection("c1"), 1)

    assert house.players.connection("c1") == connection("c1", table="t1")
    assert house.players.connections("p1") == [connection("c1", table="t1")]
    assert house.players.strike("c1") == 2


def test_noting_the_table_of_a_connection_that_is_gone_makes_no_row(house: House) -> None:
    house.players.note_table("c1", "t1")

    assert house.players.connection("c1") is None
    assert house.players.connections("p1") == []


def test_a_disconnect_forgets_both_rows_and_says_what_was(house: House) -> None:
    house.players.connect(connection("c1"), 1)
    house.players.connect(connection("c2"), 1)
    house.players.note_table("c1", "t1")

    assert house.players.disconnect("c1") == connection("c1", table="t1")
    assert house.players.disconnect("c1") is None

    assert house.players.connection("c1") is None
    assert house.players.connections("p1") == [connection("c2")]


def test_a_disconnect_cut_in_half_is_finished_by_the_next(house: House) -> None:
    house.players.connect(connection("c1"), 1)
    house.faults.planned["DeleteItem"] = [lambda: None]
    house.faults.refuse("DeleteItem", "AccessDeniedException")
    with pytest.raises(Exception, match="AccessDenied"):
        house.players.disconnect("c1")

    assert house.players.disconnect("c1") == connection("c1")
    assert house.players.connections("p1") == []


def test_strikes_are_counted(house: House) -> None:
    house.players.connect(connection("c1"), 1)

    assert [house.players.strike("c1") for _ in range(3)] == [1, 2, 3]


def test_a_strike_of_an_unknown_connection_is_over_any_limit_and_makes_no_row(house: House) -> None:
    assert house.players.strike("c1") == UNKNOWN_CONNECTION
    assert house.players.connection("c1") is None
