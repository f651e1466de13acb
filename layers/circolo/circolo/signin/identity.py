"""From the claims of a token whose signature holds to a person, or a reason why not. Pure.

Issuer, audience and times follow RFC 7519; Amazon Cognito's access tokens carry
``client_id`` instead of ``aud``, so both are known.
"""

from base64 import b32encode
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

import msgspec

LEEWAY: Final = 30
"""Seconds by which the issuer's clock may differ from ours."""
ROLES: Final = ("player", "moderator", "operator")
"""The roles there are; others in a token are ignored."""
MAX_SUBJECT: Final = 255
"""Characters (OpenID Connect Core, section 2)."""


class Reason(StrEnum):
    """Why a connection was not let in; for logs, never told to who connects."""

    NO_TOKEN = "no_token"
    BAD_TOKEN = "bad_token"
    BAD_ALGORITHM = "bad_algorithm"
    UNKNOWN_KEY = "unknown_key"
    BAD_SIGNATURE = "bad_signature"
    BAD_CLAIMS = "bad_claims"
    WRONG_ISSUER = "wrong_issuer"
    WRONG_AUDIENCE = "wrong_audience"
    EXPIRED = "expired"
    NOT_YET_VALID = "not_yet_valid"
    BAD_CHANNEL = "bad_channel"
    BAD_EVENT = "bad_event"


class Rejected(Exception):
    """A connection that is not let in."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Identity(msgspec.Struct, frozen=True):
    """A person who signed in."""

    player: str
    """Player id."""
    subject: str
    """The issuer's name for the person."""
    roles: tuple[str, ...]
    """Some of ``ROLES``, in that order, at least one."""
    expires: int
    """When the token ends, UTC seconds."""


def player_id(issuer: str, subject: str) -> str:
    """The player id of a subject: 12 lower-case base32 characters, the same for ever (60 bits of SHA-256)."""
    digest = sha256(f"{issuer}|{subject}".encode()).digest()
    return b32encode(digest).decode()[:12].lower()


def identity(claims: Mapping[str, Any], issuer: str, audience: str, now: int) -> Identity:
    """The person these claims name; ``now`` in UTC milliseconds. Raises ``Rejected``."""
    if claims.get("iss") != issuer:
        raise Rejected(Reason.WRONG_ISSUER)
    if not _meant_for(claims, audience):
        raise Rejected(Reason.WRONG_AUDIENCE)
    expires = _time(claims, "exp")
    if expires is None:
        raise Rejected(Reason.BAD_CLAIMS)
    seconds = now // 1000
    if seconds >= expires + LEEWAY:
        raise Rejected(Reason.EXPIRED)
    for name in ("nbf", "iat"):
        begins = _time(claims, name)
        if begins is not None and begins > seconds + LEEWAY:
            raise Rejected(Reason.NOT_YET_VALID)
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= MAX_SUBJECT or not subject.isprintable():
        raise Rejected(Reason.BAD_CLAIMS)
    return Identity(player=player_id(issuer, subject), subject=subject, roles=_roles(claims), expires=expires)


def _meant_for(claims: Mapping[str, Any], audience: str) -> bool:
    meant = claims.get("aud")
    if meant is None:
        return claims.get("token_use") == "access" and claims.get("client_id") == audience
    return meant == audience or (isinstance(meant, list) and audience in meant)


def _time(claims: Mapping[str, Any], name: str) -> int | None:
    """A time claim in whole seconds; None if absent."""
    value = claims.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**40:
        raise Rejected(Reason.BAD_CLAIMS)
    return int(value)


def _roles(claims: Mapping[str, Any]) -> tuple[str, ...]:
    """The known roles of both claims; who has none is a player."""
    named: set[str] = set()
    for claim in ("cognito:groups", "roles"):
        value = claims.get(claim)
        if isinstance(value, str):
            named.update(value.split())
        elif isinstance(value, list):
            named.update(role for role in value if isinstance(role, str))
    return tuple(role for role in ROLES if role in named) or ("player",)
