"""Posting and editing of messages by channel id, public or private."""

from __future__ import annotations

import discord

from bot.chats.discord_chat.api_errors import REPLYING_FORBIDDEN
from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.deal_closings import has_same_text
from bot.chats.discord_chat.limits import Timeouts
from bot.chats.discord_chat.live_interactions import LiveInteractions
from bot.chats.discord_chat.network_errors import network_retried
from bot.chats.discord_chat.posting import post_message
from bot.chats.discord_chat.rendering import ShownPictures
from bot.messages import Message

HISTORY_LIMIT = 50


class Sender:
    """Poster of messages in channels; its methods raise ``discord.HTTPException`` if Discord refuses."""

    def __init__(
        self, connection: Connection, live: LiveInteractions, pictures: ShownPictures, timeouts: Timeouts
    ) -> None:
        self._connection = connection
        self._live = live
        self._pictures = pictures
        self._retry_delay = timeouts.retry_delay

    async def post(
        self,
        channel: int,
        message: Message,
        *,
        reference: discord.MessageReference | None = None,
        verbatim: bool = False,
        nonce: str = "",
    ) -> int:
        """Post a message and return its id; the arguments are those of :func:`post_message`."""
        posted = await post_message(
            lambda: self._connection.client.get_partial_messageable(channel),
            message,
            self._retry_delay,
            reference=reference,
            verbatim=verbatim,
            nonce=nonce,
        )
        self._pictures.remember(posted.id, message)
        return posted.id

    async def reply(self, channel: int, message: Message, message_id: int) -> None:
        """Reply to a message, or just post where Kiu may not read the history."""
        reference = discord.MessageReference(message_id=message_id, channel_id=channel, fail_if_not_exists=False)
        try:
            await self.post(channel, message, reference=reference)
        except discord.HTTPException as error:
            if error.code != REPLYING_FORBIDDEN:
                raise
            await self.post(channel, message)

    async def find_own(self, channel: int, message: Message) -> int | None:
        """Return the id of the earliest own message with exactly this text, or ``None``."""
        client = self._connection.client

        async def search() -> int | None:
            history = client.get_partial_messageable(channel).history(limit=HISTORY_LIMIT)
            own = [each async for each in history if each.author == client.user]
            return min((each.id for each in own if has_same_text(each, message)), default=None)

        try:
            return await network_retried(search, self._retry_delay)
        except discord.Forbidden:
            # Without the history, posting may still be allowed.
            return None

    async def edit(self, channel: int, message_id: int, message: Message) -> None:
        """Replace a message, through a living interaction if there is one; nobody is mentioned."""
        if await self._live.edit(message_id, message):
            return
        content = self._pictures.edit_content(message_id, message)

        async def edit() -> None:
            messageable = self._connection.client.get_partial_messageable(channel)
            await messageable.get_partial_message(message_id).edit(**content())

        await network_retried(edit, self._retry_delay)
        self._pictures.remember(message_id, message)

    async def remove(self, channel: int, message_id: int) -> None:
        async def remove() -> None:
            messageable = self._connection.client.get_partial_messageable(channel)
            await messageable.get_partial_message(message_id).delete()

        await network_retried(remove, self._retry_delay)
