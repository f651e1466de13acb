"""A person's socket on a table's record: when the connection asked to be attached, and its id.

The instant comes first, in a fixed width, so that the engine itself can compare two: an ``attach`` that was long on its
way must not take the table from the connection that has replaced its own since. The text is short, because every move
pays for the whole item.
"""

from typing import Final

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""In the order in which texts are compared."""
WIDTH: Final = 8
"""Digits of an instant: enough until the year 2059."""


def stored(connection: str, at: int) -> str:
    """The attribute's text; ``at`` in UTC milliseconds."""
    return instant(at) + named(connection)


def instant(at: int) -> str:
    """Greater than the text of every earlier attach, less than that of every other. Raises ValueError."""
    text, rest = "", at
    for _ in range(WIDTH):
        rest, digit = divmod(rest, len(DIGITS))
        text = DIGITS[digit] + text
    if rest:
        raise ValueError(f"no instant: {at}")
    return text


def named(connection: str) -> str:
    """The connection's id, as no other connection's text contains it. Raises ValueError for an empty one."""
    if not connection:
        raise ValueError("a connection id is empty")
    return connection


def connection(text: str) -> str:
    """The connection of a stored text."""
    return text[WIDTH:]
