"""The control socket: how another process on this machine asks the running Kiu, whose database nobody else can open.

It is a Unix socket in the data folder that only the user who runs Kiu can reach. A client sends one line of JSON; the
answer is any number of lines that tell how far it is, then one with the result or with a sentence that says why not.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog

log = structlog.get_logger()

NAME: Final = "kiu.control"
"""The name of the socket in the data folder."""

LONGEST_LINE: Final = 1_000_000
"""The most bytes of a question or an answer."""

LONGEST_WAIT: Final = 10.0
"""Seconds for a client to send its question."""

LONGEST_PATH: Final = 103
"""The most bytes of the path of a Unix socket on any system."""

DESCRIPTORS: Final = Path("/proc/self/fd")
"""The folder in which Linux offers open files as short paths."""


class Request(StrEnum):
    """The questions to a running Kiu."""

    STATUS = "status"
    """Its version, start, database and chats."""

    INSPECT = "inspect"
    """The state of its database."""

    VERIFY = "verify"
    """A check of all that was ever stored."""

    PLACES = "places"
    """The groups that its database knows, and the places of open tables."""

    """To try a channel: what the platform does there for all that a table needs."""

    BACKUP = "backup"
    """Make a backup now; the result is its ``path``, its ``size`` in bytes, and whether it was ``audited``."""

    PRUNE = "prune"
    """Delete journals and records of old hands."""


Fields: TypeAlias = Mapping[str, Any]
"""The content of a question, a report or a result, as JSON."""

Tell: TypeAlias = Callable[[Fields], None]
"""Tells the client how far the answer is."""

Answer: TypeAlias = Callable[[Fields, Tell], Awaitable[Fields]]
"""Answers a request; a :class:`CannotAnswer` that it raises is told to the client."""


class CannotAnswer(Exception):
    """The running Kiu cannot do what it was asked; the text is one sentence for the host."""


class NotRunning(Exception):
    """No Kiu runs on this data folder, or none that can be asked; the text is one sentence for the host."""


class ControlSocket:
    """Answers other processes; use it as ``async with``, while the database of the same folder is
    locked by this one.
    """

    def __init__(self, folder: Path, answers: Mapping[Request, Answer]) -> None:
        self._folder = folder
        self._answers = answers
        self._answering: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> ControlSocket:
        """Listen; where that is impossible, the log says so, and everything else goes on."""
        try:
            listening = _listening(self._folder)
        except (NotRunning, OSError) as error:
            log.warning("no control socket", error=str(error))
        else:
            self._server = await asyncio.start_unix_server(self._connected, sock=listening, limit=LONGEST_LINE)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Answer nobody any more, and leave no socket behind."""
        if self._server is None:
            return
        self._server.close()
        with suppress(OSError):
            (self._folder / NAME).unlink()
        for task in self._answering:
            task.cancel()
        await asyncio.gather(*self._answering, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            last = await self._answered(reader, writer)
            writer.write(_line(last))
            # Whoever has asked may be gone; what they asked for is done all the same.
            with suppress(OSError):
                await writer.drain()
        finally:
            self._answering.discard(task)
            writer.close()

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Fields:
        """The last line of the answer."""
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                question = json.loads(await reader.readline())
            answer = self._answers[Request(question.pop("request"))]
        except (ValueError, KeyError, AttributeError, TypeError, TimeoutError, OSError):
            return {"error": "The running Kiu does not understand this; it may be of another version."}

        def tell(report: Fields) -> None:
            if not writer.is_closing():
                writer.write(_line({"progress": report}))

        try:
            return {"result": await answer(question, tell)}
        except CannotAnswer as error:
            return {"error": str(error)}
        except Exception:
            log.exception("control request failed")
            return {"error": "The running Kiu could not do it; its log says why."}


async def ask(folder: Path, request: Request, fields: Fields | None = None, tell: Tell = lambda _: None) -> Fields:
    """Ask the Kiu that runs on a data folder, and return its result.

    Raise ``NotRunning`` if there is none, or it ended before its answer. Raise ``CannotAnswer`` if it says why not.
    """
    async with _connection(folder) as (reader, writer):
        writer.write(_line({**(fields or {}), "request": request.value}))
        while line := await reader.readline():
            said = json.loads(line)
            if "result" in said:
                result: Fields = said["result"]
                return result
            if "error" in said:
                raise CannotAnswer(said["error"])
            tell(said["progress"])
    raise NotRunning("The running Kiu ended before it had answered.")


@asynccontextmanager
async def _connection(folder: Path) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    try:
        with _short_path(folder) as path:
            reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST_LINE)
    except (FileNotFoundError, ConnectionRefusedError):
        # A socket that nobody listens on was left behind by a Kiu that was killed.
        raise NotRunning(f"No Kiu is running on {folder}.") from None
    except OSError as error:
        raise NotRunning(f"The running Kiu cannot be asked: {error.strerror or error}.") from None
    try:
        yield reader, writer
    except ConnectionError:
        raise NotRunning("The running Kiu ended before it had answered.") from None
    finally:
        writer.close()


def _listening(folder: Path) -> socket.socket:
    """A socket in the data folder that only this user can reach, in the place of one that was left behind."""
    with _short_path(folder) as path:
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with suppress(FileNotFoundError):
                os.unlink(path)
            listening.bind(path)
            # Nobody can connect before it listens.
            os.chmod(path, 0o600)
        except BaseException:
            listening.close()
            raise
    return listening


@contextmanager
def _short_path(folder: Path) -> Iterator[str]:
    """A path of the socket that is short enough for the system while this lasts.

    Raise ``NotRunning`` if there is none.
    """
    path = os.path.join(folder, NAME)
    if not hasattr(socket, "AF_UNIX"):
        raise NotRunning("This system has no Unix sockets, so a running Kiu cannot be asked; stop it first.")
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    if not DESCRIPTORS.is_dir():
        raise NotRunning(
            f"The path {path} is too long for a socket, so a running Kiu cannot be asked; choose a shorter data folder."
        )
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield str(DESCRIPTORS / str(descriptor) / NAME)
    finally:
        os.close(descriptor)


def _line(fields: Fields) -> bytes:
    return json.dumps(fields).encode() + b"\n"
