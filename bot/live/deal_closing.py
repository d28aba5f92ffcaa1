"""Posts the closing message of a deal, right before it, and returns the beacon that the platform adds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import structlog

from bot.groups import Groups
from bot.live.announcer import Announcer
from bot.messages import Chat, Place, Unwelcome
from bot.presenting import sealed_deal
from bot.tables.state import TableState
from bot.wording import in_language
from engine.fairness import Beacon

log = structlog.get_logger()

BEACON_TIMEOUT = 5.0
"""How many seconds a deal waits for its beacon at most; then it goes on without one, and its record says so."""


class DealClosing:
    """Closes deals in public, on whatever platform their table is."""

    def __init__(self, groups: Groups, chats: Mapping[str, Chat], announcer: Announcer) -> None:
        self._groups = groups
        self._chats = chats
        self._announcer = announcer

    def beacon_seconds(self, place: Place) -> float:
        """How many seconds the platform usually takes to draw its beacon; 0 if it has none."""
        chat = self._chats.get(place.platform)
        return 0.0 if chat is None else chat.beacon_seconds

    def has_beacon(self, place: Place) -> bool:
        """Whether the platform draws a beacon for each deal."""
        return self.beacon_seconds(place) > 0

    def rest_seconds(self, place: Place, pause: int) -> int:
        """How many seconds longer than ``pause`` a chat that is full needs until it has room for the next hand."""
        return self._announcer.rest_seconds(place, pause)

    async def post(self, state: TableState, *, again: bool) -> Beacon | None:
        """Post the seats and words of a closed deal, and return the platform's beacon if it adds one; never raises.

        Args:
            state: the table.
            again: whether an earlier run of the program, which was killed, may have posted them already.
        """
        place = state.place
        chat = self._chats.get(place.platform)
        if chat is None:
            return None
        translate = in_language(self._groups.of(place.group).language)
        message = sealed_deal.closing_message(state, translate)
        if chat.proves_quotes:
            quote = self._announcer.quote(state.id, sealed_deal.closing_lines(state, translate))
            message = replace(message, said_already=quote)
        try:
            async with asyncio.timeout(BEACON_TIMEOUT):
                return await chat.post_closing(place, message, again=again)
        except TimeoutError:
            log.warning("no beacon in time", table=state.id)
        except Unwelcome as why:
            log.info("nothing can be shown", place=place, why=str(why))
        except Exception:
            log.exception("message not sent", place=place)
        return None
