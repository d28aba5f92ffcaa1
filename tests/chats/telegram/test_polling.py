"""Long polling: updates are handled in order and confirmed late, and a second program gives way."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from telegram import Bot, Update
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.chats.not_served import AnotherSession, TokenRefused
from bot.chats.telegram_chat import Timeouts
from bot.chats.telegram_chat.network import UpdatesRequest
from bot.chats.telegram_chat.receiving import Polling
from bot.ledger import NotStored
from tests.chats.telegram.test_update_order import typed
from tests.chats.virtual_time import fast_forward, now


class FakeUpdates:
    """A Telegram that answers each request for updates as it is told to, and then no more."""

    def __init__(self, *answers: Sequence[int] | TelegramError) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[float, int | None]] = []

    async def get_updates(self, offset: int | None, **_: Any) -> Sequence[Update]:
        self.asked.append((now(), offset))
        if not self._answers:
            await asyncio.Event().wait()
        answer = self._answers.pop(0)
        if isinstance(answer, TelegramError):
            raise answer
        return [Update(number) for number in answer]


class ConflictingPolls:
    """A Telegram that ends the earlier of two requests, as for two programs with one token."""

    def __init__(self) -> None:
        self._asking: asyncio.Future[None] | None = None

    async def get_updates(self, *_: object, **__: Any) -> Sequence[Update]:
        if self._asking is not None and not self._asking.done():
            self._asking.set_exception(Conflict("terminated by other getUpdates request"))
        self._asking = mine = asyncio.get_running_loop().create_future()
        await asyncio.wait((mine,), timeout=50)
        if mine.done():
            mine.result()
        return []


def polling(source: object, taken: list[int], refused: Collection[int] = (), hanging: Collection[int] = ()) -> Polling:
    """Poll with a handler for which the disk refuses some updates the first time, and some hang."""
    left = set(refused)

    async def handle(update: Update) -> None:
        if update.update_id in hanging:
            await asyncio.Event().wait()
        await asyncio.sleep(0.1)
        if update.update_id in left:
            left.remove(update.update_id)
            raise NotStored("the disk is full")
        taken.append(update.update_id)

    return Polling(cast(Bot, source), handle, Timeouts())


class PatientTelegram:
    """A Telegram that has updates, and sends each again and again until it is confirmed."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = numbers
        self.offsets: list[int] = []

    async def get_updates(self, offset: int | None, **_: Any) -> Sequence[Update]:
        self.offsets.append(offset or 0)
        left = [typed(number, number, -number) for number in self._numbers if number >= (offset or 0)]
        if not left:
            await asyncio.Event().wait()
        return left


async def polled_until_silence(source: FakeUpdates) -> list[int]:
    """Poll until there are no more updates; return those that were handled."""
    taken: list[int] = []
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(polling(source, taken).run(), 1_000)
    return taken


def test_updates_are_confirmed_once_they_are_handled() -> None:
    source = FakeUpdates([5, 4], [], [9])
    assert fast_forward(polled_until_silence(source)) == [4, 5, 9]
    assert [(round(at, 3), offset) for at, offset in source.asked] == [(0.0, None), (0.2, 6), (0.2, 6), (0.3, 10)]


def polled(source: PatientTelegram, seconds: float, **unusual: Collection[int]) -> list[int]:
    """Poll for so many seconds; return what was handled."""
    taken: list[int] = []

    async def story() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(polling(source, taken, **unusual).run(), seconds)

    fast_forward(story())
    return taken


def test_what_is_not_handled_comes_again_and_holds_up_no_other() -> None:
    telegram = PatientTelegram(1, 2, 3)
    assert polled(telegram, 10, hanging=(2,)) == [1, 3]
    assert set(telegram.offsets) == {0, 2}, "it would come again to the next run"
    assert len(telegram.offsets) < 10 / Timeouts().unconfirmed + 2


def test_what_could_not_be_stored_comes_again() -> None:
    telegram = PatientTelegram(1, 2, 3)
    assert polled(telegram, 10, refused=(2,)) == [1, 3, 2]
    assert telegram.offsets[-1] == 4


def test_what_hangs_for_long_is_confirmed_in_the_end() -> None:
    telegram = PatientTelegram(1, 2)
    assert polled(telegram, Timeouts().handling + 5, hanging=(1,)) == [2]
    assert telegram.offsets[-1] == 3


def test_a_network_that_is_away_is_asked_ever_more_rarely() -> None:
    source = FakeUpdates(*[NetworkError("away")] * 7, [1])
    assert fast_forward(polled_until_silence(source)) == [1]
    assert [round(at) for at, _ in source.asked] == [0, 1, 3, 7, 15, 31, 61, 91, 91]


def test_a_pause_is_kept_and_a_refusal_is_not_the_end() -> None:
    source = FakeUpdates(RetryAfter(7), BadRequest("odd"), [1])
    assert fast_forward(polled_until_silence(source)) == [1]
    assert [round(at) for at, _ in source.asked] == [0, 7, 37, 37]


def test_a_token_that_is_not_taken_any_more_is_the_end() -> None:
    with pytest.raises(TokenRefused):
        fast_forward(polled_until_silence(FakeUpdates([1], InvalidToken("7:secret"))))


def test_a_last_run_that_still_ends_is_waited_for() -> None:
    source = FakeUpdates(*[Conflict("other")] * 20, [1])
    assert fast_forward(polled_until_silence(source)) == [1]


def test_of_two_with_one_token_the_later_gives_way() -> None:
    async def story() -> tuple[bool, float]:
        rivals = ConflictingPolls()
        first = asyncio.create_task(polling(rivals, []).run())
        await asyncio.sleep(100)
        with pytest.raises(AnotherSession):
            await polling(rivals, []).run()
        gave_way = now()
        await asyncio.sleep(500)
        stays = not first.done()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        return stays, gave_way

    stays, gave_way = fast_forward(story())
    assert stays
    assert 125 <= gave_way <= 140


def test_an_update_that_cannot_be_read_holds_up_no_other() -> None:
    good = b'{"update_id": 2, "message": {"message_id": 1, "date": 0, "chat": {"id": 5, "type": "private"}}}'
    bad = b'{"update_id": 1, "message": {"message_id": "what", "chat": 7}}'
    answer = UpdatesRequest.parse_json_payload(b'{"ok": true, "result": [' + bad + b", " + good + b"]}")
    read = Update.de_list(answer["result"], cast(Bot, SimpleNamespace(defaults=None)))
    assert [(each.update_id, each.message is not None) for each in read] == [(1, False), (2, True)]
