"""Traces of calls to Discord's API: route, duration, rate limit and date."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import yarl

from bot.chats.call_watch import CallWatch
from bot.chats.clock_difference import ClockDifference
from bot.chats.discord_chat.error_codes import OLD_MESSAGE_EDITED_TOO_OFTEN
from bot.messages import PlatformCall

PRIVATE_ANSWER = "POST /interactions/…/…/callback"

_WORD = re.compile(r"@?[a-z][a-z0-9-]{1,19}")
"""A constant segment of a path, unlike an id or a token."""

_VERSION = re.compile(r"/api/v\d+")


def http_trace(watch: CallWatch) -> aiohttp.TraceConfig:
    """Return a trace that watches calls and stops repetitions that cannot succeed."""
    trace = aiohttp.TraceConfig()

    async def begin(_: aiohttp.ClientSession, context: SimpleNamespace, __: Any) -> None:
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


def dates_trace(clocks: ClockDifference) -> aiohttp.TraceConfig:
    """Return a trace that compares the dates of answers with the own clock."""
    trace = aiohttp.TraceConfig()

    async def end(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        clocks.answered(params.response.headers.get("Date", ""))

    trace.on_request_end.append(end)
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
