"""A loop whose time passes as fast as nothing happens in it: minutes of waiting take no time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")

MOMENT = 1e-7

LONGEST = 10_000.0
"""Seconds after which a story has failed: where time flies, waiting in vain has to end by itself."""


class _Impatient(selectors.DefaultSelector):
    """Never waits, but says how long it would have waited."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        # As in the real world, some time passes always; what waits for a rounding error would wait for ever.
        self.passed += max(timeout or 0.0, MOMENT)
        return super().select(0)


class _FastLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._impatient = _Impatient()
        super().__init__(self._impatient)

    def time(self) -> float:
        return self._impatient.passed


def fast_forward(story: Coroutine[Any, Any, _Result]) -> _Result:
    """Let a story happen whose waiting takes no time; its clock begins at 0."""
    with asyncio.Runner(loop_factory=_FastLoop) as runner:
        return runner.run(asyncio.wait_for(story, LONGEST))


def now() -> float:
    """Seconds since the story began, to the hundredth."""
    return round(asyncio.get_running_loop().time(), 2)
