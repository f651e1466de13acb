"""The desk's command line: usage, help, exit status, and a stream that is answered row by row."""

import io
import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from circolo.desk.command_line import run
from circolo.desk.registry import COMMANDS
from tests.desk.conftest import ROOT, Desk

ROW = b'{"vp":13,"deals":2}\n'
ANSWER = b'{"ranking_points":6,"weighted":"6.5"}\n'
HEAVY = {"boto3", "botocore", "pynamodb", "aws_lambda_powertools", "asyncio", "aiohttp", "websockets", "jwt"}


def printed(*arguments: str) -> str:
    """What the desk prints for these arguments, with status 0."""
    answers = io.BytesIO()
    assert run(arguments, io.BytesIO(), answers) == 0
    return answers.getvalue().decode()


def started(*arguments: str) -> subprocess.Popen[bytes]:
    """The desk as a process of its own, from the project's root."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "layers/circolo"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_all_rows_answered_is_status_0(desk: Desk) -> None:
    assert desk("ranking-points", ROW.strip(), ROW.strip())[0] == 0


def test_no_rows_is_status_0(desk: Desk) -> None:
    assert desk("ranking-points") == (0, [])


def test_some_row_with_an_error_is_status_1(desk: Desk) -> None:
    assert desk("ranking-points", {"vp": 99, "deals": 2}, ROW.strip())[0] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["refund"],
        ["refund", "--help"],
        ["ranking-points", "more"],
        ["ranking-points", "--verbose"],
        ["--event"],
        ["ranking-points", "--event", "--help"],
    ],
)
def test_wrong_usage_is_status_2_and_says_what_there_is(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(arguments, io.BytesIO(ROW), io.BytesIO())

    assert ended.value.code == 2
    assert "usage: python -m circolo.desk" in capsys.readouterr().err


def test_unknown_command_is_told_the_commands_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["refund"], io.BytesIO(), io.BytesIO())

    told = capsys.readouterr().err
    assert all(command.name in told for command in COMMANDS)


@pytest.mark.parametrize("asking", ["--help", "-h"])
def test_help_lists_every_command_with_what_it_does(asking: str) -> None:
    lines = printed(asking).splitlines()

    for command in COMMANDS:
        assert any(line.split()[:1] == [command.name] and line.endswith(command.does) for line in lines)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_help_of_a_command_shows_each_field_and_an_example_with_its_answer(command: Any) -> None:
    page = printed(command.name, "--help")

    for field in command.fields:
        assert f"\n  {field.name:12}{field.kind}\n" in page
        assert field.meaning in page
    assert "\nexample row" in page
    assert "\nits answer:\n  {" in page
    assert '"error":{' not in page


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_example_is_a_row_the_command_answers(desk: Desk, command: Any) -> None:
    status, (answer,) = desk(command.name, printed(command.name, "--example").encode().strip())

    assert status == 0
    assert "error" not in answer


def test_each_row_is_answered_before_the_next_is_read() -> None:
    answers = io.BytesIO()

    class OneByOne(io.BytesIO):
        sent = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert answers.getvalue() == ANSWER * self.sent
            self.sent += 1
            return ROW if self.sent <= 3 else b""

    assert run(["ranking-points"], OneByOne(), answers) == 0
    assert answers.getvalue() == ANSWER * 3


def test_last_row_needs_no_end_of_line_and_lines_may_end_as_on_windows() -> None:
    answers = io.BytesIO()

    assert run(["ranking-points"], io.BytesIO(ROW.strip() + b"\r\n" + ROW.strip()), answers) == 0
    assert answers.getvalue() == ANSWER * 2


def test_process_answers_what_it_is_sent_and_ends_with_its_input() -> None:
    with started("-m", "circolo.desk", "ranking-points") as process:
        out, err = process.communicate(ROW + b"no row\n")

    assert (out.splitlines(keepends=True)[0], err, process.returncode) == (ANSWER, b"", 1)


def test_interrupt_ends_the_process_without_a_word() -> None:
    with started("-m", "circolo.desk", "ranking-points") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(ROW)
        process.stdin.flush()
        assert process.stdout.readline() == ANSWER

        process.send_signal(signal.SIGINT)

        assert (process.wait(10), process.stderr.read()) == (-signal.SIGINT, b"")


def test_reader_that_goes_away_ends_the_process_without_a_word() -> None:
    with started("-m", "circolo.desk", "ranking-points") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(ROW)
        process.stdin.flush()

        assert (process.wait(10), process.stderr.read()) == (-signal.SIGPIPE, b"")


def test_start_imports_nothing_heavy() -> None:
    with started("-c", "import circolo.desk.__main__, json, sys; print(json.dumps(list(sys.modules)))") as process:
        out, _ = process.communicate()

    assert not HEAVY & {name.partition(".")[0] for name in json.loads(out)}
