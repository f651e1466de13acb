from pathlib import Path

import pytest

from tests.template.stack import Stack, translated


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def stack(root: Path) -> Stack:
    return translated(root / "template.yaml")
