"""The real functions on moto and virtual time, where every AWS call is a place to change over.

One room plays one run; a process has one at a time. Nothing in it has chance or time of its own: decks, pauses, the way
of messages and calls, and faults come from generators of the seed.
"""

import asyncio
import logging
from base64 import b64decode
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, Self, TypeVar

from moto.core import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.dynamo_type import DynamoType

from circolo.adapters.system import Machine
from local.api import read_api
from local.aws_calls import AwsCalls, Call
from local.chaos.faults import WRITES, Faults, Killed, invocation, under_way
from local.chaos.history import History
from local.chaos.network import ISSUER, Network
from local.chaos.settings import Chaos
from local.chaos.switch import Switch
from local.chaos.virtual_time import VirtualLoop
from local.clock import FakeClock
from local.cloud import REGION, cloud
from local.functions import Functions
from local.management import Management
from local.queues import Queues
from local.schedules import Schedules

TEMPLATE: Final = Path(__file__).resolve().parents[2] / "template.yaml"
FUNCTIONS: Final = ("Socket", "Clock", "Sweep")
"""Those that run here."""
PARAMETERS: Final = {"LogLevel": "ERROR", "TokenIssuer": ISSUER, "TokenAudience": "chaos", "TokenKeysUrl": ISSUER}

T = TypeVar("T")


class ChaosRoom:
    """A room under chaos; `run` one program in it. `parameters` override the template's."""

    def __init__(self, chaos: Chaos, parameters: Mapping[str, str] | None = None) -> None:
        self.chaos, self.clock = chaos, FakeClock()
        self.faults, self.history = Faults(chaos), History(self.clock)
        self.random = Random(f"{chaos.seed} people")
        self._way = Random(f"{chaos.seed} way")
        self._cards, self._chance = Random(f"{chaos.seed} cards"), Random(f"{chaos.seed} chance")
        self._parameters = {**PARAMETERS, **(parameters or {})}
        self._aws = AwsCalls()
        self._loop = VirtualLoop(self.clock)
        self._switch = Switch(self._loop)
        self._tasks: set[asyncio.Task[None]] = set()
        self._look_at: int | None = None
        self._undo = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as undo:
            undo.callback(self._loop.close)
            made = undo.enter_context(cloud(TEMPLATE, self._parameters, self._parameters, self._aws))
            deployment = self.deployment = made.deployment
            machine = Machine(self._cards, self._chance.random, self._sleep, push_workers=1)
            self._functions = Functions(deployment.functions, REGION, self.clock, made.process, machine)
            for name in FUNCTIONS:
                self._functions.start(name)
            undo.enter_context(self._logged())
            invoke = self.faults.invoke(self._invoke)
            self.queues = Queues(deployment, REGION, self.clock, invoke)
            self._schedules = Schedules(deployment, self.queues, REGION, self.clock, invoke)
            api = read_api(deployment, REGION)
            assert api is not None, "the template has a WebSocket API"
            self.network = Network(
                self._loop, api, self.clock, invoke, self._switch, self.faults, self.history, self._way
            )
            self._aws.answers.update(Management(self.network.connections, self.clock, "nowhere").answers())
            self._aws.answers["sqs.SendMessage"] = self.queues.on_send
            self.queues.copies = self.faults.clocks
            self.queues.changed = lambda: self._look_in(0)
            self._aws.around = self._around
            self._undo = undo.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._undo.close()

    def run(self, program: Callable[["ChaosRoom"], Awaitable[T]]) -> T:
        """Run a program to its end, and end with it whatever is still under way."""

        async def whole() -> T:
            self._look()
            try:
                return await program(self)
            finally:
                self._switch.close()

        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            return runner.run(whole())

    @property
    def idle(self) -> bool:
        """Whether no invocation is under way and no message waits for one."""
        return not self._switch.under_way and self.queues.next_due() is None

    def stored(self, table: str, pk: str, sk: str) -> Mapping[str, Any] | None:
        """An item as the engine holds it, by attribute; `table` is the logical id."""
        engine = dynamodb_backends[DEFAULT_ACCOUNT_ID][REGION].tables[self.deployment.tables[table]]
        item = engine.get_item(DynamoType({"S": pk}), DynamoType({"S": sk}))
        return None if item is None else {name: _value(value) for name, value in item.attrs.items()}

    def _invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        with invocation(function) as under:
            under.ends = self.clock() + self.deployment.functions[function].timeout * 1000
            try:
                return self._functions.invoke(function, event)
            except BaseException as error:
                self.history.fail(function, error, tuple(under.met))
                raise

    def _around(self, call: Call, client: Any, made: Callable[[], Any]) -> Any:
        self._sleep(self._duration())
        answer = self.faults.around(call, client, lambda: self._made(call, made))
        self._sleep(self._duration())
        return answer

    def _made(self, call: Call, made: Callable[[], Any]) -> Any:
        self.history.note(call.function, call.operation)
        answer = made()
        if call.operation in WRITES:
            self._note_save(call.parameters)
        return answer

    def _note_save(self, parameters: Mapping[str, Any]) -> None:
        for part in parameters.get("TransactItems", [{"Single": parameters}]):
            for action in part.values():
                key = action.get("Key") or action["Item"]
                if key["sk"]["S"] == "RECORD":
                    item = self.stored("GamesTable", key["pk"]["S"], "RECORD")
                    assert item is not None, "what was just written is there"
                    version = item["v"]
                    if not self.history.saved or self.history.saved[-1][1:] != (version, item["rec"]):
                        self.history.save(version, item["rec"])

    def _sleep(self, seconds: float) -> None:
        """Within an invocation: let others go on for so long; past its time limit it is ended."""
        self._switch.park(seconds)
        under = under_way.get()
        if under is not None and not self.faults.calm and self.clock() > under.ends:
            under.met.append("time_limit")
            under.dead = True
            raise Killed("at its time limit")

    def _duration(self) -> float:
        """Seconds of half a call, mostly a few thousandths."""
        chance = self._way.random()
        return self._way.uniform(0.001, 0.008) if chance < 0.97 else self._way.uniform(0.02, 0.6)

    def _look_in(self, seconds: float) -> None:
        self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        """Start what is due, and come back when the next is."""
        now = self.clock()
        for source in (self.queues, self._schedules):
            for job in source.take_due(now):
                task = self._loop.create_task(self._job(job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        due = min(due for due in (self.queues.next_due(), self._schedules.next_due()) if due is not None)
        if self._look_at is None or not now < self._look_at <= due:
            self._look_at = due
            self._look_in((due - now) / 1000 + 0.001)

    async def _job(self, job: Callable[[], object]) -> None:
        try:
            await self._switch.run(job)
        except Exception:
            return  # noted where it happened; the next message or minute makes up for it

    @contextmanager
    def _logged(self) -> Iterator[None]:
        """What the functions log goes into the history, where it is an error, and nowhere else."""
        log = logging.getLogger("circolo")
        kept, log.handlers = log.handlers, [_Errors(self.history)]
        quiet = logging.getLogger("local.functions")
        disabled, quiet.disabled = quiet.disabled, True
        try:
            yield
        finally:
            log.handlers, quiet.disabled = kept, disabled


class _Errors(logging.Handler):
    """Keeps the exceptions that a function logged instead of raising them."""

    def __init__(self, history: History) -> None:
        super().__init__(logging.ERROR)
        self._history = history

    def emit(self, record: logging.LogRecord) -> None:
        under = under_way.get()
        if record.exc_info and record.exc_info[1] and under:
            self._history.fail(under.function, record.exc_info[1], tuple(under.met))


def _value(stored: DynamoType) -> Any:
    match stored.type:
        case "N":
            return int(stored.value)
        case "B":
            return stored.value if isinstance(stored.value, bytes) else b64decode(stored.value)
        case _:
            return stored.value
