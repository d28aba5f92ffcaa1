"""What people type: commands, answers to questions, and the start of a private chat."""

from __future__ import annotations

from telegram import Message as Received
from telegram import User

from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.numbers import PLATFORM, Spot, chat_of, group_of, is_group, place_of, player_of
from bot.chats.telegram_chat.questions import Questions
from bot.chats.telegram_chat.reading import line_in, topic_in
from bot.chats.telegram_chat.rendering import Link
from bot.chats.telegram_chat.usernames import Usernames
from bot.messages import Command, Message, Person, Place, Pressed, Reply, Unreachable, Urgency
from bot.presenting import answers

TABLE_LINK = "t_"
"""What the payload of a link begins with that seats somebody; the table's id follows."""


class Typed:
    """Deals with messages."""

    def __init__(self, context: TelegramContext, questions: Questions, usernames: Usernames) -> None:
        self._context = context
        self._questions = questions
        self._usernames = usernames

    async def heard(self, update: int, received: Received) -> None:
        """Bring a message to the dispatcher if it is a command or an answer; return when its effect is durable."""
        user, chat = received.from_user, received.chat
        if user is None or received.text is None:
            return
        if received.sender_chat is not None:
            # An admin who speaks as the group; other chats that speak here are no persons.
            if received.sender_chat.id == chat.id and (line := self._line(received)):
                group = Person(group_of(chat.id), chat.title or "", admin=True, anonymous=True)
                await self._command(update, received, user, group, place_of(chat.id, topic_in(received)), line)
            return
        if user.is_bot:
            return
        if not is_group(chat.id):
            self._context.private.opened(user.id)
        if line := self._line(received):
            if not is_group(chat.id) and line.split(" ")[0] == "start" and await self._started(update, received, line):
                return
            where = self._context.where(chat.id, topic_in(received), user.id)
            who = await self._context.person(user, chat.id, where, line)
            await self._command(update, received, user, who, where, line)
        elif answered := self._questions.answered(received):
            await self._answered(update, received, user, *answered)

    def _line(self, received: Received) -> str:
        return line_in(received, self._context.bot.username, self._usernames)

    async def _command(self, update: int, received: Received, user: User, who: Person, where: Place, line: str) -> None:
        reply = await self._context.app.dispatcher.handle(Command(who, where, line, key=self._context.key(update)))
        self._context.background_tasks.run(self._reply(received, user, reply, sat_down=reply.took_seat))

    # --- answers -----------------------------------------------------------------------------------------------

    async def _reply(self, received: Received, user: User, reply: Reply, *, sat_down: bool = False) -> None:
        chat, message = received.chat.id, reply.message
        if message == Message():
            return
        if not is_group(chat) and not reply.secret:
            await self._context.private.write(chat, message)
            return
        links: tuple[Link, ...] = ()
        if reply.secret:
            try:
                await self._in_private(user.id, message)
            except Unreachable:
                translate = self._context.say(chat, user)
                where = translate("telegram-only-in-private" if message.file is None else "telegram-file-in-private")
                message, links = answers.sentence(where), (self._gate(chat, user),)
            else:
                return
        elif sat_down and await self._context.private.has_to_be_told(user.id):
            translate = self._context.say(chat, user)
            message = Message(lines=(*message.lines, "", translate("telegram-door-closed")))
            links = (self._gate(chat, user),)
        await self._context.calls.acquire(chat, Urgency.ANSWER)
        await self._context.sender.post(
            chat,
            message,
            Urgency.ANSWER,
            topic=topic_in(received),
            reply_to=received.message_id,
            links=links,
            tapped=True,
        )

    async def _in_private(self, user: int, message: Message) -> None:
        if message.file is None:
            await self._context.private.show_anew(user, message)
        else:
            await self._context.private.write(user, message)

    def _gate(self, chat: int, user: User) -> Link:
        translate = self._context.say(chat, user)
        return Link(translate("telegram-hands-in-private"), self._context.own_link("start=hands"))

    # --- what somebody was asked -------------------------------------------------------------------------------

    async def _answered(self, update: int, received: Received, user: User, press: Pressed, question: int) -> None:
        """Take the answer to a question for what the pressed button would have said with it."""
        chat = received.chat.id
        where = self._context.where(chat, topic_in(received), user.id, press.table)
        who = await self._context.person(user, chat, where, press.command)
        dispatcher = self._context.app.dispatcher
        line = f"{press.command} {received.text}"
        reply = await dispatcher.handle(Command(who, where, line, press.turn, self._context.key(update)))
        self._questions.tidy(chat, user.id, question)
        again = dispatcher.asked(Command(who, where, press.command, press.turn)) if reply.refused else reply
        if isinstance(again, Reply):
            self._context.background_tasks.run(self._reply(received, user, reply))
        else:
            spot = Spot(chat, topic_in(received), received.message_id)
            why = " ".join(reply.message.lines)
            self._context.background_tasks.run(self._questions.ask(spot, user, press, again, why))

    # --- the start of a private chat ---------------------------------------------------------------------------

    async def _started(self, update: int, received: Received, line: str) -> bool:
        """Greet somebody, and seat him if he came by the link of a table; ``False`` if it means to begin a hand."""
        user, chat = received.from_user, received.chat.id
        assert user is not None
        payload = line.partition(" ")[2]
        if payload.startswith(TABLE_LINK):
            await self._seat(update, user, chat, payload.removeprefix(TABLE_LINK))
            return True
        seated = self._context.app.dispatcher.place_of(player_of(user.id))
        if not payload and seated is not None and seated.group == group_of(chat):
            return False
        self._context.background_tasks.run(self._greet(chat, user, hands=bool(payload)))
        return True

    async def _greet(self, chat: int, user: User, *, hands: bool) -> None:
        translate = self._context.say(chat, user)
        if hands:
            await self._context.private.write(chat, answers.sentence(translate("telegram-hands-here")))
            return
        into_a_group = Link(translate("telegram-add-to-group"), self._context.own_link("startgroup=kiu"))
        await self._context.calls.acquire(chat, Urgency.ANSWER)
        await self._context.sender.post(
            chat, answers.welcome(translate), Urgency.ANSWER, links=(into_a_group,), tapped=True
        )

    async def _seat(self, update: int, user: User, chat: int, table_id: str) -> None:
        """Seat somebody at the table whose link he followed, if he is in its group, and show him his hand."""
        translate = self._context.say(chat, user)
        table = self._context.app.tables.by_id(table_id)
        where = table.state.place if table is not None else None
        if where is None or not await self._belongs(user, where):
            self._context.background_tasks.run(self._write(chat, answers.sentence(translate("telegram-no-such-table"))))
            return
        who = Person(player_of(user.id), user.full_name, language=user.language_code or "")
        turn, key = f"{table_id}:", self._context.key(update)
        dispatcher = self._context.app.dispatcher
        joined = await dispatcher.handle(Command(who, where, "join", turn, key))
        lines = (*joined.message.lines, translate("telegram-hands-here"))
        self._context.background_tasks.run(self._write(chat, Message(lines=lines)))
        hand = await dispatcher.handle(Command(who, where, "hand", turn, f"{key}:hand"))
        if hand.message.picture is not None:
            self._context.background_tasks.run(self._show(chat, hand.message))

    async def _belongs(self, user: User, where: Place) -> bool:
        """Whether somebody may see a table: its id is easily guessed, and proves nothing."""
        if where.platform != PLATFORM:
            return False
        chat = chat_of(where.group)
        return await self._context.rights.is_member(chat, user.id) if is_group(chat) else chat == user.id

    async def _write(self, chat: int, message: Message) -> None:
        await self._context.private.write(chat, message)

    async def _show(self, chat: int, message: Message) -> None:
        await self._context.private.show(chat, message)
