"""What Telegram tells of a chat: what the bot may not send there, and whether it throws a die."""

from __future__ import annotations

from telegram import Bot, ChatMember, ChatMemberRestricted, ChatPermissions
from telegram.error import TelegramError

from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.chats.telegram_chat.api_errors import chat_errors
from bot.chats.telegram_chat.background_tasks import BackgroundTasks
from bot.chats.telegram_chat.ids import is_group
from bot.chats.telegram_chat.sending import Sender
from bot.messages import Urgency

PRIVATE_ANSWER = "answerCallbackQuery"

NO_EPHEMERAL_MESSAGES = "telegram-no-ephemeral-messages"
"""The key under which the wording has it that the server does not know ephemeral messages."""

RIGHTS = {
    "can_send_messages": "telegram-right-messages",
    "can_send_photos": "telegram-right-photos",
    "can_send_documents": "telegram-right-documents",
    "can_send_other_messages": "telegram-right-dice",
}
"""What Kiu sends, by the right that it takes, with the keys under which the wording has them."""


async def missing_rights(bot: Bot, chat: int) -> tuple[str, ...]:
    """What the bot may not send in a chat, as keys of the wording; nothing if Telegram does not tell.

    Administrators may send all of it, and every other member what the chat allows everybody and them.
    """
    if not is_group(chat):
        return ()
    try:
        member = await bot.get_chat_member(chat, bot.id)
        if member.status in (ChatMember.ADMINISTRATOR, ChatMember.OWNER):
            return ()
        everybody = (await bot.get_chat(chat)).permissions
    except TelegramError:
        return ()
    return rights_lacking(member, everybody)


def rights_lacking(member: ChatMember, everybody: ChatPermissions | None) -> tuple[str, ...]:
    """What the bot may not send, as keys of the wording, by what it is in a group and what everybody may do there."""
    if member.status in (ChatMember.ADMINISTRATOR, ChatMember.OWNER):
        return ()
    granted: list[ChatPermissions | ChatMemberRestricted] = [] if everybody is None else [everybody]
    if isinstance(member, ChatMemberRestricted):
        granted.append(member)
    return tuple(key for right, key in RIGHTS.items() if not all(getattr(each, right) for each in granted))


class DieTrial:
    """Throws a die that belongs to no deal.

    Args:
        bot: the bot.
        calls: the lanes.
        sender: removes messages.
        background_tasks: remove the die again.
    """

    def __init__(self, bot: Bot, calls: ApiCalls, sender: Sender, background_tasks: BackgroundTasks) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._background_tasks = background_tasks

    async def throw(self, chat: int, topic: int) -> None:
        """Throw it in a chat that was acquired, and let it be removed when the chat has a call to spare.

        Raises:
            Unwelcome: the bot may throw none there.
        """
        with chat_errors():
            sent = await self._calls.send(
                chat,
                lambda chat: self._bot.send_dice(chat, disable_notification=True, message_thread_id=topic or None),
                max(Urgency),
            )
        self._background_tasks.run(self._remove(chat, sent.message_id))

    async def _remove(self, chat: int, message_id: int) -> None:
        await self._calls.acquire(chat, max(Urgency))
        await self._sender.remove(chat, message_id)
