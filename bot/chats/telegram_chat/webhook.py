"""Being told of news by Telegram, at an address of one's own, in place of asking for it."""

from __future__ import annotations

import asyncio
import hmac
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram import Bot, Update
from telegram.error import TelegramError

from bot.chats.errors import PortTaken
from bot.chats.retrying import retried
from bot.chats.telegram_chat.network import patiently
from bot.chats.telegram_chat.pace import Pace

log = structlog.get_logger()

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of the header, not what is in it
LARGEST = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram brings news.

    Args:
        url: the public address, which leads here.
        secret: what Telegram shows to prove that it is Telegram.
        host: where to listen.
        port: likewise; 0 takes any that is free.
    """

    url: str
    secret: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8443


class WebhookServer:
    """Takes the news in.

    Args:
        webhook: where.
        bot: whose news.
        take: deals with updates, and returns when they may be confirmed.
    """

    def __init__(self, webhook: Webhook, bot: Bot, take: Callable[[Sequence[Update]], Awaitable[None]]) -> None:
        self._webhook = webhook
        self._bot = bot
        self._take = take
        self._ready = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self.address = ""
        """Where it listens."""

    async def start(self) -> None:
        """Listen; whoever comes waits until there is somebody to deal with it.

        Raises:
            PortTaken: the port is not to be had.
        """
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(urlsplit(self._webhook.url).path or "/", self._told)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.5, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._webhook.host, self._webhook.port).start()
        except OSError as error:
            where = f"{self._webhook.host}:{self._webhook.port}"
            raise PortTaken(f"The webhook of Telegram cannot listen on {where}: {error.strerror}.") from None
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{host}:{port}"

    async def open(self, kinds: Sequence[str], pace: Pace) -> None:
        """Ask Telegram to come, until it does, and let it in.

        Raises:
            TokenRefused: Telegram does not take the token any more.
        """
        self._ready.set()
        hook = self._webhook
        pause = pace.reconnect_most * pace.second
        await retried(
            lambda: patiently(
                "set the webhook",
                lambda: self._bot.set_webhook(hook.url, secret_token=hook.secret, allowed_updates=kinds),
                pace,
            ),
            attempts=math.inf,
            first_pause=pause,
            longest_pause=pause,
            # The address may not be known everywhere yet.
            may_retry=lambda error: isinstance(error, TelegramError),
            before_pause=lambda error, _: log.error(
                "Telegram does not take the address of the webhook", error=str(error)
            ),
        )

    async def stop(self) -> None:
        """Listen no more."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _told(self, request: web.Request) -> web.Response:
        shown = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(shown.encode(), self._webhook.secret.encode()):
            log.warning("somebody without the secret came to the webhook")
            return web.Response(status=403)
        await self._ready.wait()
        try:
            update = Update.de_json(await request.json(), self._bot)
        except Exception as error:
            # What is not understood now is not understood later either.
            log.warning("update not understood", error=type(error).__name__)
            return web.Response()
        await self._take((update,))
        return web.Response()
