"""Network and server errors, and repetition of calls."""

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
"""Errors after which the same call may succeed later."""


def session_is_closed(error: BaseException) -> bool:
    """True for a call after Kiu closed its session; aiohttp has no error of its own."""
    return isinstance(error, RuntimeError) and str(error) == "Session is closed"


class NetworkErrorFilter(logging.Filter):
    """Removes the traceback from discord.py's records of network errors."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, (*NETWORK_ERRORS, discord.ConnectionClosed)):
            record.msg = f"{record.getMessage()} ({type(error).__name__})"
            record.args, record.exc_info = (), None
        return True


async def network_retried(call: Callable[[], Awaitable[_Result]], retry_delay: float) -> _Result:
    return await retried(
        call,
        attempts=ATTEMPTS,
        first_pause=retry_delay,
        may_retry=lambda error: isinstance(error, NETWORK_ERRORS),
    )
