"""The log: one line for each event, to standard error, with nothing secret in it.

On a terminal it is laid out for people, anywhere else each line is a JSON object.
What goes well is logged as ``info``: the lines of the day, each of them. Troubles are warnings and errors, and say what
Kiu does about them; one that comes again and again is written once a minute, with how many there were.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TextIO

import structlog
from structlog.typing import EventDict, ExcInfo, Processor

from bot.environment.repeats import OnceAMinute, RepeatedLines

_TOKENS = re.compile(
    r"\d{6,}(?::|%3A)[A-Za-z0-9_-]{30,}"  # Telegram's, which is in every URL that its library requests
    r"|[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"  # Discord's
    r"|(?<=/webhooks/)\d+/[A-Za-z0-9_.-]{30,}"  # of one Discord interaction, valid for 15 minutes
    r"|(?<=/interactions/)\d+/[A-Za-z0-9_.-]{30,}"
)

_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
"""Values in what an exception says: names of people and what they have typed stand there in quotation marks."""

MORE = "more"
"""The field of a line that says how many like it were not written since the last such line."""

_TELLING = ("platform", "error", "what")
"""Fields that tell two troubles of one event apart; any other says whom it concerns, or how it is mended."""

_TROUBLES = ("warning", "error", "critical")


def redacted(text: str) -> str:
    """The text with everything that looks like a platform's token replaced."""
    return _TOKENS.sub("[token]", text)


def traceback_of(exc_info: ExcInfo) -> str:
    """Where an exception was raised, and those that led to it; values that they quote are left out."""
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


class _Trouble(NamedTuple):
    """What makes two troubles the same: where they come from, and not whom they concern."""

    event: str
    level: str
    told: tuple[str, ...]
    """What is the trouble, in fields of :data:`_TELLING`."""

    where: str
    """The line of code that raised it, if something did."""


class Repetitions:
    """Lets the line of a trouble pass once a minute, and counts those like it meanwhile."""

    def __init__(self, lines: RepeatedLines | None = None) -> None:
        self._lines = lines or RepeatedLines()

    def __call__(self, _logger: Any, method: str, fields: EventDict) -> EventDict:
        """The line, unless one like it was written a short while ago; lines of the day always pass."""
        if method not in _TROUBLES or MORE in fields:
            return fields
        silent = self._lines.silent_before(_kind(method, fields))
        if silent is None:
            raise structlog.DropEvent
        return {**fields, MORE: silent} if silent else fields

    def tell(self, *, all_kinds: bool = False) -> None:
        """Write how many troubles were not written, of each kind whose time is over.

        Args:
            all_kinds: whether also of those whose time is not over yet, because the process ends.
        """
        for kind, silent in self._lines.ended(all_kinds=all_kinds).items():
            assert isinstance(kind, _Trouble)
            fields: dict[str, Any] = {name: told for name, told in zip(_TELLING, kind.told, strict=True) if told}
            structlog.get_logger().log(
                logging.getLevelNamesMapping()[kind.level.upper()], kind.event, more=silent, **fields
            )


def _kind(level: str, fields: Mapping[str, Any]) -> _Trouble:
    raised, where = fields.get("exc_info"), ""
    error = sys.exc_info()[1] if raised is True else raised
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        where, at = type(error).__name__, error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        if at is not None:
            where += f" {at.tb_frame.f_code.co_filename}:{at.tb_lineno}"
    told = tuple(str(fields.get(name, "")) for name in _TELLING)
    return _Trouble(str(fields.get("event", "")), level, told, where)


# At INFO httpx would write every URL, and a Telegram URL contains the token. The database libraries would write every
# value that is stored, the keys of packs among them.
QUIET_LIBRARIES: Final = ("httpx", "httpcore", "discord", "telegram", "aiosqlite", "sqlalchemy")
"""Libraries of which only warnings and errors are logged."""


def set_up(level: str, to: TextIO | None = None) -> Repetitions:
    """Log from ``level`` upwards, and of libraries only warnings and errors.

    Args:
        level: the lowest level, by name.
        to: where the lines are written; standard error if it is left out.

    Returns:
        What counts troubles that come again and again, to be told every minute.
    """
    number = logging.getLevelNamesMapping()[level.upper()]
    stream = to or sys.stderr
    repetitions = Repetitions()
    stamped: list[Processor] = [structlog.processors.add_log_level, _stamp(stream)]
    written: list[Processor] = [
        structlog.processors.ExceptionRenderer(traceback_of),
        _in_order,
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
    handler.addFilter(OnceAMinute())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for library in QUIET_LIBRARIES:
        logging.getLogger(library).setLevel(logging.WARNING)
    structlog.configure(
        processors=[repetitions, *stamped, *written],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )
    return repetitions


def _stamp(stream: TextIO) -> Processor:
    """The time of a line: by the clock of the host for people, in UTC for everything else."""
    if stream.isatty():
        return structlog.processors.TimeStamper("%Y-%m-%d %H:%M:%S", utc=False)
    return structlog.processors.TimeStamper("iso", utc=True)


def _in_order(_logger: Any, _method: str, fields: EventDict) -> EventDict:
    """The fields with those first that every line has."""
    first = {name: fields[name] for name in ("timestamp", "level", "event") if name in fields}
    return {**first, **{name: value for name, value in fields.items() if name not in first}}


def _laid_out(stream: TextIO) -> Processor:
    """What makes a line of an event: text for people on a terminal, JSON for everything else."""
    if stream.isatty():
        return structlog.dev.ConsoleRenderer(colors=True, sort_keys=False)
    return structlog.processors.JSONRenderer()


def _without_tokens(_logger: Any, _method: str, line: Any) -> str:
    return redacted(str(line))
