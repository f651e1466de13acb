"""The functions: each module loaded apart, started once, then invoked with copies of its events."""

import importlib.util
import inspect
import json
import logging
import sys
import threading
import time
import traceback
import uuid
from collections import deque
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from local.aws_calls import running
from local.clock import Clock
from local.deployment import FunctionSettings

log = logging.getLogger("local.functions")
Handler = Callable[[dict[str, Any], "Context"], Any]


@dataclass(frozen=True)
class Context:
    """The second argument of a handler, with the attributes the Lambda runtime gives."""

    function_name: str
    invoked_function_arn: str
    memory_limit_in_mb: str
    ends: float
    aws_request_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    function_version: str = "$LATEST"

    def get_remaining_time_in_millis(self) -> int:
        """Milliseconds until the function's timeout. The local stack does not stop who overruns it."""
        return max(0, int((self.ends - time.monotonic()) * 1000))


@dataclass(frozen=True)
class Failure:
    """An invocation that raised."""

    function: str
    error: BaseException
    trace: str


class Function:
    """One function: loaded and started at its first invocation, as a cold start is."""

    def __init__(
        self,
        logical_id: str,
        settings: FunctionSettings,
        region: str,
        clock: Clock,
        process: MutableMapping[str, str],
        machine: Any = None,
    ) -> None:
        self.settings, self._machine = settings, machine
        self._logical_id, self._clock, self._process = logical_id, clock, process
        self._environment = {
            **settings.environment,
            "AWS_REGION": region,
            "AWS_LAMBDA_FUNCTION_NAME": settings.name,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(settings.memory),
        }
        self._starting = threading.Lock()
        self._handler: Handler | None = None

    def start(self) -> Handler:
        """The handler, started with its environment and the stack's clock on the first call.

        A handler without ``start`` finds its environment in the process's; one that takes a ``machine`` is given the
        stack's, if it has one.
        """
        with self._starting:
            if self._handler is None:
                token = running.set(self._logical_id)
                try:
                    self._handler = self._started(self._load())
                finally:
                    running.reset(token)
            return self._handler

    def invoke(self, event: Mapping[str, Any]) -> Any:
        """Run the handler on a copy of ``event``; its response, likewise copied. Raises what the handler raises."""
        handler = self.start()
        context = Context(
            self.settings.name,
            self.settings.arn,
            str(self.settings.memory),
            time.monotonic() + self.settings.timeout,
        )
        token = running.set(self._logical_id)
        try:
            return json.loads(json.dumps(handler(json.loads(json.dumps(event)), context)))
        finally:
            running.reset(token)

    def _started(self, handler: Any) -> Handler:
        if hasattr(handler, "start"):
            takes = inspect.signature(handler.start).parameters
            given = {"machine": self._machine} if self._machine is not None and "machine" in takes else {}
            started: Handler = handler.start(self._environment, self._clock, **given)
            return started
        for key, value in self._environment.items():
            self._process.setdefault(key, value)
        plain: Handler = handler
        return plain

    def _load(self) -> Any:
        module_name, _, attribute = self.settings.code.handler.rpartition(".")
        path = self.settings.code.folder / (module_name.replace(".", "/") + ".py")
        spec = importlib.util.spec_from_file_location(f"local_function_{self._logical_id}", path)
        if spec is None or spec.loader is None or not path.exists():
            raise FileNotFoundError(f"function {self._logical_id}: no {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return getattr(module, attribute)


class Functions:
    """All functions by logical id, and the last thousand invocations that raised."""

    def __init__(
        self,
        settings: Mapping[str, FunctionSettings],
        region: str,
        clock: Clock,
        process: MutableMapping[str, str],
        machine: Any = None,
    ) -> None:
        self.failures: deque[Failure] = deque(maxlen=1000)
        self._by_id = {name: Function(name, each, region, clock, process, machine) for name, each in settings.items()}

    def __iter__(self) -> Any:
        return iter(self._by_id)

    def start(self, name: str) -> None:
        """Cold-start one function now."""
        self._by_id[name].start()

    def invoke(self, name: str, event: Mapping[str, Any]) -> Any:
        """Invoke a function by logical id. What it raises is noted in ``failures`` and raised on."""
        try:
            return self._by_id[name].invoke(event)
        except Exception as error:
            self.failures.append(Failure(name, error, traceback.format_exc()))
            log.warning("function %s failed", name, exc_info=error)
            raise
