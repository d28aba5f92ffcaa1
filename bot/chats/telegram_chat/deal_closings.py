"""The closing of a deal: the closing message, which is never edited, and the dice that Telegram throws below it.

Telegram's servers throw the dice once no more words are taken, so neither the players who gave the words nor anybody
who knows the sealed packs can know what the dice will show.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import structlog
from cachetools import TTLCache
from telegram import Bot, Dice, ReplyParameters
from telegram.error import TelegramError

from bot.chats.fitting import plain
from bot.chats.retrying import retried
from bot.chats.telegram_chat.api_calls import ApiCalls
from bot.chats.telegram_chat.api_errors import is_network_error
from bot.chats.telegram_chat.background_tasks import BackgroundTasks
from bot.chats.telegram_chat.ids import NO_TOPIC, is_group
from bot.chats.telegram_chat.rate_limits import RateLimits
from bot.chats.telegram_chat.rendering import TEXT_MOST, utf16_length
from bot.chats.telegram_chat.sending import Sender
from bot.chats.telegram_chat.timeouts import Timeouts
from bot.messages import CLOSING_FILE, File, Message, Urgency
from engine.fairness import NO_BEACON, Beacon, BeaconKind

log = structlog.get_logger()

DICE = 2
"""How many dice a deal gets: a slot machine shows one of 64 pictures, so two of them give twelve bits."""

DICE_IN_QUICK_SUCCESSION = 1
"""How many dice a deal gets soon after another: one below each closing message is worth more than two below some."""

ATTEMPTS = 6
"""How often a closing message is sent as long as it is not known whether it has arrived."""


GROUPS_REMEMBERED = 10_000


class DealClosings:
    """The closing messages of all chats."""

    def __init__(
        self,
        bot: Bot,
        calls: ApiCalls,
        sender: Sender,
        limits: RateLimits,
        timeouts: Timeouts,
        background_tasks: BackgroundTasks,
    ) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._timeouts = timeouts
        self._background_tasks = background_tasks
        self._recent: TTLCache[int, bool] = TTLCache(
            GROUPS_REMEMBERED, limits.all_dice_interval, timer=lambda: asyncio.get_running_loop().time()
        )
        """The groups in which a deal was closed recently."""

    async def post_closing(
        self, chat: int, message: Message, *, topic: int = NO_TOPIC, throwing: bool = True
    ) -> Beacon:
        """Show a closing message and throw the dice; when the time is over, return what is known by then.

        Args:
            chat: the chat.
            message: the closing message.
            topic: the topic of a forum.
            throwing: whether dice are thrown at all.

        Raises:
            Unwelcome: nothing can be shown in the chat.
        """
        until = asyncio.get_running_loop().time() + self._timeouts.beacon
        dice = self._dice(chat)
        showing = asyncio.create_task(self._show(chat, message, topic))
        try:
            async with asyncio.timeout_at(until):
                message_id = await asyncio.shield(showing)
        except TimeoutError:
            # The message is to be shown all the same, as soon as the chat takes it.
            self._background_tasks.run(_finished(showing))
            return NO_BEACON
        except asyncio.CancelledError:
            showing.cancel()
            raise
        except TelegramError as error:
            log.warning("closing message not shown", chat=chat, error=type(error).__name__)
            return NO_BEACON
        values = await self._throw_all(chat, topic, message_id, until, dice) if throwing else b""
        return Beacon(BeaconKind.TELEGRAM, values) if values else NO_BEACON

    def _dice(self, chat: int) -> int:
        """How many dice a deal gets that is closed now."""
        soon_after_another = chat in self._recent
        if is_group(chat):
            self._recent[chat] = True
        return DICE_IN_QUICK_SUCCESSION if soon_after_another else DICE

    async def _show(self, chat: int, message: Message, topic: int) -> int:
        text = plain(message)
        if message.file is None and utf16_length(text) > TEXT_MOST:
            message = replace(message, file=File(CLOSING_FILE, f"{text}\n".encode()))

        async def attempt() -> int:
            await self._calls.acquire_first(chat)
            return await self._sender.post(chat, message, Urgency.WINDOW, topic=topic, verbatim=True)

        # Nothing is thrown yet, so it does no harm if the message is shown twice.
        pause = self._timeouts.retry_delay
        return await retried(attempt, attempts=ATTEMPTS, first_pause=pause, may_retry=is_network_error)

    async def _throw_all(self, chat: int, topic: int, reply_to: int, until: float, dice: int) -> bytes:
        """Throw the dice, one after the other; a die that may have been thrown is not thrown again.

        Returns:
            What the dice show, one byte each, as far as Telegram answered in time.
        """
        values = bytearray()
        try:
            async with asyncio.timeout_at(until):
                while len(values) < dice:
                    await self._calls.acquire_first(chat)
                    values.append(
                        await self._calls.send(chat, lambda chat: self._throw(chat, topic, reply_to), Urgency.WINDOW)
                    )
        except (TimeoutError, TelegramError) as error:
            log.info("dice missing", chat=chat, thrown=len(values), error=type(error).__name__)
        return bytes(values)

    async def _throw(self, chat: int, topic: int, reply_to: int) -> int:
        sent = await self._bot.send_dice(
            chat,
            emoji=Dice.SLOT_MACHINE,
            disable_notification=True,
            message_thread_id=topic or None,
            reply_parameters=ReplyParameters(reply_to, allow_sending_without_reply=True),
        )
        if sent.dice is None:
            raise TelegramError("a message without a die came back")
        return sent.dice.value


async def _finished(showing: asyncio.Task[int]) -> None:
    await showing
