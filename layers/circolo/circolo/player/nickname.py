"""Nicknames: what is allowed, and when two look the same."""

import re
import unicodedata
from typing import Final

LETTERS_END: Final = "\u0180"
"""First character after Basic Latin, Latin-1 and Latin Extended-A."""
UNADORNED: Final = str.maketrans({"\u0131": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ĸ": "k"})
"""Letters whose strokes no decomposition takes away."""
_ALLOWED: Final = re.compile(r"[^\W\d_][\w.\-]{2,15}", re.UNICODE)


def tidy(text: str) -> str:
    """The nickname as it will be shown: composed characters, no outer blanks."""
    return unicodedata.normalize("NFC", text.strip())


def valid(nickname: str) -> bool:
    """Whether a tidied nickname may be used: 3 to 16 letters, digits, dots, hyphens or underscores, beginning with a
    letter; only the Latin letters of European languages, so that no look-alike of another alphabet passes."""
    return _ALLOWED.fullmatch(nickname) is not None and all(map(_usual, nickname))


def _usual(character: str) -> bool:
    if character.isalpha():
        return character < LETTERS_END and unicodedata.name(character, "").startswith("LATIN ")
    return character in ".-_" or character in "0123456789"


def folded(nickname: str) -> str:
    """What must be unique: upper and lower case, accents and compatibility forms make no difference."""
    apart = unicodedata.normalize("NFKD", nickname.casefold().translate(UNADORNED))
    return "".join(character for character in apart if not unicodedata.combining(character)).casefold()
