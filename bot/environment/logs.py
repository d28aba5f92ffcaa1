"""The log: one line an event, to the error output, with nothing secret in it."""

from __future__ import annotations

import logging
import re
import sys
from typing import Any

import structlog

_TOKENS = re.compile(
    r"\d{6,}(?::|%3A)[A-Za-z0-9_-]{30,}"  # Telegram's, which stands in every address its library asks for
    r"|[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"  # Discord's
    r"|(?<=/webhooks/)\d+/[A-Za-z0-9_.-]{30,}"  # of one interaction, good for a quarter of an hour
    r"|(?<=/interactions/)\d+/[A-Za-z0-9_.-]{30,}"
)


def redacted(text: str) -> str:
    """The text without anything that looks like a token of a platform."""
    return _TOKENS.sub("[token]", text)


class _Formatter(logging.Formatter):
    """Formats as usual, exceptions included, and then takes tokens out."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def set_up(level: str) -> None:
    """Write from ``level`` upwards; libraries speak up only when something is wrong."""
    number = logging.getLevelNamesMapping()[level.upper()]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for chatty in ("httpx", "httpcore", "discord", "telegram", "aiosqlite", "sqlalchemy"):
        # At INFO httpx would write every address, and a Telegram address has the token in it. Those of the database
        # would write every value that is stored, the keys of packs among them.
        logging.getLogger(chatty).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
            _without_tokens,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _without_tokens(_logger: Any, _method: str, line: Any) -> str:
    return redacted(str(line))
