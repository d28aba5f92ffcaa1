"""Retrying: a failure that passes is waited out with growing pauses, and any other is raised at once."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence

import pytest

from bot.chats.retrying import retried
from tests.chats.virtual_time import fast_forward, now


class AskedToWait(Exception):
    """The error of a platform that asks to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds


def is_passing(error: Exception) -> bool:
    return isinstance(error, ConnectionError | AskedToWait)


def seconds_asked(error: Exception) -> float | None:
    return error.seconds if isinstance(error, AskedToWait) else None


class Platform:
    """Fails with each of these in turn, and then answers."""

    def __init__(self, *failures: Exception) -> None:
        self._failures = list(failures)
        self.called_at: list[float] = []

    async def call(self) -> str:
        self.called_at.append(now())
        if self._failures:
            raise self._failures.pop(0)
        return "answer"

    async def retried(self, attempts: float = 5, longest_pause: float = math.inf) -> str:
        return await retried(
            self.call,
            attempts=attempts,
            first_pause=1,
            may_retry=is_passing,
            longest_pause=longest_pause,
            retry_after=seconds_asked,
        )


@pytest.mark.parametrize(
    ("failures", "longest_pause", "called_at"),
    [
        ([ConnectionError()] * 3, math.inf, [0, 1, 3, 7]),
        ([ConnectionError()] * 4, 3, [0, 1, 3, 6, 9]),
        ([ConnectionError(), AskedToWait(30), ConnectionError()], math.inf, [0, 1, 31, 33]),
    ],
)
def test_pauses_double_up_to_the_longest_or_are_as_long_as_asked(
    failures: list[Exception], longest_pause: float, called_at: list[float]
) -> None:
    platform = Platform(*failures)
    assert fast_forward(platform.retried(longest_pause=longest_pause)) == "answer"
    assert platform.called_at == called_at


def test_the_error_of_the_last_attempt_is_raised() -> None:
    platform = Platform(ConnectionError("first"), ConnectionError("second"), ConnectionError("third"))
    with pytest.raises(ConnectionError, match="second"):
        fast_forward(platform.retried(attempts=2))
    assert platform.called_at == [0, 1]


@pytest.mark.parametrize("error", [ValueError("no"), asyncio.CancelledError()])
def test_what_does_not_pass_is_raised_at_once(error: BaseException) -> None:
    async def fails() -> None:
        calls.append(now())
        raise error

    calls: list[float] = []
    with pytest.raises(type(error)):
        fast_forward(retried(fails, attempts=5, first_pause=1, may_retry=is_passing))
    assert calls == [0]


def test_every_pause_is_told_before_it_begins() -> None:
    async def story() -> Sequence[tuple[str, float, float]]:
        told: list[tuple[str, float, float]] = []
        await retried(
            Platform(ConnectionError(), AskedToWait(5)).call,
            attempts=3,
            first_pause=2,
            may_retry=is_passing,
            retry_after=seconds_asked,
            before_pause=lambda error, seconds: told.append((type(error).__name__, seconds, now())),
        )
        return told

    assert fast_forward(story()) == [("ConnectionError", 2, 0), ("AskedToWait", 5, 2)]
