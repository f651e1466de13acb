"""The desk as its users have it: a command line over two streams, and a function with its events."""

import importlib.util
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from circolo.desk.command_line import run

ROOT = Path(__file__).parents[2]
Desk = Callable[..., tuple[int, list[Any]]]
Function = Callable[[Any], Any]


@pytest.fixture
def desk() -> Desk:
    """``desk(command, *lines)``: exit status and answers. A line is a row, or bytes as they are."""

    def answered(command: str, *lines: Any) -> tuple[int, list[Any]]:
        text = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        answers = io.BytesIO()
        status = run([command], io.BytesIO(text), answers)
        return status, [json.loads(line) for line in answers.getvalue().splitlines()]

    return answered


@pytest.fixture
def function() -> Function:
    """``function(event)``: what the Lambda function answers, as JSON."""
    spec = importlib.util.spec_from_file_location("desk_app", ROOT / "functions" / "desk" / "app.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    environ: Mapping[str, str] = {"LOG_LEVEL": "INFO"}
    handle = module.handler.start(environ, lambda: 0)
    return lambda event: json.loads(json.dumps(handle(event, None)))
