"""The issuer's keys: fetched when needed, seldom, and kept while the issuer is away."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from circolo.signin.keys import KeySet, fetcher, parse

from .conftest import Clock, Issuer


def test_keys_are_fetched_once_and_kept(keys: KeySet, issuer: Issuer, clock: Clock) -> None:
    for _ in range(3):
        assert keys.find("k1") is not None
        clock.now += 60_000

    assert issuer.asked == 1


def test_a_new_key_is_found_without_a_restart(keys: KeySet, issuer: Issuer, clock: Clock) -> None:
    keys.find("k1")
    issuer.published = ["k1", "k2"]
    clock.now += 60_000

    assert keys.find("k2") is not None
    assert issuer.asked == 2


def test_unknown_keys_ask_the_issuer_at_most_once_a_minute(keys: KeySet, issuer: Issuer, clock: Clock) -> None:
    for number in range(240):
        assert keys.find(f"unknown {number}") is None
        clock.now += 500

    assert issuer.asked == 2


def test_a_withdrawn_key_is_forgotten_within_the_hour(keys: KeySet, issuer: Issuer, clock: Clock) -> None:
    keys.find("k1")
    issuer.published = ["k2"]

    clock.now += 3_599_999
    assert keys.find("k1") is not None
    clock.now += 1
    assert keys.find("k1") is None


def test_while_the_issuer_is_away_its_last_keys_are_used(keys: KeySet, issuer: Issuer, clock: Clock) -> None:
    keys.find("k1")
    issuer.down = True
    clock.now += 7_200_000

    assert keys.find("k1") is not None
    assert keys.find("k1") is not None
    assert issuer.asked == 2


def test_a_first_fetch_that_failed_is_tried_again_soon(keys: KeySet, issuer: Issuer, clock: Clock) -> None:
    issuer.down = True
    assert keys.find("k1") is None
    issuer.down = False
    assert keys.find("k1") is None
    clock.now += 5_000

    assert keys.find("k1") is not None


def test_only_rsa_signing_keys_for_rs256_are_taken(issuer: Issuer) -> None:
    good = issuer.jwk("k1")
    curve = jwt.algorithms.ECAlgorithm.to_jwk(ec.generate_private_key(ec.SECP256R1()).public_key(), as_dict=True)
    entries: list[Any] = [
        good,
        {**good, "kid": "for encryption", "use": "enc"},
        {**good, "kid": "another algorithm", "alg": "RS512"},
        {**good, "kid": None},
        {**good, "kid": "broken", "n": "!"},
        {**good, "kid": "without modulus", "n": None},
        {"kty": "oct", "kid": "secret", "k": "c2VjcmV0", "alg": "HS256"},
        {**curve, "kid": "curve"},
        "text",
        None,
    ]

    assert list(parse(json.dumps({"keys": entries}).encode())) == ["k1"]


@pytest.mark.parametrize("document", [b"", b"[]", b"{}", b'{"keys": 1}', b"\xff", b"[" * 100_000])
def test_what_is_no_key_set_is_refused(document: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the parser's own text
        parse(document)


@pytest.mark.parametrize(
    "url", ["http://issuer.example/k", "file:///etc/passwd", "ftp://x/y", "", "https://", "issuer"]
)
def test_keys_come_over_https_only(url: str) -> None:
    with pytest.raises(ValueError, match="not https"):
        fetcher(url)


class Published(BaseHTTPRequestHandler):
    """An issuer on this machine: ``/keys`` good, ``/large`` too large, ``/broken`` cut short, all else missing."""

    def do_GET(self) -> None:
        bodies = {"/keys": b'{"keys": []}', "/large": b" " * 70_000, "/broken": b"{}"}
        body = bodies.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Length", "9000" if self.path == "/broken" else str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Published) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_document_is_fetched(address: str) -> None:
    assert fetcher(f"{address}/keys")() == b'{"keys": []}'


@pytest.mark.parametrize("path", ["/large", "/broken", "/missing"])
def test_an_answer_that_is_no_good_leaves_the_keys_as_they_were(address: str, path: str, clock: Clock) -> None:
    assert KeySet(fetcher(address + path), clock).find("k1") is None


@pytest.mark.parametrize("url", ["https://issuer.example/k", "http://127.0.0.1:8080/k", "http://localhost/k"])
def test_or_from_this_machine(url: str) -> None:
    assert callable(fetcher(url))
