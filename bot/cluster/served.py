"""The work of a process's locks: tables of its slots, and maintenance."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence

import structlog

from bot.app import App
from bot.cluster.locks import Kind
from bot.cluster.slots import SLOTS, slot_of

log = structlog.get_logger()


class ServedSlots:
    """The groups that this process serves."""

    kind = Kind.SLOT
    count = SLOTS

    def __init__(self) -> None:
        self.app: App
        self.numbers: set[int] = set()
        self.taken: list[Callable[[frozenset[int]], Awaitable[None]]] = []
        """Steps once the tables of some slots have been resumed."""

        self.given: list[Callable[[frozenset[int]], Awaitable[None]]] = []
        """Steps before the tables of some slots are given away."""

    def serves(self, book: str) -> bool:
        return slot_of(book) in self.numbers

    async def take(self, numbers: frozenset[int]) -> None:
        self.numbers |= numbers
        await self.app.take(lambda book: slot_of(book) in numbers)
        log.info("slots taken", slots=sorted(numbers), tables=len(self.app.tables.all_open()))
        for step in self.taken:
            await step(numbers)

    async def give(self, numbers: frozenset[int]) -> None:
        try:
            for step in self.given:
                await step(numbers)
        finally:
            self.numbers -= numbers
            await self.app.give_away(lambda book: slot_of(book) in numbers)
        log.info("slots given away", slots=sorted(numbers), tables=len(self.app.tables.all_open()))

    def idle(self, numbers: Collection[int]) -> Sequence[int]:
        """Return the slots without tables."""
        busy = {slot_of(table.state.place.group) for table in self.app.tables.all_open()}
        return sorted(set(numbers) - busy)


class Maintenance:
    """What one process does for all: erasing, counting."""

    kind = Kind.MAINTENANCE
    count = 1

    def __init__(self) -> None:
        self.app: App

    async def take(self, numbers: frozenset[int]) -> None:
        await self.app.maintain()

    async def give(self, numbers: frozenset[int]) -> None:
        await self.app.rest()

    def idle(self, numbers: Collection[int]) -> Sequence[int]:
        return ()
