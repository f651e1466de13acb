"""What a function imports before its first message: a cold start is a player's wait."""

import subprocess
import sys

import pytest

HEAVY = ("pydantic", "aws_xray_sdk", "moto", "asyncio", "jwt", "cryptography")


@pytest.mark.parametrize("function", ["socket", "clock", "sweep"])
def test_a_function_of_the_room_imports_no_tracer_and_nothing_heavy(function: str) -> None:
    code = f"import sys; sys.path.insert(0, 'functions/{function}'); import app; print(*sorted(sys.modules))"

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert not {name for name in loaded if name.split(".")[0] in HEAVY}
