"""Changes of house rules that an admin gathers before applying them together."""

from __future__ import annotations

from dataclasses import dataclass

from bot.commands import Refusal
from bot.groups.settings import GroupSettings
from bot.messages import PlayerId


@dataclass(frozen=True, slots=True)
class Draft:
    """The settings that one admin wants for a group."""

    base: GroupSettings
    """The settings that the draft changes."""

    wanted: GroupSettings

    def applied(self, now: GroupSettings) -> GroupSettings:
        """Return the settings with the draft applied.

        Raise ``Refusal`` if they changed meanwhile, ``BadRule`` if a game became unplayable.
        """
        if now.in_force != self.base.in_force:
            raise Refusal("rules-changed-meanwhile")
        applied = now.with_in_force(self.wanted.in_force)
        applied.check_change(now)
        return applied


class Drafts:
    """Drafts by group and admin; a restart forgets them."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[str, PlayerId], Draft] = {}

    def of(self, group: str, admin: PlayerId) -> Draft | None:
        return self._drafts.get((group, admin))

    def wanted(self, group: str, admin: PlayerId, now: GroupSettings) -> GroupSettings:
        """Return the settings as drafted; raise ``Refusal`` and drop the draft if they changed meanwhile."""
        draft = self.of(group, admin)
        if draft is None:
            return now
        try:
            return draft.applied(now)
        except Refusal:
            self.drop(group, admin)
            raise

    def keep(self, group: str, admin: PlayerId, draft: Draft) -> None:
        """Keep a draft; raise ``BadRule`` and keep the former one if a game became unplayable."""
        draft.wanted.check_change(draft.base)
        self._drafts[group, admin] = draft

    def forget(self, admin: PlayerId) -> None:
        for key in [key for key in self._drafts if key[1] == admin]:
            del self._drafts[key]

    def drop(self, group: str, admin: PlayerId) -> bool:
        """Drop a draft, and return true if there was one."""
        return self._drafts.pop((group, admin), None) is not None
