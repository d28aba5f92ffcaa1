"""What Kiu and its libraries take from the machine behind everybody's back, taken from the world instead.

Kiu is given its clock and its entropy. Everything else that would differ from run to run is replaced here, for as long
as a world lasts, and nowhere else:

- ``time.time``, ``monotonic`` and ``perf_counter``, by which discord.py, httpx, aiohttp and aiolimiter go;
- ``datetime.datetime.now`` for modules that use it by that name, as discord.py does;
- ``os.urandom``, and with it ``secrets``, ``uuid`` and the borders of forms, by the loop that asks;
- the generator of the module ``random``, which discord.py and aiohttp shuffle and wait by.

What is not replaced, because nothing that can be observed depends on it: the masks of websocket frames, which the other
end takes off again, and the names of temporary files.
"""

from __future__ import annotations

import asyncio
import datetime
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from tools.simulation.chance import Chance
from tools.simulation.loop import SimulatedLoop

_REAL = datetime.datetime


@contextmanager
def surroundings(chance: Chance, now: Callable[[], float], utc: Callable[[], datetime.datetime]) -> Iterator[None]:
    """Let everything that asks the machine be answered by the world.

    Args:
        chance: where entropy comes from.
        now: monotonic seconds.
        utc: the date and time of the machine.
    """
    streams: dict[str, Random] = {}

    def urandom(size: int) -> bytes:
        name = _running()
        if name not in streams:
            streams[name] = chance.stream("entropy", name)
        return streams[name].randbytes(size)

    class Datetime(_REAL, metaclass=_LikeTheReal):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return utc().astimezone(tz) if tz is not None else utc().replace(tzinfo=None)

        @classmethod
        def utcnow(cls) -> Any:
            return utc().replace(tzinfo=None)

    replaced: tuple[tuple[object, str, object], ...] = (
        (time, "time", lambda: utc().timestamp()),
        (time, "time_ns", lambda: int(utc().timestamp() * 1e9)),
        (time, "monotonic", now),
        (time, "monotonic_ns", lambda: int(now() * 1e9)),
        (time, "perf_counter", now),
        (datetime, "datetime", Datetime),
        (os, "urandom", urandom),
        # The modules ``random`` and ``secrets`` have it by this name.
        (random, "_urandom", urandom),
    )
    state = random.getstate()
    random.seed(chance.stream("random").getrandbits(64))
    with ExitStack() as stack:
        stack.callback(random.setstate, state)
        for module, name, instead in replaced:
            stack.enter_context(patch.object(module, name, instead))
        yield


class _LikeTheReal(type):
    """Every real date is one of this class too."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _REAL)


def _running() -> str:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return "thread"
    return loop.name if isinstance(loop, SimulatedLoop) else "outside"
