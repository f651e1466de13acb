"""The size limit of a single WebSocket frame, which aiohttp does not have (it limits whole messages).

The guard sits between the connection and aiohttp's reader and lets whole
frames through. At a frame over the limit it shows the reader the header of one too
large for any message, so that aiohttp itself closes with 1009, and passes over what
still comes.
"""

from typing import Any, Final, Protocol

from aiohttp import web

LARGEST_FRAME: Final = 32 * 1024
"""Payload bytes of a frame at most."""

LARGEST_MESSAGE: Final = 128 * 1024
"""Payload bytes of a message, of any number of frames, at most."""


class Reader(Protocol):
    """What aiohttp feeds a connection's bytes to."""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Take bytes; whether that was the end, and what was left over."""
        ...

    def feed_eof(self) -> None:
        """The connection has ended."""
        ...


def guard_frames(request: web.Request) -> None:
    """Put the guard in front of the reader of a request that has just become a WebSocket."""
    protocol: Any = request.protocol
    protocol._payload_parser = FrameGuard(protocol._payload_parser)


class FrameGuard:
    """Passes whole frames on to ``reader``, and ends it at one over ``LARGEST_FRAME``."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._held = bytearray()
        self._closing = False

    def feed_eof(self) -> None:
        """The connection has ended."""
        self._reader.feed_eof()

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Take bytes as they arrive."""
        if self._closing:
            return False, b""
        self._held += data
        while (size := self._frame_size()) is not None:
            header, payload = size
            if payload > LARGEST_FRAME:
                self._closing = True
                return self._reader.feed_data(bytes([self._held[0], 0xFF]) + (1 << 32).to_bytes(8) + bytes(4))
            if len(self._held) < header + payload:
                break
            frame = bytes(self._held[: header + payload])
            del self._held[: header + payload]
            ended, left = self._reader.feed_data(frame)
            if ended:
                return ended, left
        return False, b""

    def _frame_size(self) -> tuple[int, int] | None:
        """Bytes of header and of payload of the frame at hand, once its header is all there."""
        if len(self._held) < 2:
            return None
        payload, mask = self._held[1] & 0x7F, 4 if self._held[1] & 0x80 else 0
        extra = {126: 2, 127: 8}.get(payload, 0)
        if len(self._held) < 2 + extra:
            return None
        if extra:
            payload = int.from_bytes(self._held[2 : 2 + extra])
        return 2 + extra + mask, payload
