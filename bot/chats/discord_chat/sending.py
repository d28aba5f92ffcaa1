"""Sending messages and editing them, wherever they stand."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.chats.discord_chat.closing_messages import shows
from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.network import NETWORK_AWAY
from bot.chats.discord_chat.pace import Pace
from bot.chats.discord_chat.rendering import attachments, layout, picture_name, user_of
from bot.messages import Message

_Result = TypeVar("_Result")

PICTURES_REMEMBERED = 2_000
TRIES = 3

LOOKED_BACK = 50
"""Among how many of the last messages of a channel one is looked for."""

_NOBODY = discord.AllowedMentions.none()


class Sender:
    """Puts messages into channels; public or private makes no difference here."""

    def __init__(self, connection: Connection, pace: Pace) -> None:
        self._connection = connection
        self._pace = pace
        self._pictures: OrderedDict[int, str] = OrderedDict()
        """The picture of each message that has nothing else attached, so that an edit need not send it again."""

    async def post(
        self, channel: int, message: Message, *, mentioning: bool = False, verbatim: bool = False, nonce: str = ""
    ) -> int:
        """Send a new message and return its number.

        Args:
            channel: where.
            message: what is shown.
            mentioning: whether the player it is about is pinged.
            verbatim: whether every letter stays as it was given.
            nonce: what Discord remembers it by for some minutes, so that a call whose answer was lost can be repeated;
                its own for every call if nothing is given.

        Raises:
            discord.HTTPException: Discord does not take it.
        """
        nonce = nonce or secrets.token_hex(12)
        user = user_of(message.mention) if mentioning and message.mention else None
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[] if user is None else [discord.Object(user)]
        )

        async def sent() -> discord.Message:
            return await self._connection.client.get_partial_messageable(channel).send(
                view=layout(message, mentioning=mentioning, verbatim=verbatim),
                files=attachments(message),
                nonce=nonce,
                allowed_mentions=allowed,
            )

        posted = await self._repeated(sent)
        self._remember(posted.id, message)
        return posted.id

    async def first_showing(self, channel: int, message: Message) -> int | None:
        """The number of Kiu's own message that shows exactly this, the first if there are more, or ``None``.

        Raises:
            discord.HTTPException: Discord does not answer.
        """
        client = self._connection.client

        async def seen() -> int | None:
            history = client.get_partial_messageable(channel).history(limit=LOOKED_BACK)
            own = [each async for each in history if each.author == client.user]
            return min((each.id for each in own if shows(each, message)), default=None)

        try:
            return await self._repeated(seen)
        except discord.Forbidden:
            # Whoever may not read what was said there may still be allowed to speak.
            return None

    async def edit(self, channel: int, number: int, message: Message) -> None:
        """Put a message in the place of an earlier one; nobody is mentioned.

        Raises:
            discord.HTTPException: Discord does not take it.
        """
        partial = self._connection.client.get_partial_messageable(channel).get_partial_message(number)
        same = number in self._pictures and self._pictures[number] == _only_picture(message)

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
        if picture := _only_picture(message):
            self._pictures[number] = picture
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


def _only_picture(message: Message) -> str:
    """The name of the picture that is all a message has attached, or nothing."""
    return picture_name(message.picture) if message.picture is not None and message.file is None else ""
