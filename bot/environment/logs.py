"""The log: a line per event on standard error, without secrets; JSON except on a terminal.

Success is ``info``; warnings and errors say what Kiu does about them. A repeated one is written once a minute with its
count.
"""

from __future__ import annotations

import logging
import math
import re
import sys
import time
import traceback
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final, TextIO

import structlog
from cachetools import LRUCache
from structlog.typing import EventDict, ExcInfo, Processor

_TOKENS = re.compile(
    r"\d{6,}(?::|%3A)[A-Za-z0-9_-]{30,}"  # Telegram's, which is in every URL that its library requests
    r"|[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"  # Discord's
    r"|(?<=/webhooks/)\d+/[A-Za-z0-9_.-]{30,}"  # of one Discord interaction, valid for 15 minutes
    r"|(?<=/interactions/)\d+/[A-Za-z0-9_.-]{30,}"
)

_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
"""Quoted values in exceptions: names and typed words."""

MORE = "more"
"""The field with the number of omitted lines alike."""

_TELLING = ("event", "platform", "error", "what")
"""They tell two troubles apart."""

REPEAT_SECONDS = 60.0
"""Seconds that a line stands for others alike."""

KINDS_MOST = 256

_TROUBLES = ("warning", "error", "critical")


def redacted(text: str) -> str:
    """Mask everything that looks like a token."""
    return _TOKENS.sub("[token]", text)


def traceback_of(exc_info: ExcInfo) -> str:
    """Return the places of an exception and its causes, without quoted values."""
    error: BaseException | None = exc_info[1]
    parts: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        said = _QUOTED.sub("'…'", str(error))
        frames = "".join(traceback.format_tb(error.__traceback__))
        parts.insert(0, f"{frames}{type(error).__name__}: {said}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n\nwhich led to:\n\n".join(parts)


class OnceAMinute(logging.Filter):
    """Passes repeated lines once a minute with their number."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: LRUCache[Hashable, tuple[float, int]] = LRUCache(KINDS_MOST)

    def __call__(self, _logger: Any, method: str, fields: EventDict) -> EventDict:
        """Return the fields of a line; ``info`` always passes."""
        if method not in _TROUBLES:
            return fields
        silent = self._silent_before(_kind(method, fields))
        if silent is None:
            raise structlog.DropEvent
        return {**fields, MORE: silent} if silent else fields

    def filter(self, record: logging.LogRecord) -> bool:
        # What a line says before its values are put in is its kind: the values may be a stranger's.
        silent = self._silent_before((record.name, record.levelno, str(record.msg)))
        if silent:
            record.msg = f"{record.msg} (and {silent} more since the last such line)"
        return silent is not None

    def _silent_before(self, kind: Hashable) -> int | None:
        """Return the number of omitted lines, or ``None`` to omit this one."""
        until, silent = self._kinds.get(kind, (-math.inf, 0))
        if self._now() < until:
            self._kinds[kind] = (until, silent + 1)
            return None
        self._kinds[kind] = (self._now() + REPEAT_SECONDS, 0)
        return silent


def _kind(level: str, fields: Mapping[str, Any]) -> Hashable:
    """Return what tells a trouble from others: words and origin, regardless of the people."""
    raised = fields.get("exc_info")
    error = sys.exc_info()[1] if raised is True else raised
    place = traceback.format_tb(error.__traceback__, -1) if isinstance(error, BaseException) else []
    return (level, type(error), *place, *(str(fields.get(name, "")) for name in _TELLING))


# At INFO httpx would write every URL, and a Telegram URL contains the token. The database libraries would write every
# value that is stored, the keys of packs among them.
QUIET_LIBRARIES: Final = ("httpx", "httpcore", "discord", "telegram", "aiosqlite", "sqlalchemy")
"""Libraries with warnings and errors only."""


def set_up(level: str, to: TextIO | None = None, process: str = "") -> None:
    """Log from ``level`` upwards, libraries from warnings, to standard error or a stream, with a process's name."""
    number = logging.getLevelNamesMapping()[level.upper()]
    stream = to or sys.stderr
    once_a_minute = OnceAMinute()
    stamped: list[Processor] = [structlog.processors.add_log_level, _stamp(stream)]
    if process:
        stamped.append(lambda _logger, _method, fields: {**fields, "process": process})
    written: list[Processor] = [
        structlog.processors.ExceptionRenderer(traceback_of),
        _laid_out(stream),
        _without_tokens,
    ]
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*stamped, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *written],
        )
    )
    # Some of what libraries write is about requests, of which strangers can send as many as they like.
    handler.addFilter(once_a_minute)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for library in QUIET_LIBRARIES:
        logging.getLogger(library).setLevel(logging.WARNING)
    structlog.configure(
        processors=[once_a_minute, *stamped, *written],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )


def _stamp(stream: TextIO) -> Processor:
    if stream.isatty():
        return structlog.processors.TimeStamper("%Y-%m-%d %H:%M:%S", utc=False)
    return structlog.processors.TimeStamper("iso", utc=True)


def _laid_out(stream: TextIO) -> Processor:
    if stream.isatty():
        return structlog.dev.ConsoleRenderer(colors=True, sort_keys=False)
    return structlog.processors.JSONRenderer()


def _without_tokens(_logger: Any, _method: str, line: Any) -> str:
    return redacted(str(line))
