"""Where a decoded text is at fault, read from the decoder's own message."""

import re
from typing import Final

import msgspec

_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$\.?(?P<field>[^`]*)`$")


def fault(error: msgspec.ValidationError, whole: str) -> tuple[str, str]:
    """The field (``hands[2]``; ``whole`` if it is the whole text) and the rule that it breaks."""
    message = str(error)
    place = _PLACE.search(message)
    if place is None:
        return whole, message
    return place["field"] or whole, message[: place.start()]
