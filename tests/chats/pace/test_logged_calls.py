"""The log says of each hand how many calls it took, and the platform has received exactly as many."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from tests.chats.pace.telegram_evening import TelegramEvening, telegram_evening
from tests.chats.telegram.double.server import Call
from tests.chats.virtual_time import in_virtual_time


def test_the_log_counts_the_calls_of_a_hand_as_the_platform_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: list[float] = []
    called = TelegramEvening._called

    def listen(evening: TelegramEvening, call: Call) -> None:
        if (call.counts or call.method == "deleteMessage") and not _answers_one_person(call):
            received.append(call.at)
        called(evening, call)

    monkeypatch.setattr(TelegramEvening, "_called", listen)
    hands = in_virtual_time(_hands_logged(tmp_path))

    assert len(hands) >= 4
    # Until the first hand is over people join and get to know the bot, and are answered in private.
    for before, hand in itertools.pairwise(hands):
        assert hand["calls"] == sum(before["at"] < at <= hand["at"] for at in received)
        assert hand["calls"] > 5


async def _hands_logged(folder: Path) -> list[EventDict]:
    with capture_logs(processors=[_timed]) as logged:
        async with telegram_evening(folder, seed="logged", strict=False) as evening:
            await evening.open_table("Friday dominoes", "qiuqiu", 3)
            await evening.play(hands=4)
    return [each for each in logged if each["event"] == "hand over"]


def _answers_one_person(call: Call) -> bool:
    """Whether a call answers whoever has just pressed, by unfolding a menu or by a page that they alone see."""
    alone = {"receiver_user_id", "ephemeral_message_parameters"}
    return call.method == "editMessageReplyMarkup" or not alone.isdisjoint(call.fields)


def _timed(_logger: object, _method: str, fields: EventDict) -> EventDict:
    return {**fields, "at": asyncio.get_running_loop().time()}
