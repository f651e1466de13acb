"""One WebSocket of a client: kept alive, opened again when it is lost, its answers matched to what was asked.

The gateway closes a connection after ten minutes of silence and after two hours in any case: this one pings once a
minute and renews itself in time. What was asked when a socket is lost stays unanswered, since nobody can know whether
it still counted: ask again with the same number or request id, and it counts once.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple, Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from circolo.protocol import commands, messages
from local.client.backoff import Backoff
from local.client.pace import Pace

PROTOCOL: Final = "circolo.v1"
NOT_ADMITTED: Final = (401, 403)
"""HTTP statuses by which a token is refused: trying again with it is of no use."""

TokenSource = Callable[[], Awaitable[str]]


class Socket(Protocol):
    """What is used of a WebSocket that has been opened. What is lost raises websockets' exceptions."""

    @property
    def close_code(self) -> int | None: ...

    @property
    def close_reason(self) -> str | None: ...

    async def send(self, message: str, /) -> None: ...

    async def recv(self) -> str | bytes: ...

    async def close(self, code: int = 1000, reason: str = "") -> None: ...


Opening = Callable[[str, str, float], Awaitable[Socket]]
"""Opens a socket at an address, with a token, within so many seconds. Raises OSError, TimeoutError, or websockets'
exceptions; InvalidStatus for a handshake that was refused."""


async def open_socket(url: str, token: str, patience: float) -> Socket:
    """A WebSocket over the network."""
    local = urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost")
    return await connect(
        url,
        subprotocols=[Subprotocol(PROTOCOL), Subprotocol(token)],
        open_timeout=patience,
        close_timeout=2,
        ping_interval=None,
        compression=None,
        proxy=None if local else True,
    )


class Unanswered(Exception):
    """No answer came: whether the message counted is unknown. Send the same again."""


class NotAdmitted(Exception):
    """The token was refused. The connection does not try again."""


class Ended(NamedTuple):
    """How a socket ended: WebSocket close code and reason, and the code of the server's last words, if it had any."""

    code: int
    reason: str
    said: str | None = None


class Timing(msgspec.Struct, frozen=True):
    """How patient a connection is; all in seconds."""

    opening: float = 10.0
    answer: float = 10.0
    ping: float = 60.0
    renewal: float = 110 * 60.0
    """Age at which a socket is replaced, up to a twentieth earlier by chance; the gateway closes it at two hours."""
    backoff: Backoff = Backoff()


class Connection:
    """A socket of one channel, `lobby` or `table`, from `start` to `close`.

    `url` is the stage's address. `token` is a token, or a coroutine function that returns a fresh one each time the
    socket is opened. `on_message` is told every message, answers too, in the order of arrival; `on_open` is run each
    time the socket has been opened (again); `on_failed` when it never will be again. `ping` is what is sent once a
    minute. `ended` tells how the last socket ended. `sleep` and `chance` are the back-off's; `opening` opens a socket.
    """

    def __init__(
        self,
        url: str,
        token: str | TokenSource,
        channel: str,
        *,
        on_message: Callable[[messages.ServerMessage], None] = lambda _: None,
        on_open: Callable[[], Awaitable[None]] | None = None,
        on_failed: Callable[[], None] = lambda: None,
        timing: Timing | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
        opening: Opening = open_socket,
    ) -> None:
        self.ping = commands.Ping()
        self.ended: Ended | None = None
        self.failure: BaseException | None = None
        self._url, self._token, self._channel = url, token, channel
        self._on_message, self._on_open, self._on_failed = on_message, on_open, on_failed
        self._timing, self._sleep, self._chance = timing or Timing(), sleep, chance
        self._opening = opening
        self._socket: Socket | None = None
        self._changed = asyncio.Event()
        self._waiting: dict[str, asyncio.Future[messages.ServerMessage]] = {}
        self._asked = 0
        self._said: str | None = None
        self._renewing = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the socket and keep it open. Raises NotAdmitted."""
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._stopped)
        await self._opened()

    async def close(self) -> None:
        """Close the socket for good."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def request(self, command: commands.Command) -> messages.ServerMessage:
        """Send a command, once the socket is open, and wait for its answer. Raises Unanswered, NotAdmitted."""
        socket, pace = await self._opened()
        await pace.turn()
        self._asked += 1
        id = f"{self._channel[0]}{self._asked}"
        answer: asyncio.Future[messages.ServerMessage] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        try:
            async with asyncio.timeout(self._timing.answer):
                await socket.send(msgspec.json.encode(replace(command, id=id)).decode())
                return await answer
        except (TimeoutError, WebSocketException) as lost:
            raise Unanswered(type(command).__name__) from lost
        finally:
            del self._waiting[id]

    async def _opened(self) -> tuple[Socket, Pace]:
        while self._socket is None:
            if self.failure is not None:
                raise self.failure
            if self._task is None:
                raise RuntimeError("start the connection first")
            await self._changed.wait()
        return self._socket, self._pace

    async def _run(self) -> None:
        failures = 0
        while True:
            self._said, self._renewing = None, False
            try:
                socket = await self._connect()
            except InvalidStatus as refused:
                if refused.response.status_code in NOT_ADMITTED:
                    raise NotAdmitted(f"HTTP {refused.response.status_code}") from refused
            except (OSError, TimeoutError, WebSocketException):
                pass
            else:
                if await self._serve(socket) and self._said != "too_frequent":
                    failures = 0
                if self._renewing:
                    continue
            await self._sleep(self._timing.backoff.delay(failures, self._chance()))
            failures += 1

    async def _connect(self) -> Socket:
        token = self._token if isinstance(self._token, str) else await self._token()
        return await self._opening(f"{self._url}?channel={self._channel}", token, self._timing.opening)

    async def _serve(self, socket: Socket) -> bool:
        """Use a socket until it ends. Whether anything was heard on it."""
        heard = False
        self._socket, self._pace = socket, Pace(asyncio.get_running_loop().time)
        self._pulse()
        tasks = [asyncio.create_task(self._keep(socket))]
        if self._on_open is not None:
            tasks.append(asyncio.ensure_future(self._on_open()))
        try:
            with suppress(WebSocketException):
                while True:
                    self._received(await socket.recv())
                    heard = True
        finally:
            self._socket = None
            for task in tasks:
                task.cancel()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(Unanswered("the socket was lost"))
            await socket.close()
            self.ended = Ended(socket.close_code or 1006, socket.close_reason or "", self._said)
        return heard

    def _received(self, frame: str | bytes) -> None:
        try:
            message = _decoder.decode(frame)
        except msgspec.DecodeError:
            return  # of a newer server: what matters of it is found by `sync`
        if isinstance(message, messages.Closing):
            self._said = message.code
        self._on_message(message)
        answer = self._waiting.get(message.id or "")
        if answer is not None and not answer.done():
            answer.set_result(message)

    async def _keep(self, socket: Socket) -> None:
        """Ping once a minute; close the socket when it does not answer, or has grown old."""
        now = asyncio.get_running_loop().time
        end = now() + self._timing.renewal * (1 - self._chance() / 20)
        while now() + self._timing.ping < end:
            await asyncio.sleep(self._timing.ping)
            try:
                await self.request(self.ping)
            except Unanswered:
                await socket.close(1001, "no answer")
                return
        await asyncio.sleep(end - now())
        self._renewing = True
        await socket.close(1000, "renewed")

    def _pulse(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _stopped(self, task: asyncio.Task[None]) -> None:
        self.failure = RuntimeError("the connection is closed") if task.cancelled() else task.exception()
        self._pulse()
        self._on_failed()


_decoder: Final = msgspec.json.Decoder(messages.ServerMessage)
