"""Commands concern the channel they come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.commands import Request, admin_command, handles
from bot.dispatch.services import Handlers, told
from bot.features.channels import pages
from bot.messages import Reply
from bot.wording import in_language
from engine.table.changes import Notice


class ChannelHandlers(Handlers):
    """Keeps the channels; open tables elsewhere stay until they close."""

    @handles(admin_command(name="channels", section="order", parts=("add", "remove", "all"), reads_only=True))
    async def channels(self, request: Request) -> Reply:
        return self._page(request)

    @handles(admin_command(name="channels add", part=True))
    async def allow_channel(self, request: Request) -> Reply:
        """Open this channel to tables; without a list, close all others."""
        channel = request.where.channel
        return await self._change(request, lambda channels: channels | {channel})

    @handles(admin_command(name="channels remove", part=True))
    async def close_channel(self, request: Request) -> Reply:
        """Close this channel to new tables; an empty list opens all."""
        channel = request.where.channel
        return await self._change(request, lambda channels: channels - {channel})

    @handles(admin_command(name="channels all", part=True))
    async def allow_all_channels(self, request: Request) -> Reply:
        return await self._change(request, lambda channels: frozenset())

    async def _change(self, request: Request, changed: Callable[[frozenset[str]], frozenset[str]]) -> Reply:
        services, group, admin = self._services, request.where.group, request.who.name
        await services.groups.change(
            group, lambda now: replace(now, channels=frozenset(changed(now.channels))), request.receipt
        )
        settings = services.groups.of(group)
        if settings.channels:
            named = services.announcer.table_channels(group, in_language(settings.language))
            notice = Notice("channels-set", {"admin": admin, "channels": named})
        else:
            notice = Notice("channels-all-set", {"admin": admin})
        services.announcer.post(request.where, notice)
        return told(self._page(request))

    def _page(self, request: Request) -> Reply:
        group, translate = request.where.group, request.translate
        channels = self._services.groups.of(group).channels
        named = self._services.announcer.table_channels(group, translate)
        return Reply(pages.page(channels, named, request.where.channel, translate), menu=True)
