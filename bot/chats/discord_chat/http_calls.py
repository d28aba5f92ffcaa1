"""The meaning of Discord's errors in the Chat protocol, repetitions, and traces."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import aiohttp
import discord
import structlog
import yarl

from bot.chats.call_watch import CallWatch
from bot.chats.discord_chat.notation import PLATFORM
from bot.chats.retrying import retried
from bot.messages import MessageGone, PlatformCall, Unwelcome, check_sending

log = structlog.get_logger()

_Result = TypeVar("_Result")

ATTEMPTS = 3

NETWORK_ERRORS = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordServerError, discord.GatewayNotFound)
"""Errors after which the same call may succeed later."""

OLD_MESSAGE_EDITED_TOO_OFTEN: Final = 30046
"""The error for edits of a message over an hour old; a new message takes its place."""

REPLYING_FORBIDDEN: Final = 160002
"""The error where the bot may not read the history of a channel."""

PRIVATE_ANSWER = "POST /interactions/…/…/callback"

_WORD = re.compile(r"@?[a-z][a-z0-9-]{1,19}")
"""A constant segment of a path, unlike an id or a token."""

_VERSION = re.compile(r"/api/v\d+")


class ChannelGone(Unwelcome):
    """The channel or thread was deleted."""


_MEANINGS: Mapping[int, type[Exception]] = {
    10003: ChannelGone,  # unknown channel
    10008: MessageGone,  # unknown message
    OLD_MESSAGE_EDITED_TOO_OFTEN: MessageGone,
    50005: MessageGone,  # written by the bot of an earlier token
    50083: MessageGone,  # archived thread; a new message opens it again
    10004: Unwelcome,  # unknown guild
    50001: Unwelcome,  # missing access
    50013: Unwelcome,  # missing permissions
    50024: Unwelcome,  # not possible in a channel of this type
    160005: Unwelcome,  # the thread is locked
    10013: Unwelcome,  # unknown user
    40003: Unwelcome,  # direct messages opened too fast
    50007: Unwelcome,  # the user takes no direct messages
    50278: Unwelcome,  # no mutual guild with the user any more
}


@contextmanager
def errors_translated() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        meaning = _MEANINGS.get(error.code, Unwelcome if isinstance(error, discord.Forbidden) else None)
        if meaning is None:
            raise
        raise meaning(str(error.code)) from None


@contextmanager
def errors_logged(event: str) -> Iterator[None]:
    """Log errors of a call that an interaction could do without."""
    try:
        yield
    except (discord.HTTPException, RuntimeError, *NETWORK_ERRORS) as error:
        # aiohttp has no error of its own for a call after Kiu closed its session.
        if isinstance(error, RuntimeError) and str(error) != "Session is closed":
            raise
        log.warning(
            event,
            action="done in another way, if that is needed",
            platform=PLATFORM,
            error=type(error).__name__,
            code=getattr(error, "code", 0),
        )


async def network_retried(call: Callable[[], Awaitable[_Result]], retry_delay: float) -> _Result:
    return await retried(
        call, attempts=ATTEMPTS, first_pause=retry_delay, may_retry=lambda error: isinstance(error, NETWORK_ERRORS)
    )


def http_trace(watch: CallWatch) -> aiohttp.TraceConfig:
    """Watch calls, and stop repetitions that cannot succeed."""
    trace = aiohttp.TraceConfig()

    async def begin(_: aiohttp.ClientSession, context: SimpleNamespace, __: Any) -> None:
        check_sending()
        context.begun = asyncio.get_running_loop().time()

    async def end(_: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        headers = params.response.headers
        watch.add(
            PlatformCall(
                call_name(params.method, params.url),
                asyncio.get_running_loop().time() - context.begun,
                params.response.status,
                _number(headers.get("X-RateLimit-Remaining")),
                _number(headers.get("X-RateLimit-Limit")),
                float(headers.get("Retry-After", 0)) if params.response.status == 429 else 0.0,
            )
        )
        if params.response.status == 429 and params.response.content_type == "application/json":
            refusal = await params.response.json()
            if refusal.get("code") == OLD_MESSAGE_EDITED_TOO_OFTEN:
                # discord.py would repeat the call for minutes.
                raise discord.HTTPException(params.response, refusal)

    async def fail(
        _: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        seconds = asyncio.get_running_loop().time() - context.begun
        watch.add(PlatformCall(call_name(params.method, params.url), seconds, 0))

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


def call_name(method: str, url: yarl.URL) -> str:
    """Return the method and route of a call without ids and secret tokens.

    A token follows an id, so a segment after an id is kept only if it is a word.
    """
    path = _VERSION.sub("", url.path, count=1)
    segments = [each if _WORD.fullmatch(each) else "…" for each in path.strip("/").split("/")]
    if segments[0] in ("interactions", "webhooks") and len(segments) > 2:
        segments[2] = "…"
    return f"{method} /{'/'.join(segments)}"


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None
