"""The composition root: the one place where adapters are built and handed to the room."""

from collections.abc import Callable, Mapping

from botocore.session import get_session

from circolo.adapters.clock_queue import SqsClocks, queue_client
from circolo.adapters.sockets import GatewaySockets, management_client
from circolo.adapters.system import Machine
from circolo.games import GAMES
from circolo.room.house import House
from circolo.store.attempts import Attempts
from circolo.store.models import models
from circolo.store.players import DynamoPlayers
from circolo.store.tables import DynamoTables


def house(environ: Mapping[str, str], clock: Callable[[], int], machine: Machine | None = None) -> House:
    """A deployment's room from a function's environment: GAMES_TABLE, PLAYERS_TABLE, CLOCK_QUEUE_URL,
    CONNECTIONS_URL, HISTORY_DAYS (days), AI_PAUSE_SECONDS and, if set, AWS_REGION. Raises KeyError for what is missing,
    ValueError for what is no number. `clock` gives UTC milliseconds; `machine` is what else is taken from the machine,
    by default this one."""
    machine = machine or Machine()
    region = environ.get("AWS_REGION")
    items = models(environ["GAMES_TABLE"], environ["PLAYERS_TABLE"], region)
    attempts = Attempts(items.connection, sleep=machine.sleep, random=machine.chance)
    # botocore's own session: what boto3 puts on top of it is a third of the function's import time, and not used here.
    session = get_session()
    return House(
        tables=DynamoTables(items, attempts, now=clock, history_days=int(environ["HISTORY_DAYS"])),
        players=DynamoPlayers(items, attempts),
        sockets=GatewaySockets(
            management_client(session, environ["CONNECTIONS_URL"], region, machine.push_workers),
            sleep=machine.sleep,
            random=machine.chance,
            workers=machine.push_workers,
        ),
        clocks=SqsClocks(queue_client(session, region), environ["CLOCK_QUEUE_URL"]),
        games=GAMES,
        random=machine.randomness,
        now=clock,
        ai_pause=int(environ["AI_PAUSE_SECONDS"]) * 1000,
    )
