"""What a running Kiu remembers: every text that can be reached from it."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator
from types import CodeType, FunctionType, ModuleType

from bot.app import App

OTHERS = ("sqlalchemy.", "structlog.")
"""Libraries that keep things in ways of their own: the former the latest texts that each statement was made with."""


def remembered(app: App, texts: Collection[str], *outside: object) -> list[str]:
    """What holds any of some texts, other than what is outside, such as a chat."""
    seen = {id(each) for each in outside}
    found: list[str] = []
    waiting: list[object] = [app]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, str | bytes):
            content = one if isinstance(one, str) else one.decode("latin-1")
            found += [content] if any(text in content for text in texts) else []
        else:
            waiting += _parts(one)
    return found


def _parts(one: object) -> Iterator[object]:
    if isinstance(one, ModuleType | type | CodeType) or type(one).__module__.startswith(OTHERS):
        return
    if isinstance(one, dict) and "__builtins__" in one:
        # The names of a module.
        return
    yield from (one.__closure__ or ()) if isinstance(one, FunctionType) else gc.get_referents(one)
