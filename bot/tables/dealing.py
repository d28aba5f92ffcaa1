"""Dealing: the pause before the next hand, closing seats and words in public, gathering chance, and the deal."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import structlog

from bot.commands import Refusal
from bot.ledger import LedgerClosed, LogAppended, NotStored, WriteSet
from bot.tables import hands, next_deal, seating
from bot.tables.changes import Change, journaled, saved
from bot.tables.computers import bought_in
from bot.tables.mailbox import Job, TableTimers
from bot.tables.next_deal import Why
from bot.tables.seating import close
from bot.tables.state import Notice, TableState
from bot.tables.store import ChanceSource, NoChance, TableStore
from engine.fairness import Chance
from engine.fairness.log_entries import HandEntries

LAST_SECONDS = 1.0
"""The seconds that sources still have once the table takes no more jobs."""


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
        """The seconds that it usually takes until everything is added."""
        return max((source.seconds(self._store.state) for source in self._sources), default=0.0)

    async def bind(self, closed: TableState) -> TableState:
        """Bind the deal, which is about to be closed, to what is added after the closing.

        Raises:
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


log = structlog.get_logger()

CUT_SECONDS = 2.0
"""For how long before the words are closed the hand is being cut; never more than a quarter of the pause."""

DESERTED_SECONDS = 3600.0
"""After how many seconds a table closes at which no hand is to be expected and nobody does anything."""

LONGEST_PAUSE = 600.0
"""To how many seconds the pause grows at most while a platform does not draw the beacon that is required."""


class Dealing:
    """How one table gets from one hand to the next.

    Args:
        try_again_later: is given a job that could not be stored.
    """

    def __init__(self, store: TableStore, timers: TableTimers, try_again_later: Callable[[Job], None]) -> None:
        self._store = store
        self._timers = timers
        self._try_again_later = try_again_later
        self._drawing = Drawing(store, store.services.sources)
        self._rest = 0
        """The seconds by which the pause lasts longer than usual, since the chat is full."""

        self._deal_at = 0.0
        """When the pause that runs is over."""

    # --- the pause ---------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Let the sources of chance look at the table, which has changed."""
        self._drawing.prepare()

    def run_pause(self) -> None:
        """Let the next hand begin after a pause, however many come and go meanwhile, if enough want to play."""
        if self.closed:
            # It is dealt by whoever closed it, at once or when it can be stored.
            return
        packs = self._packs
        if self.cutting:
            # Also after a restart in the midst of it: whoever cuts has these seconds anew, and who sits still stands.
            if self._timers.begin(f"cut {packs}"):
                self._deal_at = max(self._deal_at, self._timers.now + self._cut_seconds)
                self._timers.later(self._cut_seconds, partial(self._end_cut, packs))
        elif not self._store.state.expects_hand(self._store.least_stack):
            self._wait_for_players()
        elif self._store.quiet_until is not None:
            self._timers.rest()
            self._timers.at_once(self.rest_quietly)
        elif self._timers.begin(f"next {packs}"):
            # Words close a little earlier where the platform takes time for its beacon, so that nobody waits for that.
            place, services = self._store.state.place, self._store.services
            self._rest = services.listener.rest_seconds(place, self._usual_pause)
            cut = self._cut_seconds
            self._deal_at = services.clock.now() + self._pause_seconds
            self._timers.later(self._pause_seconds - self._beacon_seconds - cut, partial(self._end_pause, packs, cut))

    def _wait_for_players(self) -> None:
        seq = self._store.state.seq
        if self._timers.begin(f"deserted {seq}"):
            self._timers.later(DESERTED_SECONDS, partial(self._close_deserted, seq))

    async def _close_deserted(self, seq: int) -> None:
        """Close the table, at which nobody has done anything for long; not at night, when nobody is expected to."""
        state = self._store.state
        if self._store.quiet_until is not None:
            self._timers.later(DESERTED_SECONDS, partial(self._close_deserted, seq))
        elif state.seq == seq and state.playing is None and not state.closed:
            line, change = journaled(state, hands.SYSTEM, "close"), close(state)
            notices = (Notice("table-deserted"), *change.notices)
            await self._store.commit(Change(change.state, (line, *change.writes), notices))

    @property
    def seconds_left(self) -> float | None:
        """What is left of the pause before the next hand; ``None`` if none runs."""
        packs = self._packs
        if not any(self._timers.run_for(f"{what} {packs}") for what in ("next", "cut")):
            return None
        return max(self._deal_at - self._timers.now, 0.0)

    def stop(self) -> None:
        """The process is about to end: no source of chance is waited for any longer than a moment."""
        self._drawing.stop()

    @property
    def closed(self) -> bool:
        """True if seats and words of the next hand are closed, so that only its beacon is missing."""
        sealed = self._store.state.sealed
        return sealed is not None and sealed.closing is not None

    @property
    def cutting(self) -> bool:
        """True if the next hand is being cut: only the cutter may add a word or begin it, and who sits at it stands."""
        sealed = self._store.state.sealed
        return sealed is not None and sealed.settled is not None and sealed.closing is None

    @property
    def _packs(self) -> str:
        """Which packs lie sealed for the next hand; others that take their place begin another pause."""
        sealed = self._store.state.sealed
        return "" if sealed is None else sealed.turn

    @property
    def _pause_seconds(self) -> float:
        """The seconds between two hands; none before the first, and more and more while no beacon comes."""
        state, usual = self._store.state, self._usual_pause
        if state.sealed is not None and state.sealed.misses:
            return max(usual, min(math.ldexp(usual, state.sealed.misses - 1), LONGEST_PAUSE)) + self._rest
        return usual + self._rest if state.hands_played else 0

    @property
    def _cut_seconds(self) -> float:
        """The seconds of those that are the cutter's alone, if there is one."""
        return min(CUT_SECONDS, self._pause_seconds / 4)

    @property
    def _usual_pause(self) -> int:
        return self._store.settings.tables.pause_seconds

    @property
    def _beacon_seconds(self) -> float:
        """The seconds of those that sources of chance have."""
        return min(self._drawing.seconds, self._pause_seconds / 2)

    async def _end_pause(self, packs: str, left: float) -> None:
        """Let the hand for which these packs are sealed be cut, deal it if nobody cuts it, or wait for more players.

        Args:
            packs: what lies sealed.
            left: the last seconds of the pause; without a cutter the hand is dealt after them.
        """
        state = self._store.state
        if self._packs != packs or state.closed or self.closed or self.cutting or state.paused is not None:
            return
        if self._store.quiet_until is not None:
            await self.rest_quietly()
            return
        least_stack = self._store.least_stack
        before = await bought_in(state, self._store.table_rules, least_stack, self._store.available_chips)
        before = seating.rested(before, await seating.busy_elsewhere(self._store.services.limits, before.state))
        state = next_deal.with_cutter(before.state, self._store.rules)
        ready = state.ready(least_stack)
        if len(ready) < state.game.fewest or all(chair.computer for chair in ready):
            notices = (*before.notices, Notice("waiting-for-players"))
            await self._store.commit(replace(before, notices=notices))
        elif state.sealed is not None and state.sealed.cutter and not self.out_of_date:
            await self._begin_cut(state, before)
        elif left:
            self._timers.later(left, partial(self._end_pause, packs, 0.0))
        else:
            await self.deal(state, before=before)

    async def rest_quietly(self) -> None:
        """It is time to be quiet: let no hand begin until somebody starts one afterwards; everybody is told so once.

        Nobody is dealt in by itself when these hours end, since those who sit here may be asleep.
        """
        state, until = self._store.state, self._store.quiet_until
        if until is None or not state.running or state.playing is not None or state.closed or self.closed:
            return
        rests = replace(state, running=False)
        if self._store.settings.tables.quiet_all_day:
            notice = Notice("rests-all-day")
        else:
            notice = Notice("rests-quietly", {"until": self._store.moment(until)})
        await self._store.commit(Change(rests, (saved(rests),), (notice,)))

    async def _begin_cut(self, state: TableState, before: Change) -> None:
        """Settle who is dealt in; it is durable before the cutter has their last word, so that no restart undoes it."""
        cut = next_deal.settled(state, self._store.least_stack)
        change = replace(before, state=cut, writes=(*before.writes, saved(cut)))
        if before.writes:
            await self._store.commit(change)
        else:
            # Nothing has changed that anybody is shown.
            await self._store.store(cut, change.writes)
            self.run_pause()

    async def _end_cut(self, packs: str) -> None:
        """The cutter has had their seconds: deal the hand for which these packs are sealed."""
        if self.cutting and self._packs == packs:
            await self.deal(self._store.state)

    # --- sealing anew ------------------------------------------------------------------------------------------

    @property
    def out_of_date(self) -> bool:
        """True if the next hand is sealed with other rules than those in force, and can still be sealed anew."""
        return next_deal.out_of_date(self._store.state, self._store.rules)

    async def seal_again(self, why: Why, notices: tuple[Notice, ...] = ()) -> None:
        """Seal other packs for the next hand; everybody is told why, after what else has happened."""
        anew = self._exchanged(self._store.state, why)
        await self._store.commit(replace(anew, notices=(*notices, *anew.notices)))

    def _exchanged(self, state: TableState, why: Why) -> Change:
        return next_deal.exchanged(state, self._store.rules, self._store.services.entropy, why)

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
            anew = self._exchanged(state, Why.RULES)
            change = Change(anew.state, (*writes, *anew.writes), (*notices, *anew.notices))
            await self._store.commit(change, receipt)
            return
        closed = await self._drawing.bind(next_deal.close_deal(state, self._store.least_stack))
        await self._store.store(closed, (*writes, saved(closed), *_logged(closed), *receipt))
        if before is not None:
            self._store.tell(before)
        try:
            await self.deal_closed(again=False, notices=notices)
        except NotStored as error:
            log.error(
                "nothing can be stored", error=str(error), action="the deal waits; tried again soon", table=state.id
            )
            self._try_again_later(partial(self.deal_closed, again=True, notices=notices))

    async def deal_closed(self, *, again: bool, notices: tuple[Notice, ...] = ()) -> None:
        """Begin the hand of a deal that is closed, once every source of chance has added what it has to.

        Each is asked once, however often it is tried to store the hand. If one without which nothing may be dealt adds
        nothing, other packs are sealed.

        Args:
            again: whether the closing may have been posted before.
            notices: what else has happened on the way.

        Raises:
            NotStored, LedgerClosed: the hand could not be stored; the deal stays closed.
            Refusal: the process ends; the deal stays closed.
        """
        if not self.closed:
            return
        services = self._store.services
        try:
            chance = await self._drawing.draw(again=again)
        except NoChance as why:
            log.warning(
                "deal given up without a beacon",
                action="other packs are sealed",
                table=self._store.state.id,
                again=again,
                error=str(why),
            )
            await self.seal_again(Why.BEACON, notices)
            return
        try:
            state = self._store.state
            counted, missing = _counted(
                state,
                without_beacon=self._store.has_beacon and not chance.has_platform,
                not_revealed=next_deal.not_revealed(state, chance),
            )
            number = await services.ledger.next_hand(state.place.group, practice=state.practice)
            change = hands.begin(counted, number, chance, services.entropy, services.clock.utc())
            notices = (*notices, *missing)
            dealt = replace(change.state, clock=self._store.settings.tables)
            await self._store.commit(replace(change, state=dealt, notices=(*notices, *change.notices)))
        except (NotStored, LedgerClosed):
            raise
        except Exception:
            # A deal that can never be made must not keep the chips of those who sit at it.
            log.exception("deal cannot be made", action="other packs are sealed", table=state.id)
            if self.closed:
                await self.seal_again(Why.TROUBLE)


def _counted(
    state: TableState, *, without_beacon: bool, not_revealed: Sequence[str]
) -> tuple[TableState, tuple[Notice, ...]]:
    """The table, about to be dealt, with the chance that its next hand lacks counted, for everybody to read.

    Args:
        without_beacon: whether the hand is dealt without the beacon that its platform has.
        not_revealed: the names of those whose chance is missing though they have pledged it.
    """
    notices: tuple[Notice, ...] = ()
    if without_beacon:
        state = replace(state, without_beacon=state.without_beacon + 1)
        notices += (Notice("dealt-without-beacon", {"count": state.without_beacon, "hands": state.hands_played + 1}),)
    if not_revealed:
        state = replace(state, not_revealed=state.not_revealed + len(not_revealed))
        notices += (Notice("not-revealed", {"names": " · ".join(not_revealed), "count": state.not_revealed}),)
    return state, notices


def _logged(state: TableState) -> WriteSet:
    """Return what goes to the log of fingerprints when a deal is closed."""
    sealed = state.sealed
    assert sealed is not None
    assert sealed.closing is not None
    return (LogAppended(HandEntries.of(sealed.seal).closed(sealed.closing)),)
