"""Every example that a reader may paste is run, with this Python in place of the project's own."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from circolo.table.record import encode
from circolo.table.state import Phase
from local.clock import FakeClock
from local.stack import Stack
from tests.docs.pages import ROOT, blocks, page, section
from tests.table.builders import playing

PIPED = [line for line in blocks(page("docs/operate.md"), "sh")[1].splitlines() if line]


def shell(command: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    command = command.replace(".venv/bin/python", sys.executable)
    paths = os.pathsep.join(str(path) for path in (ROOT / "layers/circolo", ROOT))
    return subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_piped_example_of_the_readme_answers_as_printed() -> None:
    told = section("README.md", "## Operate")

    done = shell(blocks(told, "sh")[0])

    assert (done.returncode, done.stdout) == (0, blocks(told, "json")[0])


@pytest.mark.parametrize("command", PIPED, ids=["row", "example", "help"])
def test_the_examples_of_the_desk_run(command: str) -> None:
    done = shell(command)

    assert (done.returncode, done.stderr) == (0, "")
    assert "error" not in done.stdout or command.endswith("--help")


def test_the_answer_told_beside_the_examples_is_right() -> None:
    assert f"`{shell(PIPED[0]).stdout.strip()}`" in page("docs/operate.md")


def test_the_row_of_the_deploy_notes_is_answered() -> None:
    told = section("docs/deploy.md", "## Victory Point tables")
    row = next(piece for piece in told.split("`") if piece.startswith("echo "))

    assert json.loads(shell(row).stdout)["difference"] == 75


@pytest.mark.parametrize("abandoned", [False, True])
def test_a_disputed_deal_is_verified_and_replayed_from_its_history(tmp_path: Path, abandoned: bool) -> None:
    played = playing(seed=3)
    if abandoned:
        played.baseline_move()
        played.leave(played.on_turn)
    else:
        played.until(lambda table: table.phase is Phase.SHEET)
    (tmp_path / "deal.b64").write_text(base64.b64encode(encode(played.table)).decode())
    told = section("docs/operate.md", "## A disputed deal")
    write = next(block for block in blocks(told, "sh") if "verify.jsonl" in block)

    written = shell(write, tmp_path)
    verified = shell(".venv/bin/python -m circolo.desk verify-deal < verify.jsonl", tmp_path)
    replayed = shell(".venv/bin/python -m circolo.desk deal-replay < replay.jsonl", tmp_path)

    assert written.returncode == 0
    assert json.loads(verified.stdout)["right"] is True
    outcome = json.loads(replayed.stdout)
    if abandoned:
        assert outcome["ended"] == "open"
    else:
        totals = [side["total"] for side in outcome["scores"]]
        assert totals == [side[-1] for side in played.table.scores[-1]]


def test_the_first_sign_in_enters_the_room() -> None:
    told = section("docs/deploy.md", "## The first sign-in")
    enter = next(block for block in blocks(told, "sh") if "Player" in block)
    enter = enter.replace("SOCKET_URL=wss://... TOKEN=... ", "")

    with Stack(clock=FakeClock(), parameters={"LogLevel": "ERROR"}) as stack:
        done = shell(enter, SOCKET_URL=stack.socket_url, TOKEN=stack.token("operatore"))

    assert done.returncode == 0, done.stderr
    assert "Operatore" in done.stdout
