"""Messages that people type: commands, and answers to forced replies."""

from __future__ import annotations

from dataclasses import replace

from telegram import Message as TelegramMessage
from telegram import User

from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.entities import command_in, topic_in
from bot.chats.telegram_chat.forced_replies import ForcedReplies
from bot.chats.telegram_chat.ids import SourceMessage, chat_id_of, group_id, is_group, place_of
from bot.chats.telegram_chat.rendering import UrlButton
from bot.chats.telegram_chat.start_command import StartCommand
from bot.chats.telegram_chat.usernames import Usernames
from bot.commands import spec_of
from bot.messages import Command, Message, Person, Place, Pressed, Reply, Unreachable, Urgency
from bot.presenting import answers


class TextCommands:
    """Handles messages."""

    def __init__(self, context: TelegramContext, forced_replies: ForcedReplies, usernames: Usernames) -> None:
        self._context = context
        self._forced_replies = forced_replies
        self._usernames = usernames
        self._start_command = StartCommand(context)

    async def handle(self, update: int, received: TelegramMessage) -> None:
        """Bring a message to the dispatcher if it is a command or an answer; return when its effect is durable."""
        user, chat = received.from_user, received.chat
        if user is None or received.text is None:
            return
        if received.sender_chat is not None:
            # An anonymous admin writes in the name of the group; other chats that write here are channels, not people.
            if received.sender_chat.id == chat.id and (line := self._line(received)):
                group = Person(group_id(chat.id), chat.title or "", admin=True, anonymous=True)
                await self._command(update, received, user, group, place_of(chat.id, topic_in(received)), line)
            return
        if user.is_bot:
            return
        if not is_group(chat.id):
            self._context.private_chats.opened(user.id)
        if line := self._line(received):
            if await self._start_command.handle(update, received, line):
                return
            place = self._context.place(chat.id, topic_in(received), user.id, line)
            who = await self._context.person(user, chat.id, place, line)
            await self._command(update, received, user, who, place, line)
        elif question := self._forced_replies.question_of(received):
            await self._answer_to_question(update, received, user, *question)

    def _line(self, received: TelegramMessage) -> str:
        return command_in(received, self._context.bot.username, self._usernames)

    async def _command(
        self, update: int, received: TelegramMessage, user: User, who: Person, place: Place, line: str
    ) -> None:
        key = self._context.idempotency_key(update)
        self._context.show_again(received.chat.id, topic_in(received))
        reply = await self._context.app.dispatcher.handle(Command(who, place, line, key=key))
        self._context.background_tasks.run(self._answer(received, user, reply, place, line))

    # --- replies -----------------------------------------------------------------------------------------------

    async def _answer(self, received: TelegramMessage, user: User, reply: Reply, place: Place, line: str) -> None:
        """Answer a command; in a private chat, the answer says which group it is about."""
        chat, spec = received.chat.id, spec_of(line)
        if not is_group(chat) and place.group != group_id(chat) and spec is not None and spec.about_group:
            title = await self._context.chat_titles.title(chat_id_of(place.group))
            about = answers.about_group(reply.message, title, self._context.translator(chat, user))
            reply = replace(reply, message=about)
        await self._reply(received, user, reply, sat_down=reply.took_seat)

    async def _reply(self, received: TelegramMessage, user: User, reply: Reply, *, sat_down: bool = False) -> None:
        chat, message = received.chat.id, reply.message
        if message == Message():
            return
        if not is_group(chat) and not reply.secret:
            await self._context.private_chats.send(chat, message)
            return
        links: tuple[UrlButton, ...] = ()
        if reply.secret:
            try:
                await self._send_privately(user.id, message)
            except Unreachable:
                translate = self._context.translator(chat, user)
                hint = translate("telegram-only-in-private" if message.file is None else "telegram-file-in-private")
                message, links = answers.sentence(hint), (self._private_chat_link(chat, user),)
            else:
                return
        elif sat_down and await self._context.private_chats.needs_hint(user.id):
            translate = self._context.translator(chat, user)
            message = Message(lines=(*message.lines, "", translate("telegram-private-closed")))
            links = (self._private_chat_link(chat, user),)
        await self._context.calls.acquire(chat, Urgency.ANSWER)
        await self._context.sender.post(
            chat,
            message,
            Urgency.ANSWER,
            topic=topic_in(received),
            reply_to=received.message_id,
            links=links,
            clickable_commands=True,
        )

    async def _send_privately(self, user: int, message: Message) -> None:
        if message.file is None:
            await self._context.private_chats.resend_hand(user, message)
        else:
            await self._context.private_chats.send(user, message)

    def _private_chat_link(self, chat: int, user: User) -> UrlButton:
        translate = self._context.translator(chat, user)
        return UrlButton(translate("telegram-hands-in-private"), self._context.deep_link("start=hands"))

    # --- answers to questions ----------------------------------------------------------------------------------

    async def _answer_to_question(
        self, update: int, received: TelegramMessage, user: User, press: Pressed, question: int
    ) -> None:
        """Carry out the command of the pressed button with the answer; ask once more if that is refused."""
        chat = received.chat.id
        place = self._context.place(chat, topic_in(received), user.id, table=press.table)
        who = await self._context.person(user, chat, place, press.command)
        dispatcher = self._context.app.dispatcher
        line = f"{press.command} {received.text}"
        reply = await dispatcher.handle(Command(who, place, line, press.turn, self._context.idempotency_key(update)))
        self._forced_replies.remove(chat, user.id, question)
        again = dispatcher.asked(Command(who, place, press.command, press.turn)) if reply.refused else reply
        if isinstance(again, Reply):
            self._context.background_tasks.run(self._reply(received, user, reply))
        else:
            source = SourceMessage(chat, topic_in(received), received.message_id)
            why = " ".join(reply.message.lines)
            self._context.background_tasks.run(self._forced_replies.ask(source, user, press, again, why))
