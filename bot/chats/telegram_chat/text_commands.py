from __future__ import annotations

from dataclasses import replace

from telegram import Message as TelegramMessage
from telegram import Update, User

from bot.chats.members_asked import MembershipUnknown
from bot.chats.telegram_chat.addresses import (
    PLATFORM,
    TABLE_PAYLOAD,
    SourceMessage,
    chat_id_of,
    group_id,
    is_group,
    place_behind,
    place_of,
    player_id,
    started,
    starting,
)
from bot.chats.telegram_chat.bot_commands import command_in, people_in, topic_in
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.formatting import UrlButton
from bot.chats.telegram_chat.private_messages import CLICKABLE
from bot.chats.telegram_chat.questions import ReplyQuestions
from bot.chats.telegram_chat.sender import Extras
from bot.commands import spec_of
from bot.messages import SURE, Command, Message, Person, Place, Pressed, Reply, Unreachable, Urgency
from bot.presenting import answers, newcomers


class TextCommands:
    def __init__(self, context: TelegramContext, questions: ReplyQuestions) -> None:
        self._context = context
        self._questions = questions

    async def handle(self, update: Update, received: TelegramMessage) -> None:
        """Return once its effect is durable."""
        user, chat = received.from_user, received.chat
        if user is None or received.text is None:
            return
        line = command_in(received, self._context.bot.username, self._context.directory.user_id_of)
        if received.sender_chat is not None:
            # Anonymous admins write in the group's name; other chats here are channels, not people.
            if received.sender_chat.id == chat.id and line:
                group = Person(group_id(chat.id), chat.title or "", admin=True, anonymous=True)
                await self._command(update, received, user, group, place_of(chat.id, topic_in(received)), line)
            return
        if user.is_bot:
            return
        if not is_group(chat.id):
            self._context.private_chats.set_open(user.id)
        try:
            if line:
                await self._from_person(update, received, user, line)
            elif (answered := self._questions.answered_by(received)) is not None:
                await self._answer_to_question(update, received, user, *answered)
        except MembershipUnknown as why:
            unknown = Reply(self._context.membership_unknown(why, chat.id, user), refused=True)
            self._context.run(self._reply(received, user, unknown, place_of(chat.id)))

    async def _from_person(self, update: Update, received: TelegramMessage, user: User, line: str) -> None:
        chat, (command, _, payload) = received.chat.id, line.partition(" ")
        if is_group(chat) or command != "start" or not await self._start(update, received, user, payload):
            place = self._context.place(chat, topic_in(received), user.id, line)
            who = await self._context.person(user, chat, place, line, typed=True)
            await self._command(update, received, user, who, place, line)

    # --- /start ------------------------------------------------------------------------------------------------------

    async def _start(self, update: Update, received: TelegramMessage, user: User, payload: str) -> bool:
        """Greet a user or follow their link, and return once that is durable; ``False`` to start a table.

        Raise ``MembershipUnknown`` if Telegram does not answer.
        """
        own = place_of(received.chat.id)
        if payload.startswith(TABLE_PAYLOAD):
            await self._follow(update, user, payload.removeprefix(TABLE_PAYLOAD))
            return True
        told, about = started(payload)
        if (spec := spec_of(told)) is not None and spec.at_length:
            place = about if about is not None and await self._may_see(user, about) else own
            reply = await self._do(update, user, place, told)
            if not reply.ignored:
                self._context.run(self._reply(received, user, reply, place, told))
            return True
        table = self._context.app.tables.at(own)
        if payload:
            self._say(user, "telegram-hands-here")
        elif table is not None and table.state.chair_of(player_id(user.id)) is not None:
            return False
        else:
            translate = self._context.translator(user.id, user)
            link = UrlButton(translate("telegram-add-to-group"), self._context.deep_link("startgroup=kiu"))
            extras = Extras(links=(link,), clickable_commands=True)
            self._context.run(
                self._context.private_chats.send(user.id, newcomers.welcome(translate, alone=True), extras)
            )
        return True

    async def _do(self, update: Update, user: User, place: Place, line: str, turn: str = "") -> Reply:
        who = Person(player_id(user.id), user.full_name, language=user.language_code or "")
        key = f"{self._context.idempotency_key(update)}:{line}"
        return await self._context.app.dispatcher.handle(Command(who, place, line, turn, key, in_private=not turn))

    async def _follow(self, update: Update, user: User, table_id: str) -> None:
        """Show a user their hand at a table, or its menu."""
        table, player, turn = self._context.app.tables.by_id(table_id), player_id(user.id), f"{table_id}:"
        place = self._context.table_place(user.id, table_id)
        if table is None or place is None or not await self._may_see(user, place):
            self._say(user, "telegram-no-such-table")
            return
        if table.state.chair_of(player) is not None:
            self._say(user, "telegram-hands-here")
            hand = await self._do(update, user, place, "hand", turn)
            if hand.message.picture is not None:
                self._context.app.announcer.show_in_private(table_id, player, anew=True)
            return
        found = await self._do(update, user, place, "table", turn)
        menu = await self._do(update, user, place, "menu", turn)
        if not menu.ignored:
            links = self._context.link_buttons(found.message, chat_id_of(place.group))
            shown = Extras(links=links, behind=self._context.hidden_link(place))
            self._context.run(self._context.private_chats.send(user.id, menu.message, shown))

    async def _may_see(self, user: User, place: Place) -> bool:
        """True for a member of the table's group, since its id is easily guessed."""
        if place.platform != PLATFORM:
            return False
        chat = chat_id_of(place.group)
        return await self._context.directory.is_member(chat, user.id) if is_group(chat) else chat == user.id

    def _say(self, user: User, key: str) -> None:
        said = answers.sentence(self._context.translator(user.id, user)(key))
        self._context.run(self._context.private_chats.send(user.id, said, CLICKABLE))

    # --- commands ----------------------------------------------------------------------------------------------------

    async def _command(
        self, update: Update, received: TelegramMessage, user: User, who: Person, place: Place, line: str
    ) -> None:
        chat, key, spec = received.chat.id, self._context.idempotency_key(update), spec_of(line)
        self._context.show_again(chat, topic_in(received))
        command = Command(who, place, line, key=key, in_private=not is_group(chat), picked=people_in(received))
        reply = await self._context.app.dispatcher.handle(command)
        if reply.told and place == place_of(chat, topic_in(received)):
            # This chat tells everybody.
            reply = replace(reply, message=Message())
        elif is_group(chat) and spec is not None and spec.at_length and reply.message.brief:
            link = starting(reply.at_length or spec.name, place if spec.about_group else None)
            self._context.run(self._refer_to_private_chat(received, user, link, reply.message.brief))
            return
        self._context.run(self._reply(received, user, reply, place, line))

    async def _reply(self, received: TelegramMessage, user: User, reply: Reply, place: Place, line: str = "") -> None:
        chat, message, private_chats, spec = received.chat.id, reply.message, self._context.private_chats, spec_of(line)
        links, translate = self._context.link_buttons(message, chat), self._context.translator(chat, user)
        if not is_group(chat) and (reply.menu or not reply.secret):
            if message != Message():
                if spec is not None and spec.about_group:
                    message = await self._context.about(message, place, user)
                behind = self._context.hidden_link(place) if reply.menu else ""
                extras = Extras(links=links, behind=behind, protected=reply.secret, clickable_commands=True)
                await private_chats.send(chat, message, extras)
            return
        if reply.secret:
            try:
                if reply.menu:
                    await self._context.send_page(user, place, reply)
                else:
                    await self._send_privately(user.id, message)
            except Unreachable:
                hint = translate("telegram-only-in-private" if message.file is None else "telegram-file-in-private")
                message, links = answers.sentence(hint), (self._context.hands_link(translate),)
            else:
                return
        elif reply.took_seat and await private_chats.needs_hint(user.id):
            lines = (*message.lines, "") if message.lines else ()
            message = Message(lines=(*lines, translate("telegram-private-closed")))
            links = (self._context.hands_link(translate),)
        if message != Message():
            await self._post(received, message, links)

    async def _refer_to_private_chat(self, received: TelegramMessage, user: User, payload: str, brief: str) -> None:
        translate = self._context.translator(received.chat.id, user)
        link = UrlButton(translate("telegram-to-private-chat"), self._context.deep_link(f"start={payload}"))
        await self._post(received, answers.sentence(brief), (link,))

    async def _post(self, received: TelegramMessage, message: Message, links: tuple[UrlButton, ...]) -> None:
        chat, reply_to, link = received.chat.id, received.message_id, message.link
        if link is not None and link.number and not links and chat_id_of(link.place.group) == chat:
            # A message without an address can be replied to, and a tap on the reply leads there.
            reply_to = int(link.number)
        asker = chat if received.from_user is None else received.from_user.id
        await self._context.calls.acquire(chat, Urgency.ANSWER, asker)
        extras = Extras(topic_in(received), reply_to, links, clickable_commands=True)
        await self._context.sender.post(chat, message, Urgency.ANSWER, extras)

    async def _send_privately(self, user: int, message: Message) -> None:
        private_chats = self._context.private_chats
        if message.pane and not await private_chats.is_open(user):
            raise Unreachable(str(user))
        if not self._context.app.announcer.show_in_private(message.pane, player_id(user), anew=True):
            await private_chats.send(user, message)

    # --- answers to questions ----------------------------------------------------------------------------------------

    async def _answer_to_question(
        self, update: Update, received: TelegramMessage, user: User, press: Pressed, is_answer: bool
    ) -> None:
        chat, dispatcher = received.chat.id, self._context.app.dispatcher
        place = self._context.place(chat, topic_in(received), user.id, table=press.table)
        if not press.table and not is_group(chat):
            place = place_behind(received.reply_to_message) or place
        who = await self._context.person(user, chat, place, press.command, in_menu=press.in_menu)
        asking = Command(who, place, press.command, press.turn)
        self._questions.answered(chat, user.id)
        if not is_answer and isinstance(dispatcher.asked(asking), Reply):
            return
        line = f"{press.command} {received.text}{SURE if press.turn else ''}"
        key = self._context.idempotency_key(update)
        reply = await dispatcher.handle(Command(who, place, line, press.turn, key, in_menu=press.in_menu))
        again = dispatcher.asked(asking) if reply.refused else reply
        if not isinstance(again, Reply):
            source = SourceMessage(chat, topic_in(received), received.message_id)
            why = " ".join(reply.message.lines)
            self._context.run(self._questions.ask(source, user, press, again, why, place))
        else:
            self._context.run(self._reply(received, user, reply, place, line))
