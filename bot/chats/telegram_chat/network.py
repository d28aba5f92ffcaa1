from __future__ import annotations

import asyncio
import json
import math
import os
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

import structlog
from telegram import Bot, Update
from telegram.error import InvalidToken, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from bot.chats.call_watch import CallWatch
from bot.chats.not_served import TokenRefused
from bot.chats.retrying import retried
from bot.chats.telegram_chat.addresses import PLATFORM
from bot.chats.telegram_chat.api_calls import PAUSE_ASKED, PAUSE_KEPT, Timeouts, may_retry, retry_after
from bot.environment.metrics import Metrics
from bot.messages import GivenAway, PlatformCall, check_sending

log = structlog.get_logger()

# Without this the library warns of each number until it gives timedeltas.
os.environ.setdefault("PTB_TIMEDELTA", "true")

_Result = TypeVar("_Result")

API_URL = "https://api.telegram.org"
TOKEN_REFUSED = "Telegram does not take the token. Check TELEGRAM_TOKEN, or get a new one from @BotFather."  # noqa: S105
CALL_SECONDS = 20.0
"""The timeout of a call; a picture takes long on a slow line."""


class UpdatesRequest(HTTPXRequest):
    """Parses updates one by one, so that a malformed one does not block the others."""

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Parse an answer and replace malformed updates by empty ones."""
        answer: dict[str, Any] = HTTPXRequest.parse_json_payload(payload)
        if isinstance(updates := answer.get("result"), list):
            answer["result"] = [each if _can_be_parsed(each) else {"update_id": each["update_id"]} for each in updates]
        return answer


def _can_be_parsed(update: dict[str, Any]) -> bool:
    try:
        Update.de_json(json.loads(json.dumps(update)), None)
    except Exception as error:
        log.warning(
            "update cannot be parsed", action="it is left out", update=update["update_id"], error=type(error).__name__
        )
        return False
    return True


class NotRepeated(GivenAway, TelegramError):
    """Passed on by the library as it is."""


class WatchedRequest(HTTPXRequest):
    """Makes calls other than those for updates, and reports them to the watch."""

    def __init__(self, calls: CallWatch, **options: Any) -> None:
        super().__init__(**options)
        self._calls = calls

    async def do_request(self, url: str, *args: Any, **options: Any) -> tuple[int, bytes]:
        check_sending(NotRepeated)
        # The address contains the token; its last part is the method.
        name, begun, status, retry_after = url.rpartition("/")[2], asyncio.get_running_loop().time(), 0, 0.0
        try:
            status, payload = await super().do_request(url, *args, **options)
            if status == HTTPStatus.TOO_MANY_REQUESTS:
                retry_after = _retry_after(payload)
        finally:
            seconds = asyncio.get_running_loop().time() - begun
            self._calls.add(PlatformCall(name, seconds, status, retry_after=retry_after))
        return status, payload


def _retry_after(payload: bytes) -> float:
    """Return seconds, or 0."""
    try:
        return float(json.loads(payload)["parameters"]["retry_after"])
    except (ValueError, KeyError, TypeError):
        return 0.0


def new_bot(token: str, api_url: str, calls: CallWatch | None = None) -> Bot:
    """Raise ``TokenRefused`` for a malformed one."""
    proxies = {"trust_env": not api_url}
    request = WatchedRequest(
        calls or CallWatch(PLATFORM, Metrics()),
        read_timeout=CALL_SECONDS,
        write_timeout=CALL_SECONDS,
        connect_timeout=CALL_SECONDS,
        httpx_kwargs=proxies,
    )
    updates_request = UpdatesRequest(connection_pool_size=2, connect_timeout=CALL_SECONDS, httpx_kwargs=proxies)
    try:
        return Bot(
            token, f"{(api_url or API_URL).rstrip('/')}/bot", request=request, get_updates_request=updates_request
        )
    except InvalidToken:
        raise TokenRefused(TOKEN_REFUSED) from None


async def until_reached(purpose: str, call: Callable[[], Awaitable[_Result]], timeouts: Timeouts) -> _Result:
    """Make a call, however long the network is down; raise ``TokenRefused`` or ``TelegramError``."""

    def warn(error: Exception, seconds: float) -> None:
        if isinstance(error, RetryAfter):
            log.warning(PAUSE_ASKED, action=PAUSE_KEPT, purpose=purpose, again_in=seconds)
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
