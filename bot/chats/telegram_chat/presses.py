"""What people press: each press is answered exactly once, in an alert if that has room for the answer."""

from __future__ import annotations

import asyncio

import structlog
from telegram import CallbackQuery, User
from telegram import Message as Received
from telegram.error import TelegramError

from bot.chats.fitting import plain
from bot.chats.retrying import retried
from bot.chats.telegram_chat.context import TelegramContext, sits_down
from bot.chats.telegram_chat.numbers import NO_TOPIC, Spot, is_group, place_of
from bot.chats.telegram_chat.questions import Questions
from bot.chats.telegram_chat.reading import topic_in
from bot.chats.telegram_chat.rendering import fits_an_alert, in_an_alert
from bot.chats.telegram_chat.troubles import may_retry, retry_after
from bot.messages import Command, Message, Place, Pressed, Question, Reply, Unreachable, Urgency

log = structlog.get_logger()

ATTEMPTS = 7
"""How often an answer is tried: for about a minute, since after that the phone has given up."""


class Presses:
    """Deals with presses of buttons."""

    def __init__(self, context: TelegramContext, questions: Questions) -> None:
        self._context = context
        self._questions = questions

    async def pressed(self, update: int, query: CallbackQuery) -> None:
        """Bring a press to the dispatcher; return when its effect is durable, the answer follows."""
        answer = _Answer(self._context, query.id)
        try:
            if query.data is None or query.message is None:
                return
            press = Pressed.read(query.data)
            spot = _spot(query)
            where = self._where(spot, query.from_user, press)
            who = await self._context.person(query.from_user, spot.chat, where, press.command)
            command = Command(who, where, press.command, press.turn, self._context.key(update))
            reply: Reply | Question
            if press.asks:
                reply = self._context.app.dispatcher.asked(command)
            else:
                answer.in_time()
                reply = await self._context.app.dispatcher.handle(command)
            if isinstance(reply, Reply):
                answer.is_coming = True
                self._context.background_tasks.run(self._answer(answer, spot, query.from_user, press, reply))
            else:
                self._context.background_tasks.run(self._questions.ask(spot, query.from_user, press, reply))
        finally:
            if not answer.is_coming:
                self._context.background_tasks.run(answer.give())

    def _where(self, spot: Spot, user: User, press: Pressed) -> Place:
        if not press.table and not is_group(spot.chat):
            # What stands under the bot's own words in a private chat is about that chat.
            return place_of(spot.chat)
        return self._context.where(spot.chat, spot.topic, user.id, press.table)

    async def _answer(self, answer: _Answer, spot: Spot, user: User, press: Pressed, reply: Reply) -> None:
        try:
            message = reply.message
            if message == Message():
                return
            if not is_group(spot.chat):
                await self._answer_in_private(answer, spot, reply)
            elif reply.secret and message.file is not None:
                await self._hand_over(answer, spot, user, message)
            elif reply.secret:
                await answer.give(in_an_alert(message), alert=True)
                if message.picture is not None:
                    await self._show_the_hand(answer.query, spot, user, message)
            elif reply.refused or fits_an_alert(message):
                await self._answer_in_an_alert(answer, spot, user, press, reply)
            else:
                await self._answer_at_length(answer, spot, user, message)
        finally:
            await answer.give()

    async def _show_the_hand(self, query: str, spot: Spot, user: User, message: Message) -> None:
        """Show the private hand with its picture, where there is a private way for it."""
        try:
            await self._context.private.show(user.id, message)
        except Unreachable:
            await self._context.ephemeral.show(spot, user.id, query, message)

    async def _hand_over(self, answer: _Answer, spot: Spot, user: User, message: Message) -> None:
        """Give the presser a document in the private chat; who has not opened that is told how."""
        translate = self._context.say(spot.chat, user)
        try:
            await self._context.private.write(user.id, message)
        except Unreachable:
            await answer.give(in_an_alert(Message(lines=(translate("telegram-file-in-private"),))), alert=True)
        else:
            await answer.give(translate("telegram-sent-privately"))

    async def _answer_in_private(self, answer: _Answer, spot: Spot, reply: Reply) -> None:
        if reply.refused or fits_an_alert(reply.message):
            await answer.give(in_an_alert(reply.message), alert=reply.refused)
            return
        await answer.give()
        await self._context.private.write(spot.chat, reply.message, protected=reply.secret)

    async def _answer_in_an_alert(self, answer: _Answer, spot: Spot, user: User, press: Pressed, reply: Reply) -> None:
        words, alert = plain(reply.message), reply.refused
        if sits_down(press.command, reply) and await self._context.private.has_to_be_told(user.id):
            translate = self._context.say(spot.chat, user)
            words, alert = f"{words}\n\n{translate('telegram-door-closed')}", True
        await answer.give(in_an_alert(Message(lines=(words,))), alert=alert)

    async def _answer_at_length(self, answer: _Answer, spot: Spot, user: User, message: Message) -> None:
        """Write to the person alone, or if he has never opened that chat, in the group, where it is no secret."""
        try:
            await self._context.private.write(user.id, message)
        except Unreachable:
            await answer.give()
            await self._context.calls.acquire(spot.chat, Urgency.ANSWER)
            await self._context.sender.post(
                spot.chat, message, Urgency.ANSWER, topic=spot.topic, reply_to=spot.message, tapped=True
            )
        else:
            translate = self._context.say(spot.chat, user)
            await answer.give(translate("telegram-sent-privately"))


class _Answer:
    """The answer to one press, which is given once."""

    def __init__(self, context: TelegramContext, query: str) -> None:
        self._context = context
        self.query = query
        self._given = False
        self._timer: asyncio.TimerHandle | None = None
        self.is_coming = False
        """Whether somebody else sees to it that the answer is given."""

    def in_time(self) -> None:
        """See to it that the phone does not wait for ever."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(
            self._context.pace.answer_within, lambda: self._context.background_tasks.run(self.give())
        )

    async def give(self, words: str = "", *, alert: bool = False) -> None:
        """Answer, unless that is done."""
        if self._timer is not None:
            self._timer.cancel()
        if self._given:
            return
        self._given = True
        try:
            await retried(
                lambda: self._context.bot.answer_callback_query(self.query, words or None, show_alert=alert or None),
                attempts=ATTEMPTS,
                first_pause=self._context.pace.repeat_after * self._context.pace.second,
                may_retry=may_retry,
                retry_after=retry_after,
            )
        except TelegramError as error:
            # Often it came too late, or the same press was delivered twice; what was to be done is done.
            log.info("press not answered", error=type(error).__name__)


def _spot(query: CallbackQuery) -> Spot:
    message = query.message
    assert message is not None
    # Of a very old message nothing but its number is told.
    topic = topic_in(message) if isinstance(message, Received) else NO_TOPIC
    return Spot(message.chat.id, topic, message.message_id)
