"""A pair of tables on an engine, the repositories over them, and faults put into their calls.

Every contract test takes ``engine``: another engine joins as one more parameter of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import boto3
import pytest
import yaml
from botocore.awsrequest import AWSResponse
from moto import mock_aws

from circolo.room.ports import Change, LobbyCard, Stored
from circolo.store.attempts import Attempts
from circolo.store.models import Models, models
from circolo.store.players import DynamoPlayers
from circolo.store.tables import DynamoTables

REGION = "eu-south-1"
TEMPLATE = Path(__file__).parents[2] / "template.yaml"
NOW = 1_800_000_000_000


class _Loader(yaml.SafeLoader):
    """Reads the template; CloudFormation's functions, which no table property uses, become None."""


_Loader.add_multi_constructor("!", lambda loader, suffix, node: None)


@dataclass(frozen=True)
class Engine:
    """Where the tables are: the address of a DynamoDB (None: AWS, or what stands in for it) and their names."""

    host: str | None
    client: Any
    games: str
    players: str
    bound: Models
    """Items bound to these tables; made once, since a client is dear."""


@pytest.fixture(scope="session", params=["moto"])
def stood(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """An engine without tables."""
    with pytest.MonkeyPatch.context() as environment:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            environment.setenv(name, "testing")
        names = ("GamesTable", "PlayersTable")
        yield Engine(None, boto3.client("dynamodb", region_name=REGION), *names, models(*names, REGION))


@pytest.fixture
def engine(stood: Engine) -> Iterator[Engine]:
    """An empty pair of tables, as the template describes them."""
    with mock_aws():
        for name, definition in definitions().items():
            stood.client.create_table(TableName=name, **definition)
        yield stood


@lru_cache
def definitions() -> dict[str, dict[str, Any]]:
    """What the template says of each table."""
    given = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")
    resources = yaml.load(TEMPLATE.read_text(), _Loader)["Resources"]
    properties = {name: resources[name]["Properties"] for name in ("GamesTable", "PlayersTable")}
    return {name: {key: table[key] for key in given if key in table} for name, table in properties.items()}


@dataclass
class Faults:
    """Answers that take the place of an engine's, and what was asked."""

    asked: list[str] = field(default_factory=list)
    planned: dict[str, list[Callable[[], Any]]] = field(default_factory=dict)

    def refuse(self, operation: str, *codes: str) -> None:
        """The next calls of an operation are answered with these errors, one each."""
        self.planned.setdefault(operation, []).extend(partial(error, code) for code in codes)

    def cancel(self, *reasons: list[str]) -> None:
        """The next transactions are cancelled with these reasons, one list each."""
        self.planned.setdefault("TransactWriteItems", []).extend(
            partial(error, "TransactionCanceledException", codes) for codes in reasons
        )

    def answer(self, operation: str, content: dict[str, Any]) -> None:
        """The next call of an operation is answered with this."""
        self.planned.setdefault(operation, []).append(lambda: reply(200, content))

    def on_call(self, model: Any, **_: Any) -> Any:
        """The hook: an answer in place of the engine's, or None."""
        self.asked.append(model.name)
        planned = self.planned.get(model.name)
        return planned.pop(0)() if planned else None

    def count(self, operation: str) -> int:
        """How often an operation was asked."""
        return self.asked.count(operation)


def error(code: str, reasons: list[str] | None = None) -> Any:
    """An error answer of DynamoDB."""
    content: dict[str, Any] = {"Error": {"Code": code, "Message": code}}
    if reasons is not None:
        content["CancellationReasons"] = [{"Code": reason} for reason in reasons]
    return reply(500 if code == "InternalServerError" else 400, content)


def reply(status: int, content: dict[str, Any]) -> Any:
    """An answer as botocore's hook takes it."""
    return AWSResponse("", status, {}, None), {"ResponseMetadata": {"HTTPStatusCode": status}, **content}


@dataclass
class House:
    """Everything a test of the store needs."""

    models: Models
    tables: DynamoTables
    players: DynamoPlayers
    faults: Faults
    pauses: list[float]
    engine: Engine

    def item(self, table: str, pk: str, sk: str) -> dict[str, Any] | None:
        """An item as the engine holds it."""
        found = self.engine.client.get_item(
            TableName=table, Key={"pk": {"S": pk}, "sk": {"S": sk}}, ConsistentRead=True
        )
        return found.get("Item")

    def opened(self, table: str = "t1", **more: Any) -> Stored:
        """A table just created, with its card."""
        card = more.pop("card", LobbyCard(table=table, game="burraco", opened_at=NOW, body=b"card"))
        self.tables.create(table, Change(record=b"one", check_at=NOW + 1, move_check=True, card=card, **more))
        return self.loaded(table)

    def loaded(self, table: str = "t1") -> Stored:
        """A table that must exist, as stored."""
        stored = self.tables.load(table)
        assert stored is not None
        return stored


def built(engine: Engine, bound: Models) -> House:
    """The repositories over an engine, with a clock that stands and pauses that are only noted."""
    faults: Faults = Faults()
    pauses: list[float] = []
    attempts = Attempts(bound.connection, sleep=pauses.append, random=lambda: 0.5)
    tables = DynamoTables(bound, attempts, now=lambda: NOW, history_days=30)
    return House(bound, tables, DynamoPlayers(bound, attempts), faults, pauses, engine)


@pytest.fixture
def house(engine: Engine) -> Iterator[House]:
    """The repositories over empty tables, with faults in their way."""
    house = built(engine, engine.bound)
    events = engine.bound.connection.client.meta.events
    events.register("before-call.dynamodb", house.faults.on_call)
    yield house
    events.unregister("before-call.dynamodb", house.faults.on_call)


@pytest.fixture
def other(engine: Engine) -> House:
    """Another composition over the same tables, with a client of its own and no faults."""
    return built(engine, models(engine.games, engine.players, REGION, engine.host))
