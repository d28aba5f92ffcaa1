"""Rate limits, permissions, and a gate that closes while a group is renamed."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum
from typing import NamedTuple

from bot.commands import CommandSpec, Refusal
from bot.groups import GroupSettings
from bot.messages import Person

# --- floods ----------------------------------------------------------------------------------------------------


class Verdict(Enum):
    """The decision about a command."""

    CARRIED_OUT = "carried out"
    TOLD = "refused, and its sender is told why"
    IGNORED = "refused in silence, because they were told before"


class FloodLimit(NamedTuple):
    """The most commands in a span of seconds; the quickest player presses three times a second."""

    commands: int = 60
    seconds: float = 6.0


class FloodControl:
    """Counts the commands of each person, or of each group, span after span."""

    def __init__(self, limit: FloodLimit | None, now: Callable[[], float]) -> None:
        self._limit = limit
        self._now = now
        self._span = 0
        self._sent: Counter[str] = Counter()

    def verdict(self, who: str) -> Verdict:
        if self._limit is None:
            return Verdict.CARRIED_OUT
        span = int(self._now() / self._limit.seconds)
        if span != self._span:
            self._span, self._sent = span, Counter()
        self._sent[who] += 1
        beyond = self._sent[who] - self._limit.commands
        if beyond <= 0:
            return Verdict.CARRIED_OUT
        return Verdict.TOLD if beyond == 1 else Verdict.IGNORED


# --- permissions -----------------------------------------------------------------------------------------------


def check_sender(who: Person, spec: CommandSpec, settings: GroupSettings) -> None:
    """Refuse a command that its sender may not send in the group at all.

    Former members may still ask for their own chips, and for matters of no group.
    """
    if spec.for_members and not who.member:
        raise Refusal("not-in-group")
    if who.anonymous and not spec.for_group:
        raise Refusal("anonymous")
    if spec.for_admins and not who.admin:
        raise Refusal("admin-only")
    if settings.away and not (spec.reads_only or spec.while_away):
        raise Refusal("group-away")


# --- renaming --------------------------------------------------------------------------------------------------


class Gate:
    def __init__(self) -> None:
        self._open, self._idle, self._closing = asyncio.Event(), asyncio.Event(), asyncio.Lock()
        self._open.set()
        self._idle.set()
        self._under_way = 0

    @asynccontextmanager
    async def through(self) -> AsyncIterator[None]:
        """Carry out a command once the gate is open."""
        while not self._open.is_set():
            await self._open.wait()
        self._under_way += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._idle.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Let a command that is through go on after all others."""
        self._leave()
        try:
            async with self.closed():
                yield
        finally:
            self._under_way += 1
            self._idle.clear()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Close the gate, and begin after the last command under way."""
        async with self._closing:
            self._open.clear()
            try:
                await self._idle.wait()
                yield
            finally:
                self._open.set()
