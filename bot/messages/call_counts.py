"""Counts of platform calls by purpose, such as showing one table.

A task names the count and everything it awaits or starts inherits it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class CallCount:
    """The number of calls for one purpose."""

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
    """Count a call for its purpose, if there is one."""
    count = _COUNTING.get()
    if count is not None:
        count.made += 1
