"""The control socket, on which other processes ask the running Kiu, which has its database locked.

A Unix socket in the data folder for the same user. A client sends one JSON line, and gets a result or a sentence with
the reason.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog

from bot.environment.task_set import TaskSet

log = structlog.get_logger()

NAME: Final = "kiu.control"
"""Its name in the data folder."""

LONGEST_LINE: Final = 1_000_000
"""Most bytes of a question or an answer."""


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
        self._answering = TaskSet()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> ControlSocket:
        """Listen, or log the reason why not."""
        try:
            path = self._folder / NAME
            self._server = await asyncio.start_unix_server(
                self._connected, path, limit=LONGEST_LINE, start_serving=False
            )
            # Nobody can connect before it listens.
            path.chmod(0o600)
            await self._server.start_serving()
        except OSError as error:
            log.warning("no control socket", error=str(error))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is None:
            return
        self._server.close()
        with suppress(OSError):
            (self._folder / NAME).unlink()
        await self._answering.stop()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._answering.start(self._answer(reader, writer))

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The client may be gone; its request is done all the same.
        with closing(writer), suppress(OSError):
            writer.write(_line(await self._answered(reader)))
            await writer.drain()

    async def _answered(self, reader: asyncio.StreamReader) -> Fields:
        try:
            question = json.loads(await reader.readline())
            answer = self._answers[question.pop("request")]
        except (ValueError, KeyError, AttributeError, TypeError, OSError):
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
    try:
        reader, writer = await asyncio.open_unix_connection(folder / NAME, limit=LONGEST_LINE)
    except (FileNotFoundError, ConnectionRefusedError):
        # A socket that nobody listens on was left behind by a Kiu that was killed.
        raise NotRunning(f"No Kiu is running on {folder}.") from None
    except OSError as error:
        raise NotRunning(f"The running Kiu cannot be asked: {error.strerror or error}.") from None
    with closing(writer), suppress(ConnectionError):
        writer.write(_line({**(fields or {}), "request": request}))
        if line := await reader.readline():
            said = json.loads(line)
            if "error" in said:
                raise CannotAnswer(said["error"])
            result: Fields = said["result"]
            return result
    raise NotRunning("The running Kiu ended before it had answered.")


def _line(fields: Fields) -> bytes:
    return json.dumps(fields).encode() + b"\n"
