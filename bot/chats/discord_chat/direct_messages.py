"""Private messages: ephemeral followups after recent presses, else direct messages."""

from __future__ import annotations

import discord
from aiolimiter import AsyncLimiter

from bot.chats.discord_chat.channel_messages import ChannelMessages
from bot.chats.discord_chat.components import layout_view
from bot.chats.discord_chat.gateway import Gateway, RateLimits
from bot.chats.discord_chat.http_calls import NETWORK_ERRORS, errors_translated
from bot.chats.discord_chat.tokens import EPHEMERAL, Interaction, LiveInteractions
from bot.messages import Message, MessageGone, MessageId, Unreachable, Unwelcome
from bot.presenting import answers
from bot.wording import Translator


class DirectMessages:
    def __init__(self, gateway: Gateway, messages: ChannelMessages, live: LiveInteractions, limits: RateLimits) -> None:
        self._gateway = gateway
        self._messages = messages
        self._live = live
        self._limits = limits
        self._openings = AsyncLimiter(limits.dm_openings, limits.dm_opening_seconds)
        self._channels: dict[int, int] = {}
        self._closed: dict[int, bool] = {}
        """Users who take no direct messages, and ``True`` once they were told."""

    async def send(self, user: int, channel: int | None, message: Message, instead_of: MessageId | None) -> MessageId:
        """Send a message or edit an earlier one; return ``CHANNEL/MESSAGE`` or ``ephemeral/MESSAGE``.

        Raise ``Unreachable`` if the user takes no direct messages.
        """
        if instead_of is not None and await self._edited(user, message, instead_of):
            return instead_of
        if channel is not None and (sent := await self._live.send_followup(user, channel, message)) is not None:
            return sent
        try:
            with errors_translated():
                number = await self._post(user, message)
        except (MessageGone, Unwelcome):
            self._channels.pop(user, None)
            self._closed.setdefault(user, False)
            raise Unreachable(str(user)) from None
        self._closed.pop(user, None)
        return number

    def share_limits(self, processes: int) -> None:
        seconds = self._limits.dm_opening_seconds * processes
        if seconds != self._openings.time_period:
            self._openings = AsyncLimiter(self._limits.dm_openings, seconds)

    async def remove(self, number: MessageId) -> None:
        """Raise ``MessageGone`` if that is impossible."""
        channel, _, message_id = number.partition("/")
        if channel == EPHEMERAL:
            if not await self._live.remove(int(message_id)):
                raise MessageGone(number)
            return
        try:
            await self._messages.remove(int(channel), int(message_id))
        except (discord.HTTPException, *NETWORK_ERRORS) as why:
            raise MessageGone(type(why).__name__) from None

    async def tell_if_closed(self, interaction: Interaction, translate: Translator) -> None:
        """Tell a user once, in private, that they take no direct messages."""
        user = interaction.user.id
        if self._closed.get(user) is False:
            notice = layout_view(answers.sentence(translate("answer-not-reachable")))
            await interaction.followup.send(view=notice, ephemeral=True)
            self._closed[user] = True

    def forget(self, user: int) -> None:
        self._closed.pop(user, None)

    async def _edited(self, user: int, message: Message, number: MessageId) -> bool:
        """Return ``False`` if the message could no longer be edited."""
        channel, _, message_id = number.partition("/")
        if channel == EPHEMERAL:
            return await self._live.edit(int(message_id), message)
        try:
            with errors_translated():
                await self._messages.edit(int(channel), int(message_id), message)
        except (MessageGone, Unwelcome):
            return False
        self._channels[user] = int(channel)
        return True

    async def _post(self, user: int, message: Message) -> MessageId:
        if user not in self._channels:
            async with self._openings:
                self._channels[user] = (await self._gateway.client.create_dm(discord.Object(user))).id
        return f"{self._channels[user]}/{await self._messages.post(self._channels[user], message)}"
