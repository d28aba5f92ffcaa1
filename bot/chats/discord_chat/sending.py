"""Sending messages and editing them, wherever they stand."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.network import NETWORK_AWAY
from bot.chats.discord_chat.pace import Pace
from bot.chats.discord_chat.rendering import attachments, layout, picture_name, user_of
from bot.messages import Message

_Result = TypeVar("_Result")

PICTURES_REMEMBERED = 2_000
TRIES = 3
_NOBODY = discord.AllowedMentions.none()


class Sender:
    """Puts messages into channels; public or private makes no difference here."""

    def __init__(self, connection: Connection, pace: Pace) -> None:
        self._connection = connection
        self._pace = pace
        self._pictures: OrderedDict[int, str] = OrderedDict()
        """Which picture each message has, so that an edit of its words need not send it again."""

    async def post(self, channel: int, message: Message, *, mentioning: bool = False) -> int:
        """Send a new message and return its number.

        Raises:
            discord.HTTPException: Discord does not take it.
        """
        # Discord remembers the number for some minutes, so that a call whose answer was lost can be repeated.
        nonce = secrets.token_hex(12)
        user = user_of(message.mention) if mentioning and message.mention else None
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[] if user is None else [discord.Object(user)]
        )

        async def sent() -> discord.Message:
            return await self._connection.client.get_partial_messageable(channel).send(
                view=layout(message, mentioning=mentioning),
                files=attachments(message),
                nonce=nonce,
                allowed_mentions=allowed,
            )

        posted = await self._repeated(sent)
        self._remember(posted.id, message)
        return posted.id

    async def edit(self, channel: int, number: int, message: Message) -> None:
        """Put a message in the place of an earlier one; nobody is mentioned.

        Raises:
            discord.HTTPException: Discord does not take it.
        """
        partial = self._connection.client.get_partial_messageable(channel).get_partial_message(number)
        same = message.picture is not None and self._pictures.get(number) == picture_name(message.picture)

        async def edited() -> None:
            if same:
                await partial.edit(view=layout(message), allowed_mentions=_NOBODY)
            else:
                await partial.edit(view=layout(message), attachments=attachments(message), allowed_mentions=_NOBODY)

        await self._repeated(edited)
        self._remember(number, message)

    async def remove(self, channel: int, number: int) -> None:
        """Delete a message.

        Raises:
            discord.HTTPException: it cannot be deleted.
        """
        await self._connection.client.get_partial_messageable(channel).get_partial_message(number).delete()
        self._pictures.pop(number, None)

    def _remember(self, number: int, message: Message) -> None:
        self._pictures.pop(number, None)
        if message.picture is not None:
            self._pictures[number] = picture_name(message.picture)
        if len(self._pictures) > PICTURES_REMEMBERED:
            self._pictures.popitem(last=False)

    async def _repeated(self, call: Callable[[], Awaitable[_Result]]) -> _Result:
        """Call, and once or twice more if the network lost it."""
        pause = self._pace.repeat_after
        for _ in range(TRIES - 1):
            try:
                return await call()
            except NETWORK_AWAY:
                await asyncio.sleep(pause)
                pause *= 2
        return await call()
