"""Telegram's knowledge of a chat: missing rights of the bot, and dice."""

from __future__ import annotations

from telegram import Bot, ChatMember, ChatMemberRestricted, ChatPermissions
from telegram.error import TelegramError

from bot.chats.telegram_chat.ids import is_group

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
