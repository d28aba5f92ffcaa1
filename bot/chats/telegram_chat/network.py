"""The library's bot, set up for a network that can be slow or away."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import structlog
from telegram import Bot, Update
from telegram.error import InvalidToken, RetryAfter
from telegram.request import HTTPXRequest

from bot.chats.errors import TokenRefused
from bot.chats.retrying import retried
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.troubles import may_retry, retry_after

log = structlog.get_logger()

# The library is about to tell spans of time as such, and warns of numbers unless asked to do so now.
os.environ.setdefault("PTB_TIMEDELTA", "true")

_Result = TypeVar("_Result")

TELEGRAM = "https://api.telegram.org"
REFUSED = "Telegram does not take the token. Check TELEGRAM_TOKEN, or get a new one from @BotFather."
SECONDS = 20.0
"""How long a call may take; a picture is a large letter on a slow line."""


class NewsRequest(HTTPXRequest):
    """Reads updates one by one: one that the library does not understand must not hold up all the others for ever."""

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Read an answer, and make an update of nothing of whatever cannot be read."""
        answer: dict[str, Any] = HTTPXRequest.parse_json_payload(payload)
        if isinstance(news := answer.get("result"), list):
            answer["result"] = [each if _is_understood(each) else {"update_id": each["update_id"]} for each in news]
        return answer


def _is_understood(update: dict[str, Any]) -> bool:
    try:
        Update.de_json(json.loads(json.dumps(update)), None)
    except Exception as error:
        log.warning("update not understood", update=update["update_id"], error=type(error).__name__)
        return False
    return True


def bot_with(token: str, api_url: str) -> Bot:
    """The bot that a token belongs to.

    Args:
        token: from @BotFather.
        api_url: where the Bot API is, if not at Telegram; it is then asked directly, whatever proxy there is.

    Raises:
        TokenRefused: it cannot be a token.
    """
    around = {"trust_env": not api_url}
    request = HTTPXRequest(read_timeout=SECONDS, write_timeout=SECONDS, connect_timeout=SECONDS, httpx_kwargs=around)
    news = NewsRequest(connection_pool_size=2, connect_timeout=SECONDS, httpx_kwargs=around)
    try:
        return Bot(token, f"{(api_url or TELEGRAM).rstrip('/')}/bot", request=request, get_updates_request=news)
    except InvalidToken:
        raise TokenRefused(REFUSED) from None


async def patiently(what: str, call: Callable[[], Awaitable[_Result]], pace: Pace) -> _Result:
    """Make a call, however long the network is away.

    Raises:
        TokenRefused: Telegram does not know the token.
        telegram.error.TelegramError: Telegram does not take the call.
    """

    def warn(error: Exception, seconds: float) -> None:
        if isinstance(error, RetryAfter):
            log.warning("Telegram asks for a pause", before=what, again_in=seconds)
        else:
            log.warning("Telegram cannot be reached", to=what, error=type(error).__name__, again_in=seconds)

    try:
        return await retried(
            call,
            attempts=math.inf,
            first_pause=pace.repeat_after * pace.second,
            may_retry=may_retry,
            longest_pause=pace.reconnect_most * pace.second,
            retry_after=retry_after,
            before_pause=warn,
        )
    except InvalidToken:
        raise TokenRefused(REFUSED) from None
