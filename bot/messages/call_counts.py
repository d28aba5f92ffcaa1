"""Counts of platform calls by purpose; a task's awaits and children inherit its count."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class CallCount:
    def __init__(self) -> None:
        self.made = 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count the calls made meanwhile, in no other count."""
        before = _COUNTING.set(self)
        try:
            yield
        finally:
            _COUNTING.reset(before)


_COUNTING: ContextVar[CallCount | None] = ContextVar("call count", default=None)


def count_call() -> None:
    count = _COUNTING.get()
    if count is not None:
        count.made += 1
