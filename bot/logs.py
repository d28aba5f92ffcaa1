"""The log: one line an event, to the error output, with nothing secret in it."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up(level: str) -> None:
    """Write from ``level`` upwards; libraries speak up only when something is wrong."""
    number = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
