"""The channels of a group open to tables; commands concern the channel they come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.commands import Request
from bot.dispatch.handlers.handler import Handlers, told
from bot.messages import Reply
from bot.presenting import channel_pages
from bot.tables.state import Notice
from bot.wording import in_language


class ChannelHandlers(Handlers):
    """Keeps the list of channels; open tables elsewhere stay until they close."""

    async def channels(self, request: Request) -> Reply:
        """Return the channels open to tables."""
        return self._page(request)

    async def allow_channel(self, request: Request) -> Reply:
        """Open this channel to tables; without a list, close all others."""
        channel = request.where.channel
        return await self._change(request, lambda channels: channels | {channel})

    async def close_channel(self, request: Request) -> Reply:
        """Close this channel to new tables; an empty list opens all."""
        channel = request.where.channel
        return await self._change(request, lambda channels: channels - {channel})

    async def allow_all_channels(self, request: Request) -> Reply:
        """Open every channel to tables."""
        return await self._change(request, lambda channels: frozenset())

    async def _change(self, request: Request, changed: Callable[[frozenset[str]], frozenset[str]]) -> Reply:
        services, group = self._services, request.group
        await services.groups.change(
            group, lambda now: replace(now, channels=frozenset(changed(now.channels))), request.receipt
        )
        settings = services.groups.of(group)
        if settings.channels:
            translate = in_language(settings.language)
            names = channel_pages.names(settings, group, services.announcer.channel_name, translate)
            notice = Notice("channels-set", {"admin": request.who.name, "channels": names})
        else:
            notice = Notice("channels-all-set", {"admin": request.who.name})
        services.announcer.post(request.where, notice)
        return told(self._page(request))

    def _page(self, request: Request) -> Reply:
        services = self._services
        settings, name_of = services.groups.of(request.group), services.announcer.channel_name
        return Reply(channel_pages.page(settings, request.where, name_of, request.translate), menu=True)
