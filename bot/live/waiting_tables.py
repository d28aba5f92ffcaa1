"""Private notices of tables that begin to wait for players; a restart repeats none."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial

import structlog

from bot.environment.clock import Clock, Timer
from bot.groups import Groups
from bot.groups.local_time import quiet_until
from bot.groups.members import Members
from bot.messages import Chat, MessageId, PlayerId, Unreachable
from bot.presenting import table_messages
from bot.presenting.newcomers import waiting_table
from bot.tables.state import Notice, TableState

log = structlog.get_logger()

PATIENCE = 10.0
"""Seconds before the first notice; friends on the spot sit down by then."""

REST = 3600.0
"""The least seconds between two notices to one person about one group."""

OPENED = "opened"


@dataclass(slots=True)
class _Watched:
    state: TableState
    waits: bool
    just_sat: frozenset[PlayerId]
    """Players seated when it last did not wait; they know of it."""

    timer: Timer | None = None


class WaitingTables:
    def __init__(
        self,
        groups: Groups,
        members: Members,
        chats: Mapping[str, Chat],
        clock: Clock,
        run: Callable[[Coroutine[None, None, None]], None],
        shown_in: Callable[[str], MessageId | None],
    ) -> None:
        self._groups = groups
        self._members = members
        self._chats = chats
        self._clock = clock
        self._run = run
        self._shown_in = shown_in
        self._watched: dict[str, _Watched] = {}
        self._told: dict[tuple[str, PlayerId], float] = {}
        """The time of each person's last notice, by group."""

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
            before = self._watched[state.id] = _Watched(state, False, here)
            if not any(each.key == OPENED for each in notices):
                before.waits = waits
        if waits and not before.waits:
            # A timer must not keep the old state.
            before.timer = self._clock.call_later(PATIENCE, partial(self._due, state.id))
        elif not waits:
            before.just_sat = here
            if before.timer is not None:
                before.timer.cancel()
        before.state, before.waits = state, waits

    def forget(self, player: PlayerId) -> None:
        self._told = {key: at for key, at in self._told.items() if key[1] != player}
        for watched in self._watched.values():
            watched.just_sat -= {player}

    def renew(self, state: TableState) -> None:
        """Replace a table's cached state after a change of a name."""
        if (watched := self._watched.get(state.id)) is not None:
            watched.state = state

    def stop(self) -> None:
        for watched in self._watched.values():
            if watched.timer is not None:
                watched.timer.cancel()

    def _waits(self, state: TableState) -> bool:
        settings = self._groups.of(state.place.group)
        if (
            state.practice
            or state.closing
            or state.paused is not None
            or state.playing is not None
            or None not in state.chairs
            or quiet_until(self._clock.utc(), settings) is not None
        ):
            return False
        rules = table_messages.rules_of(state, settings)[1]
        return not settings.waits(state.place.channel) and len(state.ready(state.game.least_stack(rules))) < (
            state.game.fewest
        )

    def _due(self, table: str) -> None:
        watched = self._watched.get(table)
        if watched is None or not watched.waits:
            return
        state = watched.state
        group, now = state.place.group, self._clock.now()
        there = watched.just_sat | {chair.player for chair in state.seated}
        for player, games in self._groups.of(group).notified.items():
            last = self._told.get((group, player))
            if player not in there and state.game_name in games and (last is None or now - last >= REST):
                self._told[group, player] = now
                self._run(self._tell(state, player))

    async def _tell(self, state: TableState, player: PlayerId) -> None:
        group = state.place.group
        chat = self._chats.get(state.place.platform)
        try:
            if chat is None or not await chat.is_in_group(group, player):
                return
            translate = self._members.translator(group, player)
            await chat.send_private(player, waiting_table(state, self._shown_in(state.id), translate))
        except Unreachable:
            log.warning("not told of a table", action="told of none", player=player)
        except Exception:
            log.exception("message not sent", action="it is given up", player=player)
