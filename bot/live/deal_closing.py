from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import structlog

from bot.groups import Groups
from bot.live.announcer import Announcer
from bot.live.failures import log_failure
from bot.messages import Chat, Place
from bot.presenting import sealed_deal
from bot.tables import next_deal
from bot.tables.store import ChanceSource, NoChance
from bot.wording import in_language
from engine.fairness import Beacon, Chance, Closing
from engine.table.state import TableState

log = structlog.get_logger()

BEACON_TIMEOUT = 5.0
"""The longest wait for a beacon in seconds; then the record notes its absence."""

PATIENCE = 3.0
"""A factor on the wait for a required beacon, before the deal is given up."""


class DealClosing(ChanceSource):
    """The first source of chance: public closing of deals."""

    name = "platform"

    def __init__(self, groups: Groups, chats: Mapping[str, Chat], announcer: Announcer) -> None:
        self._groups = groups
        self._chats = chats
        self._announcer = announcer

    def _first(self, place: Place) -> tuple[Place, Chat | None]:
        """Return the place that closes the deals of a table, and its chat."""
        first = next(iter(self._groups.places(self._groups.table_place(place))), place)
        return first, self._chats.get(first.platform)

    def has_beacon(self, place: Place) -> bool:
        _, chat = self._first(place)
        return chat is not None and chat.beacon_seconds > 0

    def seconds(self, state: TableState) -> float:
        """Return the usual seconds for a beacon; 0 without one."""
        _, chat = self._first(state.place)
        return 0.0 if chat is None else chat.beacon_seconds

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        """Post the closing and return the chance with the platform's beacon; raise ``NoChance`` if a required one is
        missing.
        """
        beacon = await self._post(state, again=again)
        if beacon is not None:
            return replace(chance, beacons=(*chance.beacons, beacon))
        assert state.sealed is not None
        if next_deal.lacks_beacon(state.sealed, state.game, chance):
            raise NoChance("the platform has added no beacon")
        return chance

    async def _post(self, state: TableState, *, again: bool) -> Beacon | None:
        place, chat = self._first(state.place)
        if chat is None:
            return None
        translate = in_language(self._groups.of(place.group).language)
        message = sealed_deal.closing_message(state, translate)
        if chat.proves_quotes and not sealed_deal.awaits_more(state):
            quote = self._announcer.quote(state.id, sealed_deal.closing_lines(state, translate))
            message = replace(message, said_already=quote)
        assert state.sealed is not None
        patience = PATIENCE if next_deal.lacks_beacon(state.sealed, state.game, Chance()) else 1.0
        try:
            async with asyncio.timeout(BEACON_TIMEOUT * patience):
                return await chat.post_closing(place, message, again=again, patience=patience)
        except TimeoutError:
            log.warning(
                "no beacon in time", action="the deal goes on without it, unless the rules require it", table=state.id
            )
        except Exception as why:
            log_failure(why, "the deal goes on without a beacon", table=state.id, group=place.group)
        return None
