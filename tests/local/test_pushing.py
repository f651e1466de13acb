"""Pushes arrive, in order, and end as they do in the cloud: 410 for who is gone, 413 for what is too large."""

import boto3
import pytest
from botocore.exceptions import ClientError


@pytest.fixture(params=["in process", "over HTTP"])
def management(stack, request):
    """A client of ``@connections``, answered in this process or going over HTTP."""
    hooked = stack.deployment.functions["Door"].environment["CONNECTIONS_URL"]
    return boto3.client(
        "apigatewaymanagementapi",
        endpoint_url=hooked if request.param == "in process" else stack.management_url,
    )


def declined(call, **parameters):
    with pytest.raises(ClientError) as refusal:
        call(**parameters)
    response = refusal.value.response
    return response["ResponseMetadata"]["HTTPStatusCode"], type(refusal.value).__name__


def test_one_client_reaches_another(connect):
    anna, bruno = connect("anna"), connect("bruno")

    answer = anna.ask("push", to=(to := bruno.id), size=3)

    assert answer == {"pushed": to}
    assert bruno.hear() == "xxx"


def test_pushes_arrive_in_the_order_sent(management, connect):
    client = connect("anna")
    connection = client.id

    for number in range(50):
        management.post_to_connection(ConnectionId=connection, Data=str(number).encode())

    assert [client.hear() for _ in range(50)] == list(range(50))


def test_a_push_to_a_closed_connection_is_gone(stack, management, connect):
    client = connect("anna")
    connection = client.id
    client.socket.close()
    stack.settle()

    assert declined(management.post_to_connection, ConnectionId=connection, Data=b"x") == (410, "GoneException")
    assert declined(management.get_connection, ConnectionId=connection) == (410, "GoneException")
    assert declined(management.delete_connection, ConnectionId=connection) == (410, "GoneException")


def test_a_push_to_an_id_never_seen_is_gone(management):
    assert declined(management.post_to_connection, ConnectionId="AAAAAAAAAAAAAA=", Data=b"x") == (410, "GoneException")


def test_a_handler_sees_gone_as_the_modelled_exception(connect):
    assert connect("anna").ask("push", to="AAAAAAAAAAAAAA=") == {"error": "gone", "status": 410}


def test_a_push_over_128_kb_is_too_large(management, connect):
    client = connect("anna")
    connection = client.id

    most = b'"' + b"x" * (128 * 1024 - 2) + b'"'

    over = declined(management.post_to_connection, ConnectionId=connection, Data=most + b" ")
    assert over == (413, "PayloadTooLargeException")
    management.post_to_connection(ConnectionId=connection, Data=most)
    assert len(client.hear()) == 128 * 1024 - 2


def test_a_deleted_connection_gets_what_was_sent_before_and_closes(stack, management, connect, note):
    client = connect("anna")
    connection = client.id

    management.post_to_connection(ConnectionId=connection, Data=b'"last"')
    management.delete_connection(ConnectionId=connection)

    assert client.hear() == "last"
    assert client.ended() == 1000
    stack.settle()
    assert note("disconnect") is not None
    assert declined(management.post_to_connection, ConnectionId=connection, Data=b"x") == (410, "GoneException")


def test_a_connection_is_described(stack, management, connect):
    client = connect("anna")

    told = management.get_connection(ConnectionId=client.id)

    assert told["ConnectedAt"].timestamp() * 1000 == stack.clock()
    assert told["LastActiveAt"].timestamp() * 1000 == stack.clock()
    assert told["Identity"]["SourceIp"] == "127.0.0.1"


def test_a_player_drops_another(connect):
    anna, bruno = connect("anna"), connect("bruno")

    anna.ask("drop", who=bruno.id)

    assert bruno.ended() == 1000
