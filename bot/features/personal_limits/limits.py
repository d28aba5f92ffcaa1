"""Personal limits and breaks across all groups of a platform.

Nobody else sees or changes them. Limits count only play for chips; a break covers practice too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime

from bot.commands import Refusal
from bot.environment.clock import Clock
from bot.features.personal_limits import queries
from bot.features.personal_limits.play_limits import (
    BREAKS,
    MEASURES,
    NONE,
    Day,
    Measure,
    Played,
    PlayLimits,
    seconds_played,
)
from bot.groups import Groups, local_time
from bot.groups.members import Members
from bot.groups.time_zones import day_of
from bot.ledger import Ledger, LimitsSaved, WriteSet
from bot.messages import PlayerId
from engine.table.hand import AnyHand
from engine.table.state import TableState


class PersonalLimits:
    def __init__(
        self,
        ledger: Ledger,
        groups: Groups,
        members: Members,
        clock: Clock,
        plays_elsewhere: Callable[[PlayerId, str], bool],
    ) -> None:
        self._ledger = ledger
        self._groups = groups
        self._members = members
        self._clock = clock
        self._plays_elsewhere = plays_elsewhere
        """Returns true if a player is in a hand for chips at another table."""

        self._limits: dict[PlayerId, PlayLimits] = {}
        self._changing = asyncio.Lock()

    async def of(self, player: PlayerId) -> PlayLimits:
        if player not in self._limits:
            stored = await self._ledger.read(queries.limits, player)
            # Whatever has been set meanwhile is newer.
            self._limits.setdefault(player, PlayLimits.from_json(stored) if stored else NONE)
        return self._limits[player]

    def forget(self, player: PlayerId) -> None:
        self._limits.pop(player, None)

    async def follow(self) -> None:
        """Read limits anew, which their players may have set at another process."""
        self._limits.clear()

    # --- where and when ----------------------------------------------------------------------------------------

    def now(self) -> datetime:
        return self._clock.utc()

    def day(self, group: str) -> Day:
        return Day(*day_of(self.now(), self._groups.of(group).time_zone))

    def told(self, moment: datetime, group: str) -> str:
        return local_time.moment(moment, self.now(), self._groups.of(group))

    # --- what holds --------------------------------------------------------------------------------------------

    async def played_today(self, player: PlayerId, group: str) -> Played:
        """Return today's play in all groups, by the day of this one."""
        begins = self.day(group).begins
        groups = await self._members.groups_of(player)
        net, hands = await self._ledger.read(queries.played_since, player, groups, begins)
        return Played(net, len(hands), seconds_played(hands, begins))

    async def hindrance(
        self, player: PlayerId, group: str, *, practice: bool = False, also: Callable[[Played], Played] | None = None
    ) -> Refusal | None:
        """Return the reason that keeps a player from the game, or ``None``."""
        for account in self._groups.accounts(group, player):
            found = await self._hindrance(account, player, group, practice=practice, also=also)
            if found is not None:
                return found
        return None

    async def _hindrance(
        self,
        account: PlayerId,
        player: PlayerId,
        group: str,
        *,
        practice: bool,
        also: Callable[[Played], Played] | None,
    ) -> Refusal | None:
        limits, now = await self.of(account), self.now()
        if limits.on_break(now) and limits.break_until is not None:
            return own_limit("break", self.told(limits.break_until, group))
        if practice or all(limits.limit(measure).at(now) is None for measure in MEASURES):
            return None
        played = await self.played_today(player, group)
        reached = limits.reached(played if also is None else also(played), now)
        if reached is None:
            return None
        return own_limit(reached, self.told(self.day(group).ends, group), limits.limit(reached).at(now) or 0)

    async def after_hand(self, state: TableState, hand: AnyHand) -> dict[PlayerId, Refusal]:
        """Return players whose own limits end their play after a hand not stored yet."""
        found = {}
        for chair in state.seated:
            if chair.computer or not await self._limited(chair.player, state.place.group):
                continue
            net = _net(state, hand, chair.player)

            def also(played: Played, net: int | None = net) -> Played:
                if net is None:
                    return played
                seconds = int((self.now() - max(hand.began, self.day(state.place.group).begins)).total_seconds())
                return Played(played.net + net, played.hands + 1, played.seconds + max(seconds, 0))

            group = state.place.group
            hindrance = await self.hindrance(chair.player, group, practice=state.practice, also=also)
            if hindrance is not None:
                found[chair.player] = hindrance
        return found

    async def before_deal(self, state: TableState) -> dict[PlayerId, Refusal]:
        """Return the players with limits in a hand elsewhere: they play one at a time."""
        if state.practice or (state.sealed is not None and state.sealed.stands):
            return {}
        return {
            chair.player: own_limit("elsewhere")
            for chair in state.people
            if await self._limited(chair.player, state.place.group) and await self._is_elsewhere(chair.player, state.id)
        }

    async def _is_elsewhere(self, player: PlayerId, table: str) -> bool:
        return self._plays_elsewhere(player, table) or (
            self._ledger.shared and await self._ledger.read(queries.plays_elsewhere, player, table)
        )

    async def _limited(self, player: PlayerId, group: str) -> bool:
        accounts = self._groups.accounts(group, player)
        return any([(await self.of(account)).any_at(self.now()) for account in accounts])

    # --- changing them -----------------------------------------------------------------------------------------

    async def set_limits(
        self, player: PlayerId, group: str, measures: Iterable[Measure], amount: int | None, receipt: WriteSet
    ) -> PlayLimits:
        """Change limits at once; looser ones hold from tomorrow on."""
        now, tomorrow = self.now(), self.day(group).ends

        def with_limits(limits: PlayLimits) -> PlayLimits:
            for measure in measures:
                limits = limits.with_limit(measure, amount, now, tomorrow)
            return limits

        return await self._change(player, with_limits, receipt)

    async def take_break(self, player: PlayerId, period: str, receipt: WriteSet) -> PlayLimits:
        """Begin or lengthen a break; raise ``Refusal`` if the present one lasts longer."""
        until = self.now() + BREAKS[period]

        def with_break(limits: PlayLimits) -> PlayLimits:
            if limits.break_until is not None and limits.break_until > until:
                raise Refusal("longer-break-already")
            return limits.with_break(until)

        return await self._change(player, with_break, receipt)

    async def break_until(self, player: PlayerId) -> datetime | None:
        return (await self.of(player)).break_until

    async def restore_break(self, player: PlayerId, until: datetime) -> None:
        await self._change(player, lambda limits: limits.with_break(until), ())

    async def _change(
        self, player: PlayerId, made_of: Callable[[PlayLimits], PlayLimits], receipt: WriteSet
    ) -> PlayLimits:
        # One after another, so that none is made of limits that another change is about to replace.
        async with self._changing:
            limits = made_of(await self.of(player))
            await self._ledger.commit((LimitsSaved(player, limits.to_json()), *receipt))
            self._limits[player] = limits
            return limits


def own_limit(what: str, until: str = "", amount: int = 0) -> Refusal:
    """Return the refusal by a break, by a hand elsewhere, or by a limit of chips, hands or hours."""
    return Refusal("own-limit", what=what, amount=amount, until=until)


def _net(state: TableState, hand: AnyHand, player: PlayerId) -> int | None:
    seat, over = hand.seat(player), state.hand
    if seat is None or over is None or over.id != hand.id or over.round.settlement is None:
        return None
    return over.round.settlement[seat]
