from pathlib import Path

import pytest

from tests.template.stack import Stack, translated


@pytest.fixture(scope="session")
def stack(root: Path) -> Stack:
    return translated(root / "template.yaml")
