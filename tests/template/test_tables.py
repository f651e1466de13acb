"""The two tables: keys, indexes, and that nothing kept in them is lost."""

import pytest

from tests.template.stack import Stack

TABLES = ("GamesTable", "PlayersTable")


def keys(schema: list[dict[str, str]]) -> dict[str, str]:
    return {key["KeyType"]: key["AttributeName"] for key in schema}


@pytest.mark.parametrize("name", TABLES)
def test_table_is_recoverable_encrypted_and_survives_the_stack(stack: Stack, name: str) -> None:
    table = stack.of_type("DynamoDB::Table")[name]

    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["SSESpecification"] == {"SSEEnabled": True}
    assert stack.resources[name]["DeletionPolicy"] == "Retain"
    assert stack.resources[name]["UpdateReplacePolicy"] == "Retain"


@pytest.mark.parametrize("name", TABLES)
def test_table_is_on_demand_and_drops_what_has_expired(stack: Stack, name: str) -> None:
    table = stack.of_type("DynamoDB::Table")[name]

    assert table["BillingMode"] == "PAY_PER_REQUEST"
    assert table["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}
    assert keys(table["KeySchema"]) == {"HASH": "pk", "RANGE": "sk"}


def test_games_are_indexed_by_what_is_due_and_by_the_lobby(stack: Stack) -> None:
    table = stack.of_type("DynamoDB::Table")["GamesTable"]
    indexes = {
        index["IndexName"]: (keys(index["KeySchema"]), index["Projection"]["ProjectionType"])
        for index in table["GlobalSecondaryIndexes"]
    }

    assert indexes == {
        "due": ({"HASH": "check_shard", "RANGE": "check_at"}, "KEYS_ONLY"),
        "lobby": ({"HASH": "lobby", "RANGE": "opened_at"}, "ALL"),
    }
    types = {attribute["AttributeName"]: attribute["AttributeType"] for attribute in table["AttributeDefinitions"]}
    assert types == {"pk": "S", "sk": "S", "check_shard": "S", "check_at": "N", "lobby": "S", "opened_at": "N"}


def test_players_have_no_index(stack: Stack) -> None:
    assert "GlobalSecondaryIndexes" not in stack.of_type("DynamoDB::Table")["PlayersTable"]
