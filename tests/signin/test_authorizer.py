"""The connect authorizer: one way in, and 401 for everything else, without a token in the log."""

import hmac
import json
import logging
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from circolo.signin.identity import player_id

from .conftest import ISSUER, NOW, Authorize, Clock, Issuer, claims

SECONDS = NOW // 1000


def coded(content: Any) -> str:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return urlsafe_b64encode(data).decode().rstrip("=")


def effect(answer: Any) -> str:
    """Allow or Deny, of the answer's one statement."""
    (statement,) = answer["policyDocument"]["Statement"]
    return str(statement["Effect"])


def refused(authorize: Authorize, token: str | None, caplog: pytest.LogCaptureFixture, **changes: Any) -> str:
    """The reason in the log of a connection that was turned away, by a policy and not by an error."""
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        answer = authorize(token, **changes)
    assert effect(answer) == "Deny"
    assert "context" not in answer
    assert token is None or len(token) < 9 or token not in caplog.text
    (record,) = [record for record in caplog.records if record.message == "connect refused"]
    assert token is None or len(token) < 9 or token not in str(vars(record))
    return str(vars(record)["reason"])


def test_a_good_token_is_let_in_with_its_context(authorize: Authorize, issuer: Issuer) -> None:
    answer = authorize(issuer.token(roles=["operator", "player"]))

    player = player_id(ISSUER, "subject-1")
    assert answer["principalId"] == player
    assert answer["context"] == {
        "player": player,
        "subject": "subject-1",
        "roles": "player operator",
        "expires": str(SECONDS + 3600),
        "channel": "table",
    }
    (statement,) = answer["policyDocument"]["Statement"]
    assert statement == {
        "Action": "execute-api:Invoke",
        "Effect": "Allow",
        "Resource": "arn:aws:execute-api:eu-south-1:123456789012:abcdef/live/*",
    }


@pytest.mark.parametrize("name", ["sec-websocket-protocol", "SEC-WEBSOCKET-PROTOCOL", "Sec-Websocket-Protocol"])
@pytest.mark.parametrize("between", [",", ", ", " ,  "])
def test_the_header_is_found_in_any_case_and_spacing(
    authorize: Authorize, issuer: Issuer, name: str, between: str
) -> None:
    assert authorize(headers={name: f"circolo.v1{between}{issuer.token()}"})["principalId"]


@pytest.mark.parametrize("query", [None, {}, {"channel": "lobby"}, {"other": "x"}])
def test_the_channel_is_the_lobby_unless_it_says_table(authorize: Authorize, issuer: Issuer, query: Any) -> None:
    assert authorize(issuer.token(), queryStringParameters=query)["context"]["channel"] == "lobby"


@pytest.mark.parametrize("channel", ["", "Lobby", "desk", None, ["table"]])
def test_another_channel_is_refused(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture, channel: Any
) -> None:
    assert refused(authorize, issuer.token(), caplog, queryStringParameters={"channel": channel}) == "bad_channel"


@pytest.mark.parametrize(
    "offer",
    [
        "{token}",
        "circolo.v1",
        "circolo.v1,",
        "circolo.v1, ,",
        "{token}, circolo.v1",
        "circolo.v2, {token}",
        "CIRCOLO.V1, {token}",
        "circolo.v1, {token}, x",
        "circolo.v1, x, {token}",
        "",
    ],
)
def test_only_the_protocol_and_the_token_may_be_offered(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture, offer: str
) -> None:
    headers = {"Sec-WebSocket-Protocol": offer.replace("{token}", issuer.token())}

    assert refused(authorize, None, caplog, headers=headers) == "no_token"


def test_a_missing_token_is_refused(authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture) -> None:
    assert refused(authorize, None, caplog) == "no_token"
    assert refused(authorize, None, caplog, headers=None) == "no_token"
    offer = f"circolo.v1, {issuer.token()}"
    twice = {"Sec-WebSocket-Protocol": offer, "sec-websocket-protocol": offer}
    assert refused(authorize, None, caplog, headers=twice) == "no_token"


def test_a_token_in_the_query_is_not_looked_at(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture
) -> None:
    assert refused(authorize, None, caplog, queryStringParameters={"token": issuer.token()}) == "no_token"


def test_expiry_follows_the_given_clock(
    authorize: Authorize, issuer: Issuer, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    token = issuer.token()
    assert authorize(token)

    clock.now += 2 * 3_600_000

    assert refused(authorize, token, caplog) == "expired"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"exp": SECONDS - 3600}, "expired"),
        ({"exp": None}, "bad_claims"),
        ({"nbf": SECONDS + 3600}, "not_yet_valid"),
        ({"iss": "https://other.example"}, "wrong_issuer"),
        ({"aud": "other"}, "wrong_audience"),
        ({"sub": None}, "bad_claims"),
    ],
)
def test_claims_that_do_not_hold_are_refused(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture, changes: dict[str, Any], reason: str
) -> None:
    assert refused(authorize, issuer.token(**changes), caplog) == reason


def test_a_token_without_signature_is_refused(authorize: Authorize, caplog: pytest.LogCaptureFixture) -> None:
    for algorithm in ("none", "None", "NONE"):
        token = f"{coded({'alg': algorithm, 'typ': 'JWT', 'kid': 'k1'})}.{coded(claims())}."
        assert refused(authorize, token, caplog) == "bad_algorithm"


def test_a_token_signed_with_the_public_key_as_a_secret_is_refused(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture
) -> None:
    public = issuer.keys["k1"].public_key()
    pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    for algorithm in ("HS256", "RS256"):
        signed = f"{coded({'alg': algorithm, 'kid': 'k1'})}.{coded(claims())}"
        token = f"{signed}.{coded(hmac.new(pem, signed.encode(), sha256).digest())}"
        assert refused(authorize, token, caplog) == ("bad_algorithm" if algorithm == "HS256" else "bad_signature")


@pytest.mark.parametrize("algorithm", ["RS384", "RS512", "PS256"])
def test_another_algorithm_of_the_same_key_is_refused(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture, algorithm: str
) -> None:
    token = jwt.encode(claims(), issuer.keys["k1"], algorithm=algorithm, headers={"kid": "k1"})

    assert refused(authorize, token, caplog) == "bad_algorithm"


def test_a_token_of_another_key_is_refused(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture
) -> None:
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    forged = jwt.encode(claims(), stranger, algorithm="RS256", headers={"kid": "k1"})

    assert refused(authorize, forged, caplog) == "bad_signature"
    assert refused(authorize, issuer.token(key="k2"), caplog) == "unknown_key"
    unnamed = jwt.encode(claims(), issuer.keys["k1"], algorithm="RS256")
    assert refused(authorize, unnamed, caplog) == "unknown_key"
    assert issuer.asked == 1


def test_a_key_the_token_itself_brings_is_not_used(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture
) -> None:
    own = {"kid": "k2", "jwk": issuer.jwk("k2"), "jku": "https://attacker.example/keys"}

    assert refused(authorize, issuer.token(key="k2", headers=own), caplog) == "unknown_key"


def test_a_critical_extension_is_not_understood(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture
) -> None:
    assert refused(authorize, issuer.token(headers={"crit": ["exp"], "exp": 1}), caplog) == "bad_token"


def test_a_changed_token_is_refused(authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture) -> None:
    header, _, signature = issuer.token().split(".")

    assert refused(authorize, f"{header}.{coded(claims(sub='someone else'))}.{signature}", caplog) == "bad_signature"


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "..",
        "a.b",
        "a.b.c",
        "a.b.c.d",
        "é.é.é",
        "{}.{}.{}",
        "x" * 9000,
        f"{coded(b'[1]')}.{coded(b'{}')}.{coded(b'x')}",
        f"{coded({'alg': 'RS256', 'kid': 'k1'})}.{coded(b'x')}.!!",
        f"{coded({'alg': ['RS256'], 'kid': 'k1'})}.{coded(b'x')}.x",
        f"{coded(b'[' * 3000)}.{coded(b'x')}.x",
    ],
)
def test_garbage_is_refused(authorize: Authorize, caplog: pytest.LogCaptureFixture, token: str) -> None:
    assert refused(authorize, token, caplog) in ("bad_token", "bad_algorithm", "bad_signature")


@pytest.mark.parametrize("payload", [b"", b"[]", b"7", b"\xff", b"{", b"[" * 3000])
def test_a_signed_payload_that_is_no_claims_is_refused(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture, payload: bytes
) -> None:
    token = jwt.PyJWS().encode(payload, issuer.keys["k1"], algorithm="RS256", headers={"kid": "k1"})

    assert refused(authorize, token, caplog) == "bad_claims"


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=60), st.lists(st.text("ab.-_=", max_size=12), min_size=3, max_size=3).map(".".join)))
def test_whatever_is_offered_it_is_turned_away(authorize: Authorize, text: str) -> None:
    assert effect(authorize(headers={"sec-websocket-protocol": f"circolo.v1, {text}"})) == "Deny"


def test_an_unreachable_issuer_lets_nobody_in(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture
) -> None:
    issuer.down = True

    assert refused(authorize, issuer.token(), caplog) == "unknown_key"


@pytest.mark.parametrize("arn", [None, "", "x", "arn:aws:execute-api:r:1:api", "a/b/c", "arn:aws//x"])
def test_an_event_without_a_stage_is_refused(
    authorize: Authorize, issuer: Issuer, caplog: pytest.LogCaptureFixture, arn: Any
) -> None:
    assert refused(authorize, issuer.token(), caplog, methodArn=arn) == "bad_event"


@pytest.mark.parametrize("missing", ["TOKEN_ISSUER", "TOKEN_AUDIENCE", "TOKEN_KEYS_URL"])
def test_an_incomplete_environment_is_noticed_at_the_start(app: Any, clock: Clock, missing: str) -> None:
    environ = {"TOKEN_ISSUER": ISSUER, "TOKEN_AUDIENCE": "circolo", "TOKEN_KEYS_URL": f"{ISSUER}/jwks.json"}

    with pytest.raises(ValueError, match=r"must not be empty|not https"):
        app.handler.start({**environ, missing: ""}, clock)
    with pytest.raises(KeyError):
        app.handler.start({name: value for name, value in environ.items() if name != missing}, clock)
