"""Turn clocks on the queue: whole seconds, never early, never over what the queue takes."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError
from botocore.session import Session, get_session
from moto import mock_aws

from circolo.adapters.clock_queue import SqsClocks, queue_client

NOW = 1_800_000_000_000


class Recorded:
    """A client that notes what it is asked to send."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send_message(self, **message: Any) -> None:
        self.sent.append(message)


@pytest.mark.parametrize(
    ("wait", "delay"),
    [(45_000, 45), (45_001, 46), (45_999, 46), (1, 1), (0, 0), (-1, 0), (-99_000, 0), (900_000, 900), (899_001, 900)],
)
def test_a_clock_is_delayed_by_whole_seconds_rounded_up(wait: int, delay: int) -> None:
    client = Recorded()

    SqsClocks(client, "queue").set("t1", 7, NOW + wait, NOW)

    (message,) = client.sent
    assert message["DelaySeconds"] == delay
    assert message["QueueUrl"] == "queue"
    assert json.loads(message["MessageBody"]) == {"table": "t1", "clock": 7, "due": NOW + wait}


@pytest.mark.parametrize("wait", [900_001, 86_400_000])
def test_what_is_due_later_is_left_to_the_sweep(wait: int) -> None:
    client = Recorded()

    SqsClocks(client, "queue").set("t1", 7, NOW + wait, NOW)

    assert client.sent == []


def test_a_clock_that_cannot_be_set_is_left_to_the_sweep(caplog: pytest.LogCaptureFixture) -> None:
    class Down(Recorded):
        def send_message(self, **message: Any) -> None:
            raise EndpointConnectionError(endpoint_url="https://sqs.example")

    SqsClocks(Down(), "queue").set("t1", 7, NOW, NOW)

    (record,) = caplog.records
    assert record.message == "clock not set"
    assert (vars(record)["table"], vars(record)["clock"]) == ("t1", 7)


@pytest.fixture
def session() -> Iterator[Session]:
    with mock_aws():
        session = get_session()
        session.set_credentials("testing", "testing")
        yield session


def test_the_queue_takes_the_message(session: Session) -> None:
    client = queue_client(session, "eu-south-1")
    url = client.create_queue(QueueName="clocks")["QueueUrl"]

    SqsClocks(client, url).set("t1", 7, NOW, NOW)

    (message,) = client.receive_message(QueueUrl=url)["Messages"]
    assert json.loads(message["Body"])["clock"] == 7
