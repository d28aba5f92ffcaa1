"""The state of one table, and the one way to change it.

Store, then tell: the state moves on when the writes are durable, and nobody hears of it before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache

from bot.groups import GroupSettings, TableRules
from bot.groups.local_time import moment, quiet_until
from bot.groups.personal_limits import Hindrance
from bot.ledger import WriteSet
from bot.messages import PlayerId
from bot.tables import next_deal, seating, turns
from bot.tables.changes import Change, TableWrites, numbered
from bot.tables.computers import must_make_room, with_room_made
from bot.tables.services import Services
from bot.tables.state import Notice, TableState
from bot.tables.table_log import TableLog
from engine.fairness.transparency_log import Head
from engine.house_rules import GameRules

HEADS_EVERY = timedelta(hours=1)
"""How much time lies at least between two heads of the log of fingerprints that are posted at one place."""


@lru_cache(maxsize=64)
def _without_beacon(rules: GameRules) -> GameRules:
    # All tables of a group, hand after hand, are played by the same rules.
    return rules.without_beacon()


class TableStore:
    """The present state of one table, and the rules in force for it.

    Args:
        state: the table.
        services: what all tables are given.
        on_change: called when a new state is durable and shown.
        on_state: called with every state, before it is shown.
    """

    def __init__(
        self, state: TableState, services: Services, on_change: Callable[[], None], on_state: Callable[[], None]
    ) -> None:
        self._state = state
        self.services = services
        self._on_change = on_change
        self._on_state = on_state
        self._log = TableLog(services)

    @property
    def state(self) -> TableState:
        """The present state, which is durable."""
        return self._state

    @state.setter
    def state(self, state: TableState) -> None:
        self._state = state
        self._on_state()

    # --- what is in force --------------------------------------------------------------------------------------

    @property
    def settings(self) -> GroupSettings:
        """The settings of the group."""
        return self.services.groups.of(self.state.place.group)

    @property
    def waits(self) -> bool:
        """Whether the table stands still for now, because the bot is away or the place is closed."""
        return self.settings.waits(self.state.place.channel)

    @property
    def rules(self) -> GameRules:
        """The rules that the next hand is played by: those of the group, or of the preset it was opened with.

        No beacon is required where the platform has none.
        """
        rules = self.settings.at_table(self.state.game_name, self.state.preset).rules
        return rules if self.has_beacon else _without_beacon(rules)

    @property
    def has_beacon(self) -> bool:
        """Whether the platform draws a beacon for each deal."""
        return any(source.has_beacon(self.state.place) for source in self.services.sources)

    @property
    def table_rules(self) -> TableRules:
        """The group's rules for tables, as far as the game of this one allows."""
        return self.settings.tables.taking(self.least_stack)

    @property
    def least_stack(self) -> int:
        """The fewest chips with which a player is dealt in."""
        return self.state.game.least_stack(self.rules)

    @property
    def now(self) -> datetime:
        """The date and time, in UTC."""
        return self.services.clock.utc()

    @property
    def quiet_until(self) -> datetime | None:
        """When the quiet hours end that run now; ``None`` if none do, or one person is alone with the bot."""
        if not self.services.listener.others_come(self.state.place):
            return None
        return quiet_until(self.now, self.settings)

    def moment(self, at: datetime) -> str:
        """A moment in words, in the time zone of the group."""
        return moment(at, self.now, self.settings)

    @property
    def owes_room(self) -> bool:
        """Whether computer players sit here that the rules, as they are now, do not let play the next hand."""
        return must_make_room(self.state, self.settings.tables)

    async def available_chips(self, player: PlayerId) -> int:
        """How many chips a player has for this table."""
        return await self.services.available_chips(self.state, player)

    # --- storing, then telling ---------------------------------------------------------------------------------

    async def commit(self, change: Change, receipt: WriteSet = ()) -> None:
        """Make a change durable, with what is sealed for the next hand; then move on to its state, then tell.

        What players have decided in advance, and whose turn comes by it, belongs to it; so do computer players that
        get up because the rules do not let them play the next hand.
        """
        change = with_room_made(turns.carried_out(change), self.settings.tables)
        hindered = await self._hindered_after(change)
        change = seating.rested(change, hindered)
        sealed = self._with_packs(change.state)
        before = self.state
        await self.store(sealed.state, (*change.writes, *sealed.writes, *receipt))
        self._log.changed(before, self.state)
        if change.silent:
            if change.own_hand and not self.waits:
                self.services.listener.show_own_hand(self.state, change.own_hand)
            return
        self.show((*change.notices, *sealed.notices))
        self.tell(change)
        for player in hindered:
            # They may sit at other tables, which know nothing of this hand.
            self.services.limits.on_reached(player)
        self._on_change()

    def tell(self, change: Change) -> None:
        """Tell single players what they alone are told of a change."""
        for player, notice in change.private.items():
            self.services.listener.tell(self.state, player, notice)

    async def store(self, after: TableState, writes: TableWrites) -> None:
        """Make ``writes`` durable, then move on to ``after``; nobody is told."""
        after, rows = numbered(self.state, after, writes)
        if rows:
            await self.services.ledger.commit(rows)
        self.state = after

    async def seal(self, writes: TableWrites = ()) -> None:
        """Make ``writes`` durable together with packs for the next hand, if none are sealed yet; nobody is told."""
        sealed = self._with_packs(self.state)
        await self.store(sealed.state, (*writes, *sealed.writes))

    def _with_packs(self, state: TableState) -> Change:
        if state.playing is not None and not state.closed:
            return Change(state)
        return next_deal.prepared(state, self.rules, self.services.entropy, self._head_to_post())

    async def _hindered_after(self, change: Change) -> Mapping[PlayerId, Hindrance]:
        """Who has decided to play no further than the hand that a change ends."""
        before, after = self.state.playing, change.state
        if before is None or after.playing is not None:
            return {}
        return await seating.hindrances(self.services.limits, after, before)

    async def rest(self, player: PlayerId) -> None:
        """Let somebody sit out who has decided to play no further; who plays a hand finishes it first."""
        state = self.state
        if state.closed or state.playing is not None:
            return
        hindrance = await self.services.limits.hindrance(player, state.place.group, practice=state.practice)
        change = seating.rested(Change(state), {} if hindrance is None else {player: hindrance})
        if change.writes:
            await self.commit(change)

    def _head_to_post(self) -> Head | None:
        """The head of the log of fingerprints, if it is time to post it at this place."""
        ledger, place = self.services.ledger, self.state.place
        last = ledger.head_posted_at(place.group, place.channel)
        due = last is None or self.services.clock.utc() - last >= HEADS_EVERY
        return ledger.log_head if due and ledger.log_head.size else None

    def show(self, notices: tuple[Notice, ...]) -> None:
        """Show the table as it stands, unless it stands still for now."""
        if not self.waits:
            self.services.listener.show(self.state, notices)
