"""A socket opens only for whom the authorizer and ``$connect`` let in."""

import json

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect as open_socket


def refused(connect, **how):
    with pytest.raises(InvalidStatus) as refusal:
        connect(**how)
    return refusal.value.response.status_code


def test_a_good_token_opens_a_socket_with_the_protocol_of_the_answer(connect):
    client = connect("anna")

    assert client.socket.subprotocol == "circolo.v1"
    assert client.ask("greet")["greeting"] == "hello"


def test_the_authorizers_context_comes_with_every_event_as_text(stack, connect, note):
    client = connect("anna")

    event = client.ask("event")

    authorizer = event["requestContext"]["authorizer"]
    expires = stack.clock() // 1000 + 3600
    assert authorizer["principalId"] == "anna"
    assert (authorizer["roles"], authorizer["expires"], authorizer["new"]) == ("player", str(expires), "true")
    assert json.loads(note("connect")["event"])["requestContext"]["authorizer"]["principalId"] == "anna"


def test_the_connect_event_has_headers_query_and_context_of_the_gateway(stack, connect, note):
    connect("anna", query="?channel=lobby&channel=table")

    event = json.loads(note("connect")["event"])

    assert event["headers"]["Sec-WebSocket-Protocol"].startswith("circolo.v1")
    assert event["multiValueHeaders"]["Host"] == [event["headers"]["Host"]]
    assert event["queryStringParameters"] == {"channel": "table"}
    assert event["multiValueQueryStringParameters"] == {"channel": ["lobby", "table"]}
    context = event["requestContext"]
    assert (context["routeKey"], context["eventType"], context["stage"]) == ("$connect", "CONNECT", "toy")
    assert context["requestTimeEpoch"] == context["connectedAt"] == stack.clock()
    assert context["identity"]["sourceIp"] == "127.0.0.1"
    assert context["domainName"].startswith(f"{context['apiId']}.execute-api.")


def test_the_message_event_has_body_ids_and_time(stack, connect):
    event = connect("anna").ask("event")

    assert json.loads(event["body"]) == {"do": "event"}
    assert event["isBase64Encoded"] is False
    context = event["requestContext"]
    assert (context["routeKey"], context["eventType"]) == ("$default", "MESSAGE")
    assert context["messageDirection"] == "IN"
    assert context["messageId"]
    assert context["requestId"]
    assert context["requestTimeEpoch"] == stack.clock()
    assert "headers" not in event


def test_a_message_goes_to_the_route_it_names_if_there_is_one(connect):
    client = connect("anna")

    assert client.ask("event", route="named")["requestContext"]["routeKey"] == "named"
    assert client.ask("event", route="unknown")["requestContext"]["routeKey"] == "$default"
    assert client.ask("event", route="$connect")["requestContext"]["routeKey"] == "$default"


def test_a_forged_token_opens_no_socket(stack, connect):
    assert refused(connect, token=stack.token("anna", forged=True)) == 401


def test_an_expired_token_opens_no_socket(stack, connect):
    assert refused(connect, token=stack.token("anna", ttl=-1)) == 401


def test_a_token_expires_by_the_stacks_clock(stack, connect):
    token = stack.token("anna", ttl=60)
    connect(token=token)

    stack.advance(seconds=61)

    assert refused(connect, token=token) == 401


@pytest.mark.parametrize("claims", [{"aud": "others"}, {"iss": "http://elsewhere"}, {"exp": None}])
def test_a_token_for_others_opens_no_socket(stack, connect, claims):
    assert refused(connect, token=stack.token("anna", claims=claims)) in (401, 500)


def test_without_the_identity_header_the_authorizer_is_not_asked(stack):
    with pytest.raises(InvalidStatus) as refusal, open_socket(stack.socket_url):
        pass

    assert refusal.value.response.status_code == 401
    assert stack.failures == []


def test_a_policy_that_denies_opens_no_socket(connect):
    assert refused(connect, subject="outcast") == 403


def test_an_authorizer_that_breaks_opens_no_socket(stack, connect):
    assert refused(connect, subject="nobody") == 500
    assert stack.failures[-1].function == "Porter"


def test_connect_that_does_not_answer_200_refuses_with_its_status(connect):
    assert refused(connect, query="?full=yes") == 409


def test_a_client_that_leaves_is_told_of_with_code_and_reason(stack, connect, note):
    client = connect("anna")

    client.socket.close(code=4001, reason="had enough")
    stack.settle()

    context = json.loads(note("disconnect")["event"])["requestContext"]
    assert (context["routeKey"], context["eventType"]) == ("$disconnect", "DISCONNECT")
    assert (context["disconnectStatusCode"], context["disconnectReason"]) == (4001, "had enough")
    assert context["authorizer"]["principalId"] == "anna"


def test_a_handler_that_fails_answers_with_the_gateways_error_and_keeps_the_socket(stack, connect):
    client = connect("anna")

    failure = client.ask("fail")

    assert failure["message"] == "Internal server error"
    assert failure["connectionId"] == client.id
    assert set(failure) == {"message", "connectionId", "requestId"}
    assert str(stack.failures[0].error) == "as asked"


def test_stopping_closes_sockets_as_going_away(stack, connect):
    client = connect("anna")

    stack.stop()

    assert client.ended() == 1001
