"""What whoever opens a table chooses, fixed for the whole match (burraco-platform, section 1)."""

from enum import StrEnum

import msgspec


class Format(StrEnum):
    """How many people play, and with whom."""

    UNO_CONTRO_UNO = "uno_contro_uno"
    """Two people, each a side of his own."""
    COPPIE = "coppie"
    """Four hands, partners opposite."""


class Mode(StrEnum):
    """What a match counts for."""

    ALLENAMENTO = "allenamento"


class Level(StrEnum):
    """Opponents played by the game itself, in training only."""

    BASELINE = "baseline"


class Settings(msgspec.Struct, frozen=True, array_like=True):
    """The settings that the rules need; a part of every stored table."""

    game: str
    rulebook: str
    """Name and version, "FIBUR@1": a match keeps the version it began with."""
    format: Format
    deals: int
    """Smazzate: 2, 3 or 4."""
    mode: Mode = Mode.ALLENAMENTO
    ai: Level | None = None
    """The game's own opponent or partner; None: people only."""
    invited: tuple[str, ...] | None = None
    """Player ids who may sit, the opener among them; None: anyone."""
    ai_seats: tuple[int, ...] | None = None
    """Seats that the game itself plays, if `ai` is set; None: all but the opener's."""
