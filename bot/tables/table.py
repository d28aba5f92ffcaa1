"""One table: every event is a job in its mailbox."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import structlog

from bot.commands import Refusal, Request, Who
from bot.environment.task_set import TaskSet
from bot.ledger import LedgerClosed, NotStored, Overdrawn, RepeatedUpdate, WriteRefused, WriteSet, name_of, queries
from bot.messages import Person
from bot.tables import hands, next_deal, stopping
from bot.tables.dealing import Dealing
from bot.tables.handlers import HANDLERS, TableContext, join, seated
from bot.tables.hindrances import rested
from bot.tables.next_deal import Why
from bot.tables.resume import resumed
from bot.tables.store import Services, TableStore
from bot.tables.stored import saved
from bot.tables.timers import Job, TableTimers
from bot.tables.turn_clock import TimeLeft, TurnClock
from bot.wording import in_language
from engine.house_rules import GameRules
from engine.play import Options
from engine.refusal import Refused
from engine.table import seating, tally, turns
from engine.table.changes import Change, Notice, Outcome, Played
from engine.table.players import SYSTEM, PlayerId
from engine.table.seating import Told
from engine.table.state import Chair, Pause, TableState

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger()

PARTNERS = 3

LONGEST_CUT = 5.0
"""The most seconds to wait for a cut."""

TRIES = 4
"""The most attempts of a job that others come before, without the last."""

TROUBLE_SECONDS = 5.0
"""The seconds before another try to store."""


def in_turn(
    job: Callable[Concatenate[Table, P], Awaitable[T]],
) -> Callable[Concatenate[Table, P], Coroutine[Any, Any, T]]:
    """Let a job of a table wait for its turn in the mailbox."""

    async def queued(table: Table, /, *args: P.args, **named: P.kwargs) -> T:
        return await table.mailbox.ask(partial(job, table, *args, **named))

    return queued


class Mailbox:
    """Does the jobs of one table one at a time, in their order.

    While ``paused``, its own jobs are dropped, since :meth:`Table.resume` queues them anew; one that could not be
    stored goes to ``try_again``. ``read_anew`` returns true if an error comes from another process's change, which the
    table knows from then on: the job is tried once more.
    """

    def __init__(
        self,
        table: str,
        paused: Callable[[], bool],
        try_again: Callable[[Job], None],
        read_anew: Callable[[Exception], Awaitable[bool]],
    ) -> None:
        self._table = table
        self._paused = paused
        self._try_again = try_again
        self._read_anew = read_anew
        self._tasks = TaskSet()
        self._turn = asyncio.Lock()
        self.stopped = False

    @property
    def waiting(self) -> int:
        """The number of jobs that wait, without the one being carried out."""
        return max(len(self._tasks.running) - 1, 0)

    @property
    def idle(self) -> bool:
        return not self._tasks.running and not self._turn.locked()

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do a job in its turn and return its answer; its errors pass through.

        Refused if no jobs are taken any more. A job goes on though nobody waits for its answer any longer.
        """
        if self.stopped:
            raise Refusal("shutting-down")
        return await self._tasks.finish(self._in_turn(job))

    def put(self, job: Job) -> None:
        """Let the table do a job of its own in its turn."""
        if not self.stopped:
            self._tasks.start(self._by_itself(job))

    async def _in_turn(self, job: Callable[[], Awaitable[T]]) -> T:
        async with self._turn:
            try:
                for _ in range(TRIES):
                    try:
                        return await job()
                    except (WriteRefused, Refused, RepeatedUpdate, Overdrawn) as error:
                        if not await self._read_anew(error):
                            raise
                return await job()
            except Exception as error:
                if isinstance(error, NotStored):
                    log.error("nothing can be stored", error=str(error), action="nothing changed", table=self._table)
                elif isinstance(error, LedgerClosed):
                    self.stopped = True
                elif not isinstance(error, Refused | RepeatedUpdate | Overdrawn):
                    log.exception("table failed", action="nothing changed", table=self._table)
                raise

    async def _by_itself(self, job: Job) -> None:
        async def unless_paused() -> None:
            if not self._paused():
                await job()

        try:
            await self._in_turn(unless_paused)
        except NotStored:
            self._try_again(job)
        except Exception:
            # It stands in the log.
            return

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold back jobs once those before are finished; refused if no jobs are taken any more."""
        if self.stopped:
            raise Refusal("shutting-down")
        async with self._turn:
            yield

    async def wait_until_idle(self) -> None:
        while not self.idle:
            await self._tasks.wait_until_idle()
            async with self._turn:
                pass

    def stop(self) -> None:
        """Take no more jobs; present ones are finished."""
        self.stopped = True


def hosts(state: TableState, who: Person) -> bool:
    return who.admin or (not who.anonymous and who.id == state.host)


def check_at_table(state: TableState, request: Request) -> None:
    """Refuse a command that its sender may not give at this table, or not now."""
    spec, who = request.command.spec, request.who
    if state.closed:
        raise Refusal("no-table")
    chair = state.chair_of(who.id)
    if spec.who is Who.SEATED and chair is None:
        raise Refusal("not-seated")
    # Most of those who sit at a table can resume it.
    if spec.who is Who.HOST and not hosts(state, who) and not (spec.handler == "resume" and chair is not None):
        host = state.chair_of(state.host)
        raise Refusal("host-only", host="?" if host is None else host.name)
    sealed = state.sealed
    # The players of a hand that is being cut are settled.
    cut = sealed is not None and sealed.stands and (spec.handler != "start" or sealed.cut_by_another(who.id))
    if spec.changes_seats and cut:
        raise Refusal("being-cut")


async def may(table: TableContext, request: Request) -> Change:
    """Return the change that a command would make, or refuse it; for menus as well."""
    check_at_table(table.state, request)
    handler = request.command.spec.handler
    if handler == "play":
        change = hands.play(table.state, request, table.clock.time_bank_used(request.who.id))
    else:
        change = await HANDLERS[handler](table, request)
    if not request.sure:
        hands.ask_about_last_chip(change)
    return change


class Table:
    """The one owner of a table's state.

    ``retired`` is called when it closes.
    """

    def __init__(self, state: TableState, services: Services, *, retired: Callable[[], object]) -> None:
        self._retired = retired
        clock = services.groups.of(state.place.group).tables
        self.store = TableStore(replace(state, clock=clock), services, self._changed)
        self.mailbox = Mailbox(state.id, lambda: self.store.waits, self._try_again_later, self._read_anew)
        self._timers = TableTimers(services.clock, self.mailbox.put)
        self.clock = TurnClock(self.store, self._timers)
        self._dealing = Dealing(self.store, self._timers, self._try_again_later)
        self._not_cut = asyncio.Event()
        self.waiting = 0
        """The number of commands that wait for a cut."""

    @property
    def state(self) -> TableState:
        return self.store.state

    @property
    def rules(self) -> GameRules:
        return self.store.rules

    def time_left(self, turn: str) -> TimeLeft | None:
        """Without a question it is that of the pause; ``None`` if none runs."""
        if turn:
            return self.clock.time_left(turn)
        left = self._dealing.seconds_left
        return None if left is None else TimeLeft(left)

    def options(self, player: PlayerId, question: str = "") -> Options:
        """The moves that the rules allow a player now; refused if the player is not asked."""
        return turns.options(self.state, player, question)

    # --- through the mailbox -----------------------------------------------------------------------------------

    async def ask(self, request: Request) -> Outcome:
        """Do a command in its turn and return the answer; a refusal changes nothing."""
        try:
            return await self._carry_out(request)
        except Refusal as refusal:
            begins = request.command.spec.handler == "start"
            if refusal.reason != "being-cut" or begins or self.state.paused is not None:
                raise
        await self._not_cutting()
        return await self._carry_out(request)

    @in_turn
    async def _carry_out(self, request: Request) -> Outcome:
        store, who = self.store, request.who.id
        # A closed deal comes before any command.
        await self._dealing.deal_closed(again=True)
        state, dealt = self.state, self.state.hands_played
        if request.command.spec.plays_on:
            await store.services.hindrances.check(who, state.place.group, practice=state.practice)
        await self._pass_host_on(who)
        change = await may(self, request)
        for newcomer in change.state.seated:
            if newcomer.computer and self.state.chair_of(newcomer.player) is None:
                if request.key != "" and await store.services.ledger.read(queries.is_done, request.key):
                    raise RepeatedUpdate(request.key)
                await store.services.computers.bring(self.state, newcomer.player)
        if not change.silent:
            self.clock.acted(who)
        if change.deals:
            await self._dealing.deal(change.state, request.key, before=change)
            if self.state.hands_played == dealt and not self._dealing.closed:
                # Everybody is told why the hand has not begun.
                return Outcome(told=True)
        else:
            await store.commit(change, request.key)
            await self._pass_host_on(who)
        # Of an answer in a window nothing shows, or not at once.
        played = isinstance(change.done, Played) and not change.done.hand.round.window
        return Outcome(change.answer, change.done, told=bool(change.notices) or played)

    async def _pass_host_on(self, player: PlayerId) -> None:
        state = self.state
        if player == state.host or self.clock.silent_for(state.host) < seating.HOST_SILENT or self.store.waits:
            return
        chair = state.chair_of(player)
        if chair is not None and not chair.gets_up:
            await self.store.commit(seating.hand_over(state, SYSTEM, player))

    async def _not_cutting(self) -> None:
        if self._dealing.cutting and not self.mailbox.stopped:
            self.waiting += 1
            self._not_cut.clear()
            too_long = self.store.services.clock.call_later(LONGEST_CUT, self._not_cut.set)
            await self._not_cut.wait()
            too_long.cancel()
            self.waiting -= 1

    @in_turn
    async def look(self, request: Request) -> Table:
        """Return the table after all earlier jobs; refused if the sender may not look at it."""
        check_at_table(self.state, request)
        return self

    async def rules_changed(self) -> None:
        """Seal the next hand anew under new rules, which may send computer players away."""
        await self.mailbox.ask(self._follow_rules)

    async def _follow_rules(self) -> None:
        if self._dealing.out_of_date:
            await self._dealing.seal_again(Why.RULES)
        elif self.store.owes_room:
            await self.store.commit(Change(self.state))

    @in_turn
    async def void(self, request: Request, hand: int, reason: str) -> None:
        """Call off the running hand, if it is still this one."""
        if self.state.playing is None or self.state.playing.id != hand:
            raise Refusal("no-hand-now")
        called_off = stopping.void(self.state, request.who.id, reason, request.who.name)
        await self.store.commit(called_off, request.key)

    @in_turn
    async def store_reversal(self, nets: Mapping[PlayerId, int], writes: WriteSet) -> None:
        """Store the reversal of a finished hand, in the tallies too.

        Raises :class:`Overdrawn` if somebody has spent the winnings.
        """
        after = replace(self.state, tallies=tally.with_reversal(self.state.tallies, nets))
        await self.store.commit(Change(after, writes, silent=True))

    @in_turn
    async def place_gone(self, reason: str) -> None:
        """Close the table for want of its place; the reason is public."""
        # A closed deal becomes a hand, called off with its record.
        await self._dealing.deal_closed(again=True)
        if not self.state.closed:
            await self.store.commit(stopping.end(self.state, reason))

    async def end_lost(self, until: datetime, notices: tuple[Notice, ...]) -> None:
        """Close a table from a backup that is complete only up to a moment."""
        change = stopping.end_lost(self.state, self.store.moment(until))
        await self.store.commit(replace(change, notices=(*notices, *change.notices)))

    @in_turn
    async def send_away(self, player: PlayerId, told: Callable[[Chair], Told]) -> None:
        """Let a player get up who is banned or has left the group, once a settled hand is over."""
        # The next hand is settled: its deal comes first.
        await self._dealing.deal_closed(again=True)
        chair = self.state.chair_of(player)
        if chair is not None and not chair.removed:
            # A banned cutter still cuts; without a cutter the hand is sealed anew.
            cuts = self.state.sealed is not None and self.state.sealed.cutter == player
            settled = self._dealing.cutting and not (cuts and told is seating.told_gone)
            await self.store.commit(seating.remove(self.state, player, told(chair), settled=settled))

    def rest(self, player: PlayerId) -> None:
        """Let a player sit out after a decision to play no further, once a running hand is over."""
        self.mailbox.put(partial(self._rest, player))

    async def _rest(self, player: PlayerId) -> None:
        state = self.state
        # A settled next hand is their last one.
        if state.closed or state.playing is not None or self._dealing.closed or self._dealing.cutting:
            return
        hindrances = self.store.services.hindrances
        hindrance = await hindrances.hindrance(player, state.place.group, practice=state.practice)
        change = rested(Change(state), {} if hindrance is None else {player: hindrance})
        if change.writes:
            await self.store.commit(change)

    @in_turn
    async def leave_for_good(self, player: PlayerId) -> None:
        """Let a player get up who is to be forgotten, after the running hand.

        One that stands still is called off: nobody knows when it goes on.
        """
        await self._dealing.deal_closed(again=True)
        chair, hand = self.state.chair_of(player), self.state.playing
        if self._dealing.cutting and not self.store.waits:
            # The players of the next hand are settled.
            return
        if chair is not None and not chair.gets_up:
            ends = self.store.rules.ends_on_leave
            await self.store.commit(seating.leave(self.state, player, ends_on_leave=ends))
        if self.store.waits and hand is not None and hand.seat(player) is not None:
            reason = in_language(self.store.settings.language)("void-forgotten")
            await self.store.commit(stopping.void(self.state, SYSTEM, reason))

    def forget(self, player: PlayerId, pseudonym: PlayerId) -> None:
        """Put a pseudonym in a forgotten player's place, while the table is held."""
        self.store.state = self.state.with_pseudonym(player, pseudonym, name_of(pseudonym))
        self.clock.forget(player)

    @in_turn
    async def keep_out_as(self, removed: PlayerId, player: PlayerId, name: str) -> None:
        """Keep out a removed player under another id, if there is one."""
        if any(each.player == removed for each in self.state.kept_out):
            await self.store.commit(Change(self.state.keeping_out(removed, player, name)))

    # --- by itself ---------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._dealing.prepare()
        if not self._dealing.cutting or self.state.paused is not None:
            self._not_cut.set()
        if self.state.closed:
            self._timers.stop()
            self._retired()
        else:
            self._set_timers()

    def _set_timers(self) -> None:
        if self.store.waits:
            self._timers.stop()
        elif self.state.paused is not None and (self.state.playing is None or self.state.stands_still):
            self._run_out(self.state.paused)
        elif (hand := self.state.playing) is not None:
            self.clock.run(hand)
        else:
            self._dealing.run_pause()

    def _run_out(self, paused: Pause) -> None:
        if self._timers.begin(f"paused {paused.ends.isoformat()}"):
            left = (paused.ends - self.store.services.clock.utc()).total_seconds()
            self._timers.later(max(left, 0.0), partial(self._pause_over, paused))

    async def _pause_over(self, paused: Pause) -> None:
        if self.state.paused == paused:
            await self.store.commit(stopping.over(self.state))

    def _try_again_later(self, job: Job) -> None:
        if not self.mailbox.stopped:
            self._timers.later(TROUBLE_SECONDS, job)

    async def _read_anew(self, error: Exception) -> bool:
        services, state, anew = self.store.services, self.state, False
        ledger = services.ledger
        if not ledger.shared:
            return False
        while await ledger.read(queries.newest_change, state.id) != (state.version, state.seq):
            with suppress(WriteRefused):
                state, notices = await resumed(ledger, services.entropy, state.id)
                anew = True
        if not anew:
            return isinstance(error, WriteRefused)
        log.info("table read anew", reason="another process has changed it", table=state.id)
        await services.listener.restore(saved(state))
        self.store.state = replace(state, clock=self.store.settings.tables)
        self._timers.rest()
        self._dealing.forget_chance()
        if state.closed:
            self._changed()
        else:
            self.resume(notices)
        return True

    # --- beginning, moving and stopping ------------------------------------------------------------------------

    async def open(self, request: Request) -> None:
        """Store the new table with the sender in the first chair, and computer players to practise with."""
        store = self.store
        change = await join(self, request)
        for _ in range(PARTNERS if self.state.practice else 0):
            computer, chips = await store.services.computers.newcomer(change.state, store.table_rules)
            await store.services.computers.bring(change.state, computer.id)
            change = change.then(seated(change.state, computer, None, store.table_rules, chips))
        running = replace(change.state, running=self.state.practice)
        await store.seal(replace(change, state=running, writes=(*change.writes, *request.receipt)))

    async def seal(self) -> None:
        """Seal the next hand, if it is not."""
        await self.store.seal(Change(self.state))

    def resume(self, notices: tuple[Notice, ...]) -> None:
        """Show the table and set missing timers; a question has its whole time again."""
        self.store.state = next_deal.with_cutter(self.state, self.rules)
        self.store.show(notices)
        self._dealing.prepare()
        self._set_timers()
        if self._dealing.closed:
            self.mailbox.put(partial(self._dealing.deal_closed, again=True))
        elif self._dealing.out_of_date or self.store.owes_room:
            self.mailbox.put(self._follow_rules)

    def shown(self, turn: str) -> None:
        self.clock.shown(turn)

    def pause(self) -> None:
        self._timers.stop()

    def move(self, group: str) -> None:
        self.store.state = replace(self.state, place=self.state.place._replace(group=group))

    def stop(self) -> None:
        """Take no more jobs; finish the present one, but a deal only within a moment."""
        self.mailbox.stop()
        self._not_cut.set()
        self._dealing.stop()
        self._timers.stop()
