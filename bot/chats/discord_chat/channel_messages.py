"""Messages in channels by id, public or private: posted, found, edited and removed."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace
from typing import Any

import discord
from discord.ui import LayoutView, TextDisplay

from bot.chats.discord_chat.components import TEXT_LIMIT, ShownPictures, attachments, layout_view
from bot.chats.discord_chat.gateway import Gateway, Timeouts
from bot.chats.discord_chat.http_calls import REPLYING_FORBIDDEN, network_retried
from bot.chats.discord_chat.notation import escaped_length, user_id_of
from bot.chats.discord_chat.tokens import LiveInteractions
from bot.chats.fitting import plain
from bot.messages import CLOSING_FILE, File, Message

HISTORY_LIMIT = 50


class ChannelMessages:
    """Each method raises ``discord.HTTPException`` if Discord refuses."""

    def __init__(self, gateway: Gateway, live: LiveInteractions, pictures: ShownPictures, timeouts: Timeouts) -> None:
        self._gateway = gateway
        self._live = live
        self._pictures = pictures
        self._retry_delay = timeouts.retry_delay

    async def post(self, channel: int, message: Message, *, nonce: str = "", **options: Any) -> int:
        """Post silently unless it pings somebody, and return its id.

        A nonce marks the closing of a deal, whose names and words stay as they are.
        """
        user = user_id_of(message.mention) if message.mention else None
        options |= {
            "nonce": nonce or (_nonce(message.once) if message.once else secrets.token_hex(12)),
            "silent": user is None,
            "allowed_mentions": discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[] if user is None else [discord.Object(user)]
            ),
        }

        view = layout_view(message, verbatim=bool(nonce))

        async def post() -> discord.Message:
            return await self._channel(channel).send(view=view, files=attachments(message), **options)

        posted = await network_retried(post, self._retry_delay)
        if message.once and _texts(LayoutView.from_message(posted)) != _texts(view):
            # An ended process has posted it.
            await self.edit(channel, posted.id, message)
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

    async def post_closing(self, channel: int, message: Message, *, again: bool) -> int | None:
        """Return its id; ``None`` if it had to be posted ``again``.

        Discord posts each nonce only once in some minutes.
        """
        if message.file is None and escaped_length(plain(message)) > TEXT_LIMIT:
            message = replace(message, file=File(CLOSING_FILE, f"{plain(message)}\n".encode()))
        if again and (posted := await self._find_own(channel, message)) is not None:
            return posted
        posted = await self.post(channel, message, nonce=_nonce(plain(message)))
        return None if again else posted

    async def edit(self, channel: int, message_id: int, message: Message) -> None:
        """Replace a message, through a living interaction if there is one; nobody is mentioned."""
        if await self._live.edit(message_id, message):
            return
        content = self._pictures.edit_content(message_id, message)
        await self._channel(channel).get_partial_message(message_id).edit(**content)
        self._pictures.remember(message_id, message)

    async def remove(self, channel: int, message_id: int) -> None:
        await self._channel(channel).get_partial_message(message_id).delete()

    async def _find_own(self, channel: int, message: Message) -> int | None:
        """Return the id of the earliest own message with exactly this text."""
        wanted = _texts(layout_view(message, verbatim=True))
        try:
            own = [
                posted.id
                async for posted in self._channel(channel).history(limit=HISTORY_LIMIT)
                if posted.author == self._gateway.client.user and _texts(LayoutView.from_message(posted)) == wanted
            ]
        except discord.Forbidden:
            # Without the history, posting may still be allowed.
            return None
        return min(own, default=None)

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._gateway.client.get_partial_messageable(channel)


def _nonce(key: str) -> str:
    return hashlib.blake2b(key.encode(), digest_size=12).hexdigest()


def _texts(view: LayoutView) -> list[str]:
    return [each.content.strip() for each in view.walk_children() if isinstance(each, TextDisplay)]
