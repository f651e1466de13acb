"""What wakes the operator."""

from typing import Any

from tests.template.stack import FUNCTIONS, Stack


def watched(stack: Stack, metric: str) -> set[str]:
    """Logical ids that some alarm watches by this metric, from the first occurrence on."""
    found: set[str] = set()
    for alarm in stack.of_type("CloudWatch::Alarm").values():
        assert (alarm["Threshold"], alarm["ComparisonOperator"]) == (0, "GreaterThanThreshold")
        for measured in _metrics(alarm):
            if measured["MetricName"] == metric:
                found |= stack.names(measured["Dimensions"])
    return found


def _metrics(alarm: dict[str, Any]) -> list[dict[str, Any]]:
    if "Metrics" in alarm:
        return [query["MetricStat"]["Metric"] for query in alarm["Metrics"] if "MetricStat" in query]
    return [alarm]


def test_every_dead_letter_raises_an_alarm(stack: Stack) -> None:
    dead_letters = {name for name in stack.queues() if name.endswith("DeadLetters")}

    assert dead_letters
    assert watched(stack, "ApproximateNumberOfMessagesVisible") == dead_letters


def test_an_error_of_any_function_raises_an_alarm(stack: Stack) -> None:
    assert watched(stack, "Errors") == set(FUNCTIONS)


def test_a_throttle_of_any_function_raises_an_alarm(stack: Stack) -> None:
    assert watched(stack, "Throttles") == set(FUNCTIONS)


def test_alarms_tell_whoever_has_given_an_address(stack: Stack) -> None:
    for alarm in stack.of_type("CloudWatch::Alarm").values():
        assert alarm["AlarmActions"] == {
            "Fn::If": ["SomeoneIsTold", [{"Ref": "AlarmTopic"}], {"Ref": "AWS::NoValue"}],
        }
