"""An event loop whose waiting takes no time: its clock jumps to the next timer."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")

MOMENT = 1e-7

LONGEST = 10_000.0
"""Seconds of the loop after which a story has failed, since waiting in vain would never end otherwise."""


class _InstantSelector(selectors.DefaultSelector):
    """Never waits, but says how long it would have waited."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        # Some time must always pass, or a wait of less than the clock can show would never end.
        self.passed += max(timeout or 0.0, MOMENT)
        return super().select(0)


class _FastLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._instant_selector = _InstantSelector()
        super().__init__(self._instant_selector)

    def time(self) -> float:
        return self._instant_selector.passed


def fast_forward(story: Coroutine[Any, Any, _Result]) -> _Result:
    """Run a story in such a loop, whose clock begins at 0."""
    with asyncio.Runner(loop_factory=_FastLoop) as runner:
        return runner.run(asyncio.wait_for(story, LONGEST))


def now() -> float:
    """Seconds since the story began, to the hundredth."""
    return round(asyncio.get_running_loop().time(), 2)
