"""Errors of a network that is down, or of Discord's own servers, and calls that are repeated after them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

from bot.chats.retrying import retried

_Result = TypeVar("_Result")

ATTEMPTS = 3

NETWORK_ERRORS = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordServerError, discord.GatewayNotFound)
"""After one of these the same call may succeed later."""


def session_is_closed(error: BaseException) -> bool:
    """Whether a call came too late, as Kiu has closed its connection to Discord; aiohttp has no error of its own."""
    return isinstance(error, RuntimeError) and str(error) == "Session is closed"


class NetworkErrorFilter(logging.Filter):
    """Leaves the traceback out of discord.py's log records about network errors; other records stay as they are."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record; it is always written."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, (*NETWORK_ERRORS, discord.ConnectionClosed)):
            record.msg = f"{record.getMessage()} ({type(error).__name__})"
            record.args, record.exc_info = (), None
        return True


async def network_retried(call: Callable[[], Awaitable[_Result]], retry_delay: float) -> _Result:
    """Make a call, and again up to twice after a network error; what the last attempt raises is raised.

    Args:
        call: makes one attempt.
        retry_delay: seconds before the second attempt; twice as long before the third.
    """
    return await retried(
        call,
        attempts=ATTEMPTS,
        first_pause=retry_delay,
        may_retry=lambda error: isinstance(error, NETWORK_ERRORS),
    )
