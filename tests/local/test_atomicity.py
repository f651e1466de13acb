"""What moto lacks and the cloud has: operations that do not run into each other. And no patch changes an answer."""

import sys
from concurrent.futures import ThreadPoolExecutor

import boto3
import pytest
from moto import mock_aws

from local.moto_patches import PATCHED, patched_moto, source_digest


@pytest.fixture
def hasty():
    """Threads that change places as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def test_no_acknowledged_update_is_lost(connect, note, hasty):
    clients = [connect(name) for name in ("anna", "bruno", "carla", "dario")]

    for _ in range(15):
        for client in clients:
            client.tell("count")
    counts = [client.hear()["count"] for client in clients for _ in range(15)]

    assert sorted(counts) == list(range(1, 61))
    assert note("count")["n"] == 60


def test_a_failing_transaction_undoes_nothing_of_others(stack, hasty):
    table = stack.deployment.tables["NotesTable"]
    client = boto3.client("dynamodb")
    client.put_item(TableName=table, Item={"id": {"S": "taken"}})

    def fail():
        put = {"TableName": table, "Item": {"id": {"S": "taken"}}, "ConditionExpression": "attribute_not_exists(id)"}
        with pytest.raises(client.exceptions.TransactionCanceledException):
            client.transact_write_items(TransactItems=[{"Put": put}])

    def write(number):
        client.put_item(TableName=table, Item={"id": {"S": f"n{number}"}})

    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(fail) if number % 2 else pool.submit(write, number) for number in range(80)]
    for each in done:
        each.result()

    assert client.scan(TableName=table, Select="COUNT")["Count"] == 41


@pytest.mark.parametrize("function", PATCHED, ids=lambda function: function.__qualname__)
def test_what_is_patched_in_moto_is_what_the_patch_was_written_for(function):
    assert source_digest(function) == PATCHED[function]


ITEM = {
    "id": {"S": "all"},
    "bytes": {"B": b"\x00\xff"},
    "number": {"N": "1.50"},
    "list": {"L": [{"S": "x"}, {"M": {"yes": {"BOOL": True}, "none": {"NULL": True}}}]},
    "texts": {"SS": ["a", "b"]},
    "blobs": {"BS": [b"1", b"2"]},
    "numbers": {"NS": ["1", "2"]},
    "nothing": {"L": []},
    "empty": {"M": {}},
}


def answers():
    """Every kind of value in every kind of answer."""
    with mock_aws():
        client = boto3.client("dynamodb", "eu-south-1", aws_access_key_id="local", aws_secret_access_key="local")
        client.create_table(
            TableName="notes",
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        key, absent = {"id": ITEM["id"]}, "attribute_not_exists(id)"
        client.put_item(TableName="notes", Item=ITEM)
        yield client.get_item(TableName="notes", Key=key)["Item"]
        yield client.scan(TableName="notes")["Items"]
        yield client.batch_get_item(RequestItems={"notes": {"Keys": [key]}})["Responses"]
        changed = {"UpdateExpression": "SET k = :v", "ExpressionAttributeValues": {":v": {"B": b"z"}}}
        yield client.update_item(TableName="notes", Key=key, ReturnValues="ALL_NEW", **changed)["Attributes"]
        put = {"Item": key, "ConditionExpression": absent, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
        with pytest.raises(client.exceptions.ConditionalCheckFailedException) as refused:
            client.put_item(TableName="notes", **put)
        yield refused.value.response["Item"]
        with pytest.raises(client.exceptions.TransactionCanceledException) as cancelled:
            client.transact_write_items(TransactItems=[{"Put": {"TableName": "notes", **put}}])
        yield cancelled.value.response["CancellationReasons"]


def test_the_patches_change_no_answer():
    plain = list(answers())

    with patched_moto():
        assert list(answers()) == plain
