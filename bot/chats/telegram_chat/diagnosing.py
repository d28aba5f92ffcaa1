"""Telegram's knowledge of a chat: missing rights of the bot, and dice."""

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
"""The wording's key for a server without ephemeral messages."""

RIGHTS = {
    "can_send_messages": "telegram-right-messages",
    "can_send_photos": "telegram-right-photos",
    "can_send_documents": "telegram-right-documents",
    "can_send_other_messages": "telegram-right-dice",
}


async def missing_rights(bot: Bot, chat: int) -> tuple[str, ...]:
    """Return missing rights as keys of the wording; none if Telegram does not answer.

    Administrators may send everything, other members what the chat allows all and them.
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
    """Return missing rights as keys of the wording."""
    if member.status in (ChatMember.ADMINISTRATOR, ChatMember.OWNER):
        return ()
    granted: list[ChatPermissions | ChatMemberRestricted] = [] if everybody is None else [everybody]
    if isinstance(member, ChatMemberRestricted):
        granted.append(member)
    return tuple(key for right, key in RIGHTS.items() if not all(getattr(each, right) for each in granted))


class DieTrial:
    def __init__(self, bot: Bot, calls: ApiCalls, sender: Sender, background_tasks: BackgroundTasks) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._background_tasks = background_tasks

    async def throw(self, chat: int, topic: int) -> None:
        """Throw a die in an acquired chat and remove it with a spare call; raise ``Unwelcome`` if that is forbidden."""
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
