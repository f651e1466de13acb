"""Which way imports may go: functions to the room, the room to the rules, never back; AWS only in the adapters."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "layers" / "circolo" / "circolo"

RULES = ("cards", "commitment", "fault", "refusal", "games", "burraco", "table", "player", "protocol")
"""Pure code: no AWS, no clock, no global randomness."""
VALUE_LIBRARIES = {"msgspec"}
ALLOWED = {
    "cards": set(),
    "fault": set(),
    "refusal": set(),
    "commitment": {"cards"},
    "table": {"cards", "commitment", "refusal"},
    "player": {"refusal"},
    "burraco": {"cards", "fault", "refusal", "table"},
    "games": {"burraco", "table"},
    "protocol": {"burraco", "cards", "fault", "refusal", "table"},
    "room": {"cards", "player", "protocol", "refusal", "table"},
    "desk": {"burraco", "cards", "commitment", "fault", "protocol", "refusal"},
    "store": {"room"},
    "signin": set(),
    "adapters": {"cards", "room"},
    "composition": {"adapters", "games", "room", "store"},
    "entry": {"adapters"},
}
"""What each part of the package may import of the others."""
IMPURE = {
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "socket",
    "threading",
    "asyncio",
    "logging",
    "uuid",
    "subprocess",
}
"""Modules of the standard library with a clock, chance or a world outside."""
PARTS = sorted(path.stem for path in PACKAGE.iterdir() if path.stem not in ("__init__", "__pycache__"))


def files(part: str) -> Iterator[Path]:
    single = PACKAGE / f"{part}.py"
    yield from [single] if single.exists() else sorted((PACKAGE / part).rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    """Every module a file imports, however deep in it."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative imports hide where a name comes from"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_every_part_has_its_directions() -> None:
    assert set(PARTS) == set(ALLOWED)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_imports_only_what_lies_below_it(part: str) -> None:
    for file in files(part):
        own = {name.split(".")[1] for name in imported(file) if name.startswith("circolo.")}
        assert own <= ALLOWED[part] | {part}, f"{file}: {own}"


@pytest.mark.parametrize("part", RULES)
def test_the_rules_know_no_aws_no_clock_and_no_chance(part: str) -> None:
    for file in files(part):
        for name in imported(file):
            top = name.split(".")[0]
            assert top == "circolo" or top in VALUE_LIBRARIES or top in sys.stdlib_module_names, f"{file}: {name}"
            assert top not in IMPURE, f"{file}: {name}"


@pytest.mark.parametrize("part", PARTS)
def test_only_the_store_knows_dynamodb(part: str) -> None:
    for file in files(part):
        assert part == "store" or not any(name.startswith("pynamodb") for name in imported(file)), file


@pytest.mark.parametrize("part", [part for part in PARTS if part not in ("store", "adapters", "composition")])
def test_only_adapters_know_aws(part: str) -> None:
    for file in files(part):
        tops = {name.split(".")[0] for name in imported(file)}
        assert not tops & {"boto3", "botocore", "aws_lambda_powertools"}, file


@pytest.mark.parametrize("file", sorted((ROOT / "functions").glob("*/app.py")), ids=lambda file: file.parent.name)
def test_a_function_is_thin(file: Path) -> None:
    source = file.read_text()

    assert len(source.splitlines()) <= 80
    assert not any(name.startswith(("pynamodb", "boto3", "botocore")) for name in imported(file))


def test_imports_make_no_circle() -> None:
    modules = {
        file: f"circolo.{'.'.join(file.relative_to(PACKAGE).with_suffix('').parts)}"
        for part in PARTS
        for file in files(part)
    }
    names = set(modules.values())
    arrows = {
        module: {known for name in imported(file) for known in (name, name.rpartition(".")[0]) if known in names}
        for file, module in modules.items()
    }
    while leaves := {module for module, needs in arrows.items() if not needs - {module}}:
        arrows = {module: needs - leaves for module, needs in arrows.items() if module not in leaves}

    assert arrows == {}
