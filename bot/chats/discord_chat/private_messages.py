"""Private messages: direct messages that are opened slowly and edited in place."""

from __future__ import annotations

from contextlib import suppress

import discord
from aiolimiter import AsyncLimiter

from bot.chats.discord_chat.api_errors import OPENING_DMS_TOO_FAST, dm_errors
from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.rate_limits import RateLimits
from bot.chats.discord_chat.sending import Sender
from bot.chats.rate_limiting import Lane
from bot.chats.retrying import retried
from bot.messages import Message, MessageGone, MessageId, Unreachable, Urgency

ATTEMPTS = 3
"""How often Discord is asked to open a direct message that it says is opened too fast."""


class PrivateMessages:
    """The direct messages with those who sit at a table.

    Args:
        connection: gives the client.
        sender: posts and edits messages.
        limits: how fast direct messages may be opened.
    """

    def __init__(self, connection: Connection, sender: Sender, limits: RateLimits) -> None:
        self._connection = connection
        self._sender = sender
        self._limits = limits
        self._opening = Lane(AsyncLimiter(limits.dm_openings, limits.dm_opening_seconds))
        self._channels: dict[int, int] = {}
        """The id of each user's direct message channel, once it is known."""

    async def send(self, user: int, message: Message, instead_of: MessageId | None) -> MessageId:
        """Send a message, or edit an earlier one, and return its id: ``CHANNEL/MESSAGE``.

        Raises:
            Unreachable: the user takes no direct messages.
        """
        if instead_of is not None:
            with suppress(MessageGone):
                channel, _, number = instead_of.partition("/")
                with dm_errors():
                    await self._sender.edit(int(channel), int(number), message)
                self._channels[user] = int(channel)
                return instead_of
        try:
            with dm_errors():
                return await self._post(user, message)
        except MessageGone:
            self._channels.pop(user, None)
            raise Unreachable(str(user)) from None

    async def _post(self, user: int, message: Message) -> MessageId:
        async def post() -> MessageId:
            if user not in self._channels:
                await self._opening.acquire(Urgency.ANSWER)
                self._channels[user] = (await self._connection.client.create_dm(discord.Object(user))).id
            return f"{self._channels[user]}/{await self._sender.post(self._channels[user], message)}"

        def pause_opening(_: Exception, seconds: float) -> None:
            # No direct message at all is opened for a while, and this one is tried again after the others.
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
