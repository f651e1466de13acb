"""A function as Lambda runs it: its built folder, its layer, the runtime client, and a runtime API that feeds it."""

import json
import os
import queue
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ENVIRONMENT = Path(__file__).parents[2] / ".venv-runtime"
PATIENCE = 60
"""Seconds an answer may take, cold start included."""


class RuntimeApi(ThreadingHTTPServer):
    """The runtime API of one function: events go in, answers come out."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.events: queue.Queue[Any] = queue.Queue()
        self.answers: queue.Queue[tuple[str, Any]] = queue.Queue()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: a function that is stopped leaves its connection."""


class _Handler(BaseHTTPRequestHandler):
    server: RuntimeApi
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The next event, as soon as there is one."""
        event = self.server.events.get()
        if event is None:
            self.close_connection = True
            return
        self._reply(
            200,
            json.dumps(event).encode(),
            {
                "Lambda-Runtime-Aws-Request-Id": str(uuid.uuid4()),
                "Lambda-Runtime-Deadline-Ms": str(int((time.time() + PATIENCE) * 1000)),
                "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:eu-south-1:123456789012:function:circolo",
                "Lambda-Runtime-Trace-Id": "Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0",
            },
        )

    def do_POST(self) -> None:
        """The answer to an event, or what was raised instead."""
        body = json.loads(self._body())
        self.server.answers.put((self.path.rsplit("/", 1)[1], body))
        self._reply(202, b'{"status":"OK"}', {})

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers["Content-Length"]))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _reply(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the log that matters is the function's."""


@dataclass
class Running:
    """A function that waits for events."""

    api: RuntimeApi
    process: subprocess.Popen[bytes]
    log: Any

    def invoke(self, event: Any) -> Any:
        """Its answer to an event. Raises ``AssertionError``, with its log, if it raises or dies."""
        self.api.events.put(event)
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends and self.process.poll() is None:
            try:
                kind, told = self.api.answers.get(timeout=0.2)
            except queue.Empty:
                continue
            if kind == "response":
                return told
            raise AssertionError(f"{told}: {self.output()}")
        raise AssertionError(f"no answer: {self.output()}")

    def output(self) -> str:
        """Everything it has written so far: its log."""
        self.log.seek(0)
        text: str = self.log.read().decode(errors="replace")
        self.log.seek(0, os.SEEK_END)
        return text


@contextmanager
def running(built: Path, function: str, environment: Mapping[str, str]) -> Iterator[Running]:
    """A function of the built project with this environment, and nothing else of this process's."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        raise FileNotFoundError("the runtime's environment is missing: make .venv-runtime/ready")
    with RuntimeApi() as api, tempfile.TemporaryFile() as log:
        threading.Thread(target=api.serve_forever, daemon=True).start()
        process = subprocess.Popen(
            [python, "-m", "awslambdaric", "app.handler"],
            cwd=built / function,
            env={
                **environment,
                "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{api.server_address[1]}",
                "AWS_LAMBDA_FUNCTION_NAME": function,
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "1024",
                "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
                "LAMBDA_TASK_ROOT": str(built / function),
                "PYTHONPATH": str(built / "CircoloLayer" / "python"),
            },
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield Running(api, process, log)
        finally:
            process.kill()
            process.wait()
            api.events.put(None)
            api.shutdown()
