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
from bot.chats.telegram_chat.api_errors import may_retry, retry_after
from bot.chats.telegram_chat.timeouts import Timeouts

log = structlog.get_logger()

# A future version of the library gives spans of time as timedelta; without this it warns of each number.
os.environ.setdefault("PTB_TIMEDELTA", "true")

_Result = TypeVar("_Result")

API_URL = "https://api.telegram.org"
TOKEN_REFUSED = "Telegram does not take the token. Check TELEGRAM_TOKEN, or get a new one from @BotFather."  # noqa: S105
CALL_SECONDS = 20.0
"""How long a call may take; a picture takes long to send on a slow line."""


class UpdatesRequest(HTTPXRequest):
    """Parses updates one by one: one that the library cannot parse must not hold up all others for ever."""

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Parse an answer, and replace each update that cannot be parsed by an empty one."""
        answer: dict[str, Any] = HTTPXRequest.parse_json_payload(payload)
        if isinstance(updates := answer.get("result"), list):
            answer["result"] = [each if _can_be_parsed(each) else {"update_id": each["update_id"]} for each in updates]
        return answer


def _can_be_parsed(update: dict[str, Any]) -> bool:
    try:
        Update.de_json(json.loads(json.dumps(update)), None)
    except Exception as error:
        log.warning("update cannot be parsed", update=update["update_id"], error=type(error).__name__)
        return False
    return True


def new_bot(token: str, api_url: str) -> Bot:
    """The bot of a token.

    Args:
        token: from @BotFather.
        api_url: the address of the Bot API, if it is not Telegram's; it is called directly, without any proxy.

    Raises:
        TokenRefused: it cannot be a token.
    """
    proxies = {"trust_env": not api_url}
    request = HTTPXRequest(
        read_timeout=CALL_SECONDS, write_timeout=CALL_SECONDS, connect_timeout=CALL_SECONDS, httpx_kwargs=proxies
    )
    updates_request = UpdatesRequest(connection_pool_size=2, connect_timeout=CALL_SECONDS, httpx_kwargs=proxies)
    try:
        return Bot(
            token, f"{(api_url or API_URL).rstrip('/')}/bot", request=request, get_updates_request=updates_request
        )
    except InvalidToken:
        raise TokenRefused(TOKEN_REFUSED) from None


async def until_reached(purpose: str, call: Callable[[], Awaitable[_Result]], timeouts: Timeouts) -> _Result:
    """Make a call, however long the network is away.

    Raises:
        TokenRefused: Telegram does not know the token.
        telegram.error.TelegramError: Telegram refuses the call.
    """

    def warn(error: Exception, seconds: float) -> None:
        if isinstance(error, RetryAfter):
            log.warning("Telegram asks for a pause", purpose=purpose, again_in=seconds)
        else:
            log.warning("Telegram cannot be reached", purpose=purpose, error=type(error).__name__, again_in=seconds)

    try:
        return await retried(
            call,
            attempts=math.inf,
            first_pause=timeouts.retry_delay,
            may_retry=may_retry,
            longest_pause=timeouts.retry_delay_max,
            retry_after=retry_after,
            before_pause=warn,
        )
    except InvalidToken:
        raise TokenRefused(TOKEN_REFUSED) from None
