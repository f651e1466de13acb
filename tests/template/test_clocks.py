"""Queue and schedule: what fails is tried again, then kept where it is seen."""

from tests.template.stack import Stack


def test_every_queue_shows_a_message_again_no_sooner_than_six_timeouts(stack: Stack) -> None:
    for source in stack.of_type("Lambda::EventSourceMapping").values():
        (queue,) = stack.names(source["EventSourceArn"])
        (function,) = stack.names(source["FunctionName"])

        assert stack.queues()[queue]["VisibilityTimeout"] >= 6 * stack.functions()[function]["Timeout"], queue


def test_the_clock_queue_keeps_no_order(stack: Stack) -> None:
    """A FIFO queue has no delay per message."""
    assert not stack.queues()["ClockQueue"].get("FifoQueue")


def test_clock_takes_messages_at_once_and_fails_them_one_by_one(stack: Stack) -> None:
    (source,) = stack.of_type("Lambda::EventSourceMapping").values()

    assert stack.names(source["EventSourceArn"]) == {"ClockQueue"}
    assert stack.names(source["FunctionName"]) == {"Clock"}
    assert source["MaximumBatchingWindowInSeconds"] == 0
    assert source["FunctionResponseTypes"] == ["ReportBatchItemFailures"]


def test_sweep_runs_every_minute(stack: Stack) -> None:
    (rule,) = stack.of_type("Events::Rule").values()
    (target,) = rule["Targets"]

    assert rule["ScheduleExpression"] == "rate(1 minute)"
    assert stack.names(target["Arn"]) == {"Sweep"}
    assert stack.functions()["Sweep"]["Timeout"] < 60


def test_every_queue_that_feeds_a_function_has_dead_letters(stack: Stack) -> None:
    for source in stack.of_type("Lambda::EventSourceMapping").values():
        (queue,) = stack.names(source["EventSourceArn"])
        redrive = stack.queues()[queue]["RedrivePolicy"]

        assert stack.names(redrive["deadLetterTargetArn"]) <= set(stack.queues())
        assert redrive["maxReceiveCount"] >= 3


def test_every_schedule_has_dead_letters_for_what_was_not_delivered_and_for_what_failed(stack: Stack) -> None:
    failures = {
        frozenset(stack.names(config["FunctionName"])): config["DestinationConfig"]["OnFailure"]["Destination"]
        for config in stack.of_type("Lambda::EventInvokeConfig").values()
    }
    targets = [target for rule in stack.of_type("Events::Rule").values() for target in rule["Targets"]]
    targets += [schedule["Target"] for schedule in stack.of_type("Scheduler::Schedule").values()]

    for target in targets:
        assert stack.names(target["DeadLetterConfig"]["Arn"]) <= set(stack.queues())
        assert stack.names(failures[frozenset(stack.names(target["Arn"]))]) <= set(stack.queues())


def test_nothing_else_invokes_a_function(stack: Stack) -> None:
    """The gateway waits for its answer; the queue and the schedule, which do not, have dead letters (above)."""
    callers = {permission["Principal"] for permission in stack.of_type("Lambda::Permission").values()}

    assert callers == {"apigateway.amazonaws.com", "events.amazonaws.com"}
    assert not stack.of_type("SNS::Subscription")
    assert not stack.of_type("Lambda::Url")


def test_schedule_may_write_to_its_dead_letters(stack: Stack) -> None:
    ((name, rule),) = stack.of_type("Events::Rule").items()
    (policy,) = stack.of_type("SQS::QueuePolicy").values()
    (statement,) = policy["PolicyDocument"]["Statement"]

    assert stack.names(policy["Queues"]) == stack.names(rule["Targets"][0]["DeadLetterConfig"]), name
    assert statement["Principal"] == {"Service": "events.amazonaws.com"}
    source = statement["Condition"]["ArnEquals"]["aws:SourceArn"]["Fn::Sub"]
    assert source.endswith(f":rule/{rule['Name']['Fn::Sub']}")


def test_every_queue_is_encrypted(stack: Stack) -> None:
    assert all(queue["SqsManagedSseEnabled"] for queue in stack.queues().values())


def test_dead_letters_are_kept_for_two_weeks(stack: Stack) -> None:
    for name in ("ClockDeadLetters", "SweepDeadLetters"):
        assert stack.queues()[name]["MessageRetentionPeriod"] == 14 * 24 * 3600
