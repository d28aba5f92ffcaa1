"""The context of update handlers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, replace

from telegram import Bot, Chat, Update, User

from bot.app import App
from bot.chats.members_asked import MembershipUnknown, is_for_members, membership_unknown
from bot.chats.telegram_chat.addresses import (
    NO_TOPIC,
    PLATFORM,
    SHARED_PAYLOAD,
    chat_id_of,
    group_id,
    is_group,
    message_url,
    naming,
    place_of,
    player_id,
)
from bot.chats.telegram_chat.api_calls import ApiCalls, Timeouts
from bot.chats.telegram_chat.background_tasks import BackgroundTasks
from bot.chats.telegram_chat.directory import Directory
from bot.chats.telegram_chat.ephemeral_messages import EphemeralMessages
from bot.chats.telegram_chat.formatting import UrlButton
from bot.chats.telegram_chat.private_chats import PrivateChats
from bot.chats.telegram_chat.sender import Sender
from bot.commands import Who, spec_of
from bot.messages import Message, Person, Place, PlayerId
from bot.presenting import answers
from bot.wording import Translator, in_language, languages


@dataclass(frozen=True, slots=True)
class TelegramContext:
    """The running app, and everything that calls the Bot API."""

    app: App
    bot: Bot
    timeouts: Timeouts
    calls: ApiCalls
    sender: Sender
    private_chats: PrivateChats
    ephemeral_messages: EphemeralMessages
    directory: Directory
    background_tasks: BackgroundTasks

    def run(self, job: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a job that nobody waits for."""
        return self.background_tasks.run(job)

    def idempotency_key(self, update: Update) -> str:
        """Return the key under which an update is carried out once."""
        return f"{PLATFORM}:{self.bot.id}:{update.update_id}"

    def deep_link(self, query: str) -> str:
        return f"https://t.me/{self.bot.username}?{query}"

    def hidden_link(self, place: Place | None) -> str:
        """Return the link that keeps the place of a private page about a group; else nothing."""
        named = "" if place is None else naming(place)
        return self.deep_link(named) if named else ""

    def link_buttons(self, message: Message, chat: int) -> tuple[UrlButton, ...]:
        """Return a message's link as a button, by its address or a deep link to its table.

        The table's own chat needs no deep link, since its messages can be replied to.
        """
        link = message.link
        if link is None:
            return ()
        url = message_url(link.place, int(link.number)) if link.number else ""
        table_chat = chat_id_of(link.place.group)
        if not url and link.table and is_group(table_chat) and table_chat != chat:
            url = self.deep_link(f"start={SHARED_PAYLOAD}{link.table}")
        return (UrlButton(link.label, url),) if url else ()

    def hands_link(self, chat: int, user: User) -> UrlButton:
        return UrlButton(self.translator(chat, user)("telegram-hands-in-private"), self.deep_link("start=hands"))

    async def about(self, message: Message, place: Place, user: User) -> Message:
        """Name the group that a private message is about."""
        chat = chat_id_of(place.group)
        if not is_group(chat):
            return message
        title = await self.directory.title(chat)
        return replace(answers.about_group(message, title, self.translator(chat, user)), brief="")

    async def recall(self, user: User | None, chat: Chat) -> None:
        """Load the stored facts about a user and a chat."""
        await self.app.dispatcher.recall("" if user is None else player_id(user.id), group_id(chat.id))

    def place(self, chat: int, topic: int, user: int, line: str = "", table: str = "") -> Place:
        """Return the place of a message or button; a private one may be about a table in a group."""
        if is_group(chat):
            return place_of(chat, topic)
        if table:
            return self.app.dispatcher.place_of(player_id(user), table) or place_of(chat)
        return self.app.dispatcher.place_in_private(player_id(user), line, place_of(chat), str(NO_TOPIC))

    def show_again(self, chat: int, topic: int | None = None) -> None:
        """Try refused messages again after a sign of life; Telegram does not announce permission to write."""
        place = place_of(chat, topic or NO_TOPIC)
        self.app.announcer.try_again(place.group, "" if topic is None else place.channel)

    async def person(
        self, user: User, chat: int, place: Place, line: str, *, typed: bool = False, in_menu: bool = False
    ) -> Person:
        """Return a user with their membership and rights, asked only where it matters.

        In private anybody can name any group. Raise ``MembershipUnknown`` if Telegram does not answer.
        """
        is_own = place.group == group_id(chat)
        member = is_own or not is_for_members(line) or await self.is_member(user, place)
        # Telegram names a group's admins in private; users administer their own chat.
        admin = True
        if is_group(chat) or not is_own:
            shown = in_menu or (_shows_more_to_admins(line) and not (typed and is_group(chat)))
            admin = await self._is_admin(user, place, line, shown=shown)
        return Person(player_id(user.id), user.full_name, admin, user.language_code or "", member)

    async def _is_admin(self, user: User, place: Place, line: str, *, shown: bool) -> bool:
        needed, chat = self._needs_admin(player_id(user.id), place, line), chat_id_of(place.group)
        if not is_group(chat) or not (needed or shown):
            return False
        try:
            return await self.directory.is_admin(chat, user.id)
        except MembershipUnknown:
            if needed:
                raise
            return False

    async def is_member(self, user: User, place: Place) -> bool:
        """True for a member; raise ``MembershipUnknown`` if Telegram does not answer."""
        return await self.directory.is_member(chat_id_of(place.group), user.id)

    def membership_unknown(self, why: MembershipUnknown, chat: int, user: User) -> Message:
        return membership_unknown(why, "Telegram", self.translator(chat, user))

    def translator(self, chat: int, user: User) -> Translator:
        """Return a group's translator, or in a private chat that of the phone's language."""
        language = (user.language_code or "").partition("-")[0]
        if not is_group(chat) and language in languages():
            return in_language(language)
        return self.app.dispatcher.translator(group_id(chat), player_id(user.id))

    def _needs_admin(self, player: PlayerId, place: Place, line: str) -> bool:
        spec = spec_of(line)
        if spec is None or spec.who is not Who.HOST:
            return spec is not None and spec.for_admins
        table = self.app.tables.at(place)
        return table is None or table.state.host != player


def _shows_more_to_admins(line: str) -> bool:
    spec = spec_of(line)
    return spec is not None and spec.more_for_admins
