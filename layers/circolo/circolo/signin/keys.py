"""The issuer's published keys (RFC 7517), fetched when needed and kept."""

import json
import logging
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import urlopen

import jwt

log = logging.getLogger(__name__)

ALGORITHM: Final = "RS256"
MAX_AGE: Final = 3_600_000
"""Milliseconds after which the keys are fetched again, so that a withdrawn one goes."""
BETWEEN_FETCHES: Final = 60_000
"""Milliseconds: tokens with unknown keys make us ask no more often than this."""
AFTER_FAILURE: Final = 5_000
"""Milliseconds until a failed fetch is tried again."""
FETCH_TIMEOUT: Final = 2.0
"""Seconds."""
MAX_ANSWER: Final = 65_536
"""Bytes."""
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class KeySet:
    """Public keys by key id. ``fetch`` gives the issuer's document; ``clock`` UTC milliseconds."""

    def __init__(self, fetch: Callable[[], bytes], clock: Callable[[], int]) -> None:
        self._fetch = fetch
        self._clock = clock
        self._keys: dict[str, jwt.PyJWK] = {}
        self._fetched_at: int | None = None
        self._not_before = 0

    def find(self, key_id: str) -> jwt.PyJWK | None:
        """The key, or None if the issuer has not published it. While the issuer cannot be reached, the keys it last
        published are used."""
        now = self._clock()
        old = self._fetched_at is None or now - self._fetched_at >= MAX_AGE
        if (old or key_id not in self._keys) and now >= self._not_before:
            self._refresh(now)
        return self._keys.get(key_id)

    def _refresh(self, now: int) -> None:
        try:
            keys = parse(self._fetch())
        except (OSError, ValueError, HTTPException) as error:
            log.warning("issuer keys not fetched", extra={"error": type(error).__name__})
            self._not_before = now + AFTER_FAILURE
            return
        self._keys, self._fetched_at = keys, now
        self._not_before = now + BETWEEN_FETCHES


def parse(document: bytes) -> dict[str, jwt.PyJWK]:
    """The signing keys of a key set document, by key id: RSA, for RS256; any other is passed over. Raises ValueError
    if it is no key set."""
    try:
        content = json.loads(document)
    except RecursionError:
        raise ValueError("no key set") from None
    entries = content.get("keys") if isinstance(content, dict) else None
    if not isinstance(entries, list):
        raise ValueError("no key set")
    keys: dict[str, jwt.PyJWK] = {}
    for entry in entries:
        if _signs(entry):
            try:
                keys[entry["kid"]] = jwt.PyJWK(entry, algorithm=ALGORITHM)
            except jwt.PyJWTError:
                log.warning("issuer key passed over")
    return keys


def _signs(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and entry.get("kty") == "RSA"
        and entry.get("use", "sig") == "sig"
        and entry.get("alg", ALGORITHM) == ALGORITHM
        and isinstance(entry.get("kid"), str)
        and "d" not in entry
    )


def fetcher(url: str) -> Callable[[], bytes]:
    """Fetches a key set document: over https, or from this machine itself. The address is checked at once
    (ValueError); fetching raises OSError, ValueError or HTTPException."""
    parts = urlsplit(url)
    if not (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)) or not parts.hostname:
        raise ValueError("the address of the issuer's keys is not https")

    def fetch() -> bytes:
        with urlopen(url, timeout=FETCH_TIMEOUT) as answer:
            document: bytes = answer.read(MAX_ANSWER + 1)
        if len(document) > MAX_ANSWER:
            raise ValueError("the key set is too large")
        return document

    return fetch
