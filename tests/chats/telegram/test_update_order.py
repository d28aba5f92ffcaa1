"""Order of updates: those of one person wait for each other, and nobody for somebody else's slow question."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import cast

from telegram import Bot, Chat, Message, Update, User

from bot.chats.telegram_chat import Timeouts
from bot.chats.telegram_chat.receiving import Polling

SARI, BUDI = 501, 502
GROUP, OTHER = -5, -6


def typed(number: int, user: int, chat: int = GROUP) -> Update:
    message = Message(
        number, datetime(2026, 1, 1, tzinfo=UTC), Chat(chat, "supergroup"), User(user, "Somebody", is_bot=False)
    )
    return Update(number, message=message)


class Handling:
    """Handles updates when it is told to."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.over: list[int] = []
        self._under_way: dict[int, asyncio.Event] = {}
        self.polling = Polling(cast(Bot, None), self._handle, Timeouts(unconfirmed=0.01))

    async def _handle(self, update: Update) -> None:
        self.begun.append(update.update_id)
        self._under_way[update.update_id] = asyncio.Event()
        await self._under_way[update.update_id].wait()
        self.over.append(update.update_id)

    async def come(self, *updates: Update) -> None:
        await self.polling.receive(updates)

    async def ends(self, number: int) -> None:
        self._under_way[number].set()
        await settle()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_updates_of_one_person_wait_for_each_other_and_for_nobody_else() -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), typed(2, SARI), typed(3, BUDI), typed(4, SARI), typed(5, SARI, OTHER))
    assert handling.begun == [1, 3, 5]
    for number in (1, 2, 4):
        await handling.ends(number)
    assert handling.begun == [1, 3, 5, 2, 4]


async def test_what_is_handled_is_forgotten() -> None:
    handling, updates = Handling(), [typed(number, number % 3) for number in range(9)]
    await handling.come(*updates)
    for number in range(9):
        await handling.ends(number)
    await handling.come(*updates)
    polling = handling.polling
    assert (len(polling._turns), polling._tasks.running, polling._unconfirmed) == (0, set(), {})


async def test_what_comes_twice_before_it_is_confirmed_is_begun_once() -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), typed(1, SARI))
    await handling.ends(1)
    await handling.come(typed(1, SARI))
    assert handling.begun == [1]


async def test_after_a_stop_nothing_begins() -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), typed(2, SARI))
    await handling.polling.stop()
    await settle()
    assert (handling.begun, handling.over) == ([1], [])
