"""The signature of a sign-in token (RFC 7515, RS256 alone)."""

import json
from typing import Any, Final

import jwt

from circolo.signin.identity import Reason, Rejected
from circolo.signin.keys import ALGORITHM, KeySet

MAX_TOKEN: Final = 8_192
"""Characters."""

_SIGNATURES: Final = jwt.PyJWS(algorithms=[ALGORITHM], options={"enforce_minimum_key_length": True})


def claims(token: str, keys: KeySet) -> dict[str, Any]:
    """The claims of a token, after its signature was verified with one of the issuer's keys; nothing else of them is
    judged. Raises ``Rejected``."""
    if not token.isascii() or len(token) > MAX_TOKEN or token.count(".") != 2:
        raise Rejected(Reason.BAD_TOKEN)
    key = _key(token, keys)
    try:
        payload = _SIGNATURES.decode(token, key, algorithms=[ALGORITHM])
    except jwt.InvalidSignatureError:
        raise Rejected(Reason.BAD_SIGNATURE) from None
    except (jwt.PyJWTError, ValueError):
        raise Rejected(Reason.BAD_TOKEN) from None
    try:
        content = json.loads(payload)
    except (ValueError, RecursionError):
        raise Rejected(Reason.BAD_CLAIMS) from None
    if not isinstance(content, dict):
        raise Rejected(Reason.BAD_CLAIMS)
    return content


def _key(token: str, keys: KeySet) -> jwt.PyJWK:
    try:
        header = _SIGNATURES.get_unverified_header(token)
    except (jwt.PyJWTError, ValueError, RecursionError):
        raise Rejected(Reason.BAD_TOKEN) from None
    if header.get("alg") != ALGORITHM:
        raise Rejected(Reason.BAD_ALGORITHM)
    key_id = header.get("kid")
    if not isinstance(key_id, str):
        raise Rejected(Reason.UNKNOWN_KEY)
    key = keys.find(key_id)
    if key is None:
        raise Rejected(Reason.UNKNOWN_KEY)
    return key
