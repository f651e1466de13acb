"""The games that can be played at a table, by name."""

from types import MappingProxyType
from typing import Final

from circolo.burraco.game import Burraco
from circolo.table.game import Game

BURRACO: Final[Game] = Burraco()
GAMES: Final = MappingProxyType({game.name: game for game in (BURRACO,)})
