"""The registry: what every command must say of itself."""

from typing import Any

import msgspec
import pytest

from circolo.desk.registry import BY_NAME, COMMANDS


def test_names_are_unique() -> None:
    assert len(BY_NAME) == len(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_fields_of_the_help_are_those_of_the_row(command: Any) -> None:
    assert [field.name for field in command.fields] == [field.name for field in msgspec.structs.fields(command.row)]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_unknown_fields_are_forbidden_exactly_where_one_may_be_left_out(command: Any) -> None:
    optional = any(not field.required for field in msgspec.structs.fields(command.row))

    assert command.row.__struct_config__.forbid_unknown_fields == optional
