"""Bans from the tables of a group; they leave chips and reading untouched."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from bot.commands import Refusal
from bot.environment.clock import Clock
from bot.groups import Groups, GroupSettings
from bot.groups.local_time import moment
from bot.ledger import WriteSet
from bot.messages import PlayerId
from bot.tables.hindrances import Hinders

KEY = "bans"
"""The key of the settings: bans by person, some of them over."""


class Ban(NamedTuple):
    """A ban from sitting down and opening tables."""

    ends: str
    """In UTC as ISO 8601; empty until lifted."""

    by: str
    """The admin's id, or the group's name if they acted for it."""

    reason: str = ""
    """The public reason, or empty."""

    @property
    def until(self) -> datetime | None:
        return datetime.fromisoformat(self.ends) if self.ends else None

    def fields(self, now: datetime, settings: GroupSettings) -> dict[str, str]:
        """Return end and reason as sentences select them."""
        until = moment(self.until, now, settings) if self.until else "lifted"
        return {"until": until, "given": "yes" if self.reason else "no", "why": self.reason}


class Bans(Hinders):
    """The bans of every group, which hinder people from playing; the banned get up of any table."""

    def __init__(self, groups: Groups, clock: Clock) -> None:
        self._groups = groups
        self._clock = clock

    def in_force(self, group: str) -> dict[PlayerId, Ban]:
        return _in_force(self._groups.of(group), self._clock.utc())

    def banned(self, player: PlayerId, group: str) -> bool:
        return player in self.in_force(group)

    async def change(self, group: str, player: PlayerId, ban: Ban | None, receipt: WriteSet) -> None:
        now = self._clock.utc()

        def changed(settings: GroupSettings) -> GroupSettings:
            bans = _in_force(settings, now)
            bans.pop(player, None)
            if ban is not None:
                bans[player] = ban
            return settings.with_feature(KEY, {each: list(other) for each, other in bans.items()})

        await self._groups.change(group, changed, receipt)

    async def hindrance(self, player: PlayerId, group: str, *, practice: bool = False) -> Refusal | None:
        """Return the refusal of a banned person's play, of practice too."""
        ban, settings = self.in_force(group).get(player), self._groups.of(group)
        return None if ban is None else Refusal("banned", **ban.fields(self._clock.utc(), settings))


def longer(one: list[str], other: list[str]) -> list[str]:
    return max(one, other, key=lambda ban: (not ban[0], ban[0]))


def _in_force(settings: GroupSettings, now: datetime) -> dict[PlayerId, Ban]:
    bans = {player: Ban(*each) for player, each in settings.of_features.get(KEY, {}).items()}
    return {player: ban for player, ban in bans.items() if ban.until is None or now < ban.until}
