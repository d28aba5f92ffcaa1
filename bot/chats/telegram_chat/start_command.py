"""The /start of a private chat: a greeting, or the hand or answer of a deep link."""

from __future__ import annotations

from dataclasses import replace

from telegram import Message as TelegramMessage
from telegram import Update, User

from bot.chats.members_asked import MembershipUnknown
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.ids import (
    PLATFORM,
    SHARED_PAYLOAD,
    chat_id_of,
    is_group,
    naming,
    place_of,
    player_id,
    started,
)
from bot.chats.telegram_chat.rendering import UrlButton
from bot.commands import spec_of
from bot.messages import Command, Message, Person, Place, Reply, Urgency
from bot.presenting import answers, newcomers

TABLE_PAYLOAD = "t_"
"""The beginning of a deep link's payload for a user's hand or seat; a table's id follows."""


class StartCommand:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context

    async def handle(self, update: Update, received: TelegramMessage, line: str) -> bool:
        """Greet a user or follow their link, and return once that is durable."""
        user, chat = received.from_user, received.chat.id
        if is_group(chat) or user is None or line.split(" ")[0] != "start":
            return False
        payload = line.partition(" ")[2]
        if payload.startswith(TABLE_PAYLOAD):
            await self._seat(update, user, chat, payload.removeprefix(TABLE_PAYLOAD))
            return True
        if payload.startswith(SHARED_PAYLOAD):
            await self._lead(update, user, chat, payload.removeprefix(SHARED_PAYLOAD))
            return True
        told, about = started(payload)
        if (spec := spec_of(told)) is not None and spec.at_length:
            await self._tell(update, user, chat, told, about)
            return True
        if not payload and self._sits_here(user, chat):
            return False
        self._context.background_tasks.run(self._greet(chat, user, hands=bool(payload)))
        return True

    def _sits_here(self, user: User, chat: int) -> bool:
        table = self._context.app.tables.at(place_of(chat))
        return table is not None and table.state.chair_of(player_id(user.id)) is not None

    async def _greet(self, chat: int, user: User, *, hands: bool) -> None:
        translate = self._context.translator(chat, user)
        if hands:
            await self._send(chat, answers.sentence(translate("telegram-hands-here")))
            return
        add_to_group = UrlButton(translate("telegram-add-to-group"), self._context.deep_link("startgroup=kiu"))
        await self._context.calls.acquire(chat, Urgency.ANSWER, user.id)
        await self._context.sender.post(
            chat,
            newcomers.welcome(translate, alone=True),
            Urgency.ANSWER,
            links=(add_to_group,),
            clickable_commands=True,
        )

    async def _tell(self, update: Update, user: User, chat: int, line: str, about: Place | None) -> None:
        try:
            place = about if about is not None and await self._may_see(user, about, update) else place_of(chat)
        except MembershipUnknown as why:
            self._context.background_tasks.run(self._send(chat, self._context.membership_unknown(why, chat, user)))
            return
        who = Person(player_id(user.id), user.full_name, language=user.language_code or "")
        key = self._context.idempotency_key(update)
        command = Command(who, place, line, key=key, in_private=True)
        reply = await self._context.app.dispatcher.handle(command)
        if reply.ignored:
            return
        self._context.background_tasks.run(self._show_told(chat, user, place, line, reply))

    async def _show_told(self, chat: int, user: User, place: Place, line: str, reply: Reply) -> None:
        message, named = reply.message, naming(place)
        if named:
            group = chat_id_of(place.group)
            title = await self._context.directory.title(group)
            message = replace(answers.about_group(message, title, self._context.translator(group, user)), brief="")
        behind = self._context.deep_link(named) if named else ""
        await self._context.private_chats.send(chat, message, behind=behind, protect_content=reply.secret)

    async def _place_seen(self, update: Update, user: User, chat: int, table_id: str) -> Place | None:
        table = self._context.app.tables.by_id(table_id)
        place = table.state.place if table is not None else None
        try:
            if place is not None and await self._may_see(user, place, update):
                return place
            said = answers.sentence(self._context.translator(chat, user)("telegram-no-such-table"))
        except MembershipUnknown as why:
            said = self._context.membership_unknown(why, chat, user)
        self._context.background_tasks.run(self._send(chat, said))
        return None

    async def _lead(self, update: Update, user: User, chat: int, table_id: str) -> None:
        place = await self._place_seen(update, user, chat, table_id)
        if place is None:
            return
        who = Person(player_id(user.id), user.full_name, language=user.language_code or "")
        turn, key = f"{table_id}:", self._context.idempotency_key(update)
        dispatcher = self._context.app.dispatcher
        found = await dispatcher.handle(Command(who, place, "table", turn, key))
        menu = await dispatcher.handle(Command(who, place, "menu", turn, f"{key}:menu"))
        if menu.ignored:
            return
        self._context.background_tasks.run(self._send_menu(chat, place, menu.message, found.message))

    async def _send_menu(self, chat: int, place: Place, menu: Message, found: Message) -> None:
        links = tuple(link for link in self._context.link_buttons(found, chat) if SHARED_PAYLOAD not in link.url)
        behind = self._context.deep_link(naming(place)) if is_group(chat_id_of(place.group)) else ""
        await self._context.private_chats.send(chat, menu, links=links, behind=behind, clickable_commands=False)

    async def _seat(self, update: Update, user: User, chat: int, table_id: str) -> None:
        table = self._context.app.tables.by_id(table_id)
        if table is None or table.state.chair_of(player_id(user.id)) is None:
            await self._lead(update, user, chat, table_id)
            return
        place = await self._place_seen(update, user, chat, table_id)
        if place is None:
            return
        translate = self._context.translator(chat, user)
        who = Person(player_id(user.id), user.full_name, language=user.language_code or "")
        turn, key = f"{table_id}:", self._context.idempotency_key(update)
        dispatcher = self._context.app.dispatcher
        self._context.background_tasks.run(self._send(chat, answers.sentence(translate("telegram-hands-here"))))
        hand = await dispatcher.handle(Command(who, place, "hand", turn, key))
        if hand.message.picture is not None:
            self._context.app.announcer.show_in_private(table_id, who.id)

    async def _may_see(self, user: User, place: Place, update: Update) -> bool:
        """True for a member of the table's group, since its id is easily guessed.

        Raise ``MembershipUnknown`` if Telegram does not answer.
        """
        if place.platform != PLATFORM:
            return False
        chat = chat_id_of(place.group)
        if not is_group(chat):
            return chat == user.id
        return await self._context.is_member(user, place, update)

    async def _send(self, chat: int, message: Message) -> None:
        await self._context.private_chats.send(chat, message)
