"""Where the two engines differ, and what holds on both all the same.

AWS is with the stricter one in every row. What neither does, such as cancelling one of
two transactions that meet, is put in the way by hand (``test_failures``).
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import count
from typing import Any

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError

from circolo.room.ports import Change, Conflict
from circolo.store.attempts import Attempts
from circolo.store.tables import DynamoTables

from .conftest import NOW, Engine, House


@contextmanager
def answer_lost(house: House) -> Iterator[None]:
    """The next transaction is carried out, but its answer does not arrive."""
    events, left = house.models.connection.client.meta.events, [ReadTimeoutError(endpoint_url="https://dynamodb")]

    def lose(**_: Any) -> None:
        if left:
            raise left.pop()

    events.register("after-call.dynamodb.TransactWriteItems", lose)
    yield
    events.unregister("after-call.dynamodb.TransactWriteItems", lose)


def repeated(house: House) -> AbstractContextManager[Any]:
    """What a transaction sent twice comes out as: under its token it is answered for the first one; where tokens mean
    nothing its own condition fails."""
    return pytest.raises(Conflict) if house.engine.name == "moto" else nullcontext()


def test_a_transaction_whose_answer_was_lost_is_written_once(house: House) -> None:
    before = house.opened()
    seated = Change(record=b"two", seated={"anna": "req-1"})

    with answer_lost(house), repeated(house):
        house.tables.save(before, seated)

    assert (house.loaded().version, house.loaded().record) == (2, b"two")
    assert house.players.seat("anna") is not None


def test_a_repetition_says_the_same_although_the_clock_has_moved(house: House) -> None:
    """Another content under a used token would be refused for good."""
    clock = count(NOW, 60_000)
    before = house.opened()
    attempts = Attempts(house.models.connection, sleep=house.pauses.append, random=lambda: 0.5)
    tables = DynamoTables(house.models, attempts, now=lambda: next(clock), history_days=30)

    with answer_lost(house), repeated(house):
        tables.save(before, Change(record=b"two", history=(1, b"the deal")))

    assert house.loaded().version == 2
    assert house.tables.history("t1", 1) == b"the deal"


@pytest.mark.parametrize("change", [Change(record=b"two"), Change(record=b"two", history=(1, b"deal"))])
def test_of_saves_that_race_one_wins_and_nobody_is_put_off(house: House, change: Change) -> None:
    """In AWS a transaction that meets another write may be cancelled for that alone; on neither engine it ever is."""
    before = house.opened()

    def won(_: int) -> bool:
        try:
            house.tables.save(before, change)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        wins = list(pool.map(won, range(16)))

    assert wins.count(True) == 1
    assert house.loaded().version == 2
    assert house.pauses == []


def key(pk: str) -> dict[str, Any]:
    return {"pk": {"S": pk}, "sk": {"S": "RECORD"}}


def put(client: Any, **attributes: Any) -> None:
    client.put_item(TableName="GamesTable", Item={**key("one"), **attributes})


def put_many(client: Any) -> None:
    requests = [{"PutRequest": {"Item": key(f"item {number}")}} for number in range(26)]
    client.batch_write_item(RequestItems={"GamesTable": requests})


def start_page(client: Any, **start: Any) -> None:
    client.query(
        TableName="GamesTable",
        IndexName="lobby",
        KeyConditionExpression="lobby = :game",
        ExpressionAttributeValues={":game": {"S": "burraco"}},
        ExclusiveStartKey={**key("one"), **start},
    )


def reuse_token(client: Any) -> None:
    for pk in ("one", "two"):
        item = {"Put": {"TableName": "GamesTable", "Item": key(pk)}}
        client.transact_write_items(TransactItems=[item], ClientRequestToken="token")


def set_and_remove(client: Any) -> None:
    client.update_item(
        TableName="GamesTable",
        Key=key("one"),
        UpdateExpression="SET rec = :rec REMOVE rec",
        ExpressionAttributeValues={":rec": {"S": "x"}},
    )


@pytest.mark.parametrize(
    ("refuser", "request_"),
    [
        pytest.param("ministack", partial(put, lobby={"N": "1"}), id="an index key of the wrong type"),
        pytest.param("ministack", partial(put, n={"N": "1" * 39}), id="a number of 39 digits"),
        pytest.param("ministack", put_many, id="26 writes in a batch"),
        pytest.param("ministack", start_page, id="a page that starts at half a key"),
        pytest.param(
            "ministack",
            partial(start_page, lobby={"S": "holdem"}, opened_at={"N": "1"}),
            id="a page that starts in another list",
        ),
        pytest.param("ministack", reuse_token, id="another transaction under a used token"),
        pytest.param("moto", set_and_remove, id="one attribute set and removed at once"),
    ],
)
def test_what_one_engine_lets_pass_the_other_refuses(
    engine: Engine, refuser: str, request_: Callable[[Any], None]
) -> None:
    """So that what the store sends is seen by both."""
    outcome = pytest.raises(ClientError) if engine.name == refuser else nullcontext()

    with outcome:
        request_(engine.client)


def test_one_engine_alone_keeps_numbers_as_numbers(engine: Engine) -> None:
    put(engine.client, n={"N": "007.10"})

    found = engine.client.get_item(TableName="GamesTable", Key=key("one"))["Item"]["n"]

    assert found == {"N": {"moto": "007.10", "ministack": "7.1"}[engine.name]}
