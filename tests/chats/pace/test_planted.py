"""Faults that were planted in Kiu, each reported by the figures; without them evenings like these are in order."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import pytest

from bot.chats.call_queue import CallQueue
from bot.messages import Urgency
from bot.tables.turn_clock import TurnClock
from engine.table.hand import AnyHand
from tests.chats.virtual_time import in_virtual_time
from tools.pace import telegram_evening
from tools.pace.figures import Figures
from tools.pace.people import Habits
from tools.pace.scenes import Scene, measured

SLOW_PLAYERS = Scene("telegram", "qiuqiu", 4, habits=Habits(lapse=0.2), seed="planted", strict=False)
"""Some of them let their time run out."""

WINDOWS = Scene("telegram", "quan-dui", 3, seconds=600.0, habits=Habits(lapse=0.3), seed="planted", strict=False)
"""Some of them answer nothing, so that windows end by their clock; a hand may take an hour like this, or a minute."""

SLOW_PLATFORM = (3.0, 4.0)
"""Between how many seconds a platform takes that has a bad evening."""


def figures_of(scene: Scene) -> Figures:
    return in_virtual_time(measured(scene))


def test_a_ping_that_comes_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = TurnClock._begin

    def begun(clock: TurnClock, hand: AnyHand) -> None:
        begin(clock, hand)
        clock._timers.later(4, partial(clock.remind, hand.turn))

    monkeypatch.setattr(TurnClock, "_begin", begun)

    assert figures_of(SLOW_PLAYERS).early_pings > 0


def test_a_clock_that_starts_unseen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telegram_evening, "LATENCY", SLOW_PLATFORM)
    assert figures_of(WINDOWS).shortest_clock >= 0.9
    run = TurnClock.run

    def begun(clock: TurnClock, hand: AnyHand) -> None:
        run(clock, hand)
        if clock._begun != hand.turn:
            clock._begin(hand)

    monkeypatch.setattr(TurnClock, "run", begun)

    assert figures_of(WINDOWS).shortest_clock < 0.9


def test_a_queue_that_starves_windows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    acquire = CallQueue.acquire

    async def acquired(queue: CallQueue, urgency: Urgency, asker: Hashable = None) -> None:
        """Others go before windows, and take the calls of a few seconds."""
        for _ in range(3 if urgency is Urgency.WINDOW else 0):
            await acquire(queue, Urgency.TABLE)
        await acquire(queue, urgency, asker)

    monkeypatch.setattr(CallQueue, "acquire", acquired)

    assert figures_of(WINDOWS).least_window < 0.8
