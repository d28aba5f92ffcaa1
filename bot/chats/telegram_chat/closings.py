"""The end of a deal: the closing message, which is never edited, and the dice that Telegram throws below it.

The dice are thrown by Telegram's servers once the words are closed, so neither those who gave the words nor whoever
knows the sealed packs can know what they will show.
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
from bot.chats.telegram_chat.background_tasks import BackgroundTasks
from bot.chats.telegram_chat.calls import Calls
from bot.chats.telegram_chat.numbers import NO_TOPIC, is_group
from bot.chats.telegram_chat.pace import Pace
from bot.chats.telegram_chat.rendering import LONGEST_TEXT, measured
from bot.chats.telegram_chat.sending import Sender
from bot.chats.telegram_chat.troubles import is_lost
from bot.messages import CLOSING_FILE, File, Message, Urgency
from engine.fairness import NO_BEACON, Beacon, BeaconKind

log = structlog.get_logger()

DICE = 2
"""How many are thrown: a slot machine shows one of 64 pictures, so two of them give twelve bits."""

DICE_IN_A_HURRY = 1
"""How many where hands follow each other quickly: one below each closing message is worth more than two below some."""

ATTEMPTS = 6
"""How often a closing message is sent as long as nobody knows whether it has arrived."""


GROUPS_REMEMBERED = 10_000


class Closings:
    """The closing messages of all chats."""

    def __init__(self, bot: Bot, calls: Calls, sender: Sender, pace: Pace, background_tasks: BackgroundTasks) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._pace = pace
        self._background_tasks = background_tasks
        self._just_closed: TTLCache[int, bool] = TTLCache(
            GROUPS_REMEMBERED, pace.unhurried * pace.second, timer=lambda: asyncio.get_running_loop().time()
        )
        """The groups in which a deal was closed so recently that the next one is in a hurry."""

    async def post_closing(
        self, chat: int, message: Message, *, topic: int = NO_TOPIC, throwing: bool = True
    ) -> Beacon:
        """Show a closing message and throw the dice; after a while go on with what there is by then.

        Args:
            chat: where.
            message: the closing message.
            topic: the topic of a forum.
            throwing: whether dice are thrown at all.

        Raises:
            Unwelcome: nothing can be shown there.
        """
        until = asyncio.get_running_loop().time() + self._pace.beacon_within
        dice = self._dice(chat)
        showing = asyncio.create_task(self._show(chat, message, topic))
        try:
            async with asyncio.timeout_at(until):
                number = await asyncio.shield(showing)
        except TimeoutError:
            # The words are to be read all the same, as soon as the chat takes them.
            self._background_tasks.run(_late(showing))
            return NO_BEACON
        except asyncio.CancelledError:
            showing.cancel()
            raise
        except TelegramError as error:
            log.warning("closing message not shown", chat=chat, error=type(error).__name__)
            return NO_BEACON
        values = await self._thrown(chat, topic, number, until, dice) if throwing else b""
        return Beacon(BeaconKind.TELEGRAM, values) if values else NO_BEACON

    def _dice(self, chat: int) -> int:
        """How many dice a deal gets that is closed now."""
        in_a_hurry = chat in self._just_closed
        if is_group(chat):
            self._just_closed[chat] = True
        return DICE_IN_A_HURRY if in_a_hurry else DICE

    async def _show(self, chat: int, message: Message, topic: int) -> int:
        words = plain(message)
        if message.file is None and measured(words) > LONGEST_TEXT:
            message = replace(message, file=File(CLOSING_FILE, f"{words}\n".encode()))

        async def attempt() -> int:
            await self._calls.acquire_first(chat)
            return await self._sender.post(chat, message, Urgency.PING, topic=topic, verbatim=True)

        # Nothing is thrown yet, so it does no harm if the message stands there twice.
        pause = self._pace.repeat_after * self._pace.second
        return await retried(attempt, attempts=ATTEMPTS, first_pause=pause, may_retry=is_lost)

    async def _thrown(self, chat: int, topic: int, below: int, until: float, dice: int) -> bytes:
        """Throw the dice, one after the other; one that may have been thrown is not thrown again.

        Returns:
            What they show, one byte each, as far as that was heard in time.
        """
        values = bytearray()
        try:
            async with asyncio.timeout_at(until):
                while len(values) < dice:
                    await self._calls.acquire_first(chat)
                    values.append(
                        await self._calls.send(chat, lambda there: self._throw(there, topic, below), Urgency.PING)
                    )
        except (TimeoutError, TelegramError) as error:
            log.info("dice are missing", chat=chat, there=len(values), error=type(error).__name__)
        return bytes(values)

    async def _throw(self, chat: int, topic: int, below: int) -> int:
        sent = await self._bot.send_dice(
            chat,
            emoji=Dice.SLOT_MACHINE,
            disable_notification=True,
            message_thread_id=topic or None,
            reply_parameters=ReplyParameters(below, allow_sending_without_reply=True),
        )
        if sent.dice is None:
            raise TelegramError("a message without a die came back")
        return sent.dice.value


async def _late(showing: asyncio.Task[int]) -> None:
    await showing
