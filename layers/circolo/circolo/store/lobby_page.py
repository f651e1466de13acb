"""Page tokens of the lobby: where the next page starts, as a short opaque text.

A token holds only the place in the list (time of opening and table id). The game comes
from the request and the keys are rebuilt here, so a forged token reads nothing but a
later part of the same list.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, Final

from circolo.store import keys

_PLACE: Final = re.compile(r"([0-9]{1,15})\.([0-9A-Za-z_-]{1,64})", re.ASCII)


def token(opened_at: int, table: str) -> str:
    """The token of the page after this table."""
    return urlsafe_b64encode(f"{opened_at}.{table}".encode()).decode().rstrip("=")


def start(game: str, after: str) -> dict[str, dict[str, Any]]:
    """The exclusive start key a token stands for; raises ``ValueError`` if it is none."""
    if len(after) > 120:
        raise ValueError("no page token")
    try:
        text = urlsafe_b64decode(after.encode("ascii") + b"=" * (-len(after) % 4)).decode("ascii")
    except ValueError:
        raise ValueError("no page token") from None
    place = _PLACE.fullmatch(text)
    if place is None or token(int(place[1]), place[2]) != after:
        raise ValueError("no page token")
    return {
        "pk": {"S": keys.table(place[2])},
        "sk": {"S": keys.CARD},
        "lobby": {"S": game},
        "opened_at": {"N": place[1]},
    }
