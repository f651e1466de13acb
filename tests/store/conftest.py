"""A pair of tables on an engine, the repositories over them, and faults put into their calls.

Every contract test takes ``engine`` and so runs on both: moto, in this process, and
the second engine, over HTTP.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import boto3
import pytest
from botocore.awsrequest import AWSResponse
from moto import mock_aws

from circolo.room.ports import Change, LobbyCard, Stored
from circolo.store.attempts import Attempts
from circolo.store.models import Models, models
from circolo.store.players import DynamoPlayers
from circolo.store.tables import DynamoTables
from local.moto_patches import patched_moto
from tests.second_engine import second_engine
from tests.tables import TABLES, create

REGION = "eu-south-1"
NOW = 1_800_000_000_000


@dataclass(frozen=True)
class Engine:
    """Where the tables are: the address of a DynamoDB (None: AWS, or what stands in for it) and their names."""

    name: str
    host: str | None
    client: Any
    games: str
    players: str
    bound: Models
    """Items bound to these tables; made once, since a client is dear."""


@pytest.fixture(scope="session", params=["moto", pytest.param("ministack", marks=pytest.mark.engine)])
def stood(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """An engine without tables."""
    with pytest.MonkeyPatch.context() as environment, ExitStack() as running:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            environment.setenv(name, "testing")
        environment.setenv("NO_PROXY", "127.0.0.1")
        host = running.enter_context(second_engine("dynamodb")) if request.param == "ministack" else None
        client = boto3.client("dynamodb", region_name=REGION, endpoint_url=host)
        yield Engine(request.param, host, client, *TABLES, models(*TABLES, REGION, host))


@pytest.fixture
def engine(stood: Engine) -> Iterator[Engine]:
    """An empty pair of tables, as the template describes them."""
    with ExitStack() as undone:
        if stood.host is None:
            undone.enter_context(mock_aws())
            undone.enter_context(patched_moto())
        create(stood.client)
        yield stood
        if stood.host is not None:
            for table in TABLES:
                stood.client.delete_table(TableName=table)


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
