"""What each function may do, and no more."""

import pytest

from tests.template.stack import FUNCTIONS, Stack

MANAGED = {"service-role/AWSLambdaBasicExecutionRole", "AWSXrayWriteOnlyAccess"}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_statement_allows_every_action_or_every_resource(stack: Stack, function: str) -> None:
    for statement in stack.statements(function):
        assert not [action for action in statement["Action"] if "*" in action]
        assert "*" not in statement["Resource"]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_managed_policies_are_those_for_logs_and_traces_alone(stack: Stack, function: str) -> None:
    attached = stack.of_type("IAM::Role")[f"{function}Role"]["ManagedPolicyArns"]

    assert {arn.split(":policy/")[1] for arn in attached} == MANAGED


@pytest.mark.parametrize("function", ["Socket", "Clock", "Sweep"])
def test_statements_that_write_name_the_stacks_own_resources(stack: Stack, function: str) -> None:
    for statement in stack.statements(function):
        for resource in statement["Resource"]:
            assert stack.names(resource) & {
                "GamesTable",
                "PlayersTable",
                "ClockQueue",
                "SocketApi",
                "SweepDeadLetters",
            }, statement


@pytest.mark.parametrize("function", ["Authorizer", "Desk"])
def test_who_keeps_nothing_may_touch_nothing(stack: Stack, function: str) -> None:
    assert list(stack.statements(function)) == []


@pytest.mark.parametrize("function", FUNCTIONS)
def test_no_function_may_scan_a_table(stack: Stack, function: str) -> None:
    assert not any("dynamodb:Scan" in statement["Action"] for statement in stack.statements(function))


def test_only_the_clock_takes_messages_from_its_queue(stack: Stack) -> None:
    takers = {
        function
        for function in FUNCTIONS
        if any("sqs:ReceiveMessage" in statement["Action"] for statement in stack.statements(function))
    }

    assert takers == {"Clock"}
