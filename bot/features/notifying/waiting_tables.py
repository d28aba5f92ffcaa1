"""Private notices of tables that begin to wait for players; a restart repeats none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import structlog

from bot.dispatch.services import Services
from bot.environment.clock import Timer
from bot.environment.task_set import TaskSet
from bot.features.notifying import pages
from bot.groups import GroupSettings
from bot.groups.local_time import quiet_until
from bot.messages import PlayerId, Unreachable
from bot.presenting import table_messages
from engine.table.changes import Notice
from engine.table.state import TableState

log = structlog.get_logger()

PATIENCE = 10.0
"""Seconds before the first notice; friends on the spot sit down by then."""

REST = 3600.0
"""The least seconds between two notices to one person about one group."""

OPENED = "opened"

KEY = "notified"
"""The key of the settings: people who want news of waiting tables, with their games."""


def asking(settings: GroupSettings) -> Mapping[PlayerId, list[str]]:
    """Return the people who want news, with their games."""
    found: Mapping[PlayerId, list[str]] = settings.of_features.get(KEY, {})
    return found


@dataclass(slots=True)
class _Watched:
    waits: bool
    just_sat: frozenset[PlayerId]
    """Players seated when it last did not wait; they know of it."""

    timer: Timer | None = None


class WaitingTables:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._watched: dict[str, _Watched] = {}
        self._told: dict[tuple[str, PlayerId], float] = {}
        """The time of each person's last notice, by group."""

        self._sending = TaskSet()

    async def begin(self) -> None:
        """Do nothing: tables are shown when they are resumed."""

    def look(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        before = self._watched.get(state.id)
        if state.closed:
            self._watched.pop(state.id, None)
            if before is not None and before.timer is not None:
                before.timer.cancel()
            return
        waits, here = self._waits(state), frozenset(chair.player for chair in state.seated)
        if before is None:
            # A table from before a restart may have been announced.
            opened = any(each.key == OPENED for each in notices)
            before = self._watched[state.id] = _Watched(waits and not opened, here)
        if waits and not before.waits:
            before.timer = self._services.clock.call_later(PATIENCE, partial(self._due, state.id))
        elif not waits:
            before.just_sat = here
            if before.timer is not None:
                before.timer.cancel()
        before.waits = waits

    def forget(self, player: PlayerId) -> None:
        self._told = {key: at for key, at in self._told.items() if key[1] != player}
        for watched in self._watched.values():
            watched.just_sat -= {player}

    async def stop(self) -> None:
        for watched in self._watched.values():
            if watched.timer is not None:
                watched.timer.cancel()
        await self._sending.stop()

    async def wait_until_idle(self) -> None:
        await self._sending.wait_until_idle()

    def _waits(self, state: TableState) -> bool:
        settings = self._services.groups.of(state.place.group)
        if (
            state.practice
            or state.closing
            or state.paused is not None
            or state.playing is not None
            or None not in state.chairs
            or quiet_until(self._services.clock.utc(), settings) is not None
        ):
            return False
        rules = table_messages.rules_of(state, settings)[1]
        return not settings.away and len(state.ready(state.game.least_stack(rules))) < (state.game.fewest)

    def _due(self, name: str) -> None:
        watched, table = self._watched.get(name), self._services.tables.by_id(name)
        if watched is None or table is None or not watched.waits:
            return
        state = table.state
        group, now = state.place.group, self._services.clock.now()
        there = watched.just_sat | {chair.player for chair in state.seated}
        for player, games in asking(self._services.groups.of(group)).items():
            last = self._told.get((group, player))
            if player not in there and state.game_name in games and (last is None or now - last >= REST):
                self._told[group, player] = now
                self._sending.start(self._tell(state, player))

    async def _tell(self, state: TableState, player: PlayerId) -> None:
        services, reached = self._services, self._services.members.reached(state.place, player)
        chat = None if reached is None else services.chats.get(reached.place.platform)
        try:
            if reached is None or chat is None or not await chat.is_in_group(reached.place.group, reached.account):
                return
            translate = services.members.translator(reached.place.group, reached.account)
            stands = services.announcer.stands_at(state, reached.place.group)
            link = table_messages.link_to(state, *stands, translate)
            await chat.send_private(reached.account, pages.waiting_table(state, link, translate))
        except Unreachable:
            log.warning("not told of a table", action="told of none", player=player)
        except Exception:
            log.exception("message not sent", action="it is given up", player=player)
