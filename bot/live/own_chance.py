"""Chance from players' own pages: a hash pledged before a deal is closed, and its 32 bytes revealed afterwards.

So nobody, the host included, can choose by them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import structlog

from bot.messages import PlayerId
from bot.tables.store import ChanceSource
from engine.fairness import REVEAL_BYTES, Chance, Closing
from engine.fairness.closing import pledge
from engine.table.state import TableState

log = structlog.get_logger()

PLEDGE_SECONDS = 0.5
"""The wait for a pledge from a page that was just asked, in seconds."""

REVEAL_SECONDS = 2.0
"""The wait of a closed deal for reveals; missing ones are counted."""

REVEAL_SECONDS_AGAIN = 6.0
"""The same after a restart, when every page has lost its connection."""


class PlayerPages(Protocol):
    """The open pages of players on a platform."""

    def ask_for_pledge(self, player: PlayerId, deal: str) -> bool:
        """Ask for a pledge for a deal, by its fingerprint; return ``False`` without a page."""

    def ask_for_reveal(self, player: PlayerId, deal: str) -> bool:
        """Ask for the reveal of a pledge; return ``False`` without a page."""


@dataclass(slots=True)
class _Deal:
    """Players' contributions to one deal."""

    fingerprint: str
    pages: PlayerPages
    asked: dict[PlayerId, float] = field(default_factory=dict)
    """The time of the request for each player's pledge."""

    pledges: dict[PlayerId, bytes] = field(default_factory=dict)
    closed: bool = False
    reveals: dict[PlayerId, bytes] = field(default_factory=dict, repr=False)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def ask(self, player: PlayerId, now: float) -> None:
        if self.closed:
            if player in self.pledges and player not in self.reveals:
                self.pages.ask_for_reveal(player, self.fingerprint)
        elif player not in self.pledges and self.pages.ask_for_pledge(player, self.fingerprint):
            self.asked[player] = now


class OwnChance(ChanceSource):
    """Chance from players' pages for the deals of their tables."""

    name = "players"

    def __init__(self) -> None:
        self._pages: dict[str, PlayerPages] = {}
        self._deals: dict[str, _Deal] = {}

    def connect(self, platform: str, pages: PlayerPages) -> None:
        self._pages[platform] = pages

    def came(self, player: PlayerId) -> None:
        """Repeat open requests to a newly opened page."""
        for deal in self._deals.values():
            if player in deal.asked or player in deal.pledges:
                deal.ask(player, _now())

    def pledged(self, player: PlayerId, fingerprint: str, hashed: bytes) -> None:
        """Accept the first requested pledge of a player."""
        for deal in self._deals.values():
            if deal.fingerprint == fingerprint and player in deal.asked and not deal.closed:
                deal.pledges.setdefault(player, hashed)
                deal.changed.set()

    def revealed(self, player: PlayerId, fingerprint: str, reveal: bytes) -> None:
        """Accept a reveal that fits its pledge, once the deal is closed."""
        for deal in self._deals.values():
            if deal.fingerprint == fingerprint and deal.closed and player in deal.pledges:
                if len(reveal) == REVEAL_BYTES and pledge(reveal) == deal.pledges[player]:
                    deal.reveals[player] = reveal
                    deal.changed.set()
                else:
                    log.warning("not what was pledged", action="it does not count", player=player)

    def prepare(self, state: TableState) -> None:
        """Ask every player of the next deal for a pledge, once each."""
        deal, sealed = self._deal(state), state.sealed
        if deal is None or sealed is None or state.closed:
            self._deals.pop(state.id, None)
            return
        if sealed.closing is not None:
            return
        for chair in state.ready(state.game.least_stack(state.game.rules_from(sealed.rules))):
            if not chair.computer and chair.player not in deal.asked:
                deal.ask(chair.player, _now())

    async def bind(self, state: TableState, closing: Closing) -> Closing:
        """Add the pledges of players dealt in, after a short wait for new requests."""
        deal = self._deal(state)
        if deal is None:
            return closing
        dealt_in = state.players_on(closing.seats)
        players = set(dealt_in.values())
        last_asked = max(deal.asked.values(), default=0.0)
        await _wait(deal, lambda: deal.pledges.keys() >= deal.asked.keys() & players, last_asked + PLEDGE_SECONDS)
        given = {chair: deal.pledges[player] for chair, player in dealt_in.items() if player in deal.pledges}
        return replace(closing, pledges=given)

    def _deal(self, state: TableState) -> _Deal | None:
        """Return what players give to the next deal; ``None`` without pages or a sealed deal."""
        pages, sealed = self._pages.get(state.place.platform), state.sealed
        if pages is None or sealed is None:
            return None
        deal = self._deals.get(state.id)
        if deal is None or deal.fingerprint != sealed.commitment:
            deal = self._deals[state.id] = _Deal(sealed.commitment, pages)
        return deal

    def awaited(self, closing: Closing) -> bool:
        """True while a reveal is missing."""
        return bool(closing.pledges)

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        """Add the revealed bytes for the pledges of a closing; the rest is missing for good."""
        deal = self._deal(state)
        if deal is None:
            return chance
        deal.closed = True
        dealt_in = state.players_on(closing.seats)
        deal.pledges = {
            player: closing.pledges[chair] for chair, player in dealt_in.items() if chair in closing.pledges
        }
        for player in deal.pledges:
            deal.ask(player, _now())
        patience = REVEAL_SECONDS_AGAIN if again else REVEAL_SECONDS
        await _wait(deal, lambda: deal.reveals.keys() >= deal.pledges.keys(), _now() + patience)
        del self._deals[state.id]
        reveals = {chair: deal.reveals[player] for chair, player in dealt_in.items() if player in deal.reveals}
        return replace(chance, reveals=reveals)


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _wait(deal: _Deal, done: Callable[[], bool], until: float) -> None:
    try:
        async with asyncio.timeout_at(until):
            while not done():
                deal.changed.clear()
                await deal.changed.wait()
    except TimeoutError:
        pass
