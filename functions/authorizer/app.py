"""The connect authorizer: who presents a valid sign-in token may open a socket."""

from collections.abc import Callable, Mapping
from typing import Any

from circolo.adapters.logs import logger
from circolo.entry import Clock, Entry
from circolo.signin.connect import admission, channel_of, dismissal, stage_of, token_of
from circolo.signin.identity import Rejected, identity
from circolo.signin.keys import KeySet, fetcher
from circolo.signin.token import claims


def start(environ: Mapping[str, str], clock: Clock) -> Callable[[Any, Any], dict[str, Any]]:
    """Build the authorizer from ``TOKEN_ISSUER``, ``TOKEN_AUDIENCE`` and ``TOKEN_KEYS_URL``."""
    log = logger(environ.get("LOG_LEVEL", "INFO"))
    issuer, audience = environ["TOKEN_ISSUER"], environ["TOKEN_AUDIENCE"]
    if not issuer or not audience:
        raise ValueError("TOKEN_ISSUER and TOKEN_AUDIENCE must not be empty")
    keys = KeySet(fetcher(environ["TOKEN_KEYS_URL"]), clock)

    def handle(event: Any, context: Any) -> dict[str, Any]:
        try:
            channel, stage = channel_of(event), stage_of(event)
            person = identity(claims(token_of(event), keys), issuer, audience, clock())
        except Rejected as refused:
            connection = event.get("requestContext", {}).get("connectionId", "-")
            log.warning("connect refused", extra={"reason": refused.reason.value, "connection": connection})
            return dismissal()
        log.info("connect admitted", extra={"player": person.player, "channel": channel})
        return admission(person, channel, stage)

    return handle


handler = Entry(start)
