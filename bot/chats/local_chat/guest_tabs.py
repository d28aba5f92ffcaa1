"""The open tabs of all guests."""

from __future__ import annotations

from typing import Generic, TypeVar

from bot.messages import PlayerId

_Tab = TypeVar("_Tab")


class GuestTabs(Generic[_Tab]):
    """The tabs of guests, the oldest of each first.

    Args:
        most: how many there may be.
        most_per_guest: how many of them one guest may have.
    """

    def __init__(self, most: int, most_per_guest: int) -> None:
        self._most = most
        self._most_per_guest = most_per_guest
        self._tabs: dict[PlayerId, list[_Tab]] = {}

    def is_full(self, player: PlayerId | None = None) -> bool:
        """Tell whether one more tab would be too many; that of a guest who has the most takes the place of another."""
        tabs = self._tabs.get(player, []) if player is not None else []
        return len(tabs) < self._most_per_guest and sum(map(len, self._tabs.values())) >= self._most

    def add(self, player: PlayerId, tab: _Tab) -> _Tab | None:
        """Add a tab, and return the guest's oldest one if it has to go for it."""
        tabs = self._tabs.setdefault(player, [])
        tabs.append(tab)
        # A tab that is gone without a word still counts, so it is the newest that a guest is sure to sit at.
        return tabs.pop(0) if len(tabs) > self._most_per_guest else None

    def remove(self, player: PlayerId, tab: _Tab) -> None:
        """A tab is closed."""
        tabs = self._tabs.get(player, [])
        if tab in tabs:
            tabs.remove(tab)
        if not tabs:
            self._tabs.pop(player, None)
