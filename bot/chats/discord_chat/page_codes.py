"""Codes by which a person lets the application know who they are (OAuth2), exchanged for the person."""

from __future__ import annotations

import re
from typing import Any

import aiohttp
from aiolimiter import AsyncLimiter
from discord.http import Route

from bot.chats.call_watch import CallWatch
from bot.chats.discord_chat.http_calls import http_trace

CODES_A_SECOND = 20
"""Codes that Discord is asked about, of which strangers may forge as many as they like."""

_CODE = re.compile(r"[!-~]{6,1000}", re.ASCII)


class PageCodes:
    """Each code is taken once, by Discord's own rule.

    The calls bear no bot token, which discord.py would add to its own.
    """

    def __init__(self, secret: str, calls: CallWatch) -> None:
        self._secret = secret
        self._calls = calls
        self._rate = AsyncLimiter(CODES_A_SECOND, 1.0)
        self._session: aiohttp.ClientSession | None = None

    async def user_of(self, code: str, application: int) -> int | None:
        """Return a user's id, or ``None`` for no such code.

        Raise ``OSError`` or ``aiohttp.ClientError`` if Discord does not say.
        """
        if not _CODE.fullmatch(code):
            return None
        form = {"grant_type": "authorization_code", "code": code}
        form |= {"client_id": str(application), "client_secret": self._secret}
        granted = await self._answer("POST", "/oauth2/token", data=form)
        if granted is None:
            return None
        # The token is of no further use, so nothing keeps it.
        bearer = {"Authorization": f"Bearer {granted['access_token']}"}
        user = await self._answer("GET", "/users/@me", headers=bearer)
        return None if user is None else int(user["id"])

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _answer(self, method: str, path: str, **content: Any) -> dict[str, Any] | None:
        if self._session is None:
            self._session = aiohttp.ClientSession(trace_configs=[http_trace(self._calls)])
        async with self._rate, self._session.request(method, Route.BASE + path, **content) as response:
            if response.status == 429 or response.status >= 500:
                raise ConnectionError(f"status {response.status}")
            answer: dict[str, Any] = await response.json(content_type=None)
            return answer if response.ok else None
