"""A process that only holds slots: it prints those that it serves after each change."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection, Sequence

from bot.cluster.holding import Holder
from bot.cluster.locks import Kind, Named
from bot.cluster.slots import SLOTS


class Served:
    """The work of slots, without any."""

    kind = Kind.SLOT
    count = SLOTS

    def __init__(self) -> None:
        self.now: frozenset[int] = frozenset()
        self.changed = asyncio.Condition()

    async def take(self, numbers: frozenset[int]) -> None:
        assert not self.now & numbers
        await self._is(self.now | numbers)

    async def give(self, numbers: frozenset[int]) -> None:
        await self._is(self.now - numbers)

    async def _is(self, now: frozenset[int]) -> None:
        self.now = now
        async with self.changed:
            self.changed.notify_all()

    def idle(self, numbers: Collection[int]) -> Sequence[int]:
        return sorted(numbers)[:1]


def named(name: str) -> Named:
    return Named(name, "1.0", f"{name}.example:80", f"kiu {name}")


async def serve(url: str, name: str) -> None:
    served = Served()
    holding = asyncio.create_task(Holder(url, named(name), [served]).run())
    async with served.changed:
        while not holding.done():
            print(*sorted(served.now), flush=True)
            await served.changed.wait()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
