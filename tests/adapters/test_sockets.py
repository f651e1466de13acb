"""Pushes: in parallel, one per connection, and one bad socket never harms the others."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any
from urllib.parse import unquote

import pytest
from botocore.awsrequest import AWSResponse
from botocore.exceptions import EndpointConnectionError
from botocore.session import get_session

from circolo.adapters.sockets import MAX_MESSAGE, GatewaySockets, management_client

URL = "https://abc.execute-api.eu-south-1.amazonaws.com/live"


class Gateway:
    """What stands in for API Gateway: answers planned per connection, else delivery."""

    def __init__(self) -> None:
        self.planned: dict[str, list[Any]] = {}
        self.delivered: dict[str, list[bytes]] = {}
        self.closed: list[str] = []
        self.during: Callable[[], object] = lambda: None
        self._lock = threading.Lock()

    def on_call(self, model: Any, params: dict[str, Any], **_: Any) -> Any:
        connection = unquote(params["url_path"].rsplit("/", 1)[1])
        self.during()
        with self._lock:
            planned = self.planned.get(connection, [])
            if planned:
                return answer(*planned.pop(0))
            if model.name == "DeleteConnection":
                self.closed.append(connection)
            else:
                self.delivered.setdefault(connection, []).append(params["body"])
        return answer(200, None)


def answer(status: int, code: str | None) -> Any:
    if status == 0:
        raise EndpointConnectionError(endpoint_url=URL)
    content: dict[str, Any] = {"ResponseMetadata": {"HTTPStatusCode": status}}
    if code is not None:
        content["Error"] = {"Code": code, "Message": "secret text"}
    return AWSResponse("", status, {}, None), content


@pytest.fixture(scope="module")
def client() -> Any:
    session = get_session()
    session.set_credentials("testing", "testing")
    return management_client(session, URL, "eu-south-1", 4)


@pytest.fixture
def gateway(client: Any) -> Iterator[Gateway]:
    gateway = Gateway()
    client.meta.events.register("before-call.apigatewaymanagementapi", gateway.on_call)
    yield gateway
    client.meta.events.unregister("before-call.apigatewaymanagementapi", gateway.on_call)


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture(params=[1, 4], ids=["in turn", "parallel"])
def sockets(request: pytest.FixtureRequest, client: Any, gateway: Gateway, pauses: list[float]) -> GatewaySockets:
    return GatewaySockets(client, sleep=pauses.append, random=lambda: 1.0, workers=request.param)


def test_each_connection_gets_its_own_message(sockets: GatewaySockets, gateway: Gateway) -> None:
    messages = {f"c{number}=": f"message {number}".encode() for number in range(10)}

    assert sockets.send(messages) == []

    assert gateway.delivered == {connection: [body] for connection, body in messages.items()}


def test_no_messages_are_no_calls(sockets: GatewaySockets, gateway: Gateway) -> None:
    assert sockets.send({}) == []
    assert gateway.delivered == {}


def test_messages_are_under_way_together(client: Any, gateway: Gateway) -> None:
    sockets = GatewaySockets(client, sleep=lambda _: None, random=lambda: 1.0, workers=4)
    together = threading.Barrier(4, timeout=20)
    gateway.during = together.wait

    assert sockets.send({f"c{number}": b"x" for number in range(4)}) == []
    assert len(gateway.delivered) == 4


def test_a_push_sees_the_context_of_its_sender(sockets: GatewaySockets, gateway: Gateway) -> None:
    running: ContextVar[str] = ContextVar("running", default="nobody")
    seen: list[str] = []
    gateway.during = lambda: seen.append(running.get())
    running.set("socket function")

    sockets.send({"c1": b"x", "c2": b"y"})

    assert seen == ["socket function"] * 2


def test_connections_that_are_gone_are_returned_and_the_others_served(
    sockets: GatewaySockets, gateway: Gateway
) -> None:
    gateway.planned = {"c1": [(410, "GoneException")], "c3": [(410, "GoneException")]}

    assert sockets.send({"c1": b"a", "c2": b"b", "c3": b"c"}) == ["c1", "c3"]

    assert gateway.delivered == {"c2": [b"b"]}


@pytest.mark.parametrize("code", ["LimitExceededException", "ThrottlingException"])
def test_a_message_over_the_rate_is_sent_again(
    sockets: GatewaySockets, gateway: Gateway, pauses: list[float], code: str
) -> None:
    gateway.planned = {"c1": [(429, code), (429, code)]}

    assert sockets.send({"c1": b"a"}) == []

    assert gateway.delivered == {"c1": [b"a"]}
    assert pauses == [0.05, 0.1]


def test_a_message_over_the_rate_for_too_long_is_dropped(sockets: GatewaySockets, gateway: Gateway) -> None:
    gateway.planned = {"c1": [(429, "LimitExceededException")] * 9}

    assert sockets.send({"c1": b"a", "c2": b"b"}) == []

    assert len(gateway.planned["c1"]) == 6
    assert gateway.delivered == {"c2": [b"b"]}


@pytest.mark.parametrize("fault", [(403, "ForbiddenException"), (500, "InternalServerError"), (0, None)])
def test_one_bad_socket_never_raises(sockets: GatewaySockets, gateway: Gateway, fault: tuple[int, str | None]) -> None:
    gateway.planned = {"c1": [fault]}

    assert sockets.send({"c1": b"a", "c2": b"b"}) == []

    assert gateway.delivered == {"c2": [b"b"]}


def test_a_message_over_128_kb_is_dropped_without_a_call(sockets: GatewaySockets, gateway: Gateway) -> None:
    assert sockets.send({"c1": b"x" * (MAX_MESSAGE + 1), "c2": b"x" * MAX_MESSAGE}) == []

    assert list(gateway.delivered) == ["c2"]


def test_logs_name_connection_size_and_reason_but_never_the_message(
    sockets: GatewaySockets, gateway: Gateway, caplog: pytest.LogCaptureFixture
) -> None:
    gateway.planned = {"c1": [(403, "ForbiddenException")]}

    with caplog.at_level(logging.DEBUG, logger="circolo"):
        sockets.send({"c1": b"my cards"})

    (record,) = caplog.records
    assert record.message == "message dropped"
    assert (vars(record)["connection"], vars(record)["bytes"], vars(record)["reason"]) == (
        "c1",
        8,
        "ForbiddenException",
    )


def test_closing_closes_and_one_already_gone_is_fine(sockets: GatewaySockets, gateway: Gateway) -> None:
    gateway.planned = {"c2": [(410, "GoneException")], "c3": [(0, None)]}

    for connection in ("c1", "c2", "c3"):
        sockets.close(connection)

    assert gateway.closed == ["c1"]
