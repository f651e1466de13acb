"""What a failed request means: a condition is decided anew, load tried again, a lost answer never counts twice."""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError

from circolo.room.ports import Busy, Change, Conflict, Connection
from circolo.store.models import models

from .conftest import NOW, REGION, Engine, House


def test_a_transaction_conflict_is_retried_and_succeeds(house: House) -> None:
    """Field report 151."""
    before = house.opened()
    house.faults.cancel(["None", "TransactionConflict"], ["ThrottlingError", "None"])
    house.faults.asked.clear()

    house.tables.save(before, Change(record=b"two", seated={"anna": "req-1"}))

    assert house.faults.count("TransactWriteItems") == 3
    assert house.loaded().version == 2
    assert house.pauses == [0.015, 0.03]


@pytest.mark.parametrize(
    "reasons", [["ConditionalCheckFailed", "None"], ["TransactionConflict", "ConditionalCheckFailed"]]
)
def test_a_failed_condition_in_a_transaction_is_not_retried(house: House, reasons: list[str]) -> None:
    """Field report 151."""
    before = house.opened()
    house.faults.cancel(reasons)
    house.faults.asked.clear()

    with pytest.raises(Conflict):
        house.tables.save(before, Change(record=b"two", seated={"anna": "req-1"}))

    assert house.faults.count("TransactWriteItems") == 1
    assert house.pauses == []
    assert house.loaded() == before


@pytest.mark.parametrize("reasons", [["ValidationError", "None"], ["ItemCollectionSizeLimitExceeded"], []])
def test_a_transaction_that_is_wrong_by_itself_is_neither_retried_nor_disguised(
    house: House, reasons: list[str]
) -> None:
    before = house.opened()
    house.faults.cancel(reasons)
    house.faults.asked.clear()

    with pytest.raises(Exception, match="transaction") as raised:
        house.tables.save(before, Change(record=b"two", seated={"anna": "req-1"}))

    assert not isinstance(raised.value, Conflict | Busy)
    assert house.faults.count("TransactWriteItems") == 1


@pytest.mark.parametrize(
    "code",
    [
        "TransactionConflictException",
        "ThrottlingException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "InternalServerError",
    ],
)
def test_a_single_write_refused_for_load_is_tried_again(house: House, code: str) -> None:
    before = house.opened()
    house.faults.refuse("UpdateItem", code)

    house.tables.save(before, Change(record=b"two"))

    assert house.loaded().version == 2
    assert len(house.pauses) == 1


def test_after_bounded_retries_the_store_is_busy_and_nothing_was_written(house: House) -> None:
    before = house.opened()
    house.faults.refuse("UpdateItem", *["ThrottlingException"] * 50)
    house.faults.asked.clear()

    with pytest.raises(Busy):
        house.tables.save(before, Change(record=b"two"))

    assert house.faults.count("UpdateItem") == 5
    assert house.pauses == [0.015, 0.03, 0.06, 0.12]
    house.faults.planned.clear()
    assert house.loaded() == before


def test_a_read_refused_for_load_is_tried_again(house: House) -> None:
    house.opened()
    house.faults.refuse("GetItem", "ThrottlingException")
    house.faults.refuse("Query", "ProvisionedThroughputExceededException", "ProvisionedThroughputExceededException")

    assert house.loaded().version == 1
    assert len(house.tables.lobby("burraco", None, 10)[0]) == 1


def lost(written: Callable[[], Any]) -> Callable[[], Any]:
    """An answer that never arrives, after what ``written`` did."""

    def answer() -> Any:
        written()
        raise ReadTimeoutError(endpoint_url="https://dynamodb.example")

    return answer


def test_a_save_whose_answer_was_lost_comes_out_as_a_conflict_and_is_written_once(house: House, other: House) -> None:
    before = house.opened()
    house.faults.planned["UpdateItem"] = [lost(lambda: other.tables.save(before, Change(record=b"two")))]

    with pytest.raises(Conflict):
        house.tables.save(before, Change(record=b"two"))

    assert (house.loaded().version, house.loaded().record) == (2, b"two")


def test_a_save_that_never_arrived_is_sent_again(house: House) -> None:
    before = house.opened()
    house.faults.planned["UpdateItem"] = [lost(lambda: None)]

    house.tables.save(before, Change(record=b"two"))

    assert house.loaded().version == 2


def test_answers_lost_twice_are_busy(house: House) -> None:
    before = house.opened()
    house.faults.planned["UpdateItem"] = [lost(lambda: None)] * 9
    house.faults.asked.clear()

    with pytest.raises(Busy):
        house.tables.save(before, Change(record=b"two"))
    assert house.faults.count("UpdateItem") == 2


def test_a_transaction_whose_answer_was_lost_is_repeated_under_its_own_token(house: House) -> None:
    before = house.opened()
    tokens: list[str] = []
    events = house.models.connection.client.meta.events
    hook = "provide-client-params.dynamodb.TransactWriteItems"
    events.register(hook, note := lambda params, **_: tokens.append(params["ClientRequestToken"]))
    house.faults.cancel(["TransactionConflict"])
    house.faults.refuse("TransactWriteItems", "InternalServerError")
    house.faults.cancel(["TransactionConflict"])
    house.faults.refuse("TransactWriteItems", "TransactionInProgressException")

    with pytest.raises(Busy):
        house.tables.save(before, Change(record=b"two", seated={"anna": "req-1"}))

    events.unregister(hook, note)
    assert len(tokens) == 4
    assert tokens[0] != tokens[1] == tokens[2] == tokens[3]


def test_no_player_path_scans(house: House) -> None:
    """Every method a player's message can lead to, once."""
    house.players.claim("p1", "sub", "Anna", "anna", NOW)
    house.players.profile("p1")
    house.players.find("anna")
    house.players.nicknames(["p1"])
    house.players.connect(Connection(connection="c1", player="p1", channel="table", opened_at=NOW), 1)
    house.players.connections("p1")
    house.players.note_table("c1", "t1")
    house.players.strike("c1")
    before = house.opened(seated={"p1": "req-1"})
    house.players.seat("p1")
    house.tables.attach("t1", "p1", "c1", NOW)
    house.tables.lobby("burraco", None, 10)
    house.tables.due(0, NOW, 10)
    house.tables.postpone("t1", NOW + 1, NOW + 2)
    house.tables.move_check(before, NOW + 3)
    before = house.loaded()
    house.tables.save(before, Change(record=b"two", unseated=["p1"], uncard=True, history=(1, b"deal"), ends="played"))
    house.tables.history("t1", 1)
    house.tables.detach("t1", "p1", "c1")
    house.players.disconnect("c1")

    allowed = {"GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "BatchGetItem", "TransactWriteItems"}
    assert set(house.faults.asked) <= allowed


def test_two_compositions_share_nothing(house: House, other: House) -> None:
    assert house.models.connection.client is not other.models.connection.client
    assert house.models.Record is not other.models.Record

    other.opened()

    assert house.faults.asked == []
    assert house.loaded().version == 1


def test_one_composition_makes_one_client_and_never_retries_by_itself(engine: Engine) -> None:
    bound = models(engine.games, engine.players, REGION, pool=7)

    assert bound.games.connection is bound.players.connection is bound.connection
    config = bound.connection.client.meta.config
    assert (config.connect_timeout, config.read_timeout, config.max_pool_connections) == (1.0, 2.0, 7)
    assert config.retries == {"total_max_attempts": 1, "mode": "standard"}
