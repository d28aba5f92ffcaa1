"""Admission of commands: rate limits, permissions, idempotency, and a gate that closes while a group is renamed."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Final

from cachetools import LRUCache

from bot.commands import CommandSpec, Refusal, spec_of
from bot.groups import GroupSettings
from bot.groups.local_time import moment
from bot.messages import Command, Person, PlayerId, Reply

# --- floods ----------------------------------------------------------------------------------------------------

BUCKETS_KEPT: Final = 10_000
"""Most senders counted; the longest silent go first."""

TOLD_KEPT: Final = 1_000
"""Most people remembered as told of a group's flood."""


class Verdict(Enum):
    """The decision about a command."""

    CARRIED_OUT = "carried out"
    TOLD = "refused, and its sender is told why"
    IGNORED = "refused in silence, because they were told before"


@dataclass(frozen=True, slots=True)
class Rate:
    """A leaky bucket's rate and burst."""

    a_second: float
    at_once: int


@dataclass(frozen=True, slots=True)
class FloodLimits:
    """Rates of people and groups; the quickest player presses three times a second."""

    person: Rate = Rate(10, 60)
    group: Rate = Rate(30, 150)


class LeakyBucket:
    """One sender's recent commands; once full, a flood until half has run out."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._level = 0.0
        self._at = 0.0
        self.is_flood = False

    def admits(self, now: float) -> bool:
        """Count one command, and return true if it is admitted."""
        rate, passed = self._rate, max(now - self._at, 0.0)
        self._at = max(now, self._at)
        self._level = max(self._level - passed * rate.a_second, 0.0)
        if self.is_flood and self._level <= rate.at_once / 2:
            self.is_flood = False
        if self._level + 1 > rate.at_once:
            self.is_flood = True
        self._level = min(self._level + 1, float(rate.at_once))
        return not self.is_flood


@dataclass(slots=True)
class _Flow:
    """A sender's bucket, and the people told that it is full."""

    bucket: LeakyBucket
    told: LRUCache[PlayerId, bool] = field(default_factory=lambda: LRUCache(TOLD_KEPT))

    def verdict(self, who: PlayerId, now: float) -> Verdict:
        if self.bucket.admits(now):
            self.told.clear()
            return Verdict.CARRIED_OUT
        verdict = Verdict.IGNORED if who in self.told else Verdict.TOLD
        self.told[who] = True
        return verdict


class FloodControl:
    """A bucket for each person, and one for each group's reading, so that others never block a move."""

    def __init__(self, limits: FloodLimits | None, now: Callable[[], float]) -> None:
        self._limits = limits
        self._now = now
        self._people: LRUCache[PlayerId, _Flow] = LRUCache(BUCKETS_KEPT)
        self._groups: LRUCache[str, _Flow] = LRUCache(BUCKETS_KEPT)

    def verdict(self, command: Command) -> Verdict:
        """Count a command and decide on it."""
        if self._limits is None:
            return Verdict.CARRIED_OUT
        who, now = command.who.id, self._now()
        own = self._flow(self._people, who, self._limits.person).verdict(who, now)
        if own is not Verdict.CARRIED_OUT or not _only_reads(command):
            return own
        return self._flow(self._groups, command.where.group, self._limits.group).verdict(who, now)

    @staticmethod
    def _flow(flows: LRUCache[str, _Flow], key: str, rate: Rate) -> _Flow:
        found: _Flow | None = flows.get(key)
        if found is None:
            found = flows[key] = _Flow(LeakyBucket(rate))
        return found


def _only_reads(command: Command) -> bool:
    """Return true if only a page is lost without it; own cards are no page."""
    spec = spec_of(command.text)
    return spec is None or (spec.reads_only and spec.section != "play")


# --- permissions -----------------------------------------------------------------------------------------------


def check_sender(who: Person, spec: CommandSpec, settings: GroupSettings, now: datetime) -> None:
    """Refuse a command that its sender may not send in the group at all.

    Former members may still ask for their own chips, and for matters of no group. The banned may read, and finish a
    running hand; a ban binds no admin, who could lift it.
    """
    if spec.for_members and not who.member:
        raise Refusal("not-in-group")
    if who.anonymous and not spec.for_group:
        raise Refusal("anonymous")
    if spec.for_admins and not who.admin:
        raise Refusal("admin-only")
    if settings.away and not (spec.reads_only or spec.while_away):
        raise Refusal("group-away")
    ban = settings.ban_of(who.id, now)
    if ban is None or spec.for_banned or who.admin or who.anonymous:
        return
    if ban.until is None:
        raise Refusal("banned-for-good", given=ban.given, why=ban.reason)
    raise Refusal("banned", until=moment(ban.until, now, settings), given=ban.given, why=ban.reason)


# --- repetition ------------------------------------------------------------------------------------------------

REPLIES_REMEMBERED = 10_000
"""Most answers in memory; the ledger knows older updates."""

CarryOut = Callable[[Command], Awaitable[Reply]]


class Idempotency:
    """Commands under way and recent answers: a repeated key gets the first answer."""

    def __init__(self) -> None:
        self._under_way: dict[str, tuple[str, asyncio.Task[Reply]]] = {}
        self._replies: LRUCache[str, tuple[str, Reply]] = LRUCache(REPLIES_REMEMBERED)

    async def reply(self, command: Command, carry_out: CarryOut) -> Reply:
        """Execute a command once; a transient refusal allows another try.

        Raise ``Refusal`` for another command with the same key.
        """
        if not command.key:
            return await carry_out(command)
        fingerprint = _fingerprint(command)
        known = self._replies.get(command.key)
        if known is not None:
            _check_same(known[0], fingerprint)
            return known[1]
        under_way = self._under_way.get(command.key)
        if under_way is None:
            # A task, so that others get the answer if the first asker leaves.
            under_way = fingerprint, asyncio.create_task(self._carry_out(command, fingerprint, carry_out))
            self._under_way[command.key] = under_way
        _check_same(under_way[0], fingerprint)
        return await asyncio.shield(under_way[1])

    def forget(self) -> None:
        """Forget all answers, since they name people."""
        self._replies.clear()

    async def _carry_out(self, command: Command, fingerprint: str, carry_out: CarryOut) -> Reply:
        try:
            reply = await carry_out(command)
            if not reply.transient:
                self._replies[command.key] = (fingerprint, reply)
            return reply
        finally:
            del self._under_way[command.key]


def _check_same(first: str, again: str) -> None:
    if first != again:
        raise Refusal("key-reused")


def _fingerprint(command: Command) -> str:
    content = "\0".join((command.who.id, *command.where, command.text, command.turn))
    return hashlib.sha256(content.encode()).hexdigest()[:32]


# --- renaming --------------------------------------------------------------------------------------------------


class Gate:
    """Lets all commands through, and none while closed."""

    def __init__(self) -> None:
        self._open, self._idle = asyncio.Event(), asyncio.Event()
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
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    @asynccontextmanager
    async def closed(self) -> AsyncIterator[None]:
        """Close the gate, and begin after the last command under way."""
        self._open.clear()
        try:
            await self._idle.wait()
            yield
        finally:
            self._open.set()
