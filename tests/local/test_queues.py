"""Messages arrive when due and not before, in batches, again after a failure, and at last among the dead letters."""

import json

import boto3
import pytest
from botocore.exceptions import ClientError


@pytest.fixture
def send(stack):
    """Sends a word to the bell."""
    sqs = boto3.client("sqs")
    url = stack.queue("BellQueue").settings.url

    def send(word, **how):
        return sqs.send_message(QueueUrl=url, MessageBody=json.dumps(word), **how)

    return send


@pytest.fixture
def rung(note):
    """The instants at which a word was heard."""

    def rung(word):
        found = note(f"bell#{word}")
        return [int(instant) for instant in found["rung"]] if found else []

    return rung


def test_a_delayed_message_fires_at_its_instant_and_not_before(stack, connect, rung):
    begun = stack.clock()
    connect("anna").ask("later", what="ding", seconds=45)

    stack.advance(seconds=44.999)
    before = rung("ding")
    stack.advance(seconds=0.001)

    assert before == []
    assert rung("ding") == [begun + 45_000]


def test_time_stops_at_each_due_message_on_the_way(stack, send, rung):
    begun = stack.clock()
    for seconds in (30, 10, 20):
        send(f"ding{seconds}", DelaySeconds=seconds)

    stack.advance(seconds=59)

    assert [rung(f"ding{seconds}") for seconds in (10, 20, 30)] == [[begun + ms] for ms in (10_000, 20_000, 30_000)]
    assert stack.clock() == begun + 59_000


def test_a_message_arrives_as_lambda_gets_it(stack, send, note):
    sent = send("ding", MessageAttributes={"kind": {"DataType": "String", "StringValue": "toy"}})

    stack.advance(seconds=1)

    (record,) = json.loads(note("bell#ding")["event"])["Records"]
    assert record["messageId"] == sent["MessageId"]
    assert record["body"] == '"ding"'
    assert record["eventSource"] == "aws:sqs"
    assert record["eventSourceARN"] == stack.queue("BellQueue").settings.arn
    assert record["attributes"]["ApproximateReceiveCount"] == "1"
    assert record["messageAttributes"]["kind"]["stringValue"] == "toy"


def test_messages_due_together_come_in_batches_of_the_mappings_size(stack, send, note):
    for word in ("a", "b", "c", "d"):
        send(word)

    stack.advance(seconds=0)

    assert len(json.loads(note("bell#a")["event"])["Records"]) == 3
    assert len(json.loads(note("bell#d")["event"])["Records"]) == 1


def test_only_the_message_reported_failed_comes_again_and_then_is_a_dead_letter(stack, send, rung):
    begun = stack.clock()
    send("good")
    send("fail")

    stack.advance(seconds=59)
    alive = stack.queue("BellDeadLetters").bodies
    stack.advance(seconds=1)

    assert rung("good") == [begun]
    assert rung("fail") == [begun, begun + 30_000]
    assert alive == []
    assert stack.queue("BellDeadLetters").bodies == ["fail"]
    assert stack.queue("BellQueue").messages == []


def test_when_the_function_raises_the_whole_batch_comes_again(stack, send, rung):
    begun = stack.clock()
    send("good")
    send("crash")

    stack.advance(seconds=30)

    assert rung("good") == [begun, begun + 30_000]
    assert [failure.function for failure in stack.failures] == ["Bell", "Bell"]


def test_a_delay_over_900_seconds_is_refused(send):
    with pytest.raises(ClientError) as refusal:
        send("never", DelaySeconds=901)

    assert refusal.value.response["Error"]["Code"] == "InvalidParameterValue"


def test_a_batch_is_taken_entry_by_entry(stack, rung):
    sqs = boto3.client("sqs")
    entries = [
        {"Id": word, "MessageBody": f'"{word}"', "DelaySeconds": delay} for word, delay in (("a", 5), ("b", 901))
    ]

    answer = sqs.send_message_batch(QueueUrl=stack.queue("BellQueue").settings.url, Entries=entries)
    stack.advance(seconds=5)

    assert [entry["Id"] for entry in answer["Successful"]] == ["a"]
    assert [entry["Id"] for entry in answer["Failed"]] == ["b"]
    assert len(rung("a")) == 1


def test_messages_sent_by_a_delivery_within_the_window_are_delivered_too(stack, connect, rung):
    client = connect("anna")
    begun = stack.clock()
    client.ask("later", what="ding", seconds=10)
    stack.advance(seconds=10)
    client.ask("later", what="ding", seconds=10)

    stack.advance(seconds=10)

    assert rung("ding") == [begun + 10_000, begun + 20_000]
