"""The stack: everything of the template running in this process, from ``start`` to ``stop``."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

from local.api import read_api
from local.aws_calls import AwsCalls, Call
from local.chaos.faults import Faults
from local.chaos.settings import Chaos
from local.clock import Clock, FakeClock, RealClock
from local.cloud import REGION, cloud
from local.functions import Failure, Functions
from local.gateway import Gateway
from local.issuer import AUDIENCE, HOUR, Issuer
from local.management import Management
from local.mishaps import Calm
from local.queues import Queue, Queues
from local.schedules import Schedules
from local.server import Server, listening
from local.site import application
from local.throttle import Throttle
from local.timeline import Source, Timeline
from local.work import Work

ROOT: Final = Path(__file__).resolve().parent.parent


class Stack:
    """The whole stack on this machine; one at a time in a process.

    ``template``: the SAM template, in whose folder the functions' code is.
    ``clock``: a ``RealClock`` (default) runs what is due by itself, a ``FakeClock``
    only as ``advance`` moves it. ``port``: 0 picks a free one; ``spare_port`` picks
    one if ``port`` is taken. ``parameters`` override the template's. ``pages``:
    the folder of static files. ``workers``: how many invocations run at once.
    ``ordered``: messages of one connection wait for each other. ``throttled``: the
    stage's limits hold (default: only with a real clock, since they refill with
    time). ``chaos``: what goes wrong on purpose, and how often. ``record_calls``: keep
    every AWS call in ``calls``. ``patience``: seconds of wall time after which what does
    not end is an error.
    """

    def __init__(
        self,
        template: Path = ROOT / "template.yaml",
        *,
        clock: Clock | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        spare_port: bool = False,
        parameters: Mapping[str, str] | None = None,
        pages: Path | None = None,
        workers: int = 3,
        ordered: bool = False,
        throttled: bool | None = None,
        chaos: Chaos | None = None,
        record_calls: bool = False,
        patience: float = 30.0,
    ) -> None:
        self.clock: Clock = clock or RealClock()
        self._template, self._pages = template, pages or template.parent / "web"
        self._host, self._port, self._spare_port = host, port, spare_port
        self._parameters = parameters or {}
        self._worker_count, self._ordered, self._patience = workers, ordered, patience
        self._throttled = isinstance(self.clock, RealClock) if throttled is None else throttled
        self._work = Work()
        self.faults = None if chaos is None else Faults(chaos)
        """What chaos has done so far (``struck``), and the switch that ends it (``calm``)."""
        self._aws = AwsCalls(record=[] if record_calls else None)
        self._undo = ExitStack()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start everything. If something fails, what was started is stopped again."""
        try:
            self._start()
        except BaseException:
            self._undo.close()
            raise

    def stop(self) -> None:
        """Stop everything: no thread, socket, patch or environment variable is left."""
        self._undo.close()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"http://{self._address}"

    @property
    def socket_url(self) -> str:
        """Address to open WebSockets at."""
        return f"ws://{self._address}/{self._gateway().api.stage}"

    @property
    def management_url(self) -> str:
        """Endpoint of ``@connections`` over HTTP."""
        return f"{self.url}/{self._gateway().api.stage}"

    @property
    def calls(self) -> Sequence[Call]:
        """The AWS calls made so far, if they are recorded."""
        return self._aws.record or ()

    @property
    def failures(self) -> list[Failure]:
        """The invocations that raised so far (the last thousand)."""
        return list(self.functions.failures)

    def queue(self, name: str) -> Queue:
        """A queue by its logical id; a dead-letter queue too."""
        return self.queues[name]

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        """Invoke a function by its logical id and wait. Raises what it raises."""
        with self._work.one():
            return self._workers.submit(self.functions.invoke, function, event).result()

    def advance(self, seconds: float) -> None:
        """Move a fake clock on, from due event to due event, until all that falls due by then has been done.

        It waits: a test that runs an event loop calls it by ``asyncio.to_thread``.
        """
        self._timeline.advance(round(seconds * 1000))

    def settle(self) -> None:
        """Wait until what has reached the server is dealt with. Raises ``TimeoutError`` when ``patience`` is over."""
        self._server.look_round()
        self._work.settle(self._patience)

    def token(
        self,
        subject: str,
        roles: Sequence[str] = ("player",),
        ttl: int = HOUR,
        *,
        forged: bool = False,
        claims: Mapping[str, Any] | None = None,
    ) -> str:
        """A token of the stack's issuer (``Issuer.token``)."""
        return self.issuer.token(subject, roles, ttl, forged=forged, claims=claims)

    def _start(self) -> None:
        listener = listening(self._host, self._port, self._spare_port)
        self._undo.callback(listener.close)
        host, port = listener.getsockname()[:2]
        self._address = f"{host}:{port}"
        self.issuer = Issuer(f"{self.url}/issuer", self.clock)
        made = self._undo.enter_context(cloud(self._template, self._parameters, self._all_parameters(), self._aws))
        self.deployment = made.deployment
        self._workers = self._undo.enter_context(ThreadPoolExecutor(self._worker_count, "local-worker"))
        self.functions = Functions(self.deployment.functions, REGION, self.clock, made.process)
        self._invoke = self.functions.invoke if self.faults is None else self.faults.invoke(self.functions.invoke)
        self.queues = Queues(self.deployment, REGION, self.clock, self._invoke)
        self.schedules = Schedules(self.deployment, self.queues, REGION, self.clock, self._invoke)
        self.gateway, management = self._made_gateway()
        if self.faults is not None:
            self._aws.around, self.queues.copies = self.faults.around, self.faults.clocks
        self._aws.answers["sqs.SendMessage"] = self.queues.on_send
        self._aws.answers["sqs.SendMessageBatch"] = self.queues.on_send_batch
        app = application(self.issuer, self.gateway, management, self._pages)
        self._server = Server(app, listener, self._close_sockets)
        self._server.start()
        self._undo.callback(self._server.stop)
        sources: list[Source] = [self.queues, self.schedules, *([self.gateway] if self.gateway else [])]
        self._timeline = Timeline(self.clock, sources, self._workers, self._work, self.settle)
        self.queues.changed = self._timeline.poke
        self._undo.callback(self._timeline.stop)
        if not isinstance(self.clock, FakeClock):
            self._timeline.follow()

    def _all_parameters(self) -> dict[str, str]:
        issuer = {
            "TokenIssuer": self.issuer.url,
            "TokenAudience": AUDIENCE,
            "TokenKeysUrl": self.issuer.keys_url,
        }
        return {**issuer, **self._parameters}

    def _made_gateway(self) -> tuple[Gateway | None, Management | None]:
        api = read_api(self.deployment, REGION)
        if api is None:
            return None, None
        throttle = Throttle(api.rate if self._throttled else None, api.burst, self.clock)
        gateway = Gateway(
            api,
            self.clock,
            self._invoke,
            self._workers,
            self._work,
            throttle,
            self._ordered,
            Calm() if self.faults is None else self.faults,
        )
        management = Management(gateway.connections, self.clock, self._address)
        self._aws.answers.update(management.answers())
        return gateway, management

    async def _close_sockets(self) -> None:
        if self.gateway is not None:
            await self.gateway.stop()

    def _gateway(self) -> Gateway:
        if self.gateway is None:
            raise LookupError("the template has no WebSocket API")
        return self.gateway
