"""From claims to a person: issuer, audience, times, subject and roles."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from circolo.signin.identity import LEEWAY, Identity, Rejected, identity, player_id

from .conftest import AUDIENCE, ISSUER, NOW, claims

SECONDS = NOW // 1000


def judged(**changes: Any) -> Identity:
    return identity(claims(**changes), ISSUER, AUDIENCE, NOW)


def reason(**changes: Any) -> str:
    with pytest.raises(Rejected) as rejected:
        judged(**changes)
    return rejected.value.reason.value


def test_good_claims_name_a_person() -> None:
    person = judged()

    assert person == Identity(player_id(ISSUER, "subject-1"), "subject-1", ("player",), SECONDS + 3600)


def test_a_player_id_is_twelve_lower_case_base32_characters_and_never_changes() -> None:
    assert player_id("https://issuer.example/pool", "subject-1") == "jmlifflbrr6r"
    assert player_id("https://issuer.example/pool", "subject-2") != player_id("https://issuer.example", "subject-2")


@pytest.mark.parametrize("issuer", ["https://issuer.example", ISSUER + "/", "", None, ["x"], 1])
def test_another_issuer_is_refused(issuer: Any) -> None:
    assert reason(iss=issuer) == "wrong_issuer"


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "other"},
        {"aud": None},
        {"aud": []},
        {"aud": ["other"]},
        {"aud": {"circolo": 1}},
        {"aud": None, "client_id": AUDIENCE},
        {"aud": None, "client_id": "other", "token_use": "access"},
        {"aud": "other", "client_id": AUDIENCE, "token_use": "access"},
    ],
)
def test_another_audience_is_refused(changes: dict[str, Any]) -> None:
    assert reason(**changes) == "wrong_audience"


@pytest.mark.parametrize(
    "changes", [{"aud": ["other", AUDIENCE]}, {"aud": None, "client_id": AUDIENCE, "token_use": "access"}]
)
def test_the_audience_may_be_one_of_several_or_a_cognito_client(changes: dict[str, Any]) -> None:
    assert judged(**changes).subject == "subject-1"


def test_a_token_ends_when_it_says_with_a_small_leeway() -> None:
    assert judged(exp=SECONDS - LEEWAY + 1).expires == SECONDS - LEEWAY + 1
    assert reason(exp=SECONDS - LEEWAY) == "expired"


@pytest.mark.parametrize("name", ["nbf", "iat"])
def test_a_token_of_the_future_is_refused(name: str) -> None:
    assert reason(**{name: SECONDS + LEEWAY + 1}) == "not_yet_valid"
    assert judged(**{name: SECONDS + LEEWAY})


@pytest.mark.parametrize("value", [None, "soon", True, -1, float("inf"), float("nan"), 2**60, []])
def test_an_end_that_is_no_time_is_refused(value: Any) -> None:
    assert reason(exp=value) == "bad_claims"


@pytest.mark.parametrize("subject", [None, "", 7, "x" * 256, "a\nb", ["a"]])
def test_a_subject_that_is_no_name_is_refused(subject: Any) -> None:
    assert reason(sub=subject) == "bad_claims"


@pytest.mark.parametrize(
    ("changes", "roles"),
    [
        ({}, ("player",)),
        ({"cognito:groups": ["operator", "vip"]}, ("operator",)),
        ({"roles": ["moderator", "player", "admin", 7]}, ("player", "moderator")),
        ({"roles": "operator moderator"}, ("moderator", "operator")),
        ({"cognito:groups": ["vip"], "roles": {"operator": True}}, ("player",)),
        ({"cognito:groups": ["operator"], "roles": ["player"]}, ("player", "operator")),
    ],
)
def test_only_the_known_roles_count(changes: dict[str, Any], roles: tuple[str, ...]) -> None:
    assert judged(**changes).roles == roles


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
names = st.sampled_from(["iss", "aud", "sub", "exp", "nbf", "iat", "roles", "cognito:groups", "client_id", "token_use"])


@given(st.dictionaries(names, json_values))
def test_no_claims_whatever_raise_anything_but_rejected(changes: dict[str, Any]) -> None:
    with suppress(Rejected):
        judged(**changes)
