"""Which update waits for which: those of one person for each other, and nobody for somebody else's slow question."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from telegram import CallbackQuery, Chat, InaccessibleMessage, Message, Update, User

from bot.chats.telegram_chat.update_order import OrderedUpdate, UpdateOrder

SARI, BUDI = 501, 502
GROUP, OTHER = -5, -6


def typed(number: int, user: int, chat: int = GROUP, topic: int = 0) -> Update:
    """Something that somebody typed."""
    message = Message(
        number,
        datetime(2026, 1, 1, tzinfo=UTC),
        Chat(chat, "supergroup"),
        User(user, "Somebody", is_bot=False),
        message_thread_id=topic or None,
        is_topic_message=bool(topic),
    )
    return Update(number, message=message)


class Handling:
    """Handles updates when it is told to."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.over: list[int] = []
        self._under_way: dict[int, tuple[OrderedUpdate, asyncio.Event]] = {}
        self.order = UpdateOrder(self._handle)

    async def _handle(self, ordered: OrderedUpdate) -> None:
        self.begun.append(ordered.number)
        self._under_way[ordered.number] = ordered, asyncio.Event()
        await self._under_way[ordered.number][1].wait()
        self.over.append(ordered.number)

    async def come(self, *updates: Update) -> None:
        for update in updates:
            self.order.begin(update)
        await settle()

    async def lets_others_pass(self, number: int) -> None:
        self._under_way[number][0].let_others_pass()
        await settle()

    async def ends(self, number: int) -> None:
        self._under_way[number][1].set()
        await settle()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.parametrize("second", [typed(2, SARI), typed(2, BUDI), typed(2, SARI, topic=7)])
async def test_the_next_in_the_topic_or_of_the_person_waits(second: Update) -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), second)
    assert handling.begun == [1]
    await handling.ends(1)
    assert handling.begun == [1, 2]


@pytest.mark.parametrize("second", [typed(2, SARI, OTHER), typed(2, BUDI, topic=7), typed(2, BUDI, OTHER)])
async def test_other_chats_and_other_people_in_other_topics_do_not_wait(second: Update) -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), second)
    assert handling.begun == [1, 2]


async def test_others_pass_one_that_waits_for_telegram_and_its_own_person_does_not() -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), typed(2, SARI), typed(3, BUDI), typed(4, SARI), typed(5, 503))
    assert handling.begun == [1]

    await handling.lets_others_pass(1)
    assert handling.begun == [1, 3], "Budi waits neither for what Sari asked nor for what she said after it"
    await handling.ends(3)
    assert handling.begun == [1, 3, 5]
    await handling.ends(5)

    for number in (1, 2, 4):
        await handling.ends(number)
    assert handling.over == [3, 5, 1, 2, 4], "each person's own stay in order"


async def test_what_is_handled_is_forgotten() -> None:
    handling = Handling()
    await handling.come(*(typed(number, number % 3) for number in range(9)))
    for number in range(9):
        await handling.ends(number)
        handling.order.confirmed(number)
    assert (handling.order._last, handling.order._tasks, handling.order._unconfirmed) == ({}, set(), {})


async def test_what_comes_twice_before_it_is_confirmed_is_begun_once() -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), typed(1, SARI))
    await handling.ends(1)
    await handling.come(typed(1, SARI))
    assert handling.begun == [1]


@pytest.mark.parametrize(
    "update",
    [
        Update(2),
        Update(2, callback_query=CallbackQuery("1", User(BUDI, "B", is_bot=False), "c", data="x")),
        Update(
            2,
            callback_query=CallbackQuery(
                "1",
                User(BUDI, "B", is_bot=False),
                "c",
                message=InaccessibleMessage(Chat(GROUP, "supergroup"), 1),
                data="x",
            ),
        ),
    ],
)
async def test_updates_that_say_little_are_handled_too(update: Update) -> None:
    handling = Handling()
    await handling.come(update)
    assert handling.begun == [2]


async def test_after_a_stop_nothing_begins() -> None:
    handling = Handling()
    await handling.come(typed(1, SARI), typed(2, SARI), typed(3, BUDI))
    await handling.order.stop()
    await settle()
    assert (handling.begun, handling.over) == ([1], [])
