"""Functions get the environment of the template, and what they call is recorded under their name."""

import boto3
import pytest


def test_a_parameter_reaches_the_environment(stack):
    environment = stack.deployment.functions["Door"].environment

    assert environment["GREETING"] == "hello"
    assert environment["NOTES_TABLE"] == stack.deployment.tables["NotesTable"]
    assert environment["BELL_QUEUE_URL"] == stack.queue("BellQueue").settings.url
    assert environment["CONNECTIONS_URL"] == "https://localApi.execute-api.eu-south-1.amazonaws.com/toy"


def test_the_issuer_reaches_the_environment(stack):
    environment = stack.deployment.functions["Porter"].environment

    assert environment["TOKEN_ISSUER"] == stack.issuer.url
    assert environment["TOKEN_KEYS_URL"].startswith(stack.url)


def test_a_handler_without_start_is_called_as_it_is(stack):
    answer = stack.invoke("Plain", {"a": 1})

    assert (answer["word"], answer["event"]) == ("plain", {"a": 1})
    assert 0 < answer["left"] <= 5000
    assert answer["request"]


def test_a_failure_is_raised_to_who_invoked(stack):
    with pytest.raises(RuntimeError, match="as asked"):
        stack.invoke("Bell", {"Records": [{"body": '"crash"', "messageId": "1"}]})

    assert stack.failures[-1].function == "Bell"


def test_an_event_that_is_no_json_is_refused(stack):
    with pytest.raises(TypeError):
        stack.invoke("Plain", {"a": object()})


def test_time_to_live_of_the_template_is_set(stack):
    told = boto3.client("dynamodb").describe_time_to_live(TableName=stack.deployment.tables["NotesTable"])

    assert told["TimeToLiveDescription"]["AttributeName"] == "expires"


def test_every_call_is_recorded_with_function_operation_and_resource(stack, connect):
    client = connect("anna")
    client.ask("count")
    client.ask("later", what="ding", seconds=1)
    stack.advance(seconds=1)

    made = {(call.function, call.operation, *call.resources) for call in stack.calls if call.function}

    notes = stack.deployment.tables["NotesTable"]
    queue = stack.queue("BellQueue").settings.name
    assert made == {
        ("Door", "PutItem", notes),
        ("Door", "GetItem", notes),
        ("Door", "SendMessage", queue),
        ("Door", "PostToConnection"),
        ("Bell", "UpdateItem", notes),
    }


def test_calls_from_a_functions_own_threads_are_recorded_as_its_own(stack, connect):
    anna, bruno = connect("anna"), connect("bruno")

    anna.tell("push_in_parallel", to=[anna.id, bruno.id])
    stack.settle()

    pushes = [call.function for call in stack.calls if call.operation == "PostToConnection"]
    assert pushes == ["Door"] * 4
