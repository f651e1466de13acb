"""The pinned requirements of layer, authorizer and workshop."""

import re
from pathlib import Path

import pytest

SHIPPED = ("layers/circolo/requirements.txt", "functions/authorizer/requirements.txt")


def pins(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", path.read_text(), flags=re.MULTILINE))


@pytest.mark.parametrize("path", SHIPPED)
def test_what_is_shipped_is_pinned_with_hashes(root: Path, path: str) -> None:
    for requirement in re.split(r"\n(?=[a-z])", (root / path).read_text()):
        if not requirement.startswith("#"):
            assert re.match(r"[a-z0-9-]+==\S+ ", requirement), requirement
            assert "--hash=sha256:" in requirement, requirement


@pytest.mark.parametrize("path", SHIPPED)
def test_tests_run_on_the_very_versions_that_are_shipped(root: Path, path: str) -> None:
    assert pins(root / path).items() <= pins(root / "requirements/dev.txt").items()


def test_what_the_workshop_uses_is_pinned(root: Path) -> None:
    for source in (root / "requirements").glob("*.in"):
        shipped = [path for path in SHIPPED if source.stem in path]
        lines = (root / (shipped[0] if shipped else f"requirements/{source.stem}.txt")).read_text().splitlines()

        assert [line for line in lines if line[:1].isalpha() and "==" not in line] == [], source


def test_every_folder_with_requirements_of_its_own_is_checked_here(root: Path) -> None:
    found = {
        str(path.relative_to(root))
        for folder in ("layers", "functions")
        for path in (root / folder).glob("*/requirements.txt")
    }

    assert found == set(SHIPPED)
