"""Private messages: ephemeral followups after recent presses, else direct messages."""

from __future__ import annotations

import discord
from aiolimiter import AsyncLimiter

from bot.chats.call_queue import CallQueue
from bot.chats.discord_chat.api_errors import OPENING_DMS_TOO_FAST, dm_errors
from bot.chats.discord_chat.closed_dms import ClosedDms
from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.limits import RateLimits
from bot.chats.discord_chat.live_interactions import EPHEMERAL, LiveInteractions
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.sending import Sender
from bot.chats.retrying import retried
from bot.messages import Message, MessageGone, MessageId, Unreachable, Urgency

ATTEMPTS = 3
"""Attempts to open a direct message that Discord says is opened too fast."""


class PrivateMessages:
    def __init__(
        self,
        connection: Connection,
        sender: Sender,
        live: LiveInteractions,
        closed_dms: ClosedDms,
        limits: RateLimits,
    ) -> None:
        self._connection = connection
        self._sender = sender
        self._live = live
        self._closed_dms = closed_dms
        self._limits = limits
        self._opening = CallQueue(AsyncLimiter(limits.dm_openings, limits.dm_opening_seconds))
        self._channels: dict[int, int] = {}

    async def send(self, user: int, channel: int | None, message: Message, instead_of: MessageId | None) -> MessageId:
        """Send a message or edit an earlier one; return ``CHANNEL/MESSAGE`` or ``ephemeral/MESSAGE``.

        Raise ``Unreachable`` if the user takes no direct messages.
        """
        if instead_of is not None and await self._edited(user, message, instead_of):
            return instead_of
        if channel is not None and (sent := await self._live.send_followup(user, channel, message)) is not None:
            return sent
        try:
            with dm_errors():
                number = await self._post(user, message)
        except (MessageGone, Unreachable):
            self._channels.pop(user, None)
            self._closed_dms.on_refused(user)
            raise Unreachable(str(user)) from None
        self._closed_dms.on_delivered(user)
        return number

    async def remove(self, number: MessageId) -> None:
        """Remove a message; raise ``MessageGone`` if that is impossible."""
        channel, _, message_id = number.partition("/")
        if channel != EPHEMERAL:
            try:
                await self._sender.remove(int(channel), int(message_id))
            except (discord.HTTPException, *NETWORK_ERRORS) as why:
                raise MessageGone(type(why).__name__) from None
        elif not await self._live.remove(int(message_id)):
            raise MessageGone(number)

    async def _edited(self, user: int, message: Message, number: MessageId) -> bool:
        """Return ``False`` if the message could no longer be edited."""
        channel, _, message_id = number.partition("/")
        if channel == EPHEMERAL:
            return await self._live.edit(int(message_id), message)
        try:
            with dm_errors():
                await self._sender.edit(int(channel), int(message_id), message)
        except MessageGone:
            return False
        self._channels[user] = int(channel)
        return True

    async def _post(self, user: int, message: Message) -> MessageId:
        async def post() -> MessageId:
            if user not in self._channels:
                await self._opening.acquire(Urgency.ANSWER)
                self._channels[user] = (await self._connection.client.create_dm(discord.Object(user))).id
            return f"{self._channels[user]}/{await self._sender.post(self._channels[user], message)}"

        def pause_opening(_: Exception, seconds: float) -> None:
            # Pause all openings, then try this one again after the others.
            self._channels.pop(user, None)
            self._opening.pause(seconds)

        try:
            return await retried(
                post,
                attempts=ATTEMPTS,
                first_pause=self._limits.dm_opening_pause,
                may_retry=_is_opened_too_fast,
                before_pause=pause_opening,
            )
        except discord.HTTPException as error:
            if _is_opened_too_fast(error):
                raise Unreachable(str(user)) from None
            raise


def _is_opened_too_fast(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code == OPENING_DMS_TOO_FAST
