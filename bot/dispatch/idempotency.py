"""A command that comes again with the same key is not carried out again: its sender gets the first answer."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable

from cachetools import LRUCache

from bot.commands import Refusal
from bot.messages import Command, Reply

REPLIES_REMEMBERED = 10_000
"""How many answers are kept in memory; the ledger has the receipts of older commands."""

CarryOut = Callable[[Command, str], Awaitable[Reply]]
"""Carries out a command, given its fingerprint."""


class Idempotency:
    """The commands that are being carried out, and the answers to the last ones."""

    def __init__(self) -> None:
        self._under_way: dict[str, tuple[str, asyncio.Task[Reply]]] = {}
        self._replies: LRUCache[str, tuple[str, Reply]] = LRUCache(REPLIES_REMEMBERED)

    async def reply(self, command: Command, carry_out: CarryOut) -> Reply:
        """Carry out a command unless that was done or is being done, and return the answer.

        A transient refusal is not kept, so the same command may try again.

        Raises:
            Refusal: another command has the same key.
        """
        if not command.key:
            return await carry_out(command, "")
        fingerprint = _fingerprint(command)
        known = self._replies.get(command.key)
        if known is not None:
            _check_same(known[0], fingerprint)
            return known[1]
        under_way = self._under_way.get(command.key)
        if under_way is None:
            # A task of its own: whoever asked first may go away, and the others still get the answer.
            under_way = fingerprint, asyncio.create_task(self._carry_out(command, fingerprint, carry_out))
            self._under_way[command.key] = under_way
        _check_same(under_way[0], fingerprint)
        return await asyncio.shield(under_way[1])

    def forget(self) -> None:
        """Forget all answers, since they name people; the ledger has the receipts."""
        self._replies.clear()

    async def _carry_out(self, command: Command, fingerprint: str, carry_out: CarryOut) -> Reply:
        try:
            reply = await carry_out(command, fingerprint)
            if not reply.transient:
                self._replies[command.key] = (fingerprint, reply)
            return reply
        finally:
            del self._under_way[command.key]


def _check_same(first: str, again: str) -> None:
    """Refuse a key that came with another command before."""
    if first != again:
        raise Refusal("key-reused")


def _fingerprint(command: Command) -> str:
    """What tells a command from another one under the same key."""
    content = "\0".join((command.who.id, *command.where, command.text, command.turn))
    return hashlib.sha256(content.encode()).hexdigest()[:32]
