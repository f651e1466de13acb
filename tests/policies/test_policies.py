"""Each function may do what it does, and nothing else."""

import pytest

from tests.policies.permission import Permission
from tests.template.stack import FUNCTIONS

Found = tuple[set[Permission], set[Permission]]

QUEUE_POLLER = {"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"}
"""What Lambda itself does, in the Clock's name, to bring it the queue's messages."""


def by_service(permission: Permission) -> bool:
    """Whether AWS and not the function's code uses a permission."""
    return (permission.function == "Clock" and permission.action in QUEUE_POLLER) or (
        # What became of a sweep that failed is left by Lambda.
        permission.function == "Sweep" and "SweepDeadLetters" in permission.resource
    )


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_call_a_function_makes_is_allowed(after: Found, function: str) -> None:
    asked, given = after

    refused = [one for one in asked if one.function == function and not any(each.covers(one) for each in given)]

    assert sorted(map(str, refused)) == []


@pytest.mark.parametrize("function", FUNCTIONS)
def test_everything_a_function_is_allowed_it_does(after: Found, function: str) -> None:
    asked, given = after

    own = [one for one in given if one.function == function and not by_service(one)]
    unused = [one for one in own if not any(one.covers(each) for each in asked)]

    assert sorted(map(str, unused)) == []


def test_what_is_left_to_the_service_is_allowed(after: Found) -> None:
    _, given = after

    assert {(one.function, one.action) for one in given if by_service(one)} == {
        *(("Clock", action) for action in QUEUE_POLLER),
        ("Sweep", "sqs:SendMessage"),
    }
