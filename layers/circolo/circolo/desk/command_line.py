"""The desk as a command line: rows from one stream, answers to another."""

import argparse
from collections.abc import Sequence
from typing import Any, BinaryIO, Final

import msgspec

from circolo.desk import manual
from circolo.desk.answering import LINE_LIMIT, Answering, Failed
from circolo.desk.command import Command
from circolo.desk.lines import lines
from circolo.desk.registry import BY_NAME, COMMANDS

SYNOPSIS: Final = f"{manual.USAGE} [--help] [COMMAND [--help | --example | --event]]"
ANSWERED, ERRORS = 0, 1
"""Exit status: all rows answered; some row had an error. Wrong usage is 2, as argparse has it."""


def run(arguments: Sequence[str], rows: BinaryIO, answers: BinaryIO) -> int:
    """Do what the arguments ask; the exit status. Raises ``SystemExit`` (2) on wrong usage."""
    parser = argparse.ArgumentParser(prog=manual.USAGE, add_help=False, allow_abbrev=False, usage=SYNOPSIS)
    parser.add_argument("command", nargs="?", metavar="COMMAND")
    show = parser.add_mutually_exclusive_group()
    show.add_argument("-h", "--help", dest="show", action="store_const", const=manual.page)
    show.add_argument("--example", dest="show", action="store_const", const=manual.example)
    show.add_argument("--event", dest="show", action="store_const", const=manual.event)
    asked = parser.parse_args(arguments)
    if asked.command is None and asked.show is manual.page:
        return _print(manual.overview(COMMANDS), answers)
    command = BY_NAME.get(asked.command)
    if command is None:
        missing = "no command" if asked.command is None else f"no command {asked.command!r}"
        parser.error(f"{missing}; there are {', '.join(BY_NAME)}")
    if asked.show is not None:
        return _print(asked.show(command), answers)
    return stream(command, rows, answers)


def stream(command: Command[Any], rows: BinaryIO, answers: BinaryIO) -> int:
    """Answer each row as it comes; the exit status."""
    answering, encode, status = Answering(command), msgspec.json.Encoder().encode, ANSWERED
    for line in lines(rows, LINE_LIMIT):
        answer = answering.too_long() if line is None else answering.text(line)
        if type(answer) is Failed:
            status = ERRORS
        answers.write(encode(answer) + b"\n")
        # Whoever sends row by row waits for each answer.
        answers.flush()
    return status


def _print(text: str, answers: BinaryIO) -> int:
    answers.write(text.encode())
    answers.flush()
    return ANSWERED
