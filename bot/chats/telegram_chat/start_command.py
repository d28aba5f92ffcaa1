"""The /start of a private chat: a greeting, or the hand or answer of a deep link."""

from __future__ import annotations

from telegram import Message as TelegramMessage
from telegram import Update, User

from bot.chats.telegram_chat.addresses import (
    PLATFORM,
    SHARED_PAYLOAD,
    chat_id_of,
    is_group,
    place_of,
    player_id,
    started,
)
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.formatting import UrlButton
from bot.chats.telegram_chat.private_chats import CLICKABLE
from bot.chats.telegram_chat.sender import Extras
from bot.commands import spec_of
from bot.messages import Command, Message, Person, Place, Reply, Urgency
from bot.presenting import answers, newcomers

TABLE_PAYLOAD = "t_"
"""The beginning of a deep link's payload for a user's hand or seat; a table's id follows."""


class StartCommand:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context

    async def handle(self, update: Update, received: TelegramMessage, line: str) -> bool:
        """Greet a user or follow their link, and return once that is durable; ``False`` for another command.

        Raise ``MembershipUnknown`` if Telegram does not answer.
        """
        user, chat = received.from_user, received.chat.id
        if is_group(chat) or user is None or line.split(" ")[0] != "start":
            return False
        payload = line.partition(" ")[2]
        for prefix in (TABLE_PAYLOAD, SHARED_PAYLOAD):
            if payload.startswith(prefix):
                await self._follow(update, user, payload.removeprefix(prefix), shared=prefix == SHARED_PAYLOAD)
                return True
        told, about = started(payload)
        if (spec := spec_of(told)) is not None and spec.at_length:
            place = about if about is not None and await self._may_see(user, about) else place_of(chat)
            reply = await self._do(update, user, place, told)
            if not reply.ignored:
                self._context.run(self._show_told(user, place, reply))
            return True
        table = self._context.app.tables.at(place_of(chat))
        if not payload and table is not None and table.state.chair_of(player_id(user.id)) is not None:
            return False
        self._context.run(self._say(user, "telegram-hands-here") if payload else self._greet(user))
        return True

    async def _greet(self, user: User) -> None:
        translate = self._context.translator(user.id, user)
        link = UrlButton(translate("telegram-add-to-group"), self._context.deep_link("startgroup=kiu"))
        await self._context.calls.acquire(user.id, Urgency.ANSWER, user.id)
        welcome, extras = newcomers.welcome(translate, alone=True), Extras(links=(link,), clickable_commands=True)
        await self._context.sender.post(user.id, welcome, Urgency.ANSWER, extras)

    async def _do(self, update: Update, user: User, place: Place, line: str, turn: str = "") -> Reply:
        who = Person(player_id(user.id), user.full_name, language=user.language_code or "")
        key = f"{self._context.idempotency_key(update)}:{line}"
        return await self._context.app.dispatcher.handle(Command(who, place, line, turn, key, in_private=not turn))

    async def _show_told(self, user: User, place: Place, reply: Reply) -> None:
        message = await self._context.about(reply.message, place, user)
        extras = Extras(behind=self._context.hidden_link(place), protected=reply.secret, clickable_commands=True)
        await self._context.private_chats.send(user.id, message, extras)

    async def _follow(self, update: Update, user: User, table_id: str, *, shared: bool) -> None:
        """Show a user their hand at a table, or its menu."""
        table, player, turn = self._context.app.tables.by_id(table_id), player_id(user.id), f"{table_id}:"
        if table is None or not await self._may_see(user, table.state.place):
            self._context.run(self._say(user, "telegram-no-such-table"))
            return
        place = table.state.place
        if not shared and table.state.chair_of(player) is not None:
            self._context.run(self._say(user, "telegram-hands-here"))
            hand = await self._do(update, user, place, "hand", turn)
            if hand.message.picture is not None:
                self._context.app.announcer.show_in_private(table_id, player)
            return
        found = await self._do(update, user, place, "table", turn)
        menu = await self._do(update, user, place, "menu", turn)
        if not menu.ignored:
            self._context.run(self._send_menu(user, place, menu.message, found.message))

    async def _send_menu(self, user: User, place: Place, menu: Message, found: Message) -> None:
        links = tuple(link for link in self._context.link_buttons(found, user.id) if SHARED_PAYLOAD not in link.url)
        extras = Extras(links=links, behind=self._context.hidden_link(place))
        await self._context.private_chats.send(user.id, menu, extras)

    async def _may_see(self, user: User, place: Place) -> bool:
        """True for a member of the table's group, since its id is easily guessed."""
        if place.platform != PLATFORM:
            return False
        chat = chat_id_of(place.group)
        return await self._context.is_member(user, place) if is_group(chat) else chat == user.id

    async def _say(self, user: User, key: str) -> None:
        said = answers.sentence(self._context.translator(user.id, user)(key))
        await self._context.private_chats.send(user.id, said, CLICKABLE)
