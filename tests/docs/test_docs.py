"""What the documents name exists, and what they should name is there."""

import inspect
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from circolo.burraco.deal import Ended
from circolo.burraco.kind import Kind
from circolo.burraco.rulebook import identifiers, load
from circolo.desk.registry import BY_NAME
from circolo.refusal import Code
from circolo.store import items
from circolo.table.settings import Format, Mode
from tests.docs.pages import PAGES, ROOT, anchors, blocks, code, page, rows, section

SOURCES = ("layers", "functions", "local", "web", "bench", "events", "tests/template", "tests/store", "tests/stack")
ROOT_FILES = ("template.yaml", "samconfig.toml", "pyproject.toml", "Makefile")
IDS = [path.name for path in PAGES]


class _Loader(yaml.SafeLoader):
    """Reads the template; CloudFormation's functions become None."""


_Loader.add_multi_constructor("!", lambda loader, suffix, node: None)


@cache
def template() -> dict[str, Any]:
    read: dict[str, Any] = yaml.load((ROOT / "template.yaml").read_text(), _Loader)
    return read


@cache
def words() -> frozenset[str]:
    """Every word of the code."""
    kinds = {".py", ".js", ".json", ".css", ".html", ".yaml", ".toml"}
    files = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in kinds]
    files += [ROOT / name for name in ROOT_FILES] + list((ROOT / "tests/docs").glob("*.py"))
    return frozenset(word for path in files for word in re.findall(r"\w+", path.read_text()))


def plain(cell: str) -> str:
    return cell.replace("`", "")


@pytest.mark.parametrize("path", PAGES, ids=IDS)
def test_every_relative_link_resolves(path: Path) -> None:
    text = path.read_text()

    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        file, _, anchor = target.partition("#")
        linked = path.parent / file if file else path
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked.read_text()), target


@pytest.mark.parametrize("path", PAGES, ids=IDS)
def test_every_make_target_that_is_named_exists(path: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))

    named = {name for piece in code(path.read_text()) for name in re.findall(r"^make ([a-z]+)", piece, re.MULTILINE)}

    assert named <= targets


@pytest.mark.parametrize("path", PAGES, ids=IDS)
def test_every_identifier_that_is_named_is_in_the_code(path: Path) -> None:
    """Between backticks: names with an underscore or of camel case, which no prose has by chance."""
    named = {piece.strip("()") for piece in code(path.read_text()) if re.fullmatch(r"[\w.]+(\(\))?", piece)}
    parts = {part for name in named for part in name.split(".") if re.search(r"_|[a-z][A-Z]", part)}

    assert sorted(part for part in parts if part not in words() and not part.endswith("_PLAYER")) == []


@pytest.mark.parametrize("path", PAGES, ids=IDS)
def test_every_file_that_is_named_exists(path: Path) -> None:
    folders = [ROOT, ROOT / "layers/circolo/circolo", ROOT / "layers/circolo/circolo/burraco"]
    named = {
        piece for piece in code(path.read_text()) if re.fullmatch(r"[\w.@-][\w./@-]*\.(py|json|toml|yaml|js)", piece)
    }
    made_by_the_reader = {"config.json", "FITAB@2.json", "NAME@VERSION.json"}

    for name in named - made_by_the_reader:
        places = [*folders, ROOT / "layers/circolo/circolo/burraco/rulebooks"]
        assert any((folder / name).exists() for folder in places), name


def test_parameters_are_those_of_the_template_with_their_defaults() -> None:
    documented = {plain(row[0]): plain(row[1]) for row in rows(section("docs/deploy.md", "## Parameters"))}

    assert documented == {name: str(each["Default"]) or "empty" for name, each in template()["Parameters"].items()}


def test_outputs_are_those_of_the_template() -> None:
    documented = {plain(row[0]) for row in rows(section("docs/deploy.md", "## Outputs"))}

    assert documented == set(template()["Outputs"])


def test_what_removing_a_stack_leaves_is_named() -> None:
    resources = template()["Resources"].values()
    retained = sorted(each["Type"] for each in resources if each.get("DeletionPolicy") == "Retain")
    told = section("docs/deploy.md", "## Removing a stack")

    assert retained == ["AWS::Cognito::UserPool", "AWS::DynamoDB::Table", "AWS::DynamoDB::Table"]
    assert "both tables, and the user pool" in " ".join(told.split())


def test_alarms_are_those_of_the_template() -> None:
    documented = {plain(row[0]) for row in rows(section("docs/operate.md", "## Alarms"))}

    assert documented == {
        name for name, each in template()["Resources"].items() if each["Type"] == "AWS::CloudWatch::Alarm"
    }


def test_commands_of_the_desk_are_those_of_the_registry() -> None:
    documented = {plain(row[0]) for row in rows(section("docs/operate.md", "## The desk"))}
    used = {name for path in PAGES for name in re.findall(r"circolo\.desk ([a-z-]+)", path.read_text())}

    assert documented == set(BY_NAME)
    assert used <= set(BY_NAME)


def test_refusals_that_are_named_exist() -> None:
    logged = re.findall(r"`(?:[A-Z]\w+|unreadable) (\w+)`", page("docs/operate.md"))

    assert logged
    assert set(logged) - {"ok"} <= {code.value for code in Code}


def test_every_type_of_item_is_in_the_data_model_with_its_attributes() -> None:
    documented: dict[str, str] = {}
    for row in rows(section("docs/data-model.md", "## Items")):
        documented.setdefault(plain(row[0]).split(",")[0], " ".join(row[1:]))
    kinds = {
        name: kind
        for name, kind in inspect.getmembers(items, inspect.isclass)
        if issubclass(kind, items.Item) and kind is not items.Item
    }

    assert set(documented) == set(kinds)
    for name, kind in kinds.items():
        own = {each.attr_name for each in kind.get_attributes().values()} - {"pk", "sk", "s", "ttl"}
        assert {attribute for attribute in own if f"`{attribute}`" not in documented[name]} == set(), name


def test_indexes_are_those_of_the_template() -> None:
    documented = {plain(row[0]) for row in rows(section("docs/data-model.md", "## Indexes"))}
    tables = [each for each in template()["Resources"].values() if each["Type"] == "AWS::DynamoDB::Table"]

    assert documented == {
        index["IndexName"] for table in tables for index in table["Properties"].get("GlobalSecondaryIndexes", [])
    }


def test_tables_that_are_not_verified_are_said_to_be() -> None:
    documented = {
        (plain(row[0]).partition(",")[0], int(deals)): plain(row[1]).strip("*") == "yes"
        for row in rows(section("docs/deploy.md", "## Victory Point tables"))
        for deals in re.findall(r"\d", row[0])
    }

    for name in {identifier.partition("@")[0] for identifier in identifiers()}:
        for deals, table in load(f"{name}@1").victory_points.items():
            assert documented[name, deals] == table.verified


def test_the_glossary_names_every_kind_ending_format_and_mode_by_its_name_in_code() -> None:
    named = {cell for row in rows(page("docs/glossary.md")) for cell in re.findall(r"`([^`]+)`", row[2])}

    for value in (*Kind, *Format, *Mode, *(ended for ended in Ended if ended is not Ended.OPEN)):
        assert f"{type(value).__name__}.{value.name}" in named


def test_the_readme_opens_with_its_two_commands() -> None:
    commands = [line.partition("#")[0].strip() for line in blocks(page("README.md"), "sh")[0].splitlines()]

    assert commands == ["make run", "make test"]
