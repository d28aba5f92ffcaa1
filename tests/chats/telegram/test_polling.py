"""Long polling: updates are handled in order and confirmed late, and a second program gives way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from telegram import Bot, Update
from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from bot.chats.errors import AnotherSession, TokenRefused
from bot.chats.telegram_chat import Timeouts
from bot.chats.telegram_chat.network import UpdatesRequest
from bot.chats.telegram_chat.polling import Polling
from tests.chats.fast_time import fast_forward, now


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


def polling(source: object, taken: list[int]) -> Polling:
    async def take(updates: Sequence[Update]) -> None:
        await asyncio.sleep(0.5)
        taken.extend(update.update_id for update in updates)

    return Polling(cast(Bot, source), take, ("message",), Timeouts())


async def polled_until_silence(source: FakeUpdates) -> list[int]:
    """Poll until there are no more updates; return those that were handled."""
    taken: list[int] = []
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(polling(source, taken).run(), 1_000)
    return taken


def test_updates_are_confirmed_once_they_are_handled() -> None:
    source = FakeUpdates([5, 4], [], [9])
    assert fast_forward(polled_until_silence(source)) == [5, 4, 9]
    assert source.asked == [(0.0, None), (0.5, 6), (1.0, 6), (1.5, 10)]


def test_a_network_that_is_away_is_asked_ever_more_rarely() -> None:
    source = FakeUpdates(*[NetworkError("away")] * 7, [1])
    assert fast_forward(polled_until_silence(source)) == [1]
    assert [round(at) for at, _ in source.asked] == [0, 1, 3, 7, 15, 31, 61, 91, 92]


def test_it_knows_whether_telegram_answers_and_asks_briefly_until_it_does_again() -> None:
    """Otherwise nobody would know for most of a minute that the network is back."""
    long = Timeouts().poll
    seen: list[tuple[bool, int]] = []

    async def story() -> bool:
        answers: list[TelegramError | None] = [
            None,
            NetworkError("away"),
            NetworkError("away"),
            None,
            Conflict("other"),
        ]

        class Source:
            async def get_updates(self, *_: object, timeout: int, **__: object) -> Sequence[Update]:  # noqa: ASYNC109 - it is the library's
                seen.append((asking.connected, timeout))
                if not answers:
                    await asyncio.Event().wait()
                if (error := answers.pop(0)) is not None:
                    raise error
                return []

        asking = polling(Source(), [])
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asking.run(), 1_000)
        return asking.connected

    assert not fast_forward(story()), "another program asks for the updates"
    assert seen == [(True, long), (True, long), (False, 0), (False, 0), (True, long), (False, long)]


def test_a_pause_is_kept_and_a_refusal_is_not_the_end() -> None:
    source = FakeUpdates(RetryAfter(7), BadRequest("odd"), [1])
    assert fast_forward(polled_until_silence(source)) == [1]
    assert [round(at) for at, _ in source.asked] == [0, 7, 37, 38]


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


def test_against_one_that_never_gives_way_even_the_first_does_in_the_end() -> None:
    async def story() -> float:
        rivals = ConflictingPolls()
        first = asyncio.create_task(polling(rivals, []).run())
        await asyncio.sleep(100)

        async def stubborn() -> None:
            while True:
                with suppress(Conflict):
                    await rivals.get_updates()

        other = asyncio.create_task(stubborn())
        with pytest.raises(AnotherSession):
            await first
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)
        return now()

    assert 200 <= fast_forward(story()) <= 240


def test_an_update_that_cannot_be_read_holds_up_no_other() -> None:
    good = b'{"update_id": 2, "message": {"message_id": 1, "date": 0, "chat": {"id": 5, "type": "private"}}}'
    bad = b'{"update_id": 1, "message": {"message_id": "what", "chat": 7}}'
    answer = UpdatesRequest.parse_json_payload(b'{"ok": true, "result": [' + bad + b", " + good + b"]}")
    read = Update.de_list(answer["result"], cast(Bot, SimpleNamespace(defaults=None)))
    assert [(each.update_id, each.message is not None) for each in read] == [(1, False), (2, True)]
