"""Asking for an amount or a choice: a question to which the phone begins a reply by itself.

What the answer is for travels in the question, as a link behind its first sign, so that nothing need be remembered.
"""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

from cachetools import LRUCache
from telegram import Message as Received
from telegram import MessageEntity, User

from bot.chats.fitting import cut
from bot.chats.telegram_chat.context import TelegramContext
from bot.chats.telegram_chat.numbers import Spot
from bot.chats.telegram_chat.rendering import Written, measured, mention, tamed
from bot.messages import ASKS, AmountQuestion, Pressed, Question, Urgency
from bot.messages.names import safe_name

SIGN = "✎"
PARAMETER = "amount"
LONGEST_PROMPT = 400
PLACEHOLDER_MOST = 64
QUESTIONS_REMEMBERED = 1_000


class Questions:
    """The questions that stand in all chats."""

    def __init__(self, context: TelegramContext) -> None:
        self._context = context
        self._standing: LRUCache[tuple[int, int], int] = LRUCache(QUESTIONS_REMEMBERED)

    async def ask(self, spot: Spot, user: User, press: Pressed, question: Question, before: str = "") -> None:
        """Ask somebody for an amount or a choice; what he was asked there before is taken away.

        Everybody in the group sees the question, so it says only how to answer, and not what there is to choose from.

        Args:
            spot: where.
            user: who.
            press: what the answer is for.
            question: the question.
            before: a sentence to begin with, such as why the last answer was none.
        """
        link = self._context.own_link(f"{PARAMETER}={quote(_data(press), safe='')}")
        if isinstance(question, AmountQuestion):
            prompt, placeholder = question.prompt, f"{question.least} – {question.most}"
        else:
            prompt, placeholder = f"{question.prompt} {question.hint}", cut(question.hint, PLACEHOLDER_MOST)
        words = _asking(user, link, f"{before} {prompt}".strip())
        await self._context.calls.acquire(spot.chat, Urgency.ANSWER)
        number = await self._context.sender.ask(spot.chat, words, placeholder, topic=spot.topic, reply_to=spot.message)
        self.tidy(spot.chat, user.id)
        self._standing[(spot.chat, user.id)] = number

    def tidy(self, chat: int, user: int, number: int = 0) -> None:
        """Take away what somebody was asked, by its number if that is known."""
        standing = self._standing.pop((chat, user), 0)
        for each in {standing, number} - {0}:
            self._context.background_tasks.run(self._take_away(chat, each))

    async def _take_away(self, chat: int, number: int) -> None:
        await self._context.calls.acquire(chat, Urgency.CLEANUP)
        await self._context.sender.remove(chat, number)

    def answered(self, received: Received) -> tuple[Pressed, int] | None:
        """What a message answers, and the number of the question; ``None`` if it answers none.

        Only the bot itself can have written the question, and only the person it mentions may answer it.
        """
        question, user = received.reply_to_message, received.from_user
        if question is None or user is None or question.from_user is None:
            return None
        if question.from_user.id != self._context.bot.id:
            return None
        asked = [each.user.id for each in question.entities if each.user is not None]
        data = next((data for each in question.entities if (data := _carried(each))), "")
        return (Pressed.read(data), question.message_id) if data and user.id in asked else None


def _data(press: Pressed) -> str:
    return f"{press.turn or ':'}:{press.command}{ASKS}"


def _asking(user: User, link: str, prompt: str) -> Written:
    """The words of a question, with its link and whom it asks."""
    name = tamed(safe_name(user.full_name))
    text = cut(f"{SIGN} {name}\n{tamed(prompt)}", LONGEST_PROMPT, measured)
    start = measured(f"{SIGN} ")
    behind = MessageEntity(MessageEntity.TEXT_LINK, 0, measured(SIGN), url=link)
    return Written(text, (behind, mention(user.id, start, measured(name))))


def _carried(entity: MessageEntity) -> str:
    if entity.type != MessageEntity.TEXT_LINK or entity.url is None:
        return ""
    return parse_qs(urlsplit(entity.url).query).get(PARAMETER, [""])[0]
