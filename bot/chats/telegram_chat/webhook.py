"""The webhook: Telegram brings updates to an address, in place of being asked for them.

The library's own server, behind ``Updater.start_webhook``, does not fit: it answers before an update is stored, has
Telegram bring again for ever what it cannot parse, and writes that, with whatever people typed, into the log. It also
needs Tornado, while the local room is served by aiohttp already.
"""

from __future__ import annotations

import asyncio
import hmac
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram import Bot, Update
from telegram.error import TelegramError

from bot.chats.errors import PortTaken
from bot.chats.retrying import retried
from bot.chats.telegram_chat.limits import Timeouts
from bot.chats.telegram_chat.network import until_reached
from bot.chats.telegram_chat.update_order import UpdateOrder
from bot.chats.web_server import WebServer

log = structlog.get_logger()

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of the header, not what is in it
UPDATE_BYTES_MOST = 1024 * 1024

IDLE_SECONDS = 75.0
"""How long a connection over which Telegram came stays open for the next update."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram brings updates.

    Args:
        url: the public address, from which requests are forwarded to ``host`` and ``port``.
        secret: what Telegram sends to prove that it is Telegram.
        host: the address to listen on.
        port: the port to listen on; 0 takes any that is free.
    """

    url: str
    secret: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8443


class WebhookServer:
    """Receives updates.

    Args:
        webhook: where to listen.
        bot: the bot whose updates they are.
        order: handles them.
    """

    def __init__(self, webhook: Webhook, bot: Bot, order: UpdateOrder) -> None:
        self._webhook = webhook
        self._bot = bot
        self._order = order
        self._ready = asyncio.Event()
        self._server: WebServer | None = None
        self.registered = False
        """Whether Telegram has taken the address."""

        self.address = ""
        """The address on which it listens."""

    async def start(self) -> None:
        """Listen; requests wait until :meth:`register` is called.

        Raises:
            PortTaken: another program listens on the port.
        """
        app = web.Application(client_max_size=UPDATE_BYTES_MOST)
        app.router.add_post(urlsplit(self._webhook.url).path or "/", self._receive)
        self._server = WebServer(app, handler_cancellation=True, shutdown_timeout=0.5, keepalive_timeout=IDLE_SECONDS)
        try:
            host, port = await self._server.start(self._webhook.host, self._webhook.port)
        except OSError as error:
            where = f"{self._webhook.host}:{self._webhook.port}"
            raise PortTaken(f"The webhook of Telegram cannot listen on {where}: {error.strerror}.") from None
        self.address = f"http://{host}:{port}"

    async def register(self, allowed_updates: Sequence[str], timeouts: Timeouts) -> None:
        """Set the webhook at Telegram, however long that takes, and take what it brings from now on.

        Raises:
            TokenRefused: Telegram does not take the token any more.
        """
        self._ready.set()
        hook, pause = self._webhook, timeouts.retry_delay_max
        await retried(
            lambda: until_reached(
                "set the webhook",
                lambda: self._bot.set_webhook(hook.url, secret_token=hook.secret, allowed_updates=allowed_updates),
                timeouts,
            ),
            attempts=math.inf,
            first_pause=pause,
            longest_pause=pause,
            # The address may not be known everywhere yet.
            may_retry=lambda error: isinstance(error, TelegramError),
            before_pause=lambda error, _: log.error(
                "Telegram does not take the address of the webhook",
                action="asked again until it does",
                error=str(error),
            ),
        )
        self.registered = True

    def suspend(self) -> None:
        """Let requests wait; those that wait when this stops listening are brought to the next run."""
        self._ready.clear()
        self.registered = False

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            await self._server.stop()
            self._server = None

    async def _receive(self, request: web.Request) -> web.Response:
        secret = request.headers.get(SECRET_HEADER, "")
        # Bytes that are no UTF-8 come as half surrogates.
        if not hmac.compare_digest(secret.encode(errors="surrogateescape"), self._webhook.secret.encode()):
            log.warning("request to the webhook without the secret", action="refused")
            return web.Response(status=403, text="Only Telegram may bring updates, with the secret it was given.\n")
        await self._ready.wait()
        try:
            update = Update.de_json(await request.json(), self._bot)
        except Exception as error:
            # Delivered again, it could not be parsed either.
            log.warning("update cannot be parsed", action="it is left out", error=type(error).__name__)
            return web.Response()
        ordered = self._order.begin(update)
        # Telegram brings nothing else of a chat until it is answered, so what waits must not hold up the others.
        await ordered.may_be_passed.wait()
        self._order.confirmed(update.update_id)
        return web.Response(status=HTTPStatus.OK if ordered.is_stored else HTTPStatus.SERVICE_UNAVAILABLE)
