"""A seed repeats exactly: every message, write, push and fault at the same instant and in the same order."""

import os
import subprocess
import sys

import pytest

from circolo.table.settings import Format
from local.chaos.match import Plan, play
from local.chaos.settings import ROUGH, Chaos
from local.stack import ROOT

SHORT = Plan(format=Format.COPPIE, ai_seats=(1, 3), moves=4)
PROGRAM = """
from circolo.table.settings import Format
from local.chaos.match import Plan, play
from local.chaos.settings import ROUGH, Chaos
print(play(Chaos(7, ROUGH), Plan(format=Format.COPPIE, ai_seats=(1, 3), moves=4)).history.digest)
"""


def digest(seed: int) -> str:
    return play(Chaos(seed, ROUGH), SHORT).history.digest


def test_the_same_seed_makes_the_same_history_and_another_another() -> None:
    digests = [digest(seed) for seed in (7, 7, 8)]

    assert digests[0] == digests[1] != digests[2]


@pytest.mark.slow
def test_another_process_with_another_order_of_hashes_makes_the_same_history() -> None:
    path = os.pathsep.join((str(ROOT / "layers" / "circolo"), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "12345"}

    made = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)

    assert made.stdout.strip() == digest(7)
