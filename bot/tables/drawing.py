"""Gathering the chance for a deal: its closing is bound to what is added later, then one source is asked after another.

What a source has added is durable before the next is asked. So no restart lets anybody draw a second time, and whoever
adds something cannot know what comes after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NamedTuple

from bot.commands import Refusal
from bot.tables.changes import saved
from bot.tables.services import ChanceSource
from bot.tables.state import TableState
from bot.tables.store import TableStore
from engine.fairness import Chance

LAST_SECONDS = 1.0
"""How many seconds sources still have once the table takes no more jobs."""


class _SoFar(NamedTuple):
    """What the sources have added to a deal that is closed and not dealt yet."""

    commitment: str
    """The fingerprint of its packs."""

    chance: Chance
    drawn: tuple[str, ...]
    """The sources that have had their turn."""


class Drawing:
    """Gathers the chance for the deals of one table.

    Args:
        store: the state of the table.
        sources: in the order in which they are asked.
    """

    def __init__(self, store: TableStore, sources: Sequence[ChanceSource]) -> None:
        self._store = store
        self._sources = sources
        self._so_far: _SoFar | None = None
        self._until: float | None = None
        """By when all is to be over, in seconds of the loop's clock; ``None`` as long as the process goes on."""

        self._asking: asyncio.Timeout | None = None

    def stop(self) -> None:
        """Leave to the next start what takes longer than a moment from now; there the deal goes on where it was."""
        if self._until is None:
            self._until = asyncio.get_running_loop().time() + LAST_SECONDS
            if self._asking is not None:
                self._asking.reschedule(self._until)

    def prepare(self) -> None:
        """Let the sources look at the table, which has changed between two hands."""
        for source in self._sources:
            source.prepare(self._store.state)

    @property
    def seconds(self) -> float:
        """How many seconds it usually takes until everything is added."""
        return max((source.seconds(self._store.state) for source in self._sources), default=0.0)

    async def bind(self, closed: TableState) -> TableState:
        """The table with its deal, which is about to be closed, bound to what is added after the closing.

        Raises:
            NoChance: something could not be added, and nothing may be dealt without it; nothing has happened.
            Refusal: the process ends; nothing has happened.
        """
        sealed = closed.sealed
        assert sealed is not None
        assert sealed.closing is not None
        closing = sealed.closing
        for source in self._sources:
            async with self._until_the_end():
                closing = await source.bind(closed, closing)
        return replace(closed, sealed=replace(sealed, closing=closing))

    async def draw(self, *, again: bool) -> Chance:
        """All chance for the deal that is closed; whatever was had before is not asked for again.

        Raises:
            NoChance: something is missing without which nothing may be dealt.
            Refusal: the process ends; the deal stays closed.
            NotStored, LedgerClosed: what was added could not be stored; it is not lost, as long as the program runs.
        """
        sealed = self._store.state.sealed
        assert sealed is not None
        assert sealed.closing is not None
        so_far = self._so_far
        if so_far is None or so_far.commitment != sealed.commitment:
            so_far = _SoFar(sealed.commitment, sealed.chance, sealed.drawn)
        waiting = [each for each in self._sources if each.awaited(sealed.closing) and each.name not in so_far.drawn]
        while waiting:
            source = waiting.pop(0)
            async with self._until_the_end():
                chance = await source.draw(self._store.state, sealed.closing, so_far.chance, again=again)
            so_far = self._so_far = _SoFar(sealed.commitment, chance, (*so_far.drawn, source.name))
            if waiting:
                await self._keep(so_far)
        return so_far.chance

    @asynccontextmanager
    async def _until_the_end(self) -> AsyncIterator[None]:
        """Around a source that is asked, which may take minutes: the end of the process waits for none."""
        try:
            async with asyncio.timeout_at(self._until) as self._asking:
                yield
        except TimeoutError:
            if self._asking is None or not self._asking.expired():
                raise
            raise Refusal("shutting-down") from None
        finally:
            self._asking = None

    async def _keep(self, so_far: _SoFar) -> None:
        """Make durable what was added, before more is."""
        state = self._store.state
        assert state.sealed is not None
        kept = replace(state, sealed=replace(state.sealed, chance=so_far.chance, drawn=so_far.drawn))
        await self._store.services.ledger.commit((saved(kept),))
        self._store.state = kept
