"""Rules and schedules of the template run by the stack's clock."""

import json

from local.clock import FakeClock
from local.stack import Stack
from tests.local.client import TOY


def rung(note, name):
    return [int(instant) for instant in note(f"bell#{name}")["rung"]]


def test_a_rate_rule_ticks_once_a_period(stack, note):
    begun = stack.clock()

    stack.advance(seconds=59)
    early = note("bell#minute")
    stack.advance(seconds=121)

    assert early is None
    assert rung(note, "minute") == [begun + minute * 60_000 for minute in (1, 2, 3)]
    assert json.loads(note("bell#minute")["event"]) == {"tick": "minute"}


def test_an_at_schedule_fires_once_at_its_local_time(stack, note):
    stack.advance(seconds=600)

    assert rung(note, "aws.scheduler") == [stack.clock() - 600_000 + 150_000]
    assert json.loads(note("bell#aws.scheduler")["event"])["detail-type"] == "Scheduled Event"


def test_a_cron_rule_is_named_as_not_run_and_a_condition_decides_whether_it_is_there(stack):
    with_condition_off = stack.schedules.not_run
    stack.stop()

    with Stack(TOY, clock=FakeClock(), parameters={"Nightly": "yes"}) as nightly:
        with_condition_on = nightly.schedules.not_run

    assert with_condition_off == []
    assert with_condition_on == ["NightRule"]
