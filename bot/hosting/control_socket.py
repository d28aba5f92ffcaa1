"""The control socket, on which other processes ask the running Kiu, which has its database locked.

A Unix socket in the data folder for the same user. A client sends one JSON line, and gets a result or a sentence with
the reason.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog

log = structlog.get_logger()

NAME: Final = "kiu.control"
"""Its name in the data folder."""

LONGEST_LINE: Final = 1_000_000
"""Most bytes of a question or an answer."""

LONGEST_WAIT: Final = 10.0
"""Seconds for a client to send its question."""

LONGEST_PATH: Final = 103
"""Most bytes of a Unix socket's path on any system."""

DESCRIPTORS: Final = Path("/proc/self/fd")
"""Short paths of open files on Linux."""


Fields: TypeAlias = Mapping[str, Any]
"""The JSON of a question or result."""

Answer: TypeAlias = Callable[[Fields], Awaitable[Fields]]
"""Answers a request; the client is told of a :class:`CannotAnswer`."""


class CannotAnswer(Exception):
    """The running Kiu cannot answer; the text is one sentence for the host."""


class NotRunning(Exception):
    """No Kiu to ask; the text is one sentence for the host."""


class ControlSocket:
    """Answers other processes while this one has the database locked."""

    def __init__(self, folder: Path, answers: Mapping[str, Answer]) -> None:
        self._folder = folder
        self._answers = answers
        self._answering: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> ControlSocket:
        """Listen, or log the reason why not."""
        try:
            listening = _listening(self._folder)
        except (NotRunning, OSError) as error:
            log.warning("no control socket", error=str(error))
        else:
            self._server = await asyncio.start_unix_server(self._connected, sock=listening, limit=LONGEST_LINE)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop, and remove the socket."""
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
            writer.write(_line(await self._answered(reader)))
            # The client may be gone; its request is done all the same.
            with suppress(OSError):
                await writer.drain()
        finally:
            self._answering.discard(task)
            writer.close()

    async def _answered(self, reader: asyncio.StreamReader) -> Fields:
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                question = json.loads(await reader.readline())
            answer = self._answers[question.pop("request")]
        except (ValueError, KeyError, AttributeError, TypeError, TimeoutError, OSError):
            return {"error": "The running Kiu does not understand this; it may be of another version."}
        try:
            return {"result": await answer(question)}
        except CannotAnswer as error:
            return {"error": str(error)}
        except Exception:
            log.exception("control request failed")
            return {"error": "The running Kiu could not do it; its log says why."}


async def ask(folder: Path, request: str, fields: Fields | None = None) -> Fields:
    """Ask the Kiu on a data folder; raise ``NotRunning`` if there is none or it ended, ``CannotAnswer`` with its
    reason.
    """
    async with _connection(folder) as (reader, writer):
        writer.write(_line({**(fields or {}), "request": request}))
        line = await reader.readline()
    if not line:
        raise NotRunning("The running Kiu ended before it had answered.")
    said = json.loads(line)
    if "error" in said:
        raise CannotAnswer(said["error"])
    result: Fields = said["result"]
    return result


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
    """Yield a path short enough for the system; raise ``NotRunning`` if there is none."""
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
