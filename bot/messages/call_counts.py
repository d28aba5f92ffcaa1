"""Counting the calls to a platform that are made for one purpose, such as showing one table, whatever it takes.

The platform's calls are seen where they are made, and nobody there knows what for; so whoever begins something says
which count its calls belong to, and everything that is awaited meanwhile, or begun as a task, inherits that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class CallCount:
    """How many calls were made for one purpose."""

    def __init__(self) -> None:
        self.made = 0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count the calls that are made meanwhile; they belong to no other count."""
        before = _COUNTING.set(self)
        try:
            yield
        finally:
            _COUNTING.reset(before)


_COUNTING: ContextVar[CallCount | None] = ContextVar("call count", default=None)


def count_call() -> None:
    """A call was made: count it for whatever it is made for, if anybody wants to know."""
    count = _COUNTING.get()
    if count is not None:
        count.made += 1
