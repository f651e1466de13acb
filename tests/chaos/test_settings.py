"""Chaos that cannot be made is refused with the field, the rule and the remedy."""

from typing import Any

import pytest

from local.chaos.settings import FAULTS, GENTLE, LARGEST_SEED, ROUGH, BadChaos, Chaos, Rates


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 1.5, "7", None, True])
def test_a_seed_out_of_range_is_refused(seed: Any) -> None:
    with pytest.raises(BadChaos) as refused:
        Chaos(seed)

    assert refused.value.field == "seed"
    assert refused.value.rule
    assert refused.value.remedy


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("rate", [-0.01, 1.01, float("nan"), float("inf"), "0.1", None, True])
def test_a_rate_out_of_range_is_refused(fault: str, rate: Any) -> None:
    with pytest.raises(BadChaos) as refused:
        Rates(**{fault: rate})

    assert refused.value.field == f"rates.{fault}"
    assert "0.05" in refused.value.remedy


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("rate", [0, 0.5, 1])
def test_every_rate_from_nought_to_one_is_taken(fault: str, rate: float) -> None:
    assert getattr(Rates.only(fault, rate), fault) == rate


def test_a_fault_nobody_knows_is_refused_by_name() -> None:
    with pytest.raises(BadChaos, match="rain") as refused:
        Rates.only("rain", 0.1)

    assert "push_lost" in refused.value.remedy


def test_the_bounds_of_the_seed_are_taken() -> None:
    assert [Chaos(seed).seed for seed in (0, LARGEST_SEED)] == [0, LARGEST_SEED]


def test_rough_is_worse_than_gentle_in_everything() -> None:
    assert all(getattr(ROUGH, fault) > getattr(GENTLE, fault) > 0 for fault in FAULTS)
