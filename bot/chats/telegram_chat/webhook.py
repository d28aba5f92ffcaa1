"""The webhook, to which Telegram delivers updates.

The library's server answers before an update is stored, repeats malformed ones for ever, logs people's words and needs
Tornado.
"""

from __future__ import annotations

import asyncio
import hmac
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from telegram import Bot, Update
from telegram.error import TelegramError

from bot.chats.not_served import PortTaken
from bot.chats.telegram_chat.network import until_reached
from bot.chats.telegram_chat.rate_limits import ALLOWED_UPDATES, Timeouts
from bot.chats.telegram_chat.update_order import UpdateOrder
from bot.chats.web_server import WebServer

log = structlog.get_logger()

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of the header, not what is in it
UPDATE_BYTES_MOST = 1024 * 1024

IDLE_SECONDS = 75.0
"""Idle seconds before a connection from Telegram is closed."""


@dataclass(frozen=True, slots=True)
class Webhook:
    url: str
    secret: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8443


class WebhookServer:
    def __init__(self, webhook: Webhook, bot: Bot, timeouts: Timeouts) -> None:
        self._webhook = webhook
        self._bot = bot
        self._timeouts = timeouts
        self._order: UpdateOrder
        self._ready = asyncio.Event()
        self._server: WebServer | None = None
        self.connected = False
        """True if Telegram has taken the address."""

        self.address = ""

    async def start(self, order: UpdateOrder) -> None:
        """Listen, with requests waiting for :meth:`run`; raise ``PortTaken`` for a taken port."""
        self._order = order
        app = web.Application(client_max_size=UPDATE_BYTES_MOST)
        app.router.add_post(urlsplit(self._webhook.url).path or "/", self._receive)
        self._server = WebServer(app, handler_cancellation=True, shutdown_timeout=0.5, keepalive_timeout=IDLE_SECONDS)
        try:
            host, port = await self._server.start(self._webhook.host, self._webhook.port)
        except OSError as error:
            where = f"{self._webhook.host}:{self._webhook.port}"
            raise PortTaken(f"The webhook of Telegram cannot listen on {where}: {error.strerror}.") from None
        self.address = f"http://{host}:{port}"

    async def run(self) -> None:
        """Accept updates until cancelled, and set the webhook, however long that takes; raise ``TokenRefused``.

        Requests that wait at the end come to the next run.
        """
        hook, timeouts = self._webhook, self._timeouts
        self._ready.set()
        try:
            while not self.connected:
                try:
                    await until_reached(
                        "set the webhook",
                        lambda: self._bot.set_webhook(
                            hook.url, secret_token=hook.secret, allowed_updates=ALLOWED_UPDATES
                        ),
                        timeouts,
                    )
                    self.connected = True
                except TelegramError as error:
                    # The address may not be known everywhere yet.
                    log.error(
                        "Telegram does not take the address of the webhook",
                        action="asked again until it does",
                        error=str(error),
                    )
                    await asyncio.sleep(timeouts.retry_delay_max)
            await asyncio.Event().wait()
        finally:
            self._ready.clear()
            self.connected = False

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop()
            self._server = None

    async def _receive(self, request: web.Request) -> web.Response:
        secret = request.headers.get(SECRET_HEADER, "")
        # Invalid UTF-8 becomes half surrogates.
        if not hmac.compare_digest(secret.encode(errors="surrogateescape"), self._webhook.secret.encode()):
            log.warning("request to the webhook without the secret", action="refused")
            return web.Response(status=403, text="Only Telegram may bring updates, with the secret it was given.\n")
        await self._ready.wait()
        try:
            update = Update.de_json(await request.json(), self._bot)
        except Exception as error:
            # A repetition could not be parsed either.
            log.warning("update cannot be parsed", action="it is left out", error=type(error).__name__)
            return web.Response()
        handling = self._order.begin(update)
        left = handling.begun + self._timeouts.handling - asyncio.get_running_loop().time()
        # An answer confirms the update. Until then Telegram holds back the chat's messages, or the person's presses.
        await asyncio.wait((handling.task,), timeout=max(left, 0))
        self._order.confirmed(update.update_id)
        return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE if handling.must_come_again else HTTPStatus.OK)
