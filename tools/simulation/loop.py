"""An event loop in virtual time, without selector, sockets or threads."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import socket
import sys
import threading
from asyncio import events
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tools.simulation.network import Network, SimulatedServer, SimulatedTransport
    from tools.simulation.scheduler import Scheduler

_Result = TypeVar("_Result")

THREAD_SECONDS = 0.002
"""How long work in a thread takes."""


class _Task(asyncio.Task[Any]):
    """Has the same place in sets in every process, where its address in memory would give it any."""

    def __init__(self, coro: Coroutine[Any, Any, Any], *, loop: SimulatedLoop, **settings: Any) -> None:
        self._number = loop.scheduler.number()
        super().__init__(coro, loop=loop, **settings)

    def __hash__(self) -> int:
        return self._number


class _Future(asyncio.Future[Any]):
    """The same for futures."""

    def __init__(self, *, loop: SimulatedLoop) -> None:
        self._number = loop.scheduler.number()
        super().__init__(loop=loop)

    def __hash__(self) -> int:
        return self._number


class SimulatedLoop(asyncio.BaseEventLoop):
    """A loop whose callbacks a scheduler runs, among those of other loops.

    What is handed to a thread is done at once, and its result comes a little later.

    Args:
        scheduler: runs the callbacks.
        name: what the loop is called in transcripts: ``kiu 3``.
        network: where its connections go; ``None`` if it has none.
    """

    def __init__(self, scheduler: Scheduler, name: str, network: Network | None = None) -> None:
        super().__init__()
        self.network = network
        self._addresses: dict[socket.socket, Any] = {}
        self.scheduler = scheduler
        self.name = name
        self.dead = False
        """Whether it was killed, so that nothing will ever be run in it again."""

        self.errors: list[dict[str, Any]] = []
        """What was raised where nobody waits for it."""

        self.set_exception_handler(lambda _, context: self.errors.append(context))

    def __repr__(self) -> str:
        return f"<SimulatedLoop {self.name}>"

    def __del__(self) -> None:
        """There is nothing that would have to be closed."""

    def time(self) -> float:
        return self.scheduler.now

    def enter(self) -> None:
        """Be the loop that is running, as its tasks see it."""
        self._thread_id = threading.get_ident()
        events._set_running_loop(self)
        sys.set_asyncgen_hooks(self._asyncgen_firstiter_hook, self._asyncgen_finalizer_hook)  # type: ignore[attr-defined]

    def leave(self) -> None:
        """Be it no more."""
        self._thread_id = None  # type: ignore[assignment]
        events._set_running_loop(None)

    def kill(self) -> None:
        """Let nothing be run in it any more, not even what should be done in any case (``finally``)."""
        if self.dead:
            return
        self.dead = True
        if self.network is not None:
            self.network.kill(self)
        remains = [self, asyncio.all_tasks(self), list(self._asyncgens)]  # type: ignore[attr-defined]
        # Garbage collection would close its coroutines one day, and so run their last lines: it is kept for ever.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(remains))

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, _Result], *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[_Result]:
        return _Task(coro, loop=self, name=name, context=context)

    def create_future(self) -> asyncio.Future[Any]:
        return _Future(loop=self)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        self.scheduler.add_timer(self, timer)
        return timer

    def _call_soon(
        self, callback: Callable[..., object], args: tuple[Any, ...], context: Context | None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self.scheduler.add_ready(self, handle)
        return handle

    def _write_to_self(self) -> None:
        """Nothing has to be woken up."""

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """The scheduler looks whether it was, when its time has come."""

    def run_forever(self) -> None:
        raise NotImplementedError("the scheduler runs it")

    # --- the network -------------------------------------------------------------------------------------------

    async def getaddrinfo(self, host: Any, port: Any, **_: Any) -> list[Any]:
        """Every name is its own address: nobody but the network of the world needs to understand it."""
        return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (host or "127.0.0.1", int(port or 0)))]

    async def getnameinfo(self, sockaddr: Any, flags: int = 0) -> tuple[str, str]:
        return str(sockaddr[0]), str(sockaddr[1])

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        """Remember where a socket is to be connected to, which itself never is."""
        self._addresses[sock] = address

    async def create_connection(
        self, protocol_factory: Callable[[], Any], host: Any = None, port: Any = None, **options: Any
    ) -> tuple[SimulatedTransport, Any]:
        if options.get("ssl"):
            raise NotImplementedError("the network in memory has no encryption")
        if (sock := options.get("sock")) is not None:
            host, port = self._addresses.pop(sock)[:2]
            sock.close()
        return await self._network().connect(self, protocol_factory, host, int(port))

    async def create_server(  # type: ignore[override]
        self, protocol_factory: Callable[[], Any], host: Any = None, port: Any = None, **options: Any
    ) -> SimulatedServer:
        if options.get("ssl") or options.get("sock") is not None:
            raise NotImplementedError("the network in memory has neither encryption nor sockets")
        return self._network().listen(self, protocol_factory, host, int(port or 0))

    def _network(self) -> Network:
        if self.network is None:
            raise OSError(errno.ENETUNREACH, "there is no network")
        return self.network

    # --- threads -----------------------------------------------------------------------------------------------

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Do it at once, where no loop is running, as in a thread."""
        done = self.create_future()
        events._set_running_loop(None)
        try:
            result = func(*args)
        except Exception as error:
            self.call_later(THREAD_SECONDS, _settle, done, error, None)
        else:
            self.call_later(THREAD_SECONDS, _settle, done, None, result)
        finally:
            events._set_running_loop(self)
        return done


def _settle(done: asyncio.Future[Any], error: Exception | None, result: object) -> None:
    if done.cancelled():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
