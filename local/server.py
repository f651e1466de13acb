"""The HTTP server on an event loop of its own, in a thread of its own."""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable

from aiohttp import web


def listening(host: str, port: int, spare_port: bool) -> socket.socket:
    """A socket bound and listening; with ``spare_port`` a free port is picked if ``port`` is taken."""
    try:
        return socket.create_server((host, port))
    except OSError:
        if not spare_port:
            raise
        return socket.create_server((host, 0))


class Server:
    """Serves ``app`` on a listening socket from ``start`` to ``stop``; ``before_stop`` closes what is open."""

    def __init__(
        self, app: web.Application, listener: socket.socket, before_stop: Callable[[], Awaitable[None]]
    ) -> None:
        self._listener, self._before_stop = listener, before_stop
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="local-loop", daemon=True)

    def start(self) -> None:
        """Serve."""
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._up(), self._loop).result()
        except BaseException:
            self._end()
            raise

    def stop(self) -> None:
        """Close every connection and end the thread."""
        asyncio.run_coroutine_threadsafe(self._down(), self._loop).result()
        self._end()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def look_round(self) -> None:
        """Wait until what clients have already sent has been taken in."""
        asyncio.run_coroutine_threadsafe(_some_rounds(), self._loop).result()

    async def _up(self) -> None:
        await self._runner.setup()
        await web.SockSite(self._runner, self._listener).start()

    async def _down(self) -> None:
        await self._before_stop()
        await self._runner.cleanup()


async def _some_rounds() -> None:
    """Rounds of the loop: one reads, one wakes the connection, one hands the message on; and two to spare."""
    for _ in range(5):
        await asyncio.sleep(0)
