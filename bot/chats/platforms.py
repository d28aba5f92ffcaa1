"""The platforms that a process serves: those whose token it was given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from bot.app import App
from bot.environment.settings import Settings
from bot.environment.token_lock import token_lock
from bot.messages import Chat


class PlatformChat(Chat, Protocol):
    """A chat on somebody else's servers."""

    async def start(self, app: App) -> None:
        """Connect, however long the network is away; return when messages can be sent.

        Raises:
            bot.chats.errors.TokenRefused: the platform does not know the token.
            bot.chats.errors.AnotherSession: somebody else is connected with it.
            bot.chats.errors.PortTaken: the port for its news is not to be had.
        """

    async def serve(self) -> None:
        """Bring to the dispatcher what people do, until cancelled.

        Raises:
            bot.chats.errors.TokenRefused: the platform does not take the token any more.
            bot.chats.errors.AnotherSession: somebody else has connected with it.
        """

    async def stop(self) -> None:
        """Close the connection; nothing can be sent afterwards."""


def platforms(settings: Settings) -> list[AbstractAsyncContextManager[PlatformChat]]:
    """Every platform there is a token for; each is closed, and its token let go, when its context is left."""
    known = (("Discord", settings.discord_token, _discord), ("Telegram", settings.telegram_token, _telegram))
    return [_held(platform, token.get_secret_value(), settings, made) for platform, token, made in known if token]


@asynccontextmanager
async def _held(
    platform: str, token: str, settings: Settings, made: Callable[[Settings, str], PlatformChat]
) -> AsyncIterator[PlatformChat]:
    with token_lock(platform, token):
        chat = made(settings, token)
        try:
            yield chat
        finally:
            await chat.stop()


# A library is read in only where it is needed: each takes half a second that the local room alone would not need.


def _discord(settings: Settings, token: str) -> PlatformChat:
    from bot.chats.discord_chat import DiscordChat

    return DiscordChat(
        token,
        api_url=settings.discord_api_url,
        gateway_url=settings.discord_gateway_url,
        sync_file=settings.data / "discord-commands.txt",
    )


def _telegram(settings: Settings, token: str) -> PlatformChat:
    from bot.chats.telegram_chat import TelegramChat, Webhook

    webhook = None
    if settings.telegram_webhook_url:
        secret = settings.telegram_webhook_secret.get_secret_value()
        webhook = Webhook(settings.telegram_webhook_url, secret, settings.host, settings.telegram_webhook_port)
    return TelegramChat(token, api_url=settings.telegram_api_url, webhook=webhook)
