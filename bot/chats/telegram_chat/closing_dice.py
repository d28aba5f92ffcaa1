"""The closing of a deal: a message that is never edited, and the die thrown after it by Telegram's servers. The die may
quote lines of the last result instead: Telegram refuses a quote that is not in the message, so it proves the text
before the die.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import structlog
from telegram import Bot, Dice, ReplyParameters
from telegram import Message as TelegramMessage
from telegram.error import BadRequest, TelegramError

from bot.chats.fitting import plain
from bot.chats.retrying import retried
from bot.chats.telegram_chat.addresses import NO_TOPIC
from bot.chats.telegram_chat.api_calls import ApiCalls, Timeouts, chat_errors, is_network_error
from bot.chats.telegram_chat.context import BackgroundTasks
from bot.chats.telegram_chat.formatting import TEXT_MOST, formatted, utf16_length
from bot.chats.telegram_chat.sender import Extras, Sender
from bot.messages import CLOSING_FILE, File, Message, Urgency
from engine.fairness import Beacon, BeaconKind

log = structlog.get_logger()

ATTEMPTS = 6
"""Attempts to send a closing message while its arrival is unknown."""

QUOTE_MOST = 1024
"""The most UTF-16 code units of a quote."""


class DealClosings:
    def __init__(
        self, bot: Bot, calls: ApiCalls, sender: Sender, timeouts: Timeouts, background_tasks: BackgroundTasks
    ) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._timeouts = timeouts
        self._background_tasks = background_tasks

    async def post_closing(
        self, chat: int, message: Message, *, topic: int = NO_TOPIC, throwing: bool = True, patience: float = 1.0
    ) -> Beacon | None:
        """Close a deal, throw the die once, and return its result if it is known in time."""
        try:
            async with asyncio.timeout(self._timeouts.beacon * patience):
                if throwing and (reply := _quoting(message)) is not None:
                    try:
                        return await self._beacon(chat, topic, reply)
                    except BadRequest as why:
                        # The quoted lines have changed, and no die was thrown.
                        log.warning("quote refused", action="the closing is posted in full", chat=chat, error=str(why))
                message_id = await self._show(chat, message, topic)
                reply = ReplyParameters(message_id, allow_sending_without_reply=True)
                return await self._beacon(chat, topic, reply) if throwing else None
        except (TimeoutError, TelegramError) as error:
            log.warning("no die", action="the deal goes on without a beacon", chat=chat, error=type(error).__name__)
            return None

    async def _show(self, chat: int, message: Message, topic: int) -> int:
        text = plain(message)
        if message.file is None and utf16_length(text) > TEXT_MOST:
            message = replace(message, file=File(CLOSING_FILE, f"{text}\n".encode()))

        async def attempt() -> int:
            await self._calls.acquire(chat, Urgency.DEAL)
            return await self._sender.post(chat, message, Urgency.WINDOW, Extras(topic, verbatim=True))

        # Nothing is thrown yet, so a second message does no harm.
        pause = self._timeouts.retry_delay
        return await retried(attempt, attempts=ATTEMPTS, first_pause=pause, may_retry=is_network_error)

    async def _beacon(self, chat: int, topic: int, reply: ReplyParameters) -> Beacon | None:
        await self._calls.acquire(chat, Urgency.DEAL)
        thrown = await self._throw(chat, topic, Urgency.WINDOW, reply)
        return None if thrown.dice is None else Beacon(BeaconKind.TELEGRAM, bytes([thrown.dice.value]))

    async def try_die(self, chat: int, topic: int) -> None:
        """Throw a die in an acquired chat and remove it with a spare call; raise ``Unwelcome`` if that is forbidden."""
        with chat_errors():
            thrown = await self._throw(chat, topic, max(Urgency))
        self._background_tasks.run(self._remove(chat, thrown.message_id))

    async def _remove(self, chat: int, message_id: int) -> None:
        await self._calls.acquire(chat, max(Urgency))
        await self._sender.remove(chat, message_id)

    async def _throw(
        self, chat: int, topic: int, urgency: Urgency, reply: ReplyParameters | None = None
    ) -> TelegramMessage:
        return await self._calls.send(
            chat,
            lambda chat: self._bot.send_dice(
                chat,
                emoji=Dice.SLOT_MACHINE,
                disable_notification=True,
                message_thread_id=topic or None,
                reply_parameters=reply,
            ),
            urgency,
        )


def _quoting(message: Message) -> ReplyParameters | None:
    """Return the quote that says the same, if any."""
    if (quote := message.said_already) is None:
        return None
    quoted = formatted(Message(lines=quote.lines)).text
    return ReplyParameters(int(quote.number), quote=quoted) if utf16_length(quoted) <= QUOTE_MOST else None
