"""Bringing about the next hand: the pause before it, closing seats and words in public, and the deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import structlog

from bot.ledger import LedgerClosed, LogAppended, NotStored, WriteSet
from bot.tables import hands, next_deal
from bot.tables.changes import Change, saved
from bot.tables.computers import bought_in
from bot.tables.mailbox import Job
from bot.tables.state import Notice, TableState
from bot.tables.store import TableStore
from bot.tables.timers import TableTimers
from engine.fairness import Chance
from engine.fairness.log_entries import HandEntries

log = structlog.get_logger()

CUT_SECONDS = 2.0
"""For how long before the words are closed only the cutter may add one; never more than a quarter of the pause."""


class _Drawn(NamedTuple):
    """The chance of a deal that is closed and, because nothing can be stored, not dealt yet."""

    commitment: str
    """The fingerprint of its packs."""

    chance: Chance


class Dealing:
    """How one table gets from one hand to the next.

    Args:
        store: the state of the table.
        timers: the timers of the table.
        try_again_later: is given a job that could not be stored.
    """

    def __init__(self, store: TableStore, timers: TableTimers, try_again_later: Callable[[Job], None]) -> None:
        self._store = store
        self._timers = timers
        self._try_again_later = try_again_later
        self._drawn: _Drawn | None = None
        self._rest = 0
        """How many seconds longer than usual the pause lasts that runs, since the chat is full."""

    # --- the pause ---------------------------------------------------------------------------------------------

    def run_pause(self) -> None:
        """Let the next hand begin after a pause, however many come and go meanwhile, if enough want to play."""
        if self.closed:
            # It is dealt by whoever closed it, at once or when it can be stored.
            return
        if not self._could_deal():
            self._timers.rest()
        elif self._timers.begin(self._pause_key):
            # Words close a little earlier where the platform takes time for its beacon, so that nobody waits for that.
            self._rest = self._store.services.deal_closing.rest_seconds(self._store.state.place, self._usual_pause)
            pause = self._pause_seconds
            self._timers.later(pause - self._beacon_seconds(pause), partial(self._next_hand, self._packs))

    @property
    def closed(self) -> bool:
        """Whether seats and words of the next hand are closed, so that only its beacon is missing."""
        sealed = self._store.state.sealed
        return sealed is not None and sealed.closing is not None

    @property
    def pausing(self) -> bool:
        """Whether the next hand begins by itself after the pause that runs."""
        return self._timers.run_for(self._pause_key)

    @property
    def cutting(self) -> bool:
        """Whether the last seconds of the pause run, which are the cutter's, if there is one."""
        sealed, pause = self._store.state.sealed, self._pause_seconds
        left = pause - self._beacon_seconds(pause) - self._timers.elapsed
        return sealed is not None and sealed.cutter != "" and self.pausing and left <= min(CUT_SECONDS, pause / 4)

    @property
    def _packs(self) -> str:
        """Which packs lie sealed for the next hand; others that take their place begin another pause."""
        sealed = self._store.state.sealed
        return "" if sealed is None else sealed.turn

    @property
    def _pause_key(self) -> str:
        return f"next {self._packs}"

    @property
    def _pause_seconds(self) -> float:
        """How many seconds lie between two hands; none before the first."""
        return self._usual_pause + self._rest if self._store.state.hands_played else 0

    @property
    def _usual_pause(self) -> int:
        return self._store.settings.tables.pause_seconds

    def _beacon_seconds(self, pause: float) -> float:
        usual = self._store.services.deal_closing.beacon_seconds(self._store.state.place)
        return min(usual, pause / 2)

    def _could_deal(self) -> bool:
        """Whether a hand would begin by itself: the table is under way or full, and enough want to play."""
        state = self._store.state
        ready = state.ready(self._store.least_stack)
        short = [chair for chair in state.seated if chair.computer and not chair.leaving and chair not in ready]
        enough = len(ready) + len(short) >= state.game.fewest and any(not chair.computer for chair in ready)
        return enough and (state.running or len(ready) == len(state.chairs))

    async def _next_hand(self, packs: str) -> None:
        """Begin the hand for which these packs are sealed, or wait in the lobby for more players."""
        state = self._store.state
        if state.playing is not None or self._packs != packs or state.closed or self.closed:
            return
        least_stack = self._store.least_stack
        before = await bought_in(state, self._store.settings.tables, least_stack, self._store.available_chips)
        state = before.state
        if state.closed:
            await self._store.commit(before)
            return
        ready = state.ready(least_stack)
        if len(ready) >= state.game.fewest and any(not chair.computer for chair in ready):
            await self.deal(state, before=before)
        else:
            notices = (*before.notices, Notice("waiting-for-players"))
            await self._store.commit(replace(before, writes=(*before.writes, saved(state)), notices=notices))

    # --- sealing anew ------------------------------------------------------------------------------------------

    @property
    def out_of_date(self) -> bool:
        """Whether the next hand is sealed with other rules than those in force, and can still be sealed anew."""
        return next_deal.out_of_date(self._store.state, self._store.rules)

    async def seal_again(self) -> None:
        """Seal other packs for the next hand; everybody is told."""
        await self._store.commit(self._exchanged(self._store.state))

    def _exchanged(self, state: TableState) -> Change:
        return next_deal.exchanged(state, self._store.rules, self._store.services.entropy)

    # --- closing and dealing -----------------------------------------------------------------------------------

    async def deal(self, state: TableState, receipt: WriteSet = (), *, before: Change | None = None) -> None:
        """Close seats and words of the next hand, and deal it.

        What was closed is durable before the beacon is asked for, so that no restart can draw a second one.

        Args:
            state: the table, with enough who want to play.
            receipt: of the command that asked for it; it becomes durable with the closing.
            before: what else has happened on the way.
        """
        writes, notices = ((), ()) if before is None else (before.writes, before.notices)
        if next_deal.out_of_date(state, self._store.rules):
            # Nobody has seen the fingerprint of the packs that take their place: it is shown, and words come first.
            anew = self._exchanged(state)
            change = Change(anew.state, (*writes, *anew.writes), (*notices, *anew.notices))
            await self._store.commit(change, receipt)
            return
        closed = next_deal.close_deal(state, self._store.least_stack)
        await self._store.services.ledger.commit((*writes, saved(closed), *_logged(closed), *receipt))
        self._store.state = closed
        try:
            await self.deal_closed(again=False, notices=notices)
        except NotStored:
            log.error("nothing can be stored", table=state.id)
            self._try_again_later(partial(self.deal_closed, again=True, notices=notices))

    async def deal_closed(self, *, again: bool, notices: tuple[Notice, ...] = ()) -> None:
        """Begin the hand of a deal that is closed, once the platform has added its beacon.

        The platform is asked once, however often it is tried to store the hand.

        Args:
            again: whether the closing may have been posted before.
            notices: what else has happened on the way.

        Raises:
            NotStored, LedgerClosed: the hand could not be stored; the deal stays closed.
        """
        state, services = self._store.state, self._store.services
        sealed = state.sealed
        if sealed is None or sealed.closing is None:
            return
        if self._drawn is None or self._drawn.commitment != sealed.commitment:
            beacon = await services.deal_closing.post(state, again=again)
            self._drawn = _Drawn(sealed.commitment, Chance(() if beacon is None else (beacon,)))
        try:
            change = hands.begin(self._store.state, services.ledger.next_hand(), self._drawn.chance, services.entropy)
            dealt = replace(change.state, clock=self._store.settings.tables)
            await self._store.commit(replace(change, state=dealt, notices=(*notices, *change.notices)))
        except (NotStored, LedgerClosed):
            raise
        except Exception:
            # A deal that can never be made must not keep the chips of those who sit at it.
            log.exception("deal cannot be made", table=state.id)
            if self.closed:
                await self.seal_again()


def _logged(state: TableState) -> WriteSet:
    """What goes to the log of fingerprints when a deal is closed."""
    sealed = state.sealed
    assert sealed is not None
    assert sealed.closing is not None
    return (LogAppended(HandEntries.of(sealed.seal).closed(sealed.closing)),)
