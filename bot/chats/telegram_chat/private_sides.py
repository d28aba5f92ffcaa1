"""The private sides of tables: in private chats, or for people without one as ephemeral messages in groups.

A group shows them without a press where the bot is an admin.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from telegram.error import RetryAfter, TelegramError

from bot.chats.telegram_chat.addresses import chat_id_of, is_group, topic_of, user_id_of
from bot.chats.telegram_chat.api_calls import retry_after
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.ephemeral_messages import bare
from bot.messages import Message, MessageId, Place, PlayerId, Unreachable, Unwelcome, Urgency

MEASURED = 25
"""Messages of a measurement, more than a group takes in a minute."""


class PrivateSides:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context

    def asks_in_group(self, user: int, table: str) -> bool:
        """True if a player is asked in the group, by a message that costs none of its calls."""
        context, place = self._context, self._place(user, table)
        if place is None or not context.private_chats.is_closed(user):
            return False
        chat, ephemeral = chat_id_of(place.group), context.ephemeral_messages
        return ephemeral.works and ephemeral.is_uncounted(chat) and context.directory.is_administered(chat)

    async def send(self, user: int, message: Message, instead_of: MessageId | None) -> MessageId:
        """Send or edit a private side and return its id, ``CHAT/NUMBER`` if it is ephemeral; raise ``Unreachable``."""
        context = self._context
        group, _, earlier = (instead_of or "").rpartition("/")
        number = int(earlier) if earlier and not group else None
        try:
            if group and await self._edited(int(group), user, int(earlier), message):
                return f"{group}/{earlier}"
            try:
                links = context.page_link(user, message.pane)
                return str(await context.private_chats.send_hand(user, message, number, links))
            except Unreachable:
                if shown := await self._shown_in_group(user, message):
                    return shown
                raise
        except Unwelcome as why:
            raise Unreachable(str(why)) from None

    async def _edited(self, chat: int, user: int, number: int, message: Message) -> bool:
        ephemeral = self._context.ephemeral_messages
        # Where it counts, buttons that change are not worth a call.
        shown = message if ephemeral.is_uncounted(chat) else bare(message)
        return await ephemeral.edit_hand(chat, user, number, shown)

    async def _shown_in_group(self, user: int, message: Message) -> MessageId:
        """Show a private side without a press and return its id, or nothing if that is impossible."""
        context, place = self._context, self._place(user, message.pane)
        ephemeral, chat = context.ephemeral_messages, 0 if place is None else chat_id_of(place.group)
        if place is None or message.picture is None or not await ephemeral.is_supported(chat, user):
            return ""
        if not await context.directory.administers(chat):
            return ""
        shown = await ephemeral.push_hand(
            chat, topic_of(place), user, message if ephemeral.is_uncounted(chat) else bare(message)
        )
        if shown == 0:
            context.directory.learn_own(chat, None)
        return f"{chat}/{shown}" if shown else ""

    async def measure(self, place: Place, player: PlayerId) -> tuple[int, bool | None] | None:
        """Send ephemeral messages in a quiet group until one is refused, and remember whether they count.

        Return their number and the finding, ``None`` if it is open; nothing where they cannot be sent.
        """
        context, chat, user = self._context, chat_id_of(place.group), user_id_of(player)
        if user is None or not is_group(chat) or not await context.directory.administers(chat):
            return None
        if not await context.ephemeral_messages.is_supported(chat, user):
            return None
        book = context.app.groups.book(place.group)
        if any(table.state.playing is not None for table in context.app.tables.of_group(book)):
            return 0, None
        began, sent = asyncio.get_running_loop().time(), list[int]()
        try:
            counted = await self._are_counted(chat, topic_of(place), user, sent)
        except TelegramError:
            counted = None
        context.run(self._remove(chat, user, sent))
        if asyncio.get_running_loop().time() - began > context.timeouts.minute and not counted:
            counted = None
        if counted is not None:
            await context.ephemeral_messages.set_uncounted(chat, not counted)
        return len(sent), counted

    async def _are_counted(self, chat: int, topic: int, user: int, sent: list[int]) -> bool | None:
        """Send messages, note their ids, and return true if Telegram asks for a pause; ``None`` if others see them."""
        calls, reader = self._context.calls, {"ephemeral_message_parameters": {"receiver_user_id": user}}
        while len(sent) < MEASURED:
            await calls.acquire(chat, Urgency.SPARE, beside=True)
            try:
                shown = await self._context.bot.send_message(
                    chat, "…", message_thread_id=topic or None, disable_notification=True, api_kwargs=reader
                )
            except RetryAfter as error:
                calls.pause(chat, retry_after(error) or 0.0)
                return True
            message_id = shown.api_kwargs.get("ephemeral_message_id")
            if not isinstance(message_id, int):
                await self._context.sender.remove(chat, shown.message_id)
                return None
            sent.append(message_id)
        return False

    async def _remove(self, chat: int, user: int, sent: Sequence[int]) -> None:
        for each in sent:
            await self._context.calls.acquire(chat, Urgency.SPARE, beside=True)
            await self._context.ephemeral_messages.remove(chat, user, each)

    def _place(self, user: int, table_id: str) -> Place | None:
        place = self._context.table_place(user, table_id)
        return place if place is not None and is_group(chat_id_of(place.group)) else None
