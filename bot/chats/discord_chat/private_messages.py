"""Private messages: opened gently, edited in place."""

from __future__ import annotations

from contextlib import suppress

import discord
from aiolimiter import AsyncLimiter

from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.pace import Pace
from bot.chats.discord_chat.sending import Sender
from bot.chats.discord_chat.troubles import OPENED_TOO_FAST, in_private
from bot.chats.rate_limiting import Lane
from bot.messages import Message, MessageGone, MessageId, Unreachable, Urgency

TRIES = 3
"""How often a private channel is tried to be opened."""


class PrivateMessages:
    """The private channels of those who sat down at a table."""

    def __init__(self, connection: Connection, sender: Sender, pace: Pace) -> None:
        self._connection = connection
        self._sender = sender
        self._pace = pace
        self._doors = Lane(AsyncLimiter(pace.doors, pace.doors_seconds))
        self._open: dict[int, int] = {}
        """The channel of each person, once it is known."""

    async def send(self, user: int, message: Message, instead_of: MessageId | None) -> MessageId:
        """Send a message, or put it in the place of an earlier one, and return its number: ``CHANNEL/MESSAGE``.

        Raises:
            Unreachable: the person takes no private messages.
        """
        if instead_of is not None:
            with suppress(MessageGone):
                channel, _, number = instead_of.partition("/")
                with in_private():
                    await self._sender.edit(int(channel), int(number), message)
                self._open[user] = int(channel)
                return instead_of
        try:
            with in_private():
                return await self._sent(user, message)
        except MessageGone:
            self._open.pop(user, None)
            raise Unreachable(str(user)) from None

    async def _sent(self, user: int, message: Message) -> MessageId:
        pause = self._pace.doors_closed
        for tried in range(1, TRIES + 1):
            try:
                if user not in self._open:
                    await self._doors.acquire(Urgency.ANSWER)
                    self._open[user] = (await self._connection.client.create_dm(discord.Object(user))).id
                return f"{self._open[user]}/{await self._sender.post(self._open[user], message)}"
            except discord.HTTPException as error:
                if error.code != OPENED_TOO_FAST:
                    raise
                if tried == TRIES:
                    break
            # Nobody's door is opened for a while, and this one is tried again after the others.
            self._open.pop(user, None)
            self._doors.pause(pause)
            pause *= 2
        raise Unreachable(str(user))
