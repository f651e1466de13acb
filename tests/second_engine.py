"""The second engine: ministack, another imitation of AWS, in a process and an environment of its own."""

import json
import os
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ENVIRONMENT = Path(__file__).parents[1] / ".venv-engine"
PATIENCE = 30
"""Seconds in which it must have started, and then stopped."""


@contextmanager
def second_engine(*services: str) -> Iterator[str]:
    """The address of an empty engine with these services; it stops at the end.

    Its own command would listen on every interface, so its application is served by hypercorn, on loopback alone.
    """
    program = ENVIRONMENT / "bin" / "hypercorn"
    if not program.exists():
        raise FileNotFoundError("the second engine's environment is missing: make .venv-engine/ready")
    address = f"127.0.0.1:{_free_port()}"
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [program, "--bind", address, "ministack.app:app"],
            env=_settings(services),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait(process, address, log)
            yield f"http://{address}"
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _settings(services: tuple[str, ...]) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "SERVICES": ",".join(services),
        # Listeners that nobody asked for, and a container engine that it must not touch.
        "SFTP_ENABLED": "0",
        "IOT_MTLS_ENABLED": "0",
        "DOCKER_HOST": "unix:///nowhere",
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(process: subprocess.Popen[bytes], address: str, log: IO[bytes]) -> None:
    asked = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends and process.poll() is None:
        try:
            with asked.open(f"http://{address}/_ministack/health", timeout=PATIENCE) as answer:
                json.load(answer)
                return
        except OSError:
            time.sleep(0.05)
    log.seek(0)
    raise RuntimeError(f"the second engine did not start: {log.read().decode(errors='replace')}")
