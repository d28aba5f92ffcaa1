"""Posting, editing and deleting messages by the ids of their channels; public or private makes no difference here."""

from __future__ import annotations

import discord
from cachetools import LRUCache

from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.deal_closings import has_same_text
from bot.chats.discord_chat.network_errors import network_retried
from bot.chats.discord_chat.posting import post_message
from bot.chats.discord_chat.rendering import attachments, layout_view, picture_filename
from bot.chats.discord_chat.timeouts import Timeouts
from bot.messages import Message

PICTURES_KEPT = 2_000

HISTORY_LIMIT = 50
"""Among how many of the latest messages of a channel one is searched."""

_NO_MENTIONS = discord.AllowedMentions.none()


class Sender:
    """Puts messages into channels.

    Args:
        connection: gives the client.
        timeouts: the delay before a call is repeated.
    """

    def __init__(self, connection: Connection, timeouts: Timeouts) -> None:
        self._connection = connection
        self._retry_delay = timeouts.retry_delay
        self._pictures: LRUCache[int, str] = LRUCache(PICTURES_KEPT)
        """The picture of each message that has no other attachment, so that an edit need not upload it again."""

    async def post(
        self, channel: int, message: Message, *, mentioning: bool = False, verbatim: bool = False, nonce: str = ""
    ) -> int:
        """Post a message and return its id; the arguments are those of :func:`post_message`.

        Raises:
            discord.HTTPException: Discord does not accept the message.
        """
        posted = await post_message(
            lambda: self._connection.client.get_partial_messageable(channel),
            message,
            self._retry_delay,
            mentioning=mentioning,
            verbatim=verbatim,
            nonce=nonce,
        )
        self._remember_picture(posted.id, message)
        return posted.id

    async def find_own(self, channel: int, message: Message) -> int | None:
        """The id of the bot's own message with exactly this text, the earliest if there are more, or ``None``.

        Raises:
            discord.HTTPException: Discord does not answer.
        """
        client = self._connection.client

        async def search() -> int | None:
            history = client.get_partial_messageable(channel).history(limit=HISTORY_LIMIT)
            own = [each async for each in history if each.author == client.user]
            return min((each.id for each in own if has_same_text(each, message)), default=None)

        try:
            return await network_retried(search, self._retry_delay)
        except discord.Forbidden:
            # A bot that may not read the history of a channel may still be allowed to post in it.
            return None

    async def edit(self, channel: int, message_id: int, message: Message) -> None:
        """Replace a message by another one; nobody is mentioned.

        Raises:
            discord.HTTPException: Discord does not accept the message.
        """
        partial = self._connection.client.get_partial_messageable(channel).get_partial_message(message_id)
        kept = self._pictures.get(message_id)
        same_picture = kept is not None and kept == _only_picture(message)

        async def edit() -> None:
            if same_picture:
                await partial.edit(view=layout_view(message), allowed_mentions=_NO_MENTIONS)
            else:
                await partial.edit(
                    view=layout_view(message), attachments=attachments(message), allowed_mentions=_NO_MENTIONS
                )

        await network_retried(edit, self._retry_delay)
        self._remember_picture(message_id, message)

    async def delete(self, channel: int, message_id: int) -> None:
        """Delete a message.

        Raises:
            discord.HTTPException: it cannot be deleted.
        """
        await self._connection.client.get_partial_messageable(channel).get_partial_message(message_id).delete()
        self._pictures.pop(message_id, None)

    def _remember_picture(self, message_id: int, message: Message) -> None:
        self._pictures.pop(message_id, None)
        if picture := _only_picture(message):
            self._pictures[message_id] = picture


def _only_picture(message: Message) -> str:
    """The file name of the picture if it is the only attachment of a message, or nothing."""
    return picture_filename(message.picture) if message.picture is not None and message.file is None else ""
