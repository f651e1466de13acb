"""The kinds of burraco (burraco-rules, section 5)."""

from enum import StrEnum
from typing import Final

BURRACO: Final = 7
"""How many cards make a meld a burraco."""


class Kind(StrEnum):
    """What a burraco is paid as; a rulebook prices those it knows."""

    PULITO = "pulito"
    SEMIPULITO = "semipulito"
    SPORCO = "sporco"
    REALE = "reale"
    REALE_SPORCO = "reale_sporco"
    SUPER = "super"
    SUPER_SPORCO = "super_sporco"
