"""Callback queries, each answered exactly once: by a toast, or an alert for refusals and longer replies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import structlog
from cachetools import LRUCache
from telegram import CallbackQuery, Update, User
from telegram import Message as TelegramMessage
from telegram.error import TelegramError

from bot.chats.fitting import plain
from bot.chats.members_asked import MembershipUnknown
from bot.chats.retrying import retried
from bot.chats.telegram_chat.addresses import NO_TOPIC, SourceMessage, is_group, place_behind, place_of, player_id
from bot.chats.telegram_chat.api_calls import may_retry, retry_after
from bot.chats.telegram_chat.bot_commands import topic_in
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.formatting import alert_text, fits_a_caption, fits_an_alert
from bot.chats.telegram_chat.private_messages import CLICKABLE
from bot.chats.telegram_chat.questions import AmountPress, ReplyQuestions, amount_rows, with_amount_rows
from bot.chats.telegram_chat.sender import Extras
from bot.commands import spec_of
from bot.messages import (
    SURE,
    AmountQuestion,
    Command,
    Message,
    MessageGone,
    Place,
    Pressed,
    Question,
    Reply,
    Unreachable,
    Urgency,
)
from bot.wording import Translator

log = structlog.get_logger()

ATTEMPTS = 4
"""Attempts of an answer, which Telegram takes for fifteen seconds."""

ANSWER_SECONDS = 1.0
"""The most seconds for which an update waits for its answer before it is confirmed."""

PRESSES_REMEMBERED = 1_000

_Job: TypeAlias = Callable[[], Coroutine[None, None, None]]


@dataclass(frozen=True, slots=True)
class _Press:
    query: CallbackQuery
    button: Pressed
    amount: AmountPress | None
    source: SourceMessage
    place: Place
    answer: _QueryAnswer
    translate: Translator

    @property
    def user(self) -> User:
        return self.query.from_user

    @property
    def in_group(self) -> bool:
        return is_group(self.source.chat)


class CallbackQueries:
    def __init__(self, context: TelegramContext, questions: ReplyQuestions) -> None:
        self._context = context
        self._questions = questions
        self._choosing: LRUCache[tuple[SourceMessage, int], str] = LRUCache(PRESSES_REMEMBERED)

        self._to_be_pressed_again: LRUCache[tuple[int, str], float] = LRUCache(PRESSES_REMEMBERED)
        """The time of each request to press a button again."""

    async def handle(self, update: Update, query: CallbackQuery) -> None:
        """Pass a press to the dispatcher and return once its effect is durable; the answer follows."""
        answer = _QueryAnswer(self._context, query.id)
        try:
            showing = await self._showing(update, query, answer)
        except Exception:
            self._context.run(answer.give())
            raise
        # Cut off before, it answers nothing: the press comes again, perhaps to another process.
        answering = self._context.run(answer.at_last(showing))
        if self._context.app.ledger.shared:
            # Another process answers if this one ends before.
            await asyncio.wait((answering,), timeout=ANSWER_SECONDS)

    async def _showing(self, update: Update, query: CallbackQuery, answer: _QueryAnswer) -> _Job:
        """Carry out a press and return the job that shows its outcome."""
        if query.data is None or query.message is None:
            return answer.give
        source, user, button = _source_of(query), query.from_user, Pressed.read(query.data)
        if not button.command.startswith("advance "):
            # A decision before one's turn changes nothing that others see.
            self._context.private_chats.pressed(user.id, in_private=not is_group(source.chat))
        if (amount := AmountPress.read(button)) is not None:
            button = button._replace(command=amount.verb)
        self._context.show_again(source.chat, source.topic)
        place = self._place(source, query, button)
        try:
            who = await self._context.person(user, source.chat, place, button.command, in_menu=button.in_menu)
        except MembershipUnknown as why:
            sentence = self._context.membership_unknown(why, source.chat, user)
            return partial(answer.give, alert_text(sentence), alert=True)
        press = _Press(query, button, amount, source, place, answer, self._context.translator(source.chat, user))
        command = Command(
            who,
            place,
            f"{button.command}{SURE}" if self._presses_again(query) else button.command,
            button.turn,
            self._context.idempotency_key(update),
            in_private=not press.in_group,
            in_menu=button.in_menu,
        )
        if button.asks or amount is not None:
            reply = self._context.app.dispatcher.asked(command)
            return partial(self._answer, press, reply) if isinstance(reply, Reply) else partial(self._ask, press, reply)
        reply = await self._context.app.dispatcher.handle(command)
        return partial(self._answer, press, reply)

    def _place(self, source: SourceMessage, query: CallbackQuery, button: Pressed) -> Place:
        if not button.table and not is_group(source.chat):
            # A private button of no table is about that chat, unless its page names another.
            return (place_behind(query.message) if button.in_menu else None) or place_of(source.chat)
        return self._context.place(source.chat, source.topic, query.from_user.id, table=button.table)

    # --- questions ---------------------------------------------------------------------------------------------------

    async def _ask(self, press: _Press, question: Question) -> None:
        button, amount, source = press.button, press.amount, press.source
        if button.in_menu:
            # The answer is typed in an open private chat, so that the page stays.
            if press.in_group and await self._context.private_chats.is_open(press.user.id):
                source = SourceMessage(press.user.id, NO_TOPIC, 0)
            await self._ask_for_reply(press, source, question, press.place)
        elif isinstance(question, AmountQuestion) and question.step and (amount is None or amount.amount is not None):
            await self._choose_amount(press, question)
        elif press.in_group and button.table and amount is None and not source.ephemeral_id:
            text = self._questions.ask_in_alert(source, press.user, button, question, press.translate)
            await press.answer.give(text, alert=True)
        else:
            await self._ask_for_reply(press, source, question)

    async def _ask_for_reply(
        self, press: _Press, source: SourceMessage, question: Question, place: Place | None = None
    ) -> None:
        if self._questions.is_open(source, press.user, press.button):
            await press.answer.give(press.translate("telegram-question-open"))
            return
        await press.answer.give()
        await self._questions.ask(source, press.user, press.button, question, place=place)

    async def _choose_amount(self, press: _Press, question: AmountQuestion) -> None:
        """Show the chosen amount under the message, unless a later press or another turn has overtaken it."""
        button, source, message = press.button, press.source, press.query.message
        ephemeral = self._context.ephemeral_messages
        chosen = None if press.amount is None else press.amount.amount
        rows, doing = amount_rows(button.turn, button.command, question, chosen, press.translate)
        said = press.translate("telegram-amount-chosen", doing=doing)
        await press.answer.give(alert_text(Message(lines=(said, *question.background))))
        present = message.reply_markup if isinstance(message, TelegramMessage) else None
        keyboard = with_amount_rows(rows, present)
        if keyboard == present:
            return
        chat, message_id, where = source.chat, source.message_id, (source, press.user.id)
        self._choosing[where] = press.query.id
        if source.ephemeral_id:
            await ephemeral.put_buttons(chat, press.user.id, source.ephemeral_id, keyboard)
            return
        own = with_amount_rows(rows, None)
        if press.in_group and (shown := await ephemeral.show_amounts(source, press.user.id, question.prompt, own)):
            self._context.app.announcer.question_shown(button.turn, player_id(press.user.id), shown)
            return
        await self._context.calls.acquire(chat, Urgency.ANSWER, press.user.id)
        table = self._context.app.tables.by_id(button.table)
        playing = None if table is None else table.state.playing
        stands = playing is not None and button.turn == f"{button.table}:{playing.turn}"
        if stands and self._choosing.get(where) == press.query.id:
            edit = partial(self._context.bot.edit_message_reply_markup, chat, message_id, reply_markup=keyboard)
            with suppress(MessageGone):
                await self._context.sender.change(chat, edit, Urgency.ANSWER)

    def _ask_to_press_again(self, press: _Press, reply: Reply) -> str:
        """Return an alert that asks for another press.

        A private message would cost a call, and not everybody can get one.
        """
        self._to_be_pressed_again[press.user.id, str(press.query.data)] = _now()
        question = " ".join(reply.message.lines)
        seconds = int(self._context.timeouts.press_again_within)
        return press.translate("telegram-press-again", question=question, seconds=seconds)

    def _presses_again(self, query: CallbackQuery) -> bool:
        asked = self._to_be_pressed_again.pop((query.from_user.id, str(query.data)), None)
        timeouts = self._context.timeouts
        return asked is not None and timeouts.press_again_after <= _now() - asked <= timeouts.press_again_within

    # --- replies -----------------------------------------------------------------------------------------------------

    async def _answer(self, press: _Press, reply: Reply) -> None:
        message, give = reply.message, press.answer.give
        if reply.ignored:
            return
        if reply.confirms:
            await give(self._ask_to_press_again(press, reply), alert=True)
        elif reply.menu:
            await self._answer_with_page(press, reply)
        elif reply.toast and not reply.refused and (message == Message() or fits_an_alert(message)):
            await self._answer_in_alert(press, reply, reply.toast)
        elif message == Message():
            return
        elif not press.in_group:
            await self._answer_in_private_chat(press, reply)
        elif reply.secret and message.file is None:
            await give(alert_text(message), alert=True)
            if message.picture is not None:
                await self._show_hand(press, message)
        elif not reply.secret and (reply.refused or fits_an_alert(message)):
            await self._answer_in_alert(press, reply, plain(message))
        else:
            await self._send_privately(press, reply)

    async def _answer_with_page(self, press: _Press, reply: Reply) -> None:
        try:
            said = await self._show_page(press, reply)
        except Unreachable:
            spec = spec_of(press.button.command)
            if reply.for_anybody:
                await self._post(press, reply.message)
            elif spec is not None and not spec.reads_only:
                await press.answer.give(alert_text(reply.message), alert=True)
            else:
                await self._refer_to_private_chat(press)
        else:
            if said:
                await press.answer.give(said)
            elif reply.toast:
                await self._answer_in_alert(press, reply, reply.toast)

    async def _show_page(self, press: _Press, reply: Reply) -> str:
        """Show a page in place of the pressed one, and return the notice of its place.

        Raise ``Unreachable`` if it cannot be shown to this user alone.
        """
        source, user, ephemeral = press.source, press.user, self._context.ephemeral_messages
        if not press.button.in_menu:
            # A hand stays where it is.
            source = source._replace(ephemeral_id=0)
        if not press.in_group:
            await self._turn_page(press, reply)
            return ""
        if await ephemeral.show_page(source, user.id, press.query.id, reply.message, secret=reply.secret):
            return ""
        await self._context.send_page(user, press.place, reply)
        if source.ephemeral_id:
            await ephemeral.remove(source.chat, user.id, source.ephemeral_id)
        return press.translate("telegram-menu-sent")

    async def _turn_page(self, press: _Press, reply: Reply) -> None:
        source, sender, shown = press.source, self._context.sender, press.query.message
        page = await self._context.about(reply.message, press.place, press.user)
        extras = self._context.page_extras(press.place, reply)
        has_picture = isinstance(shown, TelegramMessage) and bool(shown.photo)
        if press.button.in_menu and (not has_picture or (page.picture is not None and fits_a_caption(page))):
            await self._context.calls.acquire(source.chat, Urgency.ANSWER, press.user.id)
            with suppress(MessageGone):
                await sender.edit(source.chat, source.message_id, page, Urgency.ANSWER, extras)
                return
        await self._context.private_chats.send(source.chat, page, extras)
        if press.button.in_menu:
            await sender.remove(source.chat, source.message_id)

    async def _show_hand(self, press: _Press, message: Message) -> None:
        source, user = press.source, press.user.id
        show = partial(self._context.app.announcer.show_in_private, message.pane, player_id(user))
        if await self._context.private_chats.is_open(user):
            show()
            return
        shown = await self._context.ephemeral_messages.show_hand(source, user, press.query.id, message)
        if shown is not None:
            show(f"{source.chat}/{shown}", message)

    async def _answer_in_private_chat(self, press: _Press, reply: Reply) -> None:
        if reply.refused or fits_an_alert(reply.message):
            await press.answer.give(alert_text(reply.message), alert=reply.refused)
            return
        await press.answer.give()
        chat, shows = press.source.chat, self._context.app.announcer.show_in_private
        pressed, message = str(press.source.message_id), press.query.message
        # A private hand is the only protected kind of message.
        is_hand = isinstance(message, TelegramMessage) and bool(message.has_protected_content)
        if not is_hand or not shows(reply.message.pane, player_id(chat), pressed):
            extras = Extras(protected=reply.secret, clickable_commands=True)
            await self._context.private_chats.send(chat, reply.message, extras)

    async def _answer_in_alert(self, press: _Press, reply: Reply, text: str) -> None:
        alert = reply.refused
        if reply.took_seat and await self._context.private_chats.needs_hint(press.user.id):
            text, alert = f"{text}\n\n{press.translate('telegram-private-closed')}", True
        await press.answer.give(alert_text(Message(lines=(text,))), alert=alert)

    async def _send_privately(self, press: _Press, reply: Reply) -> None:
        try:
            await self._context.private_chats.send(press.user.id, reply.message, CLICKABLE)
        except Unreachable:
            if reply.secret:
                file = Message(lines=(press.translate("telegram-file-in-private"),))
                await press.answer.give(alert_text(file), alert=True)
            else:
                await self._post(press, reply.message)
        else:
            await press.answer.give(press.translate("telegram-sent-privately"))

    async def _post(self, press: _Press, message: Message) -> None:
        source = press.source
        if not await self._context.calls.acquired_soon(source.chat, press.user.id):
            await self._refer_to_private_chat(press)
            return
        reply_to = 0 if source.ephemeral_id else source.message_id
        extras = Extras(source.topic, reply_to, clickable_commands=True)
        await self._context.sender.post(source.chat, message, Urgency.ANSWER, extras)

    async def _refer_to_private_chat(self, press: _Press) -> None:
        name = f"@{self._context.bot.username}"
        await press.answer.give(press.translate("telegram-menu-in-private", name=name), alert=True)


class _QueryAnswer:
    def __init__(self, context: TelegramContext, query: str) -> None:
        self._context = context
        self._query = query
        self._given = False

    async def at_last(self, showing: _Job) -> None:
        """Show the outcome, and answer without text if it has not answered."""
        try:
            await showing()
        except Exception:
            await self.give()
            raise
        # Cut off before, it answers nothing: another process may carry it out, or nobody.
        await self.give()

    async def give(self, text: str = "", *, alert: bool = False) -> None:
        if self._given:
            return
        self._given = True
        try:
            await retried(
                lambda: self._context.bot.answer_callback_query(self._query, text or None, show_alert=alert or None),
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


def _source_of(query: CallbackQuery) -> SourceMessage:
    message = query.message
    assert message is not None
    # Telegram tells only the id of a very old message.
    if not isinstance(message, TelegramMessage):
        return SourceMessage(message.chat.id, NO_TOPIC, message.message_id)
    ephemeral = message.api_kwargs.get("ephemeral_message_id")
    seen_by_one = ephemeral if isinstance(ephemeral, int) else 0
    return SourceMessage(message.chat.id, topic_in(message), message.message_id, seen_by_one)
