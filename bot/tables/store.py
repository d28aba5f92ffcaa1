from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Protocol

import structlog

from bot.commands import Refusal
from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.groups import Groups, GroupSettings
from bot.groups.local_time import moment, quiet_until
from bot.ledger import (
    GroupCounted,
    HandOpened,
    JournalLine,
    Ledger,
    Once,
    TableSaved,
    Write,
    WriteSet,
    hand_number,
    queries,
    wallet,
)
from bot.tables import hands, next_deal, stored
from bot.tables.computers import Computers, must_make_room, with_room_made
from bot.tables.hindrances import Hindrances, rested
from engine.fairness import Chance, Closing
from engine.fairness.transparency_log import Head
from engine.house_rules import GameRules
from engine.table.changes import Change, NewLine, Notice
from engine.table.hand import AnyHand
from engine.table.players import Place, PlayerId
from engine.table.rules import TableRules
from engine.table.state import TableState


class Listener(Protocol):
    """Shows the durable changes of a table."""

    async def restore(self, stored: TableSaved) -> None:
        """Show a table in the messages that the last run or another process has sent."""

    def show(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        pass

    def show_results(self, state: TableState, hands: Sequence[AnyHand]) -> None:
        """Show results of earlier hands that the last run could not show."""

    def show_own_hand(self, state: TableState, player: PlayerId) -> None:
        """Show one player their own hand anew where that is free; nobody else notices."""

    def tell(self, state: TableState, player: PlayerId, notice: Notice) -> None:
        pass

    def shows(self, place: Place) -> bool:
        """Tell if anything can be shown at a place, and so reports a shown question."""

    def others_come(self, place: Place) -> bool:
        pass

    def rest_seconds(self, place: Place, pause: int) -> int:
        """Return further seconds of a pause, so that a full chat has room for the next hand."""

    def remind(self, state: TableState, asked: Mapping[PlayerId, float], seconds: int) -> None:
        """Remind the asked people; ``asked`` has their seconds of silence."""


class NoChance(Exception):
    """A required source of chance adds nothing."""


class ChanceSource(Protocol):
    """Adds chance to deals that nobody can foresee when they are closed: a platform's beacon, or the players' own."""

    name: str

    def has_beacon(self, place: Place) -> bool:
        """Tell if it draws the beacon of the place's platform."""
        return False

    def prepare(self, state: TableState) -> None:
        """Look at a table between hands, and ask early for contributions."""
        return

    def seconds(self, state: TableState) -> float:
        """Return the usual seconds to add chance; the deal closes earlier by them."""
        return 0.0

    async def bind(self, state: TableState, closing: Closing) -> Closing:
        """Name the coming chance in a closing, before that is durable."""
        return closing

    def awaited(self, closing: Closing) -> bool:
        return True

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        """Return the chance with the source's part, once the closing is durable.

        ``again`` says that a killed run may have asked already. Raises :class:`NoChance` if a required part is missing.
        """
        ...


@dataclass(frozen=True, slots=True)
class Services:
    ledger: Ledger
    groups: Groups
    clock: Clock
    entropy: Entropy
    listener: Listener
    sources: tuple[ChanceSource, ...]

    computers: Computers
    hindrances: Hindrances

    async def available_chips(self, state: TableState, player: PlayerId) -> int:
        """The wallet of a player for a table, or in practice the most chips allowed."""
        if state.practice:
            return self.groups.of(state.place.group).tables.max_buy_in
        return await self.ledger.read(queries.balance, wallet(state.place.group, player))


log = structlog.get_logger()


def opened(state: TableState) -> None:
    place = state.place._asdict()
    log.info("table opened", table=state.id, game=state.game_name, **place, host=state.host, practice=state.practice)


def closed(state: TableState) -> None:
    log.info("table closed", table=state.id, hands=state.hands_played)


def changed(before: TableState, after: TableState, now: datetime) -> None:
    """Log the end of a hand, and that of a table."""
    hand, earlier = after.hand, before.hand
    if hand is not None and hand.over and (earlier is None or earlier.id != hand.id or not earlier.over):
        assert hand.round.settlement is not None
        nets = {player: hand.round.settlement[seat] for seat, player in enumerate(hand.players)}
        _log_hand(hand, "hand over", after, now, net=nets)
    elif before.playing is not None and hand is None:
        _log_hand(before.playing, "hand called off", after, now)
    if after.closed and not before.closed:
        closed(after)


def _log_hand(hand: AnyHand, event: str, state: TableState, now: datetime, **more: dict[str, int]) -> None:
    log.info(
        event,
        table=state.id,
        hand=int(hand_number(hand.id)),
        number=hand.number,
        game=state.game_name,
        group=state.place.group,
        **more,
        ms=round((now - hand.began) / timedelta(milliseconds=1)),
    )


HEADS_EVERY = timedelta(hours=1)
"""The least time between two heads of the log posted at one place."""


@lru_cache(maxsize=64)
def _without_beacon(rules: GameRules) -> GameRules:
    # All tables of a group, hand after hand, are played by the same rules.
    return rules.without_beacon()


_COUNTED = ("given_up", "without_beacon", "not_revealed")
"""The fields of a table that its group counts as well."""


def rows(before: TableState, after: TableState, writes: tuple[Any, ...], key: str = "") -> tuple[TableState, WriteSet]:
    """The next state with its number, and everything that is stored of it.

    Lines of the journal are numbered on from the last one stored. The first one gets the key of the update, or else the
    key stands alone.
    """
    seq, version, written = before.seq, before.version, list[Write]()
    if after.closed != before.closed or stored.content(after) != stored.content(before):
        version += 1
        written.append(stored.saved(replace(after, version=version)))
    for write in writes:
        if isinstance(write, NewLine):
            seq += 1
            written.append(JournalLine(before.id, seq, write.hand, write.actor, write.text, key))
            key = ""
        else:
            written.append(replace(write, line=seq) if isinstance(write, HandOpened) else write)
    if key:
        written.append(Once(key))
    written += stored.transfers(before, after)
    counts = {what: getattr(after, what) - getattr(before, what) for what in _COUNTED}
    written += [GroupCounted(after.place.group, what, more) for what, more in counts.items() if more]
    return replace(after, seq=seq, version=version), tuple(written)


class TableStore:
    """The present state of one table, and its rules.

    ``on_change`` is called after a change was shown.
    """

    def __init__(self, state: TableState, services: Services, on_change: Callable[[], None]) -> None:
        self.state = state
        self.services = services
        self._on_change = on_change

    # --- what is in force --------------------------------------------------------------------------------------

    @property
    def settings(self) -> GroupSettings:
        return self.services.groups.of(self.state.place.group)

    @property
    def waits(self) -> bool:
        """True while the bot is away."""
        return self.settings.away

    @property
    def rules(self) -> GameRules:
        """The rules of the next hand, from the group or the preset.

        No beacon is required where the platform has none.
        """
        rules = self.settings.at_table(self.state.game_name, self.state.preset).rules
        return rules if self.has_beacon else _without_beacon(rules)

    @property
    def has_beacon(self) -> bool:
        return any(source.has_beacon(self.state.place) for source in self.services.sources)

    @property
    def table_rules(self) -> TableRules:
        return self.settings.tables.taking(self.least_stack)

    @property
    def least_stack(self) -> int:
        return self.state.game.least_stack(self.rules)

    @property
    def now(self) -> datetime:
        return self.services.clock.utc()

    @property
    def quiet_until(self) -> datetime | None:
        """The end of the present quiet hours; ``None`` outside them, or for one person alone with the bot."""
        if not self.services.listener.others_come(self.state.place):
            return None
        return quiet_until(self.now, self.settings)

    def moment(self, at: datetime) -> str:
        return moment(at, self.now, self.settings)

    @property
    def owes_room(self) -> bool:
        """True if computer players sit here that may not play the next hand."""
        return must_make_room(self.state, self.settings.tables)

    async def available_chips(self, player: PlayerId) -> int:
        return await self.services.available_chips(self.state, player)

    # --- storing, then telling ---------------------------------------------------------------------------------

    async def commit(self, change: Change, key: str = "") -> None:
        """Make a change durable with the next packs, then move on, then tell.

        Advance decisions that come due belong to it, and computer players that must get up. ``key`` is that of the
        update that brought it.
        """
        change = with_room_made(hands.carried_out(change), self.settings.tables)
        hindered = await self._hindered_after(change)
        change = rested(change, hindered)
        before = self.state
        sealed = await self.seal(change, key)
        changed(before, self.state, self.now)
        if not change.silent:
            self.show((*change.notices, *sealed.notices))
            self.tell(change)
        elif change.own_hand and not self.waits:
            self.services.listener.show_own_hand(self.state, change.own_hand)
        for player in hindered:
            # Their other tables know nothing of this hand.
            self.services.hindrances.on_reached(player)
        self._on_change()

    def tell(self, change: Change) -> None:
        for player, notice in change.private.items():
            self.services.listener.tell(self.state, player, notice)

    async def store(self, after: TableState, writes: tuple[Any, ...] = (), key: str = "") -> None:
        """Make a change durable, then move on to the state ``after`` it; nobody is told."""
        after, write_set = rows(self.state, after, writes, key)
        if write_set:
            await self.services.ledger.commit(write_set)
        self.state = after

    async def seal(self, change: Change, key: str = "") -> Change:
        """Make a change durable with packs for the next hand, if none are sealed; return the sealing, not told yet."""
        sealed = next_deal.prepared(change.state, self.rules, self.services.entropy, self._head_to_post())
        await self.store(sealed.state, (*change.writes, *sealed.writes), key)
        return sealed

    async def _hindered_after(self, change: Change) -> Mapping[PlayerId, Refusal]:
        before, after = self.state.playing, change.state
        if before is None or after.playing is not None:
            return {}
        return await self.services.hindrances.after_hand(after, before)

    def _head_to_post(self) -> Head | None:
        ledger, place = self.services.ledger, self.state.place
        last = ledger.head_posted_at(place.group, place.channel)
        due = last is None or self.services.clock.utc() - last >= HEADS_EVERY
        return ledger.log_head if due and ledger.log_head.size else None

    def show(self, notices: tuple[Notice, ...]) -> None:
        if not self.waits:
            self.services.listener.show(self.state, notices)
