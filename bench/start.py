"""How much longer the socket function takes to import than what it cannot do without: boto3 and pynamodb."""

import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BARE: Final = "import boto3, pynamodb.models, pynamodb.transactions"
FUNCTION: Final = "import sys; sys.path.insert(0, 'functions/socket'); import app"
MEASURE: Final = (
    "import resource, time; began = time.process_time(); {code}; "
    "print(time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
)
RUNS: Final = 9


def measured(code: str) -> tuple[float, float]:
    """(CPU seconds, MiB) of importing in a fresh process."""
    output = subprocess.run(
        [sys.executable, "-c", MEASURE.format(code=code)], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout.split()
    return float(output[0]), int(output[1]) / 1024


def report() -> str:
    """Medians of alternating runs, and their ratio."""
    pairs = [(measured(BARE), measured(FUNCTION)) for _ in range(RUNS)]
    bare, function = ([statistics.median(run[side][figure] for run in pairs) for figure in (0, 1)] for side in (0, 1))
    ratio = statistics.median(own[0] / base[0] for base, own in pairs)
    return "\n".join(
        [
            "import | CPU seconds | memory",
            "--- | --- | ---",
            f"boto3 and pynamodb | {bare[0]:.3f} | {bare[1]:.0f} MiB",
            f"socket function | {function[0]:.3f} | {function[1]:.0f} MiB",
            f"\nratio {ratio:.2f} in CPU, {function[1] / bare[1]:.2f} in memory (at most 1.3 wanted).",
        ]
    )
