"""Runs Kiu as ``python -m bot`` does, and writes how long each stage of its start took: a part of ``start_up``.

What is measured is the program itself, with a clock around what it does one after another.
"""

from __future__ import annotations

import functools
import inspect
import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

BEGAN: Final = time.perf_counter()

STAGES: Final = {
    "opening the file, schema": ("bot.ledger.database", "Database.connect"),
    "what is kept in memory": ("bot.ledger.ledger", "Ledger._load"),
    "audit": ("bot.ledger.ledger", "auditing.audit"),
    "settings of groups": ("bot.groups.groups", "Groups.load"),
    "keys that are due": ("bot.tables.sealing", "KeyExpiry.begin"),
    "guests of the local room": ("bot.chats.local_chat.guests", "Guests.load"),
    "tables": ("bot.app", "App.resume"),
}
"""What is timed, by module and name; one that does not exist is left out."""


def main() -> None:
    """Run Kiu; at its end write the seconds of each stage, as JSON, into the file named by the first argument."""
    seconds: dict[str, float] = {}
    import_module("bot.running")
    seconds["importing everything"] = time.perf_counter() - BEGAN
    for stage, (module, name) in STAGES.items():
        _timed(stage, import_module(module), name, seconds)
    file = Path(sys.argv[1])
    sys.argv[1:] = []
    try:
        import_module("bot.__main__").main()
    finally:
        file.write_text(json.dumps(seconds), encoding="ascii")


def _timed(stage: str, module: Any, name: str, seconds: dict[str, float]) -> None:
    owner, _, attribute = name.partition(".")
    owner = getattr(module, owner)
    work: Any = owner.__dict__.get(attribute)
    if work is None:
        return
    plain: Callable[..., Any] = work.__func__ if isinstance(work, classmethod) else work

    if not inspect.iscoroutinefunction(plain):

        @functools.wraps(plain)
        def timed_now(*args: Any, **settings: Any) -> Any:
            began = time.perf_counter()
            try:
                return plain(*args, **settings)
            finally:
                seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - began

        setattr(owner, attribute, timed_now)
        return

    @functools.wraps(plain)
    async def timed(*args: Any, **settings: Any) -> Any:
        began = time.perf_counter()
        try:
            return await plain(*args, **settings)
        finally:
            seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - began

    setattr(owner, attribute, classmethod(timed) if isinstance(work, classmethod) else timed)


if __name__ == "__main__":
    main()
