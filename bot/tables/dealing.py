from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

import structlog

from bot.commands import Refusal
from bot.ledger import LedgerClosed, LogAppended, NotStored, Overdrawn, WriteRefused, WriteSet
from bot.tables import hands, next_deal
from bot.tables.computers import bought_in
from bot.tables.hindrances import rested
from bot.tables.next_deal import Why
from bot.tables.store import NoChance, TableStore
from bot.tables.timers import Job, TableTimers
from engine.fairness import Chance
from engine.fairness.log_entries import HandEntries
from engine.fairness.sealed import Sealed
from engine.table.changes import Change, Notice, noted
from engine.table.players import SYSTEM
from engine.table.seating import close
from engine.table.state import TableState

T = TypeVar("T")

log = structlog.get_logger()

LAST_SECONDS = 1.0
"""The seconds that sources of chance still have once the table takes no more jobs."""

CUT_SECONDS = 2.0
"""The seconds for cutting before the words are closed, at most a quarter of the pause."""

DESERTED_SECONDS = 3600.0
"""The seconds without any action or expected hand after which a table closes."""

LONGEST_PAUSE = 600.0
"""The longest pause, in seconds, while a required beacon does not come."""


class Dealing:
    """The way of one table from one hand to the next.

    ``try_again_later`` takes a job that could not be stored.
    """

    def __init__(self, store: TableStore, timers: TableTimers, try_again_later: Callable[[Job], None]) -> None:
        self._store = store
        self._timers = timers
        self._try_again_later = try_again_later
        self._sources = store.services.sources
        self._so_far: Sealed | None = None
        """The closed deal with the chance gathered, also that which could not be stored."""

        self._until: float | None = None
        """The end of all asking for chance on the loop's clock; ``None`` as long as the process goes on."""

        self._asking: asyncio.Timeout | None = None
        self._rest = 0
        self._deal_at = 0.0

    # --- the pause ---------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        for source in self._sources:
            source.prepare(self._store.state)

    def run_pause(self) -> None:
        """Begin the pause before the next hand, if enough want to play."""
        if self.closed:
            # Its closing deals it, at once or when it can be stored.
            return
        packs = self._packs
        if self.cutting:
            # After a restart the cutter has these seconds anew, with the same seats.
            if self._timers.begin(f"cut {packs}"):
                self._deal_at = max(self._deal_at, self._timers.now + self._cut_seconds)
                self._timers.later(self._cut_seconds, partial(self._end_cut, packs))
        elif not self._store.state.expects_hand(self._store.least_stack):
            self._wait_for_players()
        elif self._store.quiet_until is not None:
            self._timers.rest()
            self._timers.at_once(self.rest_quietly)
        elif self._timers.begin(f"next {packs}"):
            # Words close earlier by the time of the beacon, so that nobody waits.
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
        state = self._store.state
        if self._store.quiet_until is not None:
            self._timers.later(DESERTED_SECONDS, partial(self._close_deserted, seq))
        elif state.seq == seq:
            await self._store.commit(noted(state, SYSTEM, "close", Notice("table-deserted")).then(close(state)))

    @property
    def seconds_left(self) -> float | None:
        packs = self._packs
        if not any(self._timers.run_for(f"{what} {packs}") for what in ("next", "cut")):
            return None
        return max(self._deal_at - self._timers.now, 0.0)

    def stop(self) -> None:
        """Wait only a moment longer for chance; the deal goes on with the next start."""
        self._until = asyncio.get_running_loop().time() + LAST_SECONDS
        if self._asking is not None:
            self._asking.reschedule(self._until)

    def forget_chance(self) -> None:
        """Go on with the chance that is stored."""
        self._so_far = None

    @property
    def closed(self) -> bool:
        sealed = self._store.state.sealed
        return sealed is not None and sealed.closing is not None

    @property
    def cutting(self) -> bool:
        """True if the next hand is being cut: its seats stand, and only the cutter may act."""
        sealed = self._store.state.sealed
        return sealed is not None and sealed.settled is not None and sealed.closing is None

    @property
    def _packs(self) -> str:
        sealed = self._store.state.sealed
        return "" if sealed is None else sealed.turn

    @property
    def _pause_seconds(self) -> float:
        state, usual = self._store.state, self._usual_pause
        if state.sealed is not None and state.sealed.misses:
            return max(usual, min(math.ldexp(usual, state.sealed.misses - 1), LONGEST_PAUSE)) + self._rest
        return usual + self._rest if state.hands_played else 0

    @property
    def _cut_seconds(self) -> float:
        return min(CUT_SECONDS, self._pause_seconds / 4)

    @property
    def _usual_pause(self) -> int:
        return self._store.settings.tables.pause_seconds

    @property
    def _beacon_seconds(self) -> float:
        usual = max((source.seconds(self._store.state) for source in self._sources), default=0.0)
        return min(usual, self._pause_seconds / 2)

    async def _end_pause(self, packs: str, left: float) -> None:
        state = self._store.state
        if self._packs != packs or state.closed or self.closed or self.cutting or state.paused is not None:
            return
        if self._store.quiet_until is not None:
            await self.rest_quietly()
            return
        least_stack = self._store.least_stack
        before = await bought_in(state, self._store.table_rules, least_stack, self._store.available_chips)
        before = rested(before, await self._store.services.hindrances.before_deal(before.state))
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
        """Begin no hand in quiet hours until somebody starts one; tell everybody once.

        No hand begins by itself afterwards, since those who sit here may be asleep.
        """
        state, until = self._store.state, self._store.quiet_until
        if until is None or not state.running or state.playing is not None or state.closed or self.closed:
            return
        rests = replace(state, running=False)
        notice = Notice("rests-quietly", {"until": self._store.moment(until)})
        await self._store.commit(Change(rests, notices=(notice,)))

    async def _begin_cut(self, state: TableState, before: Change) -> None:
        cut = next_deal.settled(state, self._store.least_stack)
        # Without a step before it, nothing has changed that anybody is shown.
        await self._store.commit(replace(before, state=cut, silent=not before.writes))

    async def _end_cut(self, packs: str) -> None:
        if self.cutting and self._packs == packs:
            await self.deal(self._store.state)

    # --- sealing anew ------------------------------------------------------------------------------------------

    @property
    def out_of_date(self) -> bool:
        """True if the next hand can still be sealed anew, and its rules have changed."""
        return next_deal.out_of_date(self._store.state, self._store.rules)

    async def seal_again(self, why: Why, notices: tuple[Notice, ...] = ()) -> None:
        anew = self._exchanged(self._store.state, why)
        await self._store.commit(replace(anew, notices=(*notices, *anew.notices)))

    def _exchanged(self, state: TableState, why: Why) -> Change:
        return next_deal.exchanged(state, self._store.rules, self._store.services.entropy, why)

    # --- closing and dealing -----------------------------------------------------------------------------------

    async def deal(self, state: TableState, key: str = "", *, before: Change | None = None) -> None:
        """Close seats and words of the next hand, and deal it.

        The closing is durable before any beacon, so no restart can draw a second one.
        """
        before = before or Change(state)
        if next_deal.out_of_date(state, self._store.rules):
            # The new fingerprint is shown first, and words follow.
            await self._store.commit(before.then(self._exchanged(state, Why.RULES)), key)
            return
        closed = await self._bound(next_deal.close_deal(state, self._store.least_stack))
        await self._store.store(closed, (*before.writes, *_logged(closed)), key)
        self._store.tell(before)
        try:
            await self.deal_closed(again=False, notices=before.notices)
        except NotStored as error:
            log.error(
                "nothing can be stored", error=str(error), action="the deal waits; tried again soon", table=state.id
            )
            self._try_again_later(partial(self.deal_closed, again=True, notices=before.notices))

    async def deal_closed(self, *, again: bool, notices: tuple[Notice, ...] = ()) -> None:
        """Begin the hand of a closed deal, asking each source of chance once.

        If a required one adds nothing, other packs are sealed; after an error the deal stays closed. ``again`` says
        that the closing may have been posted before.
        """
        if not self.closed:
            return
        services = self._store.services
        try:
            chance = await self._chance(again=again)
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
            number = await services.ledger.numbers.next_hand(state.place.group, practice=state.practice)
            change = hands.begin(counted, number, chance, services.entropy, services.clock.utc())
            notices = (*notices, *missing)
            dealt = replace(change.state, clock=self._store.settings.tables)
            await self._store.commit(replace(change, state=dealt, notices=(*notices, *change.notices)))
        except (NotStored, LedgerClosed, Overdrawn, WriteRefused):
            raise
        except Exception:
            # An impossible deal must not keep chips on the table.
            log.exception("deal cannot be made", action="other packs are sealed", table=state.id)
            if self.closed:
                await self.seal_again(Why.TROUBLE)

    # --- chance ------------------------------------------------------------------------------------------------

    async def _bound(self, closed: TableState) -> TableState:
        """Bind the deal to later chance, before it is closed; refused if the process ends."""
        sealed, closing = closed.closed_deal
        for source in self._sources:
            closing = await self._asked(source.bind(closed, closing))
        return replace(closed, sealed=replace(sealed, closing=closing))

    async def _chance(self, *, again: bool) -> Chance:
        """Return all chance for the closed deal, asking no source twice.

        Raises :class:`NoChance` if a required source adds nothing; refuses if the process ends.
        """
        sealed, closing = self._store.state.closed_deal
        so_far = self._so_far
        if so_far is None or so_far.commitment != sealed.commitment:
            so_far = sealed
        waiting = [each for each in self._sources if each.awaited(closing) and each.name not in so_far.drawn]
        while waiting:
            source = waiting.pop(0)
            chance = await self._asked(source.draw(self._store.state, closing, so_far.chance, again=again))
            so_far = self._so_far = replace(so_far, chance=chance, drawn=(*so_far.drawn, source.name))
            if waiting:
                await self._store.store(replace(self._store.state, sealed=so_far))
        return so_far.chance

    async def _asked(self, answer: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout_at(self._until) as self._asking:
                return await answer
        except TimeoutError:
            raise Refusal("shutting-down") from None
        finally:
            self._asking = None


def _counted(
    state: TableState, *, without_beacon: bool, not_revealed: Sequence[str]
) -> tuple[TableState, tuple[Notice, ...]]:
    notices: tuple[Notice, ...] = ()
    if without_beacon:
        state = replace(state, without_beacon=state.without_beacon + 1)
        notices += (Notice("dealt-without-beacon", {"count": state.without_beacon, "hands": state.hands_played + 1}),)
    if not_revealed:
        state = replace(state, not_revealed=state.not_revealed + len(not_revealed))
        notices += (Notice("not-revealed", {"names": " · ".join(not_revealed), "count": state.not_revealed}),)
    return state, notices


def _logged(state: TableState) -> WriteSet:
    sealed, closing = state.closed_deal
    return (LogAppended(HandEntries.of(sealed.seal).closed(closing)),)
