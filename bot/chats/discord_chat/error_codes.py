"""Errors of Discord and of the network: their meaning in the Chat protocol, and the repetition of calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import aiohttp
import discord

from bot.chats.discord_chat.notation import NO_CHANNEL
from bot.chats.retrying import retried
from bot.messages import MessageGone, Place, Unreachable, Unwelcome

_Result = TypeVar("_Result")

ATTEMPTS = 3

NETWORK_ERRORS = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordServerError, discord.GatewayNotFound)
"""Errors after which the same call may succeed later."""

OLD_MESSAGE_EDITED_TOO_OFTEN: Final = 30046
"""The error for edits of a message over an hour old; a new message takes its place."""

UNKNOWN_CHANNEL: Final = 10003
OPENING_DMS_TOO_FAST: Final = 40003
REPLYING_FORBIDDEN: Final = 160002
"""The error where the bot may not read the history of a channel."""

_MESSAGE_GONE = frozenset(
    {
        10008,  # unknown message
        OLD_MESSAGE_EDITED_TOO_OFTEN,
        50005,  # written by the bot of an earlier token
        50083,  # archived thread; a new message opens it again
    }
)
_UNWELCOME = frozenset(
    {
        10004,  # unknown guild
        50001,  # missing access
        50013,  # missing permissions
        50024,  # not possible in a channel of this type
        160005,  # the thread is locked
    }
)
_UNREACHABLE = frozenset(
    {
        50007,  # the user takes no direct messages
        50278,  # no mutual guild with the user any more
        10013,  # unknown user
    }
)


class ChannelGone(Unwelcome):
    """The channel or thread was deleted."""


@contextmanager
def edit_errors() -> Iterator[None]:
    """Translate errors of an edit into ``MessageGone``, ``ChannelGone`` and ``Unwelcome``."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code in _MESSAGE_GONE:
            raise MessageGone(str(error.code)) from None
        if error.code == UNKNOWN_CHANNEL:
            raise ChannelGone(str(error.code)) from None
        if error.code in _UNWELCOME or isinstance(error, discord.Forbidden):
            raise Unwelcome(str(error.code)) from None
        raise


@contextmanager
def post_errors(place: Place) -> Iterator[None]:
    """Translate errors of a post into ``ChannelGone`` and ``Unwelcome``."""
    if place.channel == NO_CHANNEL:
        raise Unwelcome("no channel")
    try:
        with edit_errors():
            yield
    except MessageGone as gone:
        raise Unwelcome(str(gone)) from None


@contextmanager
def dm_errors() -> Iterator[None]:
    """Translate errors of a private message into ``MessageGone`` and ``Unreachable``."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code == UNKNOWN_CHANNEL or error.code in _MESSAGE_GONE or error.code in _UNWELCOME:
            raise MessageGone(str(error.code)) from None
        if error.code in _UNREACHABLE or isinstance(error, discord.Forbidden):
            raise Unreachable(str(error.code)) from None
        raise


def session_is_closed(error: BaseException) -> bool:
    """True for a call after Kiu closed its session; aiohttp has no error of its own."""
    return isinstance(error, RuntimeError) and str(error) == "Session is closed"


async def network_retried(call: Callable[[], Awaitable[_Result]], retry_delay: float) -> _Result:
    return await retried(
        call,
        attempts=ATTEMPTS,
        first_pause=retry_delay,
        may_retry=lambda error: isinstance(error, NETWORK_ERRORS),
    )
