"""The demo, as a stranger runs it."""

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_the_demo_plays_its_matches_to_their_end_and_prints_them() -> None:
    ran = subprocess.run([sys.executable, "-m", "local.demo"], capture_output=True, text=True, timeout=170, check=False)

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("Shuffle verified by") == 10
    assert ran.stdout.count("Victory Points") == 3
    assert max(map(len, ran.stdout.splitlines())) <= 80
