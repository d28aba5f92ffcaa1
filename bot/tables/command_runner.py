"""Carrying out one command at a table, as a job of its mailbox: permission, handler, then storing and telling."""

from __future__ import annotations

from functools import partial

from bot.commands import Refusal, Request
from bot.messages import PlayerId
from bot.tables import seating, turns
from bot.tables.changes import Outcome, Played
from bot.tables.dealing import Dealing
from bot.tables.handlers import HANDLERS, TableContext
from bot.tables.hands import SYSTEM
from bot.tables.permissions import check_permissions
from bot.tables.resting import busy_elsewhere
from bot.tables.services import NoChance
from bot.tables.store import TableStore
from bot.tables.turn_clock import TurnClock

MAY_END_IT = ("leave", "kick", "close", "stop")
"""The handlers of what can be done at a table whose place is closed."""


class CommandRunner:
    """Carries out the commands of one table, one at a time."""

    def __init__(self, store: TableStore, turn_clock: TurnClock, dealing: Dealing) -> None:
        self._store = store
        self._turn_clock = turn_clock
        self._dealing = dealing

    async def run(self, request: Request) -> Outcome:
        """Carry out a command, and return what its sender can be told.

        Raises:
            engine.refusal.Refused: it cannot be carried out; nothing has changed.
        """
        dealt = self._store.state.hands_played
        if self._dealing.closed:
            # Between a closing and its deal nobody sits down, leaves or closes the table: the deal comes first.
            await self._dealing.deal_closed(again=True)
        just_dealt = self._store.state.hands_played > dealt
        await self._pass_host_on(request.who.id)
        check_permissions(self._store.state, request)
        self._check_not_closed(request)
        self._check_not_cut(request)
        handle = HANDLERS[request.command.spec.handler]
        change = await handle(self._context(request, just_dealt=just_dealt), request)
        if not request.sure:
            turns.ask_about_last_chip(change)
        if not change.silent:
            self._turn_clock.acted(request.who.id)
        if change.deals:
            try:
                await self._dealing.deal(change.state, request.receipt, before=change)
            except NoChance:
                raise Refusal("no-chance-now") from None
            if self._store.state.hands_played == dealt and not self._dealing.closed:
                # Everybody is told why the hand has not begun.
                return Outcome(told=True)
        else:
            await self._store.commit(change, request.receipt)
            await self._pass_host_on(request.who.id)
        # Of an answer in a window nothing shows, or not at once.
        played = isinstance(change.done, Played) and not change.done.hand.round.window
        return Outcome(change.answer, change.done, told=bool(change.notices) or played)

    async def _pass_host_on(self, player: PlayerId) -> None:
        """Make somebody who sits here and does something the host, if the host has given no sign for long."""
        state, chair = self._store.state, self._store.state.chair_of(player)
        if chair is None or chair.gets_up or player == state.host or self._store.waits:
            return
        if self._turn_clock.silent_for(state.host) >= seating.HOST_SILENT:
            await self._store.commit(seating.hand_over(state, SYSTEM, player))

    def _check_not_closed(self, request: Request) -> None:
        """Refuse to play where the place is closed; its players may still leave, and its host may close the table."""
        if self._store.waits and request.command.spec.handler not in MAY_END_IT:
            raise Refusal("place-closed")

    def _check_not_cut(self, request: Request) -> None:
        """Refuse to change who is dealt in while the hand is being cut; the cutter may only begin it.

        Where the place is closed, that lasts until it is opened again, and nobody is to be kept there: the hand is
        sealed anew if somebody leaves.
        """
        spec, sealed = request.command.spec, self._store.state.sealed
        if not spec.changes_seats or not self._dealing.cutting or sealed is None or self._store.waits:
            return
        if spec.handler != "start" or sealed.cut_by_another(request.who.id):
            raise Refusal("being-cut")

    def _context(self, request: Request, *, just_dealt: bool) -> TableContext:
        store = self._store
        return TableContext(
            state=store.state,
            rules=store.table_rules,
            least_stack=store.least_stack,
            house_rules=store.rules,
            available_chips=store.available_chips,
            computers=store.services.computers,
            busy_elsewhere=partial(busy_elsewhere, store.services.limits),
            question_time=self._turn_clock.question_time,
            quiet_until=store.quiet_until,
            now=store.now,
            moment=store.moment,
            time_bank_used=self._turn_clock.time_bank_used(request.who.id),
            just_dealt=just_dealt,
        )
