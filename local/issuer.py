"""A small OpenID issuer with a real RS256 key, so that the authorizer runs here as it does in the cloud.

It gives a token for any subject to whoever asks: for one machine only.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from local.clock import Clock

AUDIENCE: Final = "circolo"
"""For whom tokens are meant."""

HOUR: Final = 3600
"""Seconds a token lives unless told."""


@lru_cache(maxsize=2)
def _key(purpose: str) -> rsa.RSAPrivateKey:
    """The key for ``purpose``, made once in a process: another purpose, another key."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _number(number: int) -> str:
    return _text(number.to_bytes((number.bit_length() + 7) // 8))


class Issuer:
    """Issues tokens in the name of ``url``, dated by the stack's clock."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.url = url
        self._clock = clock

    @property
    def keys_url(self) -> str:
        """Where the public keys are."""
        return f"{self.url}/.well-known/jwks.json"

    def configuration(self) -> dict[str, Any]:
        """The discovery document."""
        return {
            "issuer": self.url,
            "jwks_uri": self.keys_url,
            "token_endpoint": f"{self.url}/token",
            "id_token_signing_alg_values_supported": ["RS256"],
            "subject_types_supported": ["public"],
            "response_types_supported": ["id_token"],
        }

    def keys(self) -> dict[str, Any]:
        """The public key set."""
        public = _key("signing").public_key().public_numbers()
        return {
            "keys": [
                {
                    "kty": "RSA",
                    "use": "sig",
                    "alg": "RS256",
                    "kid": "local",
                    "n": _number(public.n),
                    "e": _number(public.e),
                }
            ]
        }

    def token(
        self,
        subject: str,
        roles: Sequence[str] = ("player",),
        ttl: int = HOUR,
        *,
        forged: bool = False,
        claims: Mapping[str, Any] | None = None,
    ) -> str:
        """A signed token for ``subject`` that lives ``ttl`` seconds (negative: already expired).

        ``forged`` signs with a key that is not published; ``claims`` replaces or
        adds claims, ``None`` as a value takes one out.
        """
        now = self._clock() // 1000
        payload: dict[str, Any] = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": subject,
            "roles": list(roles),
            "iat": min(now, now + ttl),
            "exp": now + ttl,
            **(claims or {}),
        }
        payload = {name: value for name, value in payload.items() if value is not None}
        header = {"alg": "RS256", "typ": "JWT", "kid": "local"}
        signed = ".".join(_text(json.dumps(part, separators=(",", ":")).encode()) for part in (header, payload))
        key = _key("forging" if forged else "signing")
        return f"{signed}.{_text(key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256()))}"
