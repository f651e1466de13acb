"""What goes wrong, and how often: the seed and the rates of a run, checked."""

from typing import Final, Self

import msgspec
from msgspec.structs import asdict, fields

LARGEST_SEED: Final = 2**63 - 1


class BadChaos(ValueError):
    """Chaos that cannot be made: the field at fault, the rule it breaks, and the remedy."""

    def __init__(self, field: str, rule: str, remedy: str) -> None:
        super().__init__(f"{field}: {rule}; {remedy}")
        self.field, self.rule, self.remedy = field, rule, remedy


def _check_rate(name: str, rate: object) -> None:
    if isinstance(rate, bool) or not isinstance(rate, int | float):
        raise BadChaos(f"rates.{name}", "a number from 0 to 1", "give a share such as 0.05")
    if not 0 <= rate <= 1:  # NaN is in no range
        raise BadChaos(f"rates.{name}", f"from 0 to 1, not {rate}", "give a share such as 0.05 for five in a hundred")


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """How often each fault strikes, as a share from 0 to 1 of the occasions it has."""

    # every message of a client, on its way to the function
    frame_doubled: float = 0.0
    frame_late: float = 0.0
    """Late by up to three seconds, and so behind others."""
    # every clock message, on its way into the queue
    clock_doubled: float = 0.0
    clock_late: float = 0.0
    """Late by up to a minute."""
    clock_lost: float = 0.0
    # every push of a function
    push_lost: float = 0.0
    """Answered as sent, and never arrived."""
    push_gone: float = 0.0
    """Answered as gone although the connection is open."""
    # every AWS call of a function: the function ends there
    killed_before_save: float = 0.0
    """Between the reads and the write."""
    killed_before_push: float = 0.0
    """After the write, before anybody is told."""
    killed: float = 0.0
    """At any call, before or after it."""
    # every call to the store
    throttled: float = 0.0
    conflict: float = 0.0
    """Of writes: another transaction is said to be under way on the item."""
    failed: float = 0.0
    """An internal error; nothing was written."""
    answer_lost: float = 0.0
    """The call was carried out, its answer never came."""
    # every message of a client
    socket_closed: float = 0.0
    """The socket closes right after it."""
    second_device: float = 0.0
    """The same person goes on with another device."""
    # every connection that ends
    disconnect_lost: float = 0.0
    """The function is never told."""
    disconnect_late: float = 0.0
    """It is told up to two minutes later."""

    def __post_init__(self) -> None:
        for name, rate in asdict(self).items():
            _check_rate(name, rate)

    @classmethod
    def all(cls, rate: float) -> Self:
        """Every fault at the same rate."""
        return cls(**{field.name: rate for field in fields(cls)})

    @classmethod
    def only(cls, fault: str, rate: float) -> Self:
        """One fault alone. Raises BadChaos for a name that is no fault."""
        if fault not in {field.name for field in fields(cls)}:
            raise BadChaos(fault, "no fault has this name", f"take one of {', '.join(f.name for f in fields(cls))}")
        return cls(**{fault: rate})


FAULTS: Final = tuple(field.name for field in fields(Rates))
"""The name of every fault."""

GENTLE: Final = Rates(
    frame_doubled=0.02,
    frame_late=0.02,
    clock_doubled=0.05,
    clock_late=0.02,
    clock_lost=0.02,
    push_lost=0.004,
    push_gone=0.003,
    killed_before_save=0.003,
    killed_before_push=0.003,
    killed=0.0005,
    throttled=0.01,
    conflict=0.01,
    failed=0.002,
    answer_lost=0.003,
    socket_closed=0.004,
    second_device=0.001,
    disconnect_lost=0.2,
    disconnect_late=0.2,
)
"""A bad day: a match is still played to its end."""

ROUGH: Final = Rates(
    frame_doubled=0.1,
    frame_late=0.1,
    clock_doubled=0.2,
    clock_late=0.1,
    clock_lost=0.1,
    push_lost=0.06,
    push_gone=0.03,
    killed_before_save=0.01,
    killed_before_push=0.02,
    killed=0.003,
    throttled=0.06,
    conflict=0.06,
    failed=0.01,
    answer_lost=0.015,
    socket_closed=0.02,
    second_device=0.005,
    disconnect_lost=0.4,
    disconnect_late=0.4,
)
"""A day on which matches may be given up: whoever cannot get through twice in a row has abandoned."""


class Chaos(msgspec.Struct, frozen=True):
    """A run: its seed, and the rates of its faults. Raises BadChaos."""

    seed: int
    rates: Rates = GENTLE

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise BadChaos("seed", "a whole number", "give one, as in Chaos(seed=7)")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise BadChaos("seed", f"from 0 to {LARGEST_SEED}", "give a seed within this range")
