"""The same faults on the local stack with its real sockets."""

import asyncio
import subprocess
import sys

import pytest

from local.chaos.settings import Chaos, Rates
from local.client.bot import play_match
from local.client.connection import Timing
from local.client.player import Player
from local.stack import ROOT, Stack

EAGER = Timing(answer=2.0, ping=1.0)
PARAMETERS = {"LogLevel": "ERROR", "AiPauseSeconds": "0"}


def match(stack: Stack, *, to_the_end: bool) -> str:
    """A match against the game's own opponent, or only its beginning; the phase it has reached."""

    async def played() -> str:
        async with Player(stack.socket_url, stack.token("anna"), timing=EAGER) as anna:
            await anna.claim("Anna")
            view = await anna.attach(await anna.open("FIBUR", deals=2, ai="baseline"))
            if to_the_end:
                view = await play_match(anna)
            return str(view["phase"])

    return asyncio.run(played())


def test_a_client_opens_a_table_through_what_goes_wrong() -> None:
    rates = Rates(frame_doubled=1.0, throttled=0.1, conflict=0.1, clock_doubled=1.0)
    with Stack(parameters=PARAMETERS, chaos=Chaos(5, rates)) as stack:
        phase = match(stack, to_the_end=False)

        assert phase == "playing"
        assert stack.faults is not None
        assert stack.faults.struck["frame_doubled"] > 0


@pytest.mark.slow
def test_a_match_is_played_to_its_end_through_everything() -> None:
    with Stack(parameters=PARAMETERS, chaos=Chaos(5)) as stack:
        assert match(stack, to_the_end=True) == "ended"


def test_the_demo_refuses_a_seed_out_of_range() -> None:
    asked = [sys.executable, "-m", "local.demo", "--chaos", "-1"]

    refused = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)

    assert refused.returncode == 2
    assert "seed" in refused.stderr
