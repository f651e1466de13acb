"""The schedules of the template: EventBridge rules and Scheduler schedules, ``rate(...)`` and ``at(...)``.

``cron(...)`` is not run here; ``not_run`` names such schedules, and
``Stack.invoke`` stands in for them.
"""

import json
import re
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from local.clock import Clock
from local.deployment import ACCOUNT, Deployment
from local.queues import Queues

UNIT: Final = {"minute": 60_000, "hour": 3_600_000, "day": 86_400_000}
"""Milliseconds of each unit of ``rate(...)``."""

Invoke = Callable[[str, Mapping[str, Any]], Any]


@dataclass(eq=False)
class Schedule:
    """A schedule, the ARN of its target, and when it is due next (``None``: never again)."""

    name: str
    expression: str
    target: str
    payload: str | None
    source: str
    resource: str
    period: int | None
    due: int | None

    def after(self, now: int) -> int | None:
        """The instant after the one due, missed ones left out."""
        if self.period is None or self.due is None:
            return None
        return self.due + self.period if self.due + self.period > now else now + self.period


class Schedules:
    """All schedules of the template."""

    def __init__(self, deployment: Deployment, queues: Queues, region: str, clock: Clock, invoke: Invoke) -> None:
        self._deployment, self._queues, self._region = deployment, queues, region
        self._invoke = invoke
        self._lock = threading.Lock()
        every = [*_rules(deployment, region, clock()), *_one_by_one(deployment, region, clock())]
        self._all = [schedule for schedule in every if not schedule.expression.startswith("cron(")]
        self.not_run = [schedule.name for schedule in every if schedule.expression.startswith("cron(")]

    def next_due(self) -> int | None:
        """When the earliest schedule falls due."""
        with self._lock:
            return min((schedule.due for schedule in self._all if schedule.due is not None), default=None)

    def take_due(self, now: int) -> Sequence[Callable[[], None]]:
        """One job for each schedule due at ``now``; its next instant is set."""
        jobs: list[Callable[[], None]] = []
        with self._lock:
            for schedule in self._all:
                if schedule.due is not None and schedule.due <= now:
                    event = self._event(schedule, schedule.due)
                    schedule.due = schedule.after(now)
                    jobs.append(lambda schedule=schedule, event=event: self._fire(schedule, event))  # type: ignore[misc]
        return jobs

    def _fire(self, schedule: Schedule, event: Any) -> None:
        function = self._deployment.function_at(schedule.target)
        queue = self._queues.at(schedule.target)
        if function is not None:
            self._invoke(function, event)
        elif queue is not None:
            self._queues.send(queue, {"MessageBody": json.dumps(event)})

    def _event(self, schedule: Schedule, due: int) -> Any:
        if schedule.payload is not None:
            return json.loads(schedule.payload)
        return {
            "version": "0",
            "id": str(uuid.uuid4()),
            "detail-type": "Scheduled Event",
            "source": schedule.source,
            "account": ACCOUNT,
            "time": datetime.fromtimestamp(due / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "region": self._region,
            "resources": [schedule.resource],
            "detail": {},
        }


def _rules(deployment: Deployment, region: str, now: int) -> Iterator[Schedule]:
    for name, rule in deployment.of_type("Events::Rule").items():
        expression = rule.get("ScheduleExpression")
        if expression and rule.get("State", "ENABLED") != "DISABLED":
            resource = f"arn:aws:events:{region}:{ACCOUNT}:rule/{rule.get('Name', name)}"
            for target in rule.get("Targets", []):
                period, due = _when(expression, "UTC", now)
                payload = target.get("Input")
                yield Schedule(name, expression, target["Arn"], payload, "aws.events", resource, period, due)


def _one_by_one(deployment: Deployment, region: str, now: int) -> Iterator[Schedule]:
    for name, schedule in deployment.of_type("Scheduler::Schedule").items():
        if schedule.get("State", "ENABLED") != "DISABLED":
            expression, target = schedule["ScheduleExpression"], schedule["Target"]
            group = schedule.get("GroupName", "default")
            resource = f"arn:aws:scheduler:{region}:{ACCOUNT}:schedule/{group}/{schedule.get('Name', name)}"
            period, due = _when(expression, schedule.get("ScheduleExpressionTimezone", "UTC"), now)
            payload = target.get("Input")
            yield Schedule(name, expression, target["Arn"], payload, "aws.scheduler", resource, period, due)


def _when(expression: str, zone: str, now: int) -> tuple[int | None, int | None]:
    """Period and first instant of an expression. Raises ``ValueError`` on one that is neither rate, at nor cron."""
    if found := re.fullmatch(r"rate\((\d+) (minute|hour|day)s?\)", expression):
        period = int(found[1]) * UNIT[found[2]]
        return period, now + period
    if found := re.fullmatch(r"at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)", expression):
        instant = int(datetime.fromisoformat(found[1]).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)
        return None, instant if instant >= now else None
    if expression.startswith("cron("):
        return None, None
    raise ValueError(f"schedule expression not understood: {expression}")
