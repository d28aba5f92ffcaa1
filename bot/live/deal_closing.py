"""Says in public what was added to a deal, right before it, and brings back what chance the platform adds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import structlog

from bot.groups import Groups
from bot.messages import Chat, Place, Unwelcome
from bot.presenting import proofs
from bot.tables.state import TableState
from bot.wording import in_language
from engine.fairness import NO_BEACON, Beacon

log = structlog.get_logger()

PATIENCE = 5.0
"""How many seconds a deal may wait for its beacon; after that it goes on without, and its record says so."""


class DealClosing:
    """The voice that closes a deal."""

    def __init__(self, groups: Groups, chats: Mapping[str, Chat]) -> None:
        self._groups = groups
        self._chats = chats

    def seconds(self, place: Place) -> float:
        """How long the platform usually takes for its beacon; 0 if it has none."""
        chat = self._chats.get(place.platform)
        return 0.0 if chat is None else chat.beacon_seconds

    async def close_words(self, state: TableState, *, again: bool) -> Beacon:
        """Post seats and words of a deal that is closed, and return the platform's beacon; never raises.

        Args:
            state: the table.
            again: whether they may have been posted before by a run of the program that was killed.
        """
        place = state.place
        chat = self._chats.get(place.platform)
        if chat is None:
            return NO_BEACON
        message = proofs.closing(state, in_language(self._groups.of(place.group).language))
        try:
            async with asyncio.timeout(PATIENCE):
                return await chat.post_closing(place, message, again=again)
        except TimeoutError:
            log.warning("no beacon in time", table=state.id)
        except Unwelcome as why:
            log.info("nothing can be shown", place=place, why=str(why))
        except Exception:
            log.exception("message not sent", place=place)
        return NO_BEACON
