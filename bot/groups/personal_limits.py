"""The limits that people have set for themselves, and their breaks: kept by person, across all groups of a platform.

Nobody else can see or change them. They count what is played for chips; a break holds for practice as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.commands import Refusal
from bot.environment.clock import Clock
from bot.groups import Groups, local_time
from bot.groups.members import Members
from bot.groups.play_limits import BREAKS, MEASURES, NONE, Day, Measure, Played, PlayLimits, seconds_played
from bot.groups.time_zones import day_of
from bot.ledger import Ledger, LimitsSaved, WriteSet, queries
from bot.messages import PlayerId


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why somebody does not play on, by a decision of their own."""

    measure: Measure | None
    """The limit that is reached; ``None`` for a break, or a hand at another table."""

    until: str
    """Until when, in the words of the clock where they play."""

    amount: int = 0
    """The limit."""

    elsewhere: bool = False
    """True if they play a hand at another table: what a limit counts is known only when that is over."""

    @property
    def reason(self) -> str:
        """Which of the sentences tells of it: ``break``, ``elsewhere``, ``chips``, ``hands`` or ``hours``."""
        return "elsewhere" if self.elsewhere else self.measure or "break"

    def refusal(self) -> Refusal:
        """What they are told who ask to play all the same."""
        return Refusal("own-limit", what=self.reason, amount=self.amount, until=self.until)


class PersonalLimits:
    """The limits of everybody, kept in memory and in the ledger's database."""

    def __init__(self, ledger: Ledger, groups: Groups, members: Members, clock: Clock) -> None:
        self._ledger = ledger
        self._groups = groups
        self._members = members
        self._clock = clock
        self._limits: dict[PlayerId, PlayLimits] = {}
        self._changing = asyncio.Lock()
        self.on_reached: Callable[[PlayerId], None] = lambda _: None
        """Called when somebody sits out at a table because of their limits."""

        self.plays_elsewhere: Callable[[PlayerId, str], bool] = lambda *_: False
        """Tells whether somebody plays a hand for chips at another table than this."""

    async def of(self, player: PlayerId) -> PlayLimits:
        """What somebody has set for themselves; it is read when it is first needed."""
        if player not in self._limits:
            stored = await self._ledger.read(queries.limits, player)
            # Whatever has been set meanwhile is newer.
            self._limits.setdefault(player, PlayLimits.from_json(stored) if stored else NONE)
        return self._limits[player]

    def forget(self, player: PlayerId) -> None:
        """Forget the limits of somebody whose row was erased."""
        self._limits.pop(player, None)

    # --- where and when ----------------------------------------------------------------------------------------

    def now(self) -> datetime:
        """The moment."""
        return self._clock.utc()

    def day(self, group: str) -> Day:
        """The day that it is where somebody plays."""
        return Day(*day_of(self.now(), self._groups.of(group).time_zone))

    def told(self, moment: datetime, group: str) -> str:
        """A moment in the words of the clock of a group."""
        return local_time.moment(moment, self.now(), self._groups.of(group))

    # --- what holds --------------------------------------------------------------------------------------------

    async def played_today(self, player: PlayerId, group: str) -> Played:
        """What somebody has played so far on the day that it is in a group, in all groups of their platform."""
        begins = self.day(group).begins
        groups = await self._members.groups_of(player)
        net, hands = await self._ledger.read(queries.played_since, player, groups, begins)
        return Played(net, len(hands), seconds_played(hands, begins))

    async def hindrance(
        self, player: PlayerId, group: str, *, practice: bool = False, also: Callable[[Played], Played] | None = None
    ) -> Hindrance | None:
        """What keeps somebody from playing on in a group; ``None`` if nothing does."""
        limits, now = await self.of(player), self.now()
        if limits.on_break(now) and limits.break_until is not None:
            return Hindrance(None, self.told(limits.break_until, group))
        if practice or all(limits.limit(measure).at(now) is None for measure in MEASURES):
            return None
        played = await self.played_today(player, group)
        reached = limits.reached(played if also is None else also(played), now)
        if reached is None:
            return None
        return Hindrance(reached, self.told(self.day(group).ends, group), limits.limit(reached).at(now) or 0)

    # --- changing them -----------------------------------------------------------------------------------------

    async def set_limit(
        self, player: PlayerId, group: str, measure: Measure, amount: int | None, receipt: WriteSet
    ) -> PlayLimits:
        """Set, lower, raise or remove a limit; what makes it looser holds from tomorrow on."""
        tomorrow = self.day(group).ends
        return await self._change(
            player, lambda limits: limits.with_limit(measure, amount, self.now(), tomorrow), receipt
        )

    async def take_break(self, player: PlayerId, period: str, receipt: WriteSet) -> PlayLimits:
        """Begin a break, or make the present one longer.

        Raise ``Refusal`` if they take a break that lasts longer.
        """
        until = self.now() + BREAKS[period]

        def with_break(limits: PlayLimits) -> PlayLimits:
            if limits.break_until is not None and limits.break_until > until:
                raise Refusal("longer-break-already")
            return limits.with_break(until)

        return await self._change(player, with_break, receipt)

    async def restore_break(self, player: PlayerId, until: datetime) -> None:
        """Let a break hold that somebody took before they were forgotten."""
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
