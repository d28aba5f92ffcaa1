"""Questions for an amount or a choice.

Buttons carry the next amount, and a forced reply its purpose in a hidden link; so a restart loses nothing. Beside a
table an alert asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qs, quote, urlsplit

from cachetools import LRUCache
from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, ReplyParameters, User
from telegram import Message as TelegramMessage

from bot.chats.fitting import cut
from bot.chats.telegram_chat.addresses import SourceMessage, player_id, starting
from bot.chats.telegram_chat.api_calls import chat_errors
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.formatting import FormattedText, alert_text, mention, utf16_length, without_links
from bot.chats.telegram_chat.sender import NO_PREVIEW
from bot.messages import AMOUNT, ASKS, AmountQuestion, ChoiceQuestion, Message, Place, Pressed, Question, Urgency
from bot.messages.names import safe_name
from bot.wording import Translator

MARK = "="
"""The beginning of a command that only changes the keyboard: ``=raise 60``."""

Rows: TypeAlias = Sequence[Sequence[InlineKeyboardButton]]


class AmountPress(NamedTuple):
    verb: str
    amount: int | None
    """The chosen amount; ``None`` to type it."""

    @classmethod
    def read(cls, press: Pressed) -> AmountPress | None:
        """Return ``None`` for another button."""
        verb, _, amount = press.command.removeprefix(MARK).partition(" ")
        if not press.command.startswith(MARK) or not verb:
            return None
        return cls(verb, int(amount) if amount.isascii() and amount.isdigit() else None)


def amount_rows(
    turn: str, verb: str, question: AmountQuestion, chosen: int | None, translate: Translator
) -> tuple[Rows, str]:
    """Return rows of buttons for an amount, the last of them to type it, and the deed with the chosen one."""

    def allowed(amount: int) -> int:
        return min(max(amount, question.least), question.most)

    def button(label: str, command: str) -> InlineKeyboardButton:
        return InlineKeyboardButton(label, callback_data=f"{turn}:{command}")

    now = allowed(question.least if chosen is None else chosen)
    doing = question.doing.replace(AMOUNT, translate("house-number", amount=now))
    rows = (
        (
            button(f"− {question.step}", f"{MARK}{verb} {allowed(now - question.step)}"),
            InlineKeyboardButton(doing, callback_data=f"{turn}:{verb} {now}", style="success"),
            button(f"+ {question.step}", f"{MARK}{verb} {allowed(now + question.step)}"),
        ),
        tuple(button(f"{usual.label} · {usual.value}", f"{verb} {usual.value}") for usual in question.usual),
        (button(translate("telegram-amount-type"), f"{MARK}{verb}{ASKS}"),),
    )
    return rows, doing


def with_amount_rows(rows: Rows, present: InlineKeyboardMarkup | None) -> InlineKeyboardMarkup:
    """Put rows for an amount above a message's own, in place of earlier ones."""
    own = () if present is None else present.inline_keyboard
    ends = [number for number, row in enumerate(own, 1) if any(map(_is_marked, row))]
    return InlineKeyboardMarkup([*rows, *own[max(ends, default=0) :]])


def _is_marked(button: InlineKeyboardButton) -> bool:
    data = button.callback_data
    return isinstance(data, str) and AmountPress.read(Pressed.read(data)) is not None


LINKED_SIGN = "✎"
LINK_PARAMETER = "amount"
PROMPT_MOST = 400
PLACEHOLDER_MOST = 64
QUESTIONS_REMEMBERED = 1_000


class ReplyQuestions:
    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._open: LRUCache[tuple[int, int], Pressed] = LRUCache(QUESTIONS_REMEMBERED)
        """By user and chat."""

    async def ask(
        self,
        source: SourceMessage,
        user: User,
        press: Pressed,
        question: Question,
        prefix: str = "",
        place: Place | None = None,
    ) -> None:
        """Ask for an amount or a choice; as everybody sees the question, it lists no choices."""
        data = quote(press._replace(asks=True).data, safe="")
        where = starting("", None if press.table else place)
        link = self._context.deep_link(f"{LINK_PARAMETER}={data}&place={where}")
        if isinstance(question, AmountQuestion):
            prompt, placeholder = question.prompt, f"{question.least} – {question.most}"
        else:
            prompt, placeholder = f"{question.prompt} {question.hint}", cut(question.hint, PLACEHOLDER_MOST)
        content = _question_text(user, link, f"{prefix} {prompt}".strip())
        reply = ReplyParameters(source.message_id, allow_sending_without_reply=True) if source.message_id else None
        self._open[source.chat, user.id] = press
        try:
            await self._context.calls.acquire(source.chat, Urgency.ANSWER, user.id)
            with chat_errors():
                sent = await self._context.calls.send(
                    source.chat,
                    lambda chat: self._context.bot.send_message(
                        chat,
                        content.text,
                        entities=content.entities,
                        link_preview_options=NO_PREVIEW,
                        message_thread_id=source.topic or None,
                        reply_markup=ForceReply(selective=True, input_field_placeholder=placeholder),
                        reply_parameters=reply,
                        disable_notification=True,
                    ),
                    Urgency.ANSWER,
                )
        except BaseException:
            self.answered(source.chat, user.id)
            raise
        shown = f"{source.chat}:{sent.message_id}"
        self._context.app.announcer.question_shown(press.turn, player_id(user.id), shown)

    def is_open(self, source: SourceMessage, user: User, press: Pressed) -> bool:
        return self._open.get((source.chat, user.id)) == press

    def answered(self, chat: int, user: int) -> None:
        """Close a question; its message stays, unless it goes with its turn."""
        self._open.pop((chat, user), None)

    def ask_in_alert(
        self, source: SourceMessage, user: User, press: Pressed, question: Question, translate: Translator
    ) -> str:
        """Remember a question beside a table and return its alert, with the cards to choose from."""
        self._open[source.chat, user.id] = press
        line = translate("telegram-answer-by-reply", prompt=question.prompt)
        held = (question.held,) if isinstance(question, ChoiceQuestion) else question.background
        return alert_text(Message(lines=tuple(filter(None, (line, *held)))))

    def answered_by(self, received: TelegramMessage) -> tuple[Pressed, bool] | None:
        """Return the button that a reply answers, and ``True`` if the reply cannot be talk; ``None`` without one."""
        replied, user = received.reply_to_message, received.from_user
        if replied is None or user is None or replied.from_user is None:
            return None
        if replied.from_user.id != self._context.bot.id:
            return None
        if (asked := question_behind(replied)) is not None:
            # Only the mentioned user may answer.
            is_asked = any(each.user is not None and each.user.id == user.id for each in replied.entities)
            return (asked, True) if is_asked else None
        press = self._open.get((received.chat.id, user.id))
        return None if press is None else (press, False)


def _question_text(user: User, link: str, prompt: str) -> FormattedText:
    name = without_links(safe_name(user.full_name))
    text = cut(f"{LINKED_SIGN} {name}\n{without_links(prompt)}", PROMPT_MOST, utf16_length)
    name_start = utf16_length(f"{LINKED_SIGN} ")
    linked = MessageEntity(MessageEntity.TEXT_LINK, 0, utf16_length(LINKED_SIGN), url=link)
    return FormattedText(text, (linked, mention(user.id, name_start, utf16_length(name))))


def question_behind(message: TelegramMessage) -> Pressed | None:
    """Return the button whose question a message asks, by its hidden link."""
    data = next((data for each in message.entities if (data := _linked_data(each))), "")
    return Pressed.read(data) if data else None


def _linked_data(entity: MessageEntity) -> str:
    if entity.type != MessageEntity.TEXT_LINK or entity.url is None:
        return ""
    return parse_qs(urlsplit(entity.url).query).get(LINK_PARAMETER, [""])[0]
