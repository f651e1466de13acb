"""How fast the desk starts and replays, against starting Python and decoding the same rows."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parent.parent
ROWS: Final = [
    line["in"] for line in map(msgspec.json.decode, (ROOT / "tests/cases/deal-replay.jsonl").read_bytes().splitlines())
]
TIMES: Final = 40
"""How often the worked rows are repeated."""


def seconds(command: list[str], rows: bytes = b"") -> float:
    """Wall seconds of a process."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *command], input=rows, stdout=subprocess.DEVNULL, cwd=ROOT, check=False)
    return time.perf_counter() - began


def median(measure: Callable[[], float], runs: int = 5) -> float:
    """The median of several runs."""
    return statistics.median(measure() for _ in range(runs))


def report() -> str:
    """Start-up and deals a second."""
    rows = b"\n".join(msgspec.json.encode(row) for row in ROWS) + b"\n"
    many, deals = rows * TIMES, len(ROWS) * TIMES
    bare = median(lambda: seconds(["-c", "import msgspec"]))
    start = median(lambda: seconds(["-m", "circolo.desk", "deal-replay"], b""))
    decode = median(lambda: seconds(["-c", "import sys, msgspec\nfor l in sys.stdin: msgspec.json.decode(l)"], many))
    replay = median(lambda: seconds(["-m", "circolo.desk", "deal-replay"], many)) - start
    return "\n".join(
        [
            "measure | figure | against",
            "--- | --- | ---",
            f"start | {start:.2f} s | {start / bare:.1f} times Python with msgspec ({bare:.2f} s)",
            f"deals replayed | {deals / replay:,.0f} a second | {replay / (decode - bare):.1f} times decoding the rows",
        ]
    )
