"""Lines of a byte stream, one at a time, in bounded memory."""

from collections.abc import Iterator
from typing import BinaryIO


def lines(stream: BinaryIO, limit: int) -> Iterator[bytes | None]:
    """Each line as it comes; ``None`` in place of one of more than ``limit`` bytes, its end not counted."""
    while line := stream.readline(limit + 1):
        if len(line) <= limit or line.endswith(b"\n"):
            yield line
            continue
        while not line.endswith(b"\n") and (line := stream.readline(limit)):
            pass
        yield None
