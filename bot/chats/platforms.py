from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from bot.app import App
from bot.chats.findings import Finding
from bot.chats.forwarding import Forwarding
from bot.chats.known_places import KnownPlaces
from bot.chats.visitors import Identify
from bot.environment.metrics import Metrics
from bot.environment.settings import Settings
from bot.environment.token_lock import token_lock
from bot.messages import Chat

Check: TypeAlias = Callable[[], Awaitable[Sequence[Finding]]]
"""Asks a platform for its own findings; raises ``TokenRefused`` or ``NotReached``."""


class PlatformChat(Chat, Protocol):
    forwarding: Forwarding | None
    """The way to other processes, set before the start; ``None`` if there are none."""

    @property
    def connected(self) -> bool:
        """False while the platform is known to be unreachable."""

    @property
    def identify(self) -> Identify | None:
        """Identifies people on web pages by a field with the platform's name; ``None`` if that is impossible."""

    async def start(self, app: App) -> None:
        """Connect, however long the network is down.

        Raise ``TokenRefused``, or ``AnotherSession`` with the same token.
        """

    async def serve(self) -> None:
        """Pass commands to the dispatcher until cancelled; raise ``TokenRefused`` or ``AnotherSession``."""

    @property
    def shards(self) -> int:
        """The number of parts in which several processes receive the platform's updates; 0 until it serves."""

    async def receive(self, shards: frozenset[int]) -> None:
        """Receive the updates of these parts alone, from now on; among several processes there are none at first."""

    def share_limits(self, processes: int) -> None:
        """Leave the token's overall limits to so many processes in equal parts."""

    async def stop(self) -> None:
        """Close the connection for good."""


class Platform(NamedTuple):
    name: str
    """Its name in ids: ``discord``."""

    opened: AbstractAsyncContextManager[PlatformChat]
    """A context that closes the platform and unlocks its token at the end."""


def platforms(settings: Settings, metrics: Metrics) -> list[Platform]:
    opening = {"Discord": _discord, "Telegram": _telegram}
    return [
        Platform(title.lower(), _opened(title, token, partial(opening[title], settings, metrics), settings.several))
        for title, token in _tokens(settings)
    ]


def checks(settings: Settings, known: KnownPlaces) -> Mapping[str, Check]:
    checking = {"Discord": _check_discord, "Telegram": _check_telegram}
    return {
        title: partial(checking[title], settings, token, known.on(title.lower())) for title, token in _tokens(settings)
    }


def _tokens(settings: Settings) -> Iterator[tuple[str, str]]:
    for title, token in (("Discord", settings.discord_token), ("Telegram", settings.telegram_token)):
        if token:
            yield title, token.get_secret_value()


@asynccontextmanager
async def _opened(
    platform: str, token: str, new: Callable[[str], PlatformChat], several: bool
) -> AsyncIterator[PlatformChat]:
    with nullcontext() if several else token_lock(platform, token):
        chat = new(token)
        try:
            yield chat
        finally:
            await chat.stop()


# A platform's library takes half a second, so it is imported only if used.


def _discord(settings: Settings, metrics: Metrics, token: str) -> PlatformChat:
    from bot.chats.discord_chat import DiscordChat

    return DiscordChat(
        token,
        api_url=settings.discord_api_url,
        gateway_url=settings.discord_gateway_url,
        sync_file=_sync_file(settings),
        metrics=metrics,
        page_secret=settings.discord_client_secret.get_secret_value() if settings.public_url else "",
        several=settings.several,
    )


async def _check_discord(settings: Settings, token: str, _: KnownPlaces) -> Sequence[Finding]:
    from bot.chats.discord_chat.application_check import check

    return await check(token, api_url=settings.discord_api_url, sync_file=_sync_file(settings))


def _sync_file(settings: Settings) -> Path:
    return settings.data / "discord-commands.txt"


def _telegram(settings: Settings, metrics: Metrics, token: str) -> PlatformChat:
    from bot.chats.telegram_chat import PageLinks, TelegramChat

    links = PageLinks(settings.public_url, settings.telegram_app)
    return TelegramChat(token, api_url=settings.telegram_api_url, page_links=links, metrics=metrics)


async def _check_telegram(settings: Settings, token: str, known: KnownPlaces) -> Sequence[Finding]:
    from bot.chats.telegram_chat import PageLinks
    from bot.chats.telegram_chat.bot_check import check

    links = PageLinks(settings.public_url, settings.telegram_app)
    return await check(token, api_url=settings.telegram_api_url, known=known, links=links)
