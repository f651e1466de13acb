"""Who vouches for players: a user pool of the stack's own, or an issuer given by parameter, never half of each."""

from pathlib import Path
from typing import Any

import pytest
from samtranslator.yaml_helper import yaml_parse

from tests.template.stack import Stack

SOURCE = yaml_parse((Path(__file__).resolve().parents[2] / "template.yaml").read_text())
OWN_POOL = "OwnUserPool"


def test_the_stacks_own_pool_is_made_only_where_no_issuer_is_given() -> None:
    cognito = {
        name: resource
        for name, resource in SOURCE["Resources"].items()
        if resource["Type"].startswith("AWS::Cognito::")
    }

    assert {resource["Type"] for resource in cognito.values()} >= {
        "AWS::Cognito::UserPool",
        "AWS::Cognito::UserPoolClient",
    }
    assert {name for name, resource in cognito.items() if resource.get("Condition") != OWN_POOL} == set()
    assert SOURCE["Conditions"][OWN_POOL] == {"Fn::Equals": [{"Ref": "TokenIssuer"}, ""]}


@pytest.mark.parametrize(
    ("variable", "parameter"),
    [("TOKEN_ISSUER", "TokenIssuer"), ("TOKEN_AUDIENCE", "TokenAudience"), ("TOKEN_KEYS_URL", "TokenKeysUrl")],
)
def test_the_authorizer_believes_the_pool_or_the_parameter(stack: Stack, variable: str, parameter: str) -> None:
    chosen: Any = stack.functions()["Authorizer"]["Environment"]["Variables"][variable]

    condition, own, given = chosen["Fn::If"]
    assert condition == OWN_POOL
    assert "UserPool" in str(own)
    assert given == {"Ref": parameter}


@pytest.mark.parametrize("parameter", ["TokenAudience", "TokenKeysUrl"])
def test_an_issuer_of_ones_own_must_be_whole(parameter: str) -> None:
    rule = SOURCE["Rules"]["ExternalIssuerIsWhole"]

    assert {"Fn::Not": [{"Fn::Equals": [{"Ref": parameter}, ""]}]} in [each["Assert"] for each in rule["Assertions"]]


def test_passwords_are_long_and_nobody_learns_who_has_an_account() -> None:
    resources = SOURCE["Resources"]
    pool = next(each for each in resources.values() if each["Type"] == "AWS::Cognito::UserPool")["Properties"]
    client = next(each for each in resources.values() if each["Type"] == "AWS::Cognito::UserPoolClient")["Properties"]

    assert pool["Policies"]["PasswordPolicy"]["MinimumLength"] >= 12
    assert client["PreventUserExistenceErrors"] == "ENABLED"
    assert client.get("GenerateSecret", False) is False
