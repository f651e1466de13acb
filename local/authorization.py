"""What API Gateway makes of an authorizer's answer."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any


class RefusedError(Exception):
    """The connection is refused with this HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def granted(answer: Any, arn: str) -> dict[str, Any]:
    """The authorizer's part of later events, if its policy allows ``arn``.

    Raises ``RefusedError``: 403 for a policy that does not allow it, 500 for an answer
    that is no policy. Values of the context arrive as text, as in the cloud.
    """
    try:
        statements = answer["policyDocument"]["Statement"]
        principal, context = str(answer["principalId"]), answer.get("context") or {}
        if isinstance(statements, dict):
            statements = [statements]
        effects = {statement["Effect"] for statement in statements if _concerns(statement, arn)}
    except (TypeError, LookupError) as error:
        raise RefusedError(500) from error
    if any(isinstance(value, dict | list) for value in context.values()):
        raise RefusedError(500)
    if effects != {"Allow"}:
        raise RefusedError(403)
    return {
        **{name: _text(value) for name, value in context.items() if value is not None},
        "principalId": principal,
        "integrationLatency": 1,
    }


def refused_by(error: Exception) -> RefusedError:
    """What an authorizer that raised leads to: 401 if it said ``Unauthorized``, else 500."""
    return RefusedError(401 if str(error) == "Unauthorized" else 500)


def _concerns(statement: Mapping[str, Any], arn: str) -> bool:
    return _any(statement["Action"], "execute-api:Invoke") and _any(statement["Resource"], arn)


def _any(patterns: Any, text: str) -> bool:
    listed = [patterns] if isinstance(patterns, str) else patterns
    return any(fnmatchcase(text, pattern.replace("[", "[[]")) for pattern in listed)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
