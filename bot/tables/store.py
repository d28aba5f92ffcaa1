"""The state of one table and the one way to change it: the writes are durable first, then it moves on and tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Protocol

import structlog

from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.groups import Groups, GroupSettings, TableRules
from bot.groups.local_time import moment, quiet_until
from bot.groups.personal_limits import Hindrance, PersonalLimits
from bot.ledger import Ledger, WriteSet, hand_number, queries, wallet
from bot.messages import CallCount, Place, PlayerId
from bot.tables import hands, next_deal, seating
from bot.tables.changes import Change, TableWrites, numbered
from bot.tables.computers import Computers, must_make_room, with_room_made
from bot.tables.state import AnyHand, Notice, TableState
from engine.fairness import Chance, Closing
from engine.fairness.transparency_log import Head
from engine.house_rules import GameRules


class Listener(Protocol):
    """Shows what has happened at a table, after it is durable."""

    def show(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        """Show a table that has changed."""

    def show_results(self, state: TableState, hands: Sequence[AnyHand]) -> None:
        """Show the results of earlier hands of a table, which the last run of the program could not show."""

    def show_own_hand(self, state: TableState, player: PlayerId) -> None:
        """Show one player their own hand anew where that is free; nothing else has changed, and nobody else notices."""

    def tell(self, state: TableState, player: PlayerId, notice: Notice) -> None:
        """Tell one player of a table something in private."""

    def shows(self, place: Place) -> bool:
        """Tell whether anything can be shown at a place; if so, it is told when a question is shown there."""

    def others_come(self, place: Place) -> bool:
        """Tell whether others can come to a place, which is none of the private chats."""

    def calls(self, table: str, place: Place) -> CallCount:
        """Counts the calls to the platform that a table has taken since the start."""

    def rest_seconds(self, place: Place, pause: int) -> int:
        """Return the seconds by which a pause lasts longer, so that a full chat has room for the next hand.

        Args:
            pause: how many seconds it usually lasts.
        """

    def remind(self, state: TableState, asked: Mapping[PlayerId, float], seconds: int) -> None:
        """Tell the people who are asked that so many seconds are left.

        Args:
            asked: those people, and how many seconds ago each of them last did something here.
            seconds: how many are left.
        """


class NoChance(Exception):
    """A source without which nothing may be dealt adds nothing."""


class ChanceSource(Protocol):
    """Adds to deals what nobody can foresee when they are closed.

    There are a platform's beacon, the players' own chance, and a public randomness beacon.
    """

    name: str
    """By which it is stored that the source has had its turn."""

    def has_beacon(self, place: Place) -> bool:
        """Tell whether it is the platform of a place, and that draws a beacon for each deal."""

    def prepare(self, state: TableState) -> None:
        """Look at a table that has changed between two hands: whoever is to add something may be asked already."""

    def seconds(self, state: TableState) -> float:
        """Return how many seconds it usually takes to add something, so that a deal is closed so much earlier."""

    async def bind(self, state: TableState, closing: Closing) -> Closing:
        """Name in a closing, before it is durable, what is to be added after it."""

    def awaited(self, closing: Closing) -> bool:
        """Tell whether the source has something to add to a deal that is closed like this."""

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        """Return the chance with what the source adds to it, once the closing is durable.

        Args:
            chance: what other sources have added before.
            again: whether the source may have been asked before, by a run of the program that was killed.

        Raises:
            NoChance: it adds nothing, and nothing may be dealt without it.
        """


@dataclass(frozen=True, slots=True)
class Services:
    """What all tables share."""

    ledger: Ledger
    groups: Groups
    clock: Clock
    entropy: Entropy
    listener: Listener
    sources: tuple[ChanceSource, ...]
    """In the order in which they are asked."""

    computers: Computers
    limits: PersonalLimits

    async def available_chips(self, state: TableState, player: PlayerId) -> int:
        """The chips that a player has for a table: those in the wallet, or for practice as many as anybody may take."""
        if state.practice:
            return self.groups.of(state.place.group).tables.max_buy_in
        return await self.ledger.read(queries.balance, wallet(state.place.group, player))


log = structlog.get_logger()


def opened(state: TableState) -> None:
    """A table was opened, and is durable."""
    place = state.place
    log.info(
        "table opened",
        table=state.id,
        game=state.game_name,
        group=place.group,
        channel=place.channel,
        host=state.host,
        practice=state.practice,
    )


def closed(state: TableState, calls: int = 0) -> None:
    """A table was closed, and that is durable.

    Args:
        calls: how many calls to its platform it has taken since the line before.
    """
    log.info("table closed", table=state.id, hands=state.hands_played, calls=calls)


class TableLog:
    """Tells of the hands of one table, and of its end."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._calls_told = 0

    def changed(self, before: TableState, after: TableState) -> None:
        """Tell of a change that is durable, if it ends a hand or the table."""
        hand, earlier = after.hand, before.hand
        if hand is not None and hand.over and (earlier is None or earlier.id != hand.id or not earlier.over):
            assert hand.round.settlement is not None
            nets = {player: hand.round.settlement[seat] for seat, player in enumerate(hand.players)}
            self._tell(hand, "hand over", after, net=nets)
        elif before.playing is not None and hand is None:
            self._tell(before.playing, "hand called off", after)
        if after.closed and not before.closed:
            closed(after, self._calls(after))

    def _tell(self, hand: AnyHand, event: str, state: TableState, **more: dict[str, int]) -> None:
        took = (self._services.clock.utc() - hand.began) / timedelta(milliseconds=1)
        log.info(
            event,
            table=state.id,
            hand=int(hand_number(hand.id)),
            number=hand.number,
            game=state.game_name,
            group=state.place.group,
            **more,
            ms=round(took),
            calls=self._calls(state),
        )

    def _calls(self, state: TableState) -> int:
        """Return the calls that the table has taken since the line before, without answers to presses and lines."""
        made = self._services.listener.calls(state.id, state.place).made
        since, self._calls_told = made - self._calls_told, made
        return since


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
        change = with_room_made(hands.carried_out(change), self.settings.tables)
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
