"""Callback queries, each answered exactly once: by a toast, or an alert for refusals and longer replies."""

from __future__ import annotations

import asyncio
from functools import partial

import structlog
from cachetools import LRUCache
from telegram import CallbackQuery, Update, User
from telegram import Message as TelegramMessage
from telegram.error import TelegramError

from bot.chats.fitting import plain
from bot.chats.members_asked import MembershipUnknown
from bot.chats.retrying import retried
from bot.chats.telegram_chat.amount_choosing import AmountChoosing, AmountPress
from bot.chats.telegram_chat.api_errors import may_retry, retry_after
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.entities import topic_in
from bot.chats.telegram_chat.ids import NO_TOPIC, SourceMessage, is_group, place_behind, place_of, player_id
from bot.chats.telegram_chat.menu_pages import MenuPages
from bot.chats.telegram_chat.questions import ForcedReplies, TableReplies
from bot.chats.telegram_chat.rendering import alert_text, fits_an_alert
from bot.commands import spec_of
from bot.messages import SURE, AmountQuestion, Command, Message, Place, Pressed, Question, Reply, Unreachable, Urgency

log = structlog.get_logger()

ATTEMPTS = 4
"""Attempts of an answer, which Telegram takes for fifteen seconds."""

PRESSES_REMEMBERED = 1_000


class CallbackQueries:
    def __init__(self, context: TelegramContext, forced_replies: ForcedReplies, table_replies: TableReplies) -> None:
        self._context = context
        self._forced_replies = forced_replies
        self._table_replies = table_replies
        self._amounts = AmountChoosing(context)
        self._to_be_pressed_again: LRUCache[tuple[int, str], float] = LRUCache(PRESSES_REMEMBERED)
        """The time of each request to press a button again."""

        self._pages = MenuPages(context)

    async def handle(self, update: Update, query: CallbackQuery) -> None:
        """Pass a press to the dispatcher and return once its effect is durable; the answer follows."""
        answer = _QueryAnswer(self._context, query.id)
        try:
            if query.data is None or query.message is None:
                return
            press = Pressed.read(query.data)
            if (amount := AmountPress.read(press)) is not None:
                press = press._replace(command=amount.verb)
            source = _source_of(query)
            self._context.show_again(source.chat, source.topic)
            place = self._place(source, query, press)
            who = await self._context.person(
                query.from_user, source.chat, place, press.command, update, in_menu=press.in_menu
            )
            key = self._context.idempotency_key(update)
            text = f"{press.command}{SURE}" if self._presses_again(query) else press.command
            in_private = not is_group(source.chat)
            command = Command(who, place, text, press.turn, key, in_private=in_private, in_menu=press.in_menu)
            reply: Reply | Question
            if press.asks or amount is not None:
                reply = self._context.app.dispatcher.asked(command)
            else:
                answer.set_timeout()
                reply = await self._context.app.dispatcher.handle(command)
            if isinstance(reply, Reply):
                answer.is_coming = True
                if reply.ignored:
                    return
                if reply.confirms:
                    answering = answer.give(self._ask_to_press_again(query, source, reply), alert=True)
                elif reply.menu:
                    answering = self._answer_with_page(answer, query, source, press, place, reply)
                else:
                    answering = self._answer(answer, source, query.from_user, press, reply, is_hand=_is_hand(query))
                self._context.background_tasks.run(answering)
            elif press.in_menu:
                answer.is_coming = True
                self._context.background_tasks.run(
                    self._ask_in_menu(answer, source, query.from_user, press, place, reply)
                )
            elif isinstance(reply, AmountQuestion) and reply.step and not (amount is not None and amount.typed):
                answer.is_coming = True
                said = self._choose_amount(source, query, press, reply, amount)
                self._context.background_tasks.run(answer.give(said))
            elif is_group(source.chat) and press.table and amount is None:
                answer.is_coming = True
                translate = self._context.translator(source.chat, query.from_user)
                text = self._table_replies.ask(source, query.from_user, press, reply, translate)
                self._context.background_tasks.run(answer.give(text, alert=True))
            else:
                answer.is_coming = True
                self._context.background_tasks.run(self._ask(answer, source, query.from_user, press, reply))
        except MembershipUnknown as why:
            answer.is_coming = True
            sentence = self._context.membership_unknown(why, source.chat, query.from_user)
            self._context.background_tasks.run(answer.give(alert_text(sentence), alert=True))
        finally:
            if not answer.is_coming:
                self._context.background_tasks.run(answer.give())

    def _ask_to_press_again(self, query: CallbackQuery, source: SourceMessage, reply: Reply) -> str:
        """Remember a press to be confirmed by another, and return the alert.

        A private message would cost a call, and not everybody can get one.
        """
        self._to_be_pressed_again[query.from_user.id, str(query.data)] = _now()
        translate = self._context.translator(source.chat, query.from_user)
        question = " ".join(reply.message.lines)
        seconds = int(self._context.timeouts.press_again_within)
        return translate("telegram-press-again", question=question, seconds=seconds)

    def _presses_again(self, query: CallbackQuery) -> bool:
        asked = self._to_be_pressed_again.pop((query.from_user.id, str(query.data)), None)
        timeouts = self._context.timeouts
        return asked is not None and timeouts.press_again_after <= _now() - asked <= timeouts.press_again_within

    def _choose_amount(
        self,
        source: SourceMessage,
        query: CallbackQuery,
        press: Pressed,
        question: AmountQuestion,
        amount: AmountPress | None,
    ) -> str:
        if amount is not None and amount.amount is None:
            self._amounts.end(source, press.turn)
            return ""
        present = query.message.reply_markup if isinstance(query.message, TelegramMessage) else None
        translate = self._context.translator(source.chat, query.from_user)
        chosen = None if amount is None else amount.amount
        return self._amounts.choose(source, press.turn, press.command, question, chosen, present, translate)

    async def _ask(
        self,
        answer: _QueryAnswer,
        source: SourceMessage,
        user: User,
        press: Pressed,
        question: Question,
        place: Place | None = None,
    ) -> None:
        if self._forced_replies.is_open(source, user, press):
            translate = self._context.translator(source.chat, user)
            await answer.give(translate("telegram-question-open"))
            return
        await answer.give()
        await self._forced_replies.ask(source, user, press, question, place=place)

    async def _ask_in_menu(
        self, answer: _QueryAnswer, source: SourceMessage, user: User, press: Pressed, place: Place, question: Question
    ) -> None:
        """Ask for typed words in an open private chat, so that the page stays."""
        if is_group(source.chat) and await self._context.private_chats.is_open(user.id):
            source = SourceMessage(user.id, NO_TOPIC, 0)
        if self._context.calls.has_answer(source.chat, user.id):
            await self._ask(answer, source, user, press, question, place)
        else:
            await answer.give(self._in_private(source, user), alert=True)

    def _in_private(self, source: SourceMessage, user: User) -> str:
        translate = self._context.translator(source.chat, user)
        return translate("telegram-menu-in-private", name=f"@{self._context.bot.username}")

    def _place(self, source: SourceMessage, query: CallbackQuery, press: Pressed) -> Place:
        if not press.table and not is_group(source.chat):
            # A private button of no table is about that chat, unless its page names another.
            return (place_behind(query.message) if press.in_menu else None) or place_of(source.chat)
        return self._context.place(source.chat, source.topic, query.from_user.id, table=press.table)

    async def _answer_with_page(
        self,
        answer: _QueryAnswer,
        query: CallbackQuery,
        source: SourceMessage,
        press: Pressed,
        place: Place,
        reply: Reply,
    ) -> None:
        try:
            said = await self._pages.show(query, source, query.from_user, press, place, reply)
        except Unreachable:
            spec = spec_of(press.command)
            if reply.for_anybody:
                await self._post(answer, source, query.from_user, press, reply.message)
            elif spec is not None and not spec.reads_only:
                await answer.give(alert_text(reply.message), alert=True)
            else:
                await answer.give(self._in_private(source, query.from_user), alert=True)
        else:
            if said:
                await answer.give(said)
            elif reply.toast:
                await self._answer_in_alert(answer, source, query.from_user, reply, reply.toast)
        finally:
            await answer.give()

    async def _answer(
        self,
        answer: _QueryAnswer,
        source: SourceMessage,
        user: User,
        press: Pressed,
        reply: Reply,
        *,
        is_hand: bool,
    ) -> None:
        try:
            message = reply.message
            if reply.toast and not reply.refused and (message == Message() or fits_an_alert(message)):
                await self._answer_in_alert(answer, source, user, reply, reply.toast)
            elif message == Message():
                return
            elif not is_group(source.chat):
                await self._answer_in_private_chat(answer, source, press, reply, is_hand=is_hand)
            elif reply.secret and message.file is not None:
                await self._send_document(answer, source, user, press, message)
            elif reply.secret:
                await answer.give(alert_text(message), alert=True)
                if message.picture is not None:
                    await self._show_hand(answer.query, source, user, message)
            elif reply.refused or fits_an_alert(message):
                await self._answer_in_alert(answer, source, user, reply, plain(message))
            else:
                await self._answer_at_length(answer, source, user, press, message)
        finally:
            await answer.give()

    async def _show_hand(self, query: str, source: SourceMessage, user: User, message: Message) -> None:
        show = partial(self._context.app.announcer.show_in_private, message.pane, player_id(user.id))
        if await self._context.private_chats.is_open(user.id):
            show()
        elif (shown := await self._context.ephemeral_messages.show_hand(source, user.id, query, message)) is not None:
            show(f"{source.chat}/{shown}", message)

    async def _send_document(
        self, answer: _QueryAnswer, source: SourceMessage, user: User, press: Pressed, message: Message
    ) -> None:
        translate = self._context.translator(source.chat, user)
        try:
            await self._context.private_chats.send(user.id, message)
        except Unreachable:
            await answer.give(alert_text(Message(lines=(translate("telegram-file-in-private"),))), alert=True)
        else:
            await answer.give(translate("telegram-sent-privately"))

    async def _answer_in_private_chat(
        self, answer: _QueryAnswer, source: SourceMessage, press: Pressed, reply: Reply, *, is_hand: bool
    ) -> None:
        if reply.refused or fits_an_alert(reply.message):
            await answer.give(alert_text(reply.message), alert=reply.refused)
            return
        await answer.give()
        shows, pressed = self._context.app.announcer.show_in_private, str(source.message_id)
        if not is_hand or not shows(reply.message.pane, player_id(source.chat), pressed):
            await self._context.private_chats.send(source.chat, reply.message, protect_content=reply.secret)

    async def _answer_in_alert(
        self, answer: _QueryAnswer, source: SourceMessage, user: User, reply: Reply, text: str
    ) -> None:
        alert = reply.refused
        if reply.took_seat and await self._context.private_chats.needs_hint(user.id):
            translate = self._context.translator(source.chat, user)
            text, alert = f"{text}\n\n{translate('telegram-private-closed')}", True
        await answer.give(alert_text(Message(lines=(text,))), alert=alert)

    async def _answer_at_length(
        self, answer: _QueryAnswer, source: SourceMessage, user: User, press: Pressed, message: Message
    ) -> None:
        try:
            await self._context.private_chats.send(user.id, message)
        except Unreachable:
            await self._post(answer, source, user, press, message)
        else:
            translate = self._context.translator(source.chat, user)
            await answer.give(translate("telegram-sent-privately"))

    async def _post(
        self, answer: _QueryAnswer, source: SourceMessage, user: User, press: Pressed, message: Message
    ) -> None:
        if not self._context.calls.has_answer(source.chat, user.id):
            await answer.give(self._in_private(source, user), alert=True)
            return
        await answer.give()
        await self._context.calls.acquire(source.chat, Urgency.ANSWER, user.id)
        await self._context.sender.post(
            source.chat,
            message,
            Urgency.ANSWER,
            topic=source.topic,
            reply_to=0 if source.ephemeral_id else source.message_id,
            clickable_commands=True,
        )


class _QueryAnswer:
    def __init__(self, context: TelegramContext, query: str) -> None:
        self._context = context
        self.query = query
        self._given = False
        self._timer: asyncio.TimerHandle | None = None
        self.is_coming = False
        """True if a background task gives the answer."""

    def set_timeout(self) -> None:
        """Answer without text after a while, so that the phone stops waiting."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(
            self._context.timeouts.callback_answer, lambda: self._context.background_tasks.run(self.give())
        )

    async def give(self, text: str = "", *, alert: bool = False) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._given:
            return
        self._given = True
        try:
            await retried(
                lambda: self._context.bot.answer_callback_query(self.query, text or None, show_alert=alert or None),
                attempts=ATTEMPTS,
                first_pause=self._context.timeouts.retry_delay,
                may_retry=may_retry,
                retry_after=retry_after,
            )
        except TelegramError as error:
            # Often too late or delivered twice; its command was carried out.
            log.warning(
                "callback query not answered",
                action="what was asked for is done all the same",
                error=type(error).__name__,
            )


def _now() -> float:
    return asyncio.get_running_loop().time()


def _is_hand(query: CallbackQuery) -> bool:
    """True for a private hand, the only protected kind of message."""
    return isinstance(query.message, TelegramMessage) and bool(query.message.has_protected_content)


def _source_of(query: CallbackQuery) -> SourceMessage:
    message = query.message
    assert message is not None
    # Telegram tells only the id of a very old message.
    if not isinstance(message, TelegramMessage):
        return SourceMessage(message.chat.id, NO_TOPIC, message.message_id)
    ephemeral = message.api_kwargs.get("ephemeral_message_id")
    seen_by_one = ephemeral if isinstance(ephemeral, int) else 0
    return SourceMessage(message.chat.id, topic_in(message), message.message_id, seen_by_one)
