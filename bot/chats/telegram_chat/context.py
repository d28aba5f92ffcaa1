from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Any

import structlog
from telegram import Bot, Chat, Update, User

from bot.app import App
from bot.chats.call_queue import Superseded
from bot.chats.members_asked import MembershipUnknown, is_for_members, membership_unknown
from bot.chats.telegram_chat.addresses import (
    NO_TOPIC,
    PLATFORM,
    TABLE_PAYLOAD,
    chat_id_of,
    group_id,
    is_group,
    message_url,
    place_of,
    player_id,
    starting,
)
from bot.chats.telegram_chat.api_calls import ApiCalls, Timeouts, may_retry
from bot.chats.telegram_chat.directory import Directory
from bot.chats.telegram_chat.ephemeral_messages import EphemeralMessages
from bot.chats.telegram_chat.formatting import UrlButton
from bot.chats.telegram_chat.page_links import PageLinks
from bot.chats.telegram_chat.private_messages import PrivateChats
from bot.chats.telegram_chat.sender import Extras, Sender
from bot.commands import Who, spec_of
from bot.environment.task_set import TaskSet
from bot.ledger import LedgerClosed, NotStored
from bot.live.failures import log_failure
from bot.messages import Message, MessageGone, Person, Place, Reply
from bot.presenting import answers
from bot.wording import Translator, in_language, languages

log = structlog.get_logger()


class BackgroundTasks(TaskSet):
    """Jobs that nobody waits for, such as answers after durable commands."""

    def run(self, job: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        """Start a job, which may be cancelled; its errors are logged."""
        return self.start(_logged(job))


async def _logged(job: Coroutine[Any, Any, object]) -> None:
    try:
        await job
    except Superseded:
        # The asker gets the newer answer.
        return
    except Exception as error:
        if may_retry(error) or isinstance(error, MessageGone | NotStored | LedgerClosed):
            log.warning("not shown", action="it is given up", platform=PLATFORM, error=type(error).__name__)
        else:
            log_failure(error, "it is given up", platform=PLATFORM)


@dataclass(frozen=True, slots=True)
class TelegramContext:
    app: App
    bot: Bot
    timeouts: Timeouts
    calls: ApiCalls
    sender: Sender
    private_chats: PrivateChats
    ephemeral_messages: EphemeralMessages
    directory: Directory
    background_tasks: BackgroundTasks
    page_links: PageLinks

    def run(self, job: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        return self.background_tasks.run(job)

    def idempotency_key(self, update: Update) -> str:
        """Return the key under which an update is carried out once."""
        return f"{PLATFORM}-update:{self.bot.id}:{update.update_id}"

    def deep_link(self, query: str) -> str:
        return f"https://t.me/{self.bot.username}?{query}"

    def hidden_link(self, place: Place | None) -> str:
        """Return the link that keeps the place of a private page about a group; else nothing."""
        where = starting("", place)
        return self.deep_link(f"place={where}") if where else ""

    def link_buttons(self, message: Message, chat: int) -> tuple[UrlButton, ...]:
        """Return its link as a button, by its address or a deep link.

        The table's own chat needs none, since messages there can be replied to.
        """
        link = message.link
        if link is None:
            return ()
        url = message_url(link.place, int(link.number)) if link.number else ""
        table_chat = chat_id_of(link.place.group)
        if not url and link.table and is_group(table_chat) and table_chat != chat:
            url = self.deep_link(f"start={TABLE_PAYLOAD}{link.table}")
        return (UrlButton(link.label, url),) if url else ()

    def hands_link(self, translate: Translator, table: str = "") -> UrlButton:
        """Return the link that brings a player's hands to the private chat, at once those of a table."""
        payload = f"{TABLE_PAYLOAD}{table}" if table else "hands"
        return UrlButton(translate("telegram-hands-in-private"), self.deep_link(f"start={payload}"))

    def links_below(self, place: Place, message: Message) -> tuple[UrlButton, ...]:
        menus = (button for row in message.buttons for button in row if button.command == "menu" and button.turn)
        button, chat = next(menus, None), chat_id_of(place.group)
        if button is None:
            return ()
        table = button.turn.partition(":")[0]
        if not is_group(chat):
            return self.page_link(chat, table)
        translate = in_language(self.app.groups.of(place.group).language)
        return (*self.page_links.to_table(self.bot, chat, table, translate), self.hands_link(translate, table))

    def page_link(self, user: int, table_id: str) -> tuple[UrlButton, ...]:
        place = self.table_place(user, table_id)
        if place is None:
            return ()
        translate = self.app.members.translator(place.group, player_id(user))
        return self.page_links.to_table(self.bot, user, table_id, translate)

    async def about(self, message: Message, place: Place, user: User) -> Message:
        """Name the group that it is about."""
        chat = chat_id_of(place.group)
        if not is_group(chat):
            return message
        title = await self.directory.title(chat)
        return replace(answers.about_group(message, title, self.translator(chat, user)), brief="")

    def page_extras(self, place: Place, reply: Reply) -> Extras:
        return Extras(behind=self.hidden_link(place), protected=reply.secret)

    async def send_page(self, user: User, place: Place, reply: Reply) -> None:
        """Send a menu's page to a private chat; raise ``Unreachable`` if the bot may not write there."""
        page = await self.about(reply.message, place, user)
        await self.private_chats.send(user.id, page, self.page_extras(place, reply))

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

    def table_place(self, user: int, table_id: str) -> Place | None:
        table = self.app.tables.by_id(table_id)
        reached = None if table is None else self.app.members.reached(table.state.place, player_id(user))
        return None if reached is None else reached.place

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
        group, player = chat_id_of(place.group), player_id(user.id)
        spec, table = spec_of(line), self.app.tables.at(place)
        is_own = group == chat
        member = is_own or not is_for_members(line) or await self.directory.is_member(group, user.id)
        # Users administer their own chat.
        admin = is_own and not is_group(chat)
        if is_group(group):
            hosts = spec is not None and spec.who is Who.HOST and table is not None and table.state.host == player
            needed = spec is not None and (spec.for_admins or spec.who is Who.HOST) and not hosts
            # Telegram names a group's admins in private.
            shown = in_menu or (spec is not None and spec.more_for_admins and not (typed and is_group(chat)))
            try:
                admin = (needed or shown) and await self.directory.is_admin(group, user.id)
            except MembershipUnknown:
                if needed:
                    raise
        return Person(player, user.full_name, admin, user.language_code or "", member)

    def membership_unknown(self, why: MembershipUnknown, chat: int, user: User) -> Message:
        return membership_unknown(why, "Telegram", self.translator(chat, user))

    def translator(self, chat: int, user: User) -> Translator:
        """Return a group's translator; in private it is that of the phone's language."""
        language = (user.language_code or "").partition("-")[0]
        if not is_group(chat) and language in languages():
            return in_language(language)
        return self.app.members.translator(group_id(chat), player_id(user.id))
