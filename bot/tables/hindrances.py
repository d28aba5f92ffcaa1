"""Reasons of features that keep players from the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from bot.commands import Refusal
from engine.table.changes import Change, Notice
from engine.table.hand import AnyHand
from engine.table.players import PlayerId
from engine.table.seating import sit_out
from engine.table.state import TableState


class Hinders(Protocol):
    """A feature that keeps players from the game."""

    async def hindrance(self, player: PlayerId, group: str, *, practice: bool = False) -> Refusal | None:
        """Return the refusal to let a player play now, or ``None``."""

    async def after_hand(self, state: TableState, hand: AnyHand) -> Mapping[PlayerId, Refusal]:
        """Return the players kept from more hands by one that is not stored yet.

        ``state`` is the table after the hand, ``hand`` before its last step.
        """
        return {}

    async def before_deal(self, state: TableState) -> Mapping[PlayerId, Refusal]:
        """Return the players kept out of the next hand alone."""
        return {}


class Hindrances:
    """Asks all features; without any, nobody is hindered."""

    def __init__(self) -> None:
        self.features: list[Hinders] = []
        self.on_reached: Callable[[PlayerId], None] = lambda _: None
        """Called with a player whom a hand keeps from more."""

        self.expelled: Callable[[PlayerId, str], bool] = lambda *_: False
        """Returns true if a player may not even sit at the tables of a group."""

    async def hindrance(self, player: PlayerId, group: str, *, practice: bool = False) -> Refusal | None:
        for each in self.features:
            if (found := await each.hindrance(player, group, practice=practice)) is not None:
                return found
        return None

    async def check(self, player: PlayerId, group: str, *, practice: bool = False) -> None:
        """Refuse a player who is hindered."""
        if (found := await self.hindrance(player, group, practice=practice)) is not None:
            raise found

    async def after_hand(self, state: TableState, hand: AnyHand) -> dict[PlayerId, Refusal]:
        found: dict[PlayerId, Refusal] = {}
        for each in self.features:
            found |= await each.after_hand(state, hand)
        return found

    async def before_deal(self, state: TableState) -> dict[PlayerId, Refusal]:
        found: dict[PlayerId, Refusal] = {}
        for each in self.features:
            found |= await each.before_deal(state)
        return found


def rested(change: Change, hindered: Mapping[PlayerId, Refusal]) -> Change:
    """Let hindered players sit out after a change, and tell each the reason."""
    for player, hindrance in hindered.items():
        chair = change.state.chair_of(player)
        if chair is None or chair.out or chair.gets_up:
            continue
        why = Notice("you-rest", hindrance.fields)
        change = change.then(replace(sit_out(change.state, player), private={player: why}))
    return change
