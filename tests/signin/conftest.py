"""A small issuer with real RSA keys, and the authorizer started against it."""

import importlib.util
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from circolo.signin.keys import KeySet

ISSUER = "https://issuer.example/pool"
AUDIENCE = "circolo"
NOW = 1_800_000_000_000
APP = Path(__file__).parents[2] / "functions" / "authorizer" / "app.py"


class Clock:
    """A clock that is set by hand; UTC milliseconds."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


class Issuer:
    """Signs tokens and publishes its keys; counts how often they were asked for."""

    def __init__(self) -> None:
        self.keys = {name: rsa.generate_private_key(public_exponent=65537, key_size=2048) for name in ("k1", "k2")}
        self.published = ["k1"]
        self.asked = 0
        self.down = False

    def fetch(self) -> bytes:
        self.asked += 1
        if self.down:
            raise TimeoutError
        return json.dumps({"keys": [self.jwk(name) for name in self.published]}).encode()

    def jwk(self, name: str) -> dict[str, Any]:
        public = jwt.algorithms.RSAAlgorithm.to_jwk(self.keys[name].public_key(), as_dict=True)
        return {**public, "kid": name, "use": "sig", "alg": "RS256"}

    def token(self, key: str = "k1", headers: Mapping[str, Any] | None = None, **changes: Any) -> str:
        return jwt.encode(claims(**changes), self.keys[key], algorithm="RS256", headers={"kid": key, **(headers or {})})


def claims(**changes: Any) -> dict[str, Any]:
    """The claims of a good token; a change to None takes one away."""
    seconds = NOW // 1000
    good = {"iss": ISSUER, "aud": AUDIENCE, "sub": "subject-1", "iat": seconds - 10, "exp": seconds + 3600}
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


@pytest.fixture(scope="session")
def made_issuer() -> Issuer:
    return Issuer()


@pytest.fixture
def issuer(made_issuer: Issuer) -> Issuer:
    made_issuer.published, made_issuer.asked, made_issuer.down = ["k1"], 0, False
    return made_issuer


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(issuer: Issuer, clock: Clock) -> KeySet:
    return KeySet(issuer.fetch, clock)


Authorize = Callable[..., dict[str, Any]]


@pytest.fixture
def app() -> Any:
    spec = importlib.util.spec_from_file_location("authorizer_app", APP)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def authorize(app: Any, issuer: Issuer, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Authorize:
    """The function, started as its host starts it, with the issuer's network replaced."""
    monkeypatch.setattr(app, "fetcher", lambda url: issuer.fetch)
    environ = {"TOKEN_ISSUER": ISSUER, "TOKEN_AUDIENCE": AUDIENCE, "TOKEN_KEYS_URL": f"{ISSUER}/jwks.json"}
    handle = app.handler.start(environ, clock)

    def ask(token: str | None = None, **changes: Any) -> dict[str, Any]:
        answer: dict[str, Any] = handle(event(token, **changes), None)
        return answer

    return ask


def event(token: str | None, **changes: Any) -> dict[str, Any]:
    """A connect event as API Gateway sends it to a REQUEST authorizer."""
    return {
        "type": "REQUEST",
        "methodArn": "arn:aws:execute-api:eu-south-1:123456789012:abcdef/live/$connect",
        "headers": {"Host": "x", "Sec-WebSocket-Protocol": f"circolo.v1, {token}"} if token else {"Host": "x"},
        "queryStringParameters": {"channel": "table"},
        "requestContext": {"routeKey": "$connect", "connectionId": "c1", "stage": "live"},
        **changes,
    }
