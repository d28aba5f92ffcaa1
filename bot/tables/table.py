"""One table: the only owner of its state, which a mailbox reaches one job at a time.

Store, then tell: the state moves on when the writes are durable, and nobody hears of it before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

import structlog

from bot.commands import Refusal, Request
from bot.groups import GroupSettings
from bot.ledger import LedgerClosed, NotStored, WriteSet
from bot.messages import PlayerId
from bot.tables import hands, lapsing, playing, preparing, shuffling
from bot.tables.changes import Change, saved
from bot.tables.computers import bought_in
from bot.tables.handlers import HANDLERS, TableContext
from bot.tables.mailbox import Job, Mailbox
from bot.tables.permissions import check_permissions
from bot.tables.services import Services
from bot.tables.state import Hand, Note, TableState
from bot.tables.timers import TableTimers, is_person
from engine.fairness import Beacon
from engine.house_rules import GameRules
from engine.play import Options, Seat

log = structlog.get_logger()

T = TypeVar("T")

CUT_SECONDS = 2.0
"""For how long before the words are closed only the cutter may add one; never more than a quarter of the pause."""

TROUBLE_SECONDS = 5.0
"""How long a table waits before it tries again when nothing can be stored."""


class _Drawn(NamedTuple):
    """The beacon of a deal that is closed and, because nothing can be stored, not dealt yet."""

    commitment: str
    """The fingerprint of its packs."""

    beacon: Beacon


class Table:
    """The one owner of a table's state."""

    def __init__(self, state: TableState, services: Services, retired: Callable[[Table], None]) -> None:
        self.state = state
        self._services = services
        self._retired = retired
        self._mail = Mailbox(state.id, lambda: self._settings().away, self._try_again_later)
        self._timers = TableTimers(services.clock, self._mail.put, self)
        self._drawn: _Drawn | None = None

    # --- the mailbox -------------------------------------------------------------------------------------------

    async def ask(self, request: Request) -> Note | None:
        """Put a command in the mailbox, wait until it is carried out, and return what its sender is told.

        Raises:
            engine.refusal.Refused: it cannot be carried out; nothing has changed.
        """
        return await self._queued(lambda: self._carry_out(request))

    async def look(self, request: Request) -> TableState:
        """The table as it stands when all that was asked before is done, for somebody who may look at it.

        Raises:
            Refusal: the sender may not, or the table is shutting down or too busy.
        """

        async def carry_out() -> TableState:
            check_permissions(self.state, request)
            return self.state

        return await self._queued(carry_out)

    async def _queued(self, job: Callable[[], Awaitable[T]]) -> T:
        if self._mail.full:
            raise Refusal("too-busy")
        return await self._mail.ask(job)

    def _try_again_later(self, job: Job) -> None:
        if not self._mail.stopped:
            self._timers.later(TROUBLE_SECONDS, job)

    @property
    def quiet(self) -> bool:
        """Whether nothing waits in the mailbox and nothing is being carried out."""
        return self._mail.quiet

    @property
    def waits_for_computers(self) -> bool:
        """Whether a hand is being played and only computer players are asked."""
        hand = self.state.playing
        return hand is not None and not any(is_person(self.state, hand, seat) for seat in hand.round.awaited)

    def held(self) -> AbstractAsyncContextManager[None]:
        """Let jobs wait; the one being carried out, and those before, are finished first.

        Raises:
            Refusal: the table is shutting down.
        """
        return self._mail.held()

    async def settled(self) -> None:
        """Wait until the mailbox is empty."""
        await self._mail.settled()

    def stop(self) -> None:
        """Take no more jobs; what is being carried out is finished."""
        self._mail.stop()
        self._timers.stop()

    # --- commands ----------------------------------------------------------------------------------------------

    async def _carry_out(self, request: Request) -> Note | None:
        just_dealt = self._closed_for_dealing
        if just_dealt:
            # Between a closing and its deal nobody sits down, leaves or closes the table: the deal comes first.
            await self._deal_closed(again=True)
        check_permissions(self.state, request)
        self._check_not_cut(request)
        handle = HANDLERS[request.command.spec.handler]
        change = await handle(self._context(request.who.id, just_dealt=just_dealt), request)
        if change.deals:
            await self._deal(change.state, request.receipt)
        else:
            await self._adopt(change, request.receipt)
        return change.answer

    def _context(self, player: PlayerId, *, just_dealt: bool) -> TableContext:
        return TableContext(
            self.state,
            self._settings().tables,
            self._least_stack(),
            self._in_purse,
            self._services.computers,
            self._bank_used(player),
            self._pauses,
            self._cutting,
            just_dealt,
            self.rules().ends_on_leave,
        )

    def _check_not_cut(self, request: Request) -> None:
        """Refuse to change who is dealt in while the cutter has the last word."""
        sealed, changes_seats = self.state.sealed, request.command.spec.changes_seats
        if changes_seats and self._cutting and sealed is not None and sealed.cutter != request.who.id:
            raise Refusal("being-cut")

    def options(self, player: PlayerId, question: str = "") -> Options:
        """What the rules of the game let a player do now; nothing is done.

        Raises:
            engine.refusal.Refused: nothing is asked of the player, or not any more.
        """
        return playing.options(self.state, player, question)

    # --- the next hand, sealed and shuffled --------------------------------------------------------------------

    @property
    def _cutting(self) -> bool:
        """Whether the last seconds of the pause run, which are the cutter's, if there is one."""
        sealed, pause = self.state.sealed, self._pause()
        left = pause - self._beacon_seconds(pause) - self._timers.elapsed
        return sealed is not None and sealed.cutter != "" and self._pauses and left <= min(CUT_SECONDS, pause / 4)

    async def _seal_again(self) -> None:
        await self._adopt(preparing.exchanged(self.state, self.rules(), self._services.entropy))

    async def rules_changed(self) -> None:
        """Seal the next hand anew if it would be played by other rules than those it is sealed with.

        Raises:
            Refusal: the table is shutting down; it looks again when it is taken up.
        """

        async def carry_out() -> None:
            if preparing.out_of_date(self.state, self.rules()):
                await self._seal_again()

        await self._mail.ask(carry_out)

    async def _deal(self, state: TableState, receipt: WriteSet = (), *, before: Change | None = None) -> None:
        """Close seats and words of the next hand, and deal it.

        What was closed is durable before the beacon is asked for, so that no restart can draw a second one.

        Args:
            state: the table, with enough who want to play.
            receipt: of the command that asked for it; it becomes durable with the closing.
            before: what else has happened on the way.
        """
        rows, notes = ((), ()) if before is None else (before.writes, before.notes)
        if preparing.out_of_date(state, self.rules()):
            # Nobody has seen the fingerprint of the packs that take their place: it is shown, and words come first.
            anew = preparing.exchanged(state, self.rules(), self._services.entropy)
            await self._adopt(Change(anew.state, (*rows, *anew.writes), (*notes, *anew.notes)), receipt)
            return
        closed = shuffling.close_deal(state, self._least_stack())
        await self._services.ledger.commit((*rows, saved(closed), *receipt))
        self.state = closed
        try:
            await self._deal_closed(again=False, notes=notes)
        except NotStored:
            log.error("nothing can be stored", table=self.state.id)
            self._try_again_later(partial(self._deal_closed, again=True, notes=notes))

    async def _deal_closed(self, *, again: bool, notes: tuple[Note, ...] = ()) -> None:
        """Begin the hand of a deal that is closed, once the platform has added its beacon.

        The platform is asked once, however often it is tried to store the hand.

        Raises:
            NotStored, LedgerClosed: the hand could not be stored; the deal stays closed.
        """
        sealed = self.state.sealed
        if sealed is None or sealed.closing is None:
            return
        if self._drawn is None or self._drawn.commitment != sealed.commitment:
            self._drawn = _Drawn(sealed.commitment, await self._services.deal_closing.post(self.state, again=again))
        try:
            change = hands.begin(
                self.state, self._services.ledger.next_hand(), self._drawn.beacon, self._services.entropy
            )
            await self._adopt(replace(change, notes=(*notes, *change.notes)))
        except (NotStored, LedgerClosed):
            raise
        except Exception:
            # A deal that can never be made must not keep the chips of those who sit at it.
            log.exception("deal cannot be made", table=self.state.id)
            if self._closed_for_dealing:
                await self._seal_again()

    async def void(self, request: Request, hand: int, reason: str) -> bool:
        """Call off hand number ``hand`` if it is the one being played here; tell whether it was."""

        async def carry_out() -> None:
            if self.state.playing is None or self.state.playing.id != hand:
                raise Refusal("no-hand-now")
            await self._adopt(hands.void(self.state, request.who.id, reason), request.receipt)

        if self.state.playing is None or self.state.playing.id != hand:
            return False
        await self._mail.ask(carry_out)
        return True

    # --- what is in force --------------------------------------------------------------------------------------

    def _settings(self) -> GroupSettings:
        return self._services.groups.of(self.state.place.group)

    def rules(self) -> GameRules:
        """The rules that the next hand is played by: those of the group, or of the preset it was opened with."""
        return self._settings().at_table(self.state.game_name, self.state.preset).rules

    def _least_stack(self) -> int:
        return self.state.game.least_stack(self.rules())

    async def _in_purse(self, player: PlayerId) -> int:
        return await self._services.in_purse(self.state, player)

    # --- storing, then telling ---------------------------------------------------------------------------------

    async def seal(self, writes: WriteSet = ()) -> None:
        """Make what is stored of a table durable together with packs for its next hand, if none are sealed yet."""
        sealed = self._prepared(self.state)
        if writes or sealed.writes:
            await self._services.ledger.commit((*writes, *sealed.writes))
        self.state = sealed.state

    def _prepared(self, state: TableState) -> Change:
        return preparing.prepared(state, self.rules(), self._services.entropy)

    async def _adopt(self, change: Change, receipt: WriteSet = ()) -> None:
        """Make a change durable, with what is sealed for the next hand; then move on to its state, then tell."""
        sealed = self._prepared(change.state)
        if change.writes or sealed.writes or receipt:
            await self._services.ledger.commit((*change.writes, *sealed.writes, *receipt))
        self.state = sealed.state
        self._tell(change.notes)
        if self.state.closed:
            self._timers.stop()
            self._retired(self)
        else:
            self._arm()

    def resume(self, notes: tuple[Note, ...]) -> None:
        """Show the table, and take up its clock if none runs: whoever is asked has a fresh turn."""
        self.state = preparing.with_cutter(self.state, self.rules())
        self._tell(notes)
        self._arm()
        if self._closed_for_dealing:
            self._mail.put(partial(self._deal_closed, again=True))
        elif preparing.out_of_date(self.state, self.rules()):
            self._mail.put(self._seal_again)

    def pause(self) -> None:
        """Stop the clock while the group is away; :meth:`resume` takes it up again."""
        self._timers.stop()

    def move(self, group: str) -> None:
        """Stand in the same channel of another group; only while the table is held."""
        self.state = replace(self.state, place=self.state.place._replace(group=group))

    def _tell(self, notes: tuple[Note, ...]) -> None:
        if not self._settings().away:
            self._services.listener.show(self.state, notes)

    # --- the clock ---------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the timers that the present state needs."""
        state, settings = self.state, self._settings()
        if settings.away:
            self._timers.stop()
        elif (hand := state.playing) is not None:
            self._timers.run_for_hand(state, hand, settings)
        elif self._closed_for_dealing:
            # It is begun by whoever closed it, at once or when it can be stored.
            return
        elif self._could_deal():
            # Words close a little earlier where the platform takes time for its beacon, so that nobody waits for that.
            pause = self._pause()
            self._timers.run_for_pause(self._packs, pause - self._beacon_seconds(pause))
        else:
            self._timers.rest()

    @property
    def _closed_for_dealing(self) -> bool:
        """Whether seats and words of the next hand are closed, so that only its beacon is missing."""
        return self.state.sealed is not None and self.state.sealed.closing is not None

    @property
    def _packs(self) -> str:
        """Which packs lie sealed for the next hand; others that take their place begin another pause."""
        return "" if self.state.sealed is None else self.state.sealed.turn

    @property
    def _pauses(self) -> bool:
        """Whether the next hand begins by itself after the pause that runs."""
        return self._timers.pauses(self._packs)

    def _pause(self) -> float:
        """How many seconds lie between two hands; none before the first."""
        return self._settings().tables.pause_seconds if self.state.hands_played else 0

    def _beacon_seconds(self, pause: float) -> float:
        return min(self._services.deal_closing.beacon_seconds(self.state.place), pause / 2)

    def _could_deal(self) -> bool:
        """Whether a hand would begin by itself: the table is under way or full, and enough want to play."""
        state = self.state
        ready = state.ready(self._least_stack())
        short = [chair for chair in state.seated if chair.computer and not chair.leaving and chair not in ready]
        enough = len(ready) + len(short) >= state.game.fewest and any(not chair.computer for chair in ready)
        return enough and (state.running or len(ready) == len(state.chairs))

    def _standing(self, turn: str, seat: Seat) -> Hand | None:
        """The hand, if the question of that turn still stands for the seat."""
        hand = self.state.playing
        return hand if hand is not None and hand.turn == turn and seat in hand.round.awaited else None

    async def remind(self, turn: str) -> None:
        hand = self.state.playing
        if hand is None or hand.turn != turn:
            return
        seconds = self._settings().tables.turn_seconds
        for seat in hand.round.awaited:
            if is_person(self.state, hand, seat):
                self._services.listener.remind(self.state, hand.players[seat], seconds - seconds // 2)

    async def time_up(self, turn: str) -> None:
        """The usual time is over: go on with the time bank, or let the turn lapse."""
        hand = self.state.playing
        if hand is None or hand.turn != turn:
            return
        for seat in hand.round.awaited:
            chair = self.state.chair_of(hand.players[seat])
            if chair is None or chair.computer:
                continue
            if chair.bank >= 1 and chair.player not in self._timers.on_bank:
                self._timers.on_bank.add(chair.player)
                self._timers.later(chair.bank, partial(self.act_for, turn, seat))
                self._services.listener.remind(self.state, chair.player, int(chair.bank))
            else:
                await self.act_for(turn, seat)

    async def close_window(self, turn: str) -> None:
        """The time of a window is up; for whoever has not answered, what the group does for him counts."""
        hand = self.state.playing
        if hand is not None and hand.turn == turn:
            await self._adopt(hands.close_window(self.state))

    async def act_for(self, turn: str, seat: Seat) -> None:
        """Do what the group does for a player who is gone, away, or out of time."""
        hand = self._standing(turn, seat)
        if hand is None:
            return
        bank_used = hand.players[seat] in self._timers.on_bank
        most = self._settings().tables.lapses
        await self._adopt(lapsing.lapse(self.state, hand, seat, most=most, bank_used=bank_used))

    def _bank_used(self, player: PlayerId) -> float:
        """How many of his extra seconds a player has taken for the present question."""
        if player not in self._timers.on_bank:
            return 0.0
        return self._timers.elapsed - self._settings().tables.turn_seconds

    async def computer_acts(self, turn: str, seat: Seat) -> None:
        hand = self._standing(turn, seat)
        if hand is None:
            return
        try:
            action = await self._services.computers.choose(self.state.game, hand.round.view(seat))
        except Exception:
            log.exception("computer player failed", table=self.state.id)
            action = hand.round.lapse(seat)
        await self._adopt(hands.act(self.state, seat, action))

    async def next_hand(self, packs: str) -> None:
        """Begin the next hand by itself, or wait in the lobby for more players."""
        state = self.state
        if state.playing is not None or self._packs != packs or state.closed or self._closed_for_dealing:
            return
        before = await bought_in(state, self._settings().tables, self._least_stack(), self._in_purse)
        state = before.state
        if state.closed:
            await self._adopt(before)
            return
        ready = state.ready(self._least_stack())
        if len(ready) >= state.game.fewest and any(not chair.computer for chair in ready):
            await self._deal(state, before=before)
        else:
            notes = (*before.notes, Note("waiting-for-players"))
            await self._adopt(replace(before, writes=(*before.writes, saved(state)), notes=notes))
