"""Changes of house rules that an admin gathers before they are applied together."""

from __future__ import annotations

from dataclasses import dataclass

from bot.commands import Refusal
from bot.groups.settings import GroupSettings
from bot.messages import PlayerId


@dataclass(frozen=True, slots=True)
class Draft:
    """What one admin wants the settings of a group to be."""

    base: GroupSettings
    """The settings that the draft changes."""

    wanted: GroupSettings

    def applied(self, now: GroupSettings) -> GroupSettings:
        """The settings once the draft is applied.

        Raise ``Refusal`` if somebody else was quicker, so what was shown is not what would change. Raise ``BadRule`` if
        a game could not be played any more.
        """
        if now.in_force != self.base.in_force:
            raise Refusal("rules-changed-meanwhile")
        applied = now.with_in_force(self.wanted.in_force)
        applied.check_change(now)
        return applied


class Drafts:
    """The drafts of all admins, one for each of them in each group; a restart forgets them."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[str, PlayerId], Draft] = {}

    def of(self, group: str, admin: PlayerId) -> Draft | None:
        """What an admin has drafted."""
        return self._drafts.get((group, admin))

    def wanted(self, group: str, admin: PlayerId, now: GroupSettings) -> GroupSettings:
        """The settings as an admin wants them so far.

        Raise ``Refusal`` if they were changed since the draft was begun, and it is dropped.
        """
        draft = self.of(group, admin)
        if draft is None:
            return now
        try:
            return draft.applied(now)
        except Refusal:
            self.drop(group, admin)
            raise

    def keep(self, group: str, admin: PlayerId, draft: Draft) -> None:
        """Remember what an admin wants.

        Raise ``BadRule`` if a game could not be played any more; what was drafted before is kept.
        """
        draft.wanted.check_change(draft.base)
        self._drafts[group, admin] = draft

    def forget(self, admin: PlayerId) -> None:
        """Drop all drafts of somebody."""
        for key in [key for key in self._drafts if key[1] == admin]:
            del self._drafts[key]

    def drop(self, group: str, admin: PlayerId) -> bool:
        """Forget a draft; tell whether there was one."""
        return self._drafts.pop((group, admin), None) is not None
