"""What everybody who deals with updates works with."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import Bot, User

from bot.app import App
from bot.chats.telegram_chat.background_tasks import BackgroundTasks
from bot.chats.telegram_chat.calls import Calls
from bot.chats.telegram_chat.ephemeral_hands import EphemeralHands
from bot.chats.telegram_chat.numbers import PLATFORM, group_of, is_group, place_of, player_of
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.private_chats import PrivateChats
from bot.chats.telegram_chat.rights import Rights
from bot.chats.telegram_chat.sending import Sender
from bot.commands import Who, spec_of
from bot.messages import Person, Place
from bot.wording import Translator, in_language, languages


@dataclass(frozen=True, slots=True)
class TelegramContext:
    """The dispatcher on one side, Telegram on the other."""

    app: App
    bot: Bot
    pace: Pace
    calls: Calls
    sender: Sender
    private: PrivateChats
    ephemeral: EphemeralHands
    rights: Rights
    background_tasks: BackgroundTasks

    def key(self, update: int) -> str:
        """What makes an update one that is carried out once."""
        return f"{PLATFORM}:{self.bot.id}:{update}"

    def own_link(self, query: str) -> str:
        """A link to the private chat with the bot."""
        return f"https://t.me/{self.bot.username}?{query}"

    def where(self, chat: int, topic: int, user: int, table: str = "") -> Place:
        """The place that something concerns; in a private chat it may be about a table in a group.

        Args:
            chat: where it was typed or pressed.
            topic: in which topic of it.
            user: by whom.
            table: the table whose button was pressed, if there was one.
        """
        if is_group(chat):
            return place_of(chat, topic)
        return self.app.dispatcher.place_of(player_of(user), table) or place_of(chat)

    async def person(self, user: User, chat: int, where: Place, line: str) -> Person:
        """Somebody as Telegram vouches for him, with the rights that a line may need."""
        if is_group(chat):
            admin = _takes_rights(line) and await self.rights.is_admin(chat, user.id)
        else:
            # Everybody runs the group that a private chat is; what is said there of a group proves nothing.
            admin = where.group == group_of(chat)
        return Person(player_of(user.id), user.full_name, admin, user.language_code or "")

    def say(self, chat: int, user: User) -> Translator:
        """The voice for a person in a group, or in a private chat that of the person's own phone."""
        spoken = (user.language_code or "").partition("-")[0]
        if not is_group(chat) and spoken in languages():
            return in_language(spoken)
        return self.app.dispatcher.translator(group_of(chat), player_of(user.id))


def _takes_rights(line: str) -> bool:
    """Whether it matters for a line who runs the group."""
    spec = spec_of(line)
    return spec is not None and spec.who in (Who.HOST, Who.ADMIN)
