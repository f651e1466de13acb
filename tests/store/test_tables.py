"""Tables: one write, guarded by its version, that never disturbs a socket."""

from itertools import pairwise

import pytest
from botocore.exceptions import ClientError

from circolo.room.ports import SHARDS, Change, Conflict, LobbyCard, Seat
from circolo.store.items import BrokenItem

from .conftest import NOW, House


def test_a_created_table_is_loaded_at_version_one(house: House) -> None:
    stored = house.opened()

    assert (stored.version, stored.record, stored.check_at, stored.sockets) == (1, b"one", NOW + 1, {})


def test_an_unknown_table_is_none(house: House) -> None:
    assert house.tables.load("nothing") is None


def test_a_table_is_created_once(house: House) -> None:
    house.opened()

    with pytest.raises(Conflict):
        house.tables.create("t1", Change(record=b"other"))
    assert house.loaded().record == b"one"


def test_a_table_that_starts_at_once_has_no_lobby_card(house: House) -> None:
    house.tables.create("t1", Change(record=b"one", uncard=True, seated={"anna": "req-1"}))

    assert house.tables.lobby("burraco", None, 10) == ([], None)
    assert house.item("GamesTable", "TABLE#t1", "CARD") is None
    assert house.players.seat("anna") == Seat(table="t1", request="req-1")


def test_a_move_is_one_update_of_record_and_version(house: House) -> None:
    before = house.opened()
    house.faults.asked.clear()

    house.tables.save(before, Change(record=b"two", check_at=5, move_check=False))

    assert house.faults.asked == ["UpdateItem"]
    after = house.loaded()
    assert (after.version, after.record, after.check_at) == (2, b"two", before.check_at)


def test_a_stale_save_raises_conflict_and_changes_nothing(house: House) -> None:
    stale = house.opened()
    house.tables.save(stale, Change(record=b"two"))
    before = house.item("GamesTable", "TABLE#t1", "RECORD")

    with pytest.raises(Conflict):
        house.tables.save(stale, Change(record=b"late", check_at=None, move_check=True))
    with pytest.raises(Conflict):
        house.tables.save(stale, Change(record=b"late", seated={"anna": "req-1"}, history=(1, b"late"), uncard=True))

    assert house.item("GamesTable", "TABLE#t1", "RECORD") == before
    assert house.players.seat("anna") is None
    assert house.tables.history("t1", 1) is None
    assert house.tables.lobby("burraco", None, 10)[0]


def test_a_save_of_a_table_that_is_gone_raises_conflict_and_makes_none(house: House) -> None:
    before = house.opened()
    house.engine.client.delete_item(TableName="GamesTable", Key={"pk": {"S": "TABLE#t1"}, "sk": {"S": "RECORD"}})

    with pytest.raises(Conflict):
        house.tables.save(before, Change(record=b"two"))
    assert house.tables.load("t1") is None


def test_version_never_decreases(house: House) -> None:
    versions = [house.opened().version]
    changes = (
        Change(record=b"a"),
        Change(record=b"b", check_at=9, move_check=True),
        Change(record=b"c", seated={"anna": "req-1"}),
        Change(record=b"d", history=(1, b"d")),
        Change(record=b"e", unseated=["anna"], drop_sockets=True, uncard=True, ends="unplayed"),
    )

    for change in changes:
        house.tables.attach("t1", "anna", "c1", NOW)
        house.tables.save(house.loaded(), change)
        house.tables.detach("t1", "anna", "c1")
        house.tables.postpone("t1", 9, 10)
        versions.append(house.loaded().version)

    assert all(later == earlier + 1 for earlier, later in pairwise(versions))


def test_a_save_never_disturbs_a_socket_attached_meanwhile(house: House) -> None:
    before = house.opened()
    house.tables.attach("t1", "anna", "c1", NOW)

    alone = house.tables.save(before, Change(record=b"two"))
    house.tables.attach("t1", "bruno", "c2", NOW)
    house.tables.save(house.loaded(), Change(record=b"three", history=(1, b"three")))

    assert alone == {"anna": "c1"}
    assert house.loaded().sockets == {"anna": "c1", "bruno": "c2"}


def test_an_attach_never_disturbs_the_version(house: House) -> None:
    before = house.opened()

    house.tables.attach("t1", "anna", "c1", NOW)

    after = house.loaded()
    assert (after.version, after.record, after.check_at) == (before.version, before.record, before.check_at)
    house.tables.save(before, Change(record=b"two"))


def test_attaching_to_a_table_that_is_gone_is_a_conflict_and_makes_none(house: House) -> None:
    with pytest.raises(Conflict):
        house.tables.attach("t1", "anna", "c1", NOW)
    assert house.tables.load("t1") is None


def test_detach_of_an_old_connection_leaves_the_newer_one(house: House) -> None:
    """Field report 133: the old socket closes after the new one has opened."""
    house.opened()
    house.tables.attach("t1", "anna", "c1", NOW)
    house.tables.attach("t1", "anna", "c2", NOW)

    house.tables.detach("t1", "anna", "c1")

    assert house.loaded().sockets == {"anna": "c2"}


def test_an_attach_asked_for_before_another_that_was_carried_out_changes_nothing(house: House) -> None:
    house.opened()
    house.tables.attach("t1", "anna", "c2", NOW)

    with pytest.raises(Conflict):
        house.tables.attach("t1", "anna", "c1", NOW - 1)

    assert house.loaded().sockets == {"anna": "c2"}


def test_any_attach_takes_a_place_that_is_free(house: House) -> None:
    house.opened()
    house.tables.attach("t1", "anna", "c2", NOW)
    house.tables.detach("t1", "anna", "c2")

    house.tables.attach("t1", "anna", "c1", NOW - 1)

    assert house.loaded().sockets == {"anna": "c1"}


@pytest.mark.parametrize("at", [-1, 36**8])
def test_an_instant_that_cannot_be_compared_is_refused(house: House, at: int) -> None:
    house.opened()

    with pytest.raises(ValueError, match="no instant"):
        house.tables.attach("t1", "anna", "c1", at)


def test_detach_of_the_current_connection_removes_it_and_twice_is_harmless(house: House) -> None:
    house.opened()
    house.tables.attach("t1", "anna", "c1", NOW)

    house.tables.detach("t1", "anna", "c1")
    house.tables.detach("t1", "anna", "c1")
    house.tables.detach("nowhere", "anna", "c1")

    assert house.loaded().sockets == {}
    assert house.tables.load("nowhere") is None


def test_two_people_sit_in_one_write(house: House) -> None:
    before = house.opened()

    house.tables.save(before, Change(record=b"two", seated={"anna": "req-1", "bruno": "req-2"}))

    assert house.players.seat("anna") == Seat(table="t1", request="req-1")
    assert house.players.seat("bruno") == Seat(table="t1", request="req-2")


def test_of_two_people_sitting_one_has_a_guard_so_nothing_is_written(house: House) -> None:
    house.opened("other", seated={"bruno": "req-0"})
    before = house.opened()

    with pytest.raises(Conflict):
        house.tables.save(before, Change(record=b"two", seated={"anna": "req-1", "bruno": "req-2"}, uncard=True))

    assert house.loaded() == before
    assert house.players.seat("anna") is None
    assert house.players.seat("bruno") == Seat(table="other", request="req-0")
    assert len(house.tables.lobby("burraco", None, 10)[0]) == 2


def test_leaving_releases_the_guard_and_the_socket_of_who_left(house: House) -> None:
    before = house.opened(seated={"anna": "req-1", "bruno": "req-2"})
    house.tables.attach("t1", "anna", "c1", NOW)
    house.tables.attach("t1", "bruno", "c2", NOW)

    house.tables.save(before, Change(record=b"two", unseated=["anna"], drop_sockets=True))

    assert house.players.seat("anna") is None
    assert house.players.seat("bruno") is not None
    assert house.loaded().sockets == {"bruno": "c2"}


def test_a_guard_of_another_table_is_passed_over_when_this_one_ends(house: House) -> None:
    house.opened("other", seated={"anna": "req-0"})
    before = house.opened(seated={"bruno": "req-2"})

    house.tables.save(before, Change(record=b"two", unseated=["anna", "bruno", "carla", "bruno"]))

    assert house.players.seat("anna") == Seat(table="other", request="req-0")
    assert house.players.seat("bruno") is None
    assert house.loaded().version == 2


def test_nobody_takes_and_releases_his_seat_in_one_write(house: House) -> None:
    before = house.opened()

    with pytest.raises(ValueError, match="takes and releases"):
        house.tables.save(before, Change(record=b"two", seated={"anna": "req-1"}, unseated=["anna"]))


def test_a_finished_deal_is_kept_until_its_time_to_live(house: House) -> None:
    house.tables.save(house.opened(), Change(record=b"two", history=(1, b"the deal")))

    assert house.tables.history("t1", 1) == b"the deal"
    assert house.tables.history("t1", 2) is None
    item = house.item("GamesTable", "TABLE#t1", "DEAL#01")
    assert item is not None
    assert item["ttl"] == {"N": str(NOW // 1000 + 30 * 86_400)}


def test_the_record_of_a_match_outlives_its_deals_so_that_its_name_never_means_another(house: House) -> None:
    house.tables.save(house.opened(), Change(record=b"two", history=(1, b"the deal"), ends="played"))

    kept = {sk: int(house.item("GamesTable", "TABLE#t1", sk)["ttl"]["N"]) for sk in ("RECORD", "DEAL#01")}
    assert kept["RECORD"] - kept["DEAL#01"] == 7 * 86_400


def test_a_socket_attached_between_read_and_transaction_is_told(house: House) -> None:
    before = house.opened()
    house.tables.attach("t1", "anna", "c9", NOW)

    sockets = house.tables.save(before, Change(record=b"two", history=(1, b"the deal")))

    assert sockets == {"anna": "c9"}


def test_attaching_tells_whose_place_it_takes(house: House) -> None:
    house.opened()

    earlier = [house.tables.attach("t1", "anna", connection, NOW) for connection in ("c1", "c2")]

    assert earlier == [None, "c1"]


def test_a_table_without_a_match_is_kept_for_a_day_and_later_writes_change_nothing_of_it(house: House) -> None:
    house.tables.save(house.opened(), Change(record=b"two", ends="unplayed"))
    house.tables.save(house.loaded(), Change(record=b"three"))

    item = house.item("GamesTable", "TABLE#t1", "RECORD")
    assert item is not None
    assert item["ttl"] == {"N": str(NOW // 1000 + 86_400)}


def due(house: House, until: int, limit: int = 100) -> list[tuple[str, int]]:
    return [found for shard in range(SHARDS) for found in house.tables.due(shard, until, limit)]


def test_the_sweep_finds_what_is_due_earliest_first(house: House) -> None:
    for number in range(12):
        house.tables.create(f"t{number}", Change(record=b"one", check_at=100 - number, move_check=True))

    found = due(house, 97)

    assert sorted(found) == sorted((f"t{number}", 100 - number) for number in range(3, 12))
    for shard in range(SHARDS):
        times = [at for _, at in house.tables.due(shard, 1000, 100)]
        assert times == sorted(times)
        assert len(house.tables.due(shard, 1000, 1)) <= 1
    assert house.faults.count("Scan") == 0


def test_a_table_taken_off_the_sweep_has_neither_of_its_attributes(house: House) -> None:
    before = house.opened()

    house.tables.save(before, Change(record=b"two", check_at=None, move_check=True))

    item = house.item("GamesTable", "TABLE#t1", "RECORD")
    assert item is not None
    assert not {"check_at", "check_shard"} & item.keys()
    assert house.loaded().check_at is None
    assert due(house, NOW + 10) == []


def test_a_table_comes_back_to_the_sweep(house: House) -> None:
    house.tables.create("t1", Change(record=b"one"))
    assert due(house, NOW) == []

    house.tables.save(house.loaded(), Change(record=b"two", check_at=77, move_check=True))

    assert due(house, NOW) == [("t1", 77)]


def test_the_sweep_moves_a_healthy_table_by_its_version(house: House) -> None:
    before = house.opened()

    house.tables.move_check(before, NOW + 9)
    house.tables.move_check(before, NOW + 99)

    assert due(house, NOW + 9) == [("t1", NOW + 9)]
    assert house.loaded().version == before.version + 1


def test_the_sweep_postpones_an_unreadable_table_only_from_where_it_saw_it(house: House) -> None:
    house.opened()

    house.tables.postpone("t1", NOW, NOW + 9)
    assert house.loaded().check_at == NOW + 1
    house.tables.postpone("t1", NOW + 1, NOW + 9)
    house.tables.postpone("gone", NOW + 1, NOW + 9)

    assert due(house, NOW + 9) == [("t1", NOW + 9)]
    assert house.loaded().version == 1
    assert house.tables.load("gone") is None


def test_an_item_without_an_attribute_it_must_have_is_named(house: House) -> None:
    house.opened()
    house.engine.client.update_item(
        TableName="GamesTable", Key={"pk": {"S": "TABLE#t1"}, "sk": {"S": "RECORD"}}, UpdateExpression="REMOVE rec"
    )

    with pytest.raises(BrokenItem, match=r"TABLE#t1 / RECORD: no attribute 'rec'"):
        house.tables.load("t1")


@pytest.mark.parametrize(
    ("value", "text"), [({"N": "2"}, "schema 2 is unknown"), ({"S": "1"}, "Cannot deserialize 's'")]
)
def test_an_item_of_an_unknown_schema_is_refused(house: House, value: dict[str, str], text: str) -> None:
    house.opened()
    house.engine.client.update_item(
        TableName="GamesTable",
        Key={"pk": {"S": "TABLE#t1"}, "sk": {"S": "RECORD"}},
        UpdateExpression="SET s = :s",
        ExpressionAttributeValues={":s": value},
    )

    with pytest.raises(BrokenItem, match=text):
        house.tables.load("t1")


def test_empty_values_are_refused_before_anything_is_sent(house: House) -> None:
    before = house.opened()
    house.faults.asked.clear()

    with pytest.raises(ValueError, match="'rec' holds bytes"):
        house.tables.save(before, Change(record=b""))
    with pytest.raises(ValueError, match="connection id is empty"):
        house.tables.attach("t1", "anna", "", NOW)
    with pytest.raises(ValueError, match="table id has 1 to"):
        house.tables.load("")
    with pytest.raises(ValueError, match="'request' holds a text"):
        house.tables.save(before, Change(record=b"two", seated={"anna": ""}))
    with pytest.raises(ValueError, match="whole numbers, not float"):
        house.tables.save(before, Change(record=b"two", check_at=1.5, move_check=True))

    assert house.faults.asked == []


def size(item: dict[str, dict[str, str | bytes]]) -> int:
    """Bytes of an item as DynamoDB counts them: names, texts and blobs in full, of a number one for two digits."""
    total = 0
    for name, value in item.items():
        ((kind, content),) = value.items()
        total += len(name) + (len(str(content)) // 2 + 2 if kind == "N" else len(content))
    return total


def test_a_typical_record_is_one_write_unit(house: House) -> None:
    """A record of a burraco deal with 101 actions (780 bytes), four sockets, and a place in the sweep's index."""
    table = "abcdefghijklmnopqrst"
    house.opened(table, card=None)
    for player in ("annaannaanna", "brunobrunobr", "carlacarlaca", "darioodarioo"):
        house.tables.attach(table, player, "L0SM9cOFvHcCIhw=", NOW)

    house.tables.save(house.loaded(table), Change(record=b"x" * 780, check_at=NOW, move_check=True))

    item = house.item("GamesTable", f"TABLE#{table}", "RECORD")
    assert item is not None
    overhead = size(item) - 780
    print(f"record item: {size(item)} bytes, {overhead} of them beside the record")
    assert overhead <= 240
    assert size(item) <= 1024


def test_a_rights_error_is_not_disguised_as_a_conflict(house: House) -> None:
    before = house.opened()
    house.faults.refuse("UpdateItem", "AccessDeniedException")

    with pytest.raises(Exception, match="AccessDenied") as raised:
        house.tables.save(before, Change(record=b"two"))
    assert not isinstance(raised.value, Conflict | ClientError)


def test_a_card_names_its_own_table(house: House) -> None:
    with pytest.raises(ValueError, match="another table"):
        house.tables.create(
            "t1", Change(record=b"one", card=LobbyCard(table="t2", game="burraco", opened_at=1, body=b"c"))
        )
