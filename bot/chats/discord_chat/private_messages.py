"""Private messages: ephemeral followups where the player did something lately, else direct messages."""

from __future__ import annotations

import discord
from aiolimiter import AsyncLimiter

from bot.chats.discord_chat.api_errors import OPENING_DMS_TOO_FAST, dm_errors
from bot.chats.discord_chat.closed_dms import ClosedDms
from bot.chats.discord_chat.connection import Connection
from bot.chats.discord_chat.live_interactions import EPHEMERAL, LiveInteractions
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS
from bot.chats.discord_chat.rate_limits import RateLimits
from bot.chats.discord_chat.sending import Sender
from bot.chats.rate_limiting import Lane
from bot.chats.retrying import retried
from bot.messages import Message, MessageGone, MessageId, Unreachable, Urgency

ATTEMPTS = 3
"""How often Discord is asked to open a direct message that it says is opened too fast."""


class PrivateMessages:
    """The private messages to those who sit at a table.

    Args:
        connection: gives the client.
        sender: posts and edits direct messages.
        live: the interactions through which ephemeral messages are sent and edited.
        closed_dms: told who takes direct messages and who does not.
        limits: how fast direct messages may be opened.
    """

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
        self._opening = Lane(AsyncLimiter(limits.dm_openings, limits.dm_opening_seconds))
        self._channels: dict[int, int] = {}
        """The id of each user's direct message channel, once it is known."""

    async def send(self, user: int, channel: int | None, message: Message, instead_of: MessageId | None) -> MessageId:
        """Send a message, or edit an earlier one if that is possible.

        Args:
            user: to whom.
            channel: where the user may see it as an ephemeral message; ``None`` for nowhere.
            message: what is shown.
            instead_of: the number of the earlier message.

        Returns:
            Its number: ``CHANNEL/MESSAGE`` for a direct message, ``ephemeral/MESSAGE`` for an ephemeral one.

        Raises:
            Unreachable: the user takes no direct messages, and is told so once.
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
        """Remove a message.

        Raises:
            MessageGone: it is ephemeral, and its token does not live any more; or Discord does not remove it.
        """
        channel, _, message_id = number.partition("/")
        if channel != EPHEMERAL:
            try:
                await self._sender.remove(int(channel), int(message_id))
            except (discord.HTTPException, *NETWORK_ERRORS) as why:
                raise MessageGone(type(why).__name__) from None
        elif not await self._live.remove(int(message_id)):
            raise MessageGone(number)

    async def _edited(self, user: int, message: Message, number: MessageId) -> bool:
        """Edit an earlier message; return whether it was still possible."""
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
