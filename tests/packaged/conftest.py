"""The built functions, and the world they run in: DynamoDB, SQS, sockets and issuer, all over HTTP."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import boto3
import pytest

from circolo.composition import house
from circolo.room.house import House
from local.issuer import AUDIENCE
from tests.packaged.outside import Outside, outside
from tests.packaged.runtime import Running, running
from tests.second_engine import second_engine
from tests.tables import TABLES, create
from tests.template.stack import translated

REGION = "eu-south-1"


@dataclass
class World:
    """Everything a built function meets."""

    built: Path
    engine: str
    outside: Outside
    queue_url: str = ""
    account: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.account = {
            "AWS_REGION": REGION,
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": "testing",
            "AWS_ENDPOINT_URL": self.engine,
            "NO_PROXY": "127.0.0.1",
        }
        create(self.client("dynamodb"))
        self.queue_url = self.client("sqs").create_queue(QueueName="ClockQueue")["QueueUrl"]

    def client(self, service: str) -> Any:
        """A client of the engine."""
        keys = {"aws_access_key_id": "testing", "aws_secret_access_key": "testing"}
        return boto3.client(service, region_name=REGION, endpoint_url=self.engine, **keys)

    def environment(self, function: str) -> dict[str, str]:
        """The variables that the built template names, with this world's values."""
        values = {
            **dict(zip(("GAMES_TABLE", "PLAYERS_TABLE"), TABLES, strict=True)),
            "CLOCK_QUEUE_URL": self.queue_url,
            "CONNECTIONS_URL": f"{self.outside.url}/prod",
            "HISTORY_DAYS": "30",
            "AI_PAUSE_SECONDS": "0",
            "TOKEN_ISSUER": self.outside.issuer.url,
            "TOKEN_AUDIENCE": AUDIENCE,
            "TOKEN_KEYS_URL": self.outside.issuer.keys_url,
            "LOG_LEVEL": "INFO",
            "POWERTOOLS_SERVICE_NAME": "circolo",
            "POWERTOOLS_METRICS_NAMESPACE": "Circolo",
        }
        named = translated(self.built / "template.yaml").functions()[function]["Environment"]["Variables"]
        return {name: values[name] for name in named} | self.account

    def delayed(self) -> int:
        """Clock messages that wait for their time."""
        name = "ApproximateNumberOfMessagesDelayed"
        found = self.client("sqs").get_queue_attributes(QueueUrl=self.queue_url, AttributeNames=[name])
        return int(found["Attributes"][name])


@pytest.fixture(scope="module")
def world(built: Path) -> Iterator[World]:
    with second_engine("dynamodb", "sqs") as engine, outside() as server:
        yield World(built, engine, server)


@pytest.fixture(scope="module")
def function(world: World) -> Iterator[Callable[[str], Running]]:
    """A built function by its logical id, started when it is first asked for."""
    with ExitStack() as all_running:

        @cache
        def started(name: str) -> Running:
            return all_running.enter_context(running(world.built, name, world.environment(name)))

        yield started


@pytest.fixture
def room(world: World) -> Iterator[Callable[[Callable[[], int]], House]]:
    """The room over the same world, in this process, by another clock: what has happened before."""
    with mock.patch.dict(os.environ, world.account):
        yield lambda clock: house(world.environment("Socket"), clock)
