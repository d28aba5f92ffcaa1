"""The chance that players add themselves from their pages: pledged before a deal is closed, revealed after it.

A page draws 32 bytes and gives a hash of them as soon as its player sits at a table with sealed packs. Once the deal is
closed with that hash in it, the page reveals the bytes. So nobody, whoever runs Kiu included, knows them while anything
can still be chosen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import structlog

from bot.messages import Place, PlayerId
from bot.tables.state import TableState
from engine.fairness import REVEAL_BYTES, Chance, Closing
from engine.fairness.closing import pledge

log = structlog.get_logger()

PLEDGE_SECONDS = 0.5
"""How long a page that has just been asked may take to pledge, before the deal is closed without it."""

REVEAL_SECONDS = 2.0
"""How long a deal that is closed waits for what was pledged; then it goes on without it, which is counted."""

REVEAL_SECONDS_AGAIN = 6.0
"""The same after a restart, in which every page has lost its connection."""


class PlayerPages(Protocol):
    """The open pages of players, on a platform where they are Kiu's own."""

    def ask_for_pledge(self, player: PlayerId, deal: str) -> bool:
        """Ask the pages of a player to pledge for a deal, by its fingerprint; tell whether any is open that can."""

    def ask_for_reveal(self, player: PlayerId, deal: str) -> bool:
        """Ask the pages of a player to reveal what they have pledged for a deal; tell whether any is open that can."""


@dataclass(slots=True)
class _Deal:
    """What players have added to one deal so far."""

    fingerprint: str
    pages: PlayerPages
    asked: dict[PlayerId, float] = field(default_factory=dict)
    """When the page of each player was asked to pledge."""

    pledges: dict[PlayerId, bytes] = field(default_factory=dict)
    closed: bool = False
    reveals: dict[PlayerId, bytes] = field(default_factory=dict, repr=False)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def ask(self, player: PlayerId, now: float) -> None:
        """Ask for what is still missing from a player."""
        if self.closed:
            if player in self.pledges and player not in self.reveals:
                self.pages.ask_for_reveal(player, self.fingerprint)
        elif player not in self.pledges and self.pages.ask_for_pledge(player, self.fingerprint):
            self.asked[player] = now


class OwnChance:
    """Asks the pages of players for chance of their own, and hands it to the deals of their tables."""

    name = "players"

    def __init__(self) -> None:
        self._pages: dict[str, PlayerPages] = {}
        self._deals: dict[str, _Deal] = {}

    def connect(self, platform: str, pages: PlayerPages) -> None:
        """Ask these pages from now on, for the tables of a platform."""
        self._pages[platform] = pages

    # --- what pages say ----------------------------------------------------------------------------------------

    def came(self, player: PlayerId) -> None:
        """A page of a player was opened: what it is wanted for is asked again."""
        for deal in self._deals.values():
            if player in deal.asked or player in deal.pledges:
                deal.ask(player, _now())

    def pledged(self, player: PlayerId, fingerprint: str, hashed: bytes) -> None:
        """A page pledges; only what was asked for counts, and of several pledges the first."""
        for deal in self._deals.values():
            if deal.fingerprint == fingerprint and player in deal.asked and not deal.closed:
                deal.pledges.setdefault(player, hashed)
                deal.changed.set()

    def revealed(self, player: PlayerId, fingerprint: str, reveal: bytes) -> None:
        """A page reveals; it counts once the deal is closed, and only if it is what was pledged."""
        for deal in self._deals.values():
            if deal.fingerprint == fingerprint and deal.closed and player in deal.pledges:
                if len(reveal) == REVEAL_BYTES and pledge(reveal) == deal.pledges[player]:
                    deal.reveals[player] = reveal
                    deal.changed.set()
                else:
                    log.warning("not what was pledged", action="it does not count", player=player)

    # --- what a table asks for ---------------------------------------------------------------------------------

    def has_beacon(self, place: Place) -> bool:
        """True if a platform is meant: it is not."""
        return False

    def prepare(self, state: TableState) -> None:
        """Ask everybody who would be dealt in to pledge for the packs that lie sealed, and nobody twice."""
        pages, sealed = self._pages.get(state.place.platform), state.sealed
        if pages is None or sealed is None or state.closed:
            self._deals.pop(state.id, None)
            return
        if sealed.closing is not None:
            return
        deal = self._deals.get(state.id)
        if deal is None or deal.fingerprint != sealed.commitment:
            deal = self._deals[state.id] = _Deal(sealed.commitment, pages)
        for chair in state.ready(state.game.least_stack(state.game.rules_from(sealed.rules))):
            if not chair.computer and chair.player not in deal.asked:
                deal.ask(chair.player, _now())

    def seconds(self, state: TableState) -> float:
        """Next to no time: pages answer at once, and are not waited for long."""
        return 0.0

    async def bind(self, state: TableState, closing: Closing) -> Closing:
        """The closing with the pledges of those who are dealt in; a page that was only just asked is waited for."""
        deal = self._deals.get(state.id)
        if deal is None or state.sealed is None or deal.fingerprint != state.sealed.commitment:
            return closing
        dealt_in = state.players_on(closing.seats)
        players = set(dealt_in.values())
        last_asked = max(deal.asked.values(), default=0.0)
        await _wait(deal, lambda: deal.pledges.keys() >= deal.asked.keys() & players, last_asked + PLEDGE_SECONDS)
        given = {chair: deal.pledges[player] for chair, player in dealt_in.items() if player in deal.pledges}
        return replace(closing, pledges=given)

    def awaited(self, closing: Closing) -> bool:
        """True if anybody is still to reveal something."""
        return bool(closing.pledges)

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        """The chance with what was revealed of what the closing holds pledges of; the rest is missing for good."""
        pages, sealed = self._pages.get(state.place.platform), state.sealed
        assert sealed is not None
        if pages is None:
            return chance
        deal = self._deals.get(state.id)
        if deal is None or deal.fingerprint != sealed.commitment:
            deal = self._deals[state.id] = _Deal(sealed.commitment, pages)
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
    """Wait until everything is there, or the time is up."""
    try:
        async with asyncio.timeout_at(until):
            while not done():
                deal.changed.clear()
                await deal.changed.wait()
    except TimeoutError:
        pass
