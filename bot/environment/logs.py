"""The log: one line for each event, to standard error, with nothing secret in it."""

from __future__ import annotations

import logging
import re
import sys
from typing import Any

import structlog

from bot.environment.repeats import OnceAMinute

_TOKENS = re.compile(
    r"\d{6,}(?::|%3A)[A-Za-z0-9_-]{30,}"  # Telegram's, which is in every URL that its library requests
    r"|[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"  # Discord's
    r"|(?<=/webhooks/)\d+/[A-Za-z0-9_.-]{30,}"  # of one Discord interaction, valid for 15 minutes
    r"|(?<=/interactions/)\d+/[A-Za-z0-9_.-]{30,}"
)

_ONCE_A_MINUTE = OnceAMinute()


def redacted(text: str) -> str:
    """The text with everything that looks like a platform's token replaced."""
    return _TOKENS.sub("[token]", text)


class _Formatter(logging.Formatter):
    """Formats as usual, exceptions included, and then replaces tokens."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def set_up(level: str) -> None:
    """Log from ``level`` upwards, and of libraries only warnings and errors."""
    number = logging.getLevelNamesMapping()[level.upper()]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for library in ("httpx", "httpcore", "discord", "telegram", "aiosqlite", "sqlalchemy"):
        # At INFO httpx would write every URL, and a Telegram URL contains the token. The database libraries would
        # write every value that is stored, the keys of packs among them.
        logging.getLogger(library).setLevel(logging.WARNING)
    for server in ("aiohttp.server", "aiohttp.websocket"):
        # What these write is about requests, of which strangers can send as many as they like.
        logging.getLogger(server).addFilter(_ONCE_A_MINUTE)
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
