from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

import structlog

from bot.environment.clock import Clock, Timer
from bot.environment.entropy import Entropy
from bot.environment.task_set import TaskSet
from bot.ledger import HandRow, Ledger, LedgerClosed, NotStored, PacksSealed
from engine.fairness import KEY_BYTES, MOST_ATTEMPTS, PACKS, Chance, Closing, Context, Seal, SealedDeal, records
from engine.fairness.sealed import Sealed
from engine.games import GAMES
from engine.house_rules import GameRules


def sealed_for(
    table: str, number: int, attempt: int, game: str, rules: GameRules, previous: str, entropy: Entropy
) -> Sealed:
    """Seal fresh packs.

    ``table`` is the table's own bytes in hex; ``attempt`` counts earlier packs for that hand.
    """
    # With so many changes the hand gets the next number.
    number, attempt = number + attempt // MOST_ATTEMPTS, attempt % MOST_ATTEMPTS
    context = _context(table, number, attempt, GAMES[game].in_force(rules), game, previous)
    return Sealed(Seal(context, tuple(entropy.key() for _ in range(PACKS))).at_rest())


def keys_row(table: str, sealed: Sealed) -> PacksSealed:
    """The keys of the packs, stored until the deal."""
    return PacksSealed(table, sealed.number, sealed.attempt, b"".join(sealed.seal.keys))


def restored(stored: dict[str, Any], row: PacksSealed | None, table: str, game: str, previous: str) -> Sealed | None:
    """The packs of a stored table, ``None`` if the keys belong to other packs."""
    number, attempt = stored.pop("number"), stored.pop("attempt")
    context = _context(table, number, attempt, stored.pop("rules"), game, previous)
    if row is None or (row.number, row.attempt) != (number, attempt):
        return None
    return Sealed.read(Seal(context, split(row.keys)).at_rest(), stored)


def split(keys: bytes) -> tuple[bytes, ...]:
    return tuple(keys[at : at + KEY_BYTES] for at in range(0, len(keys), KEY_BYTES))


def deal_to_json(deal: SealedDeal) -> str:
    """The stored form of a running hand's deal, with the names that its record will have."""
    context = deal.seal.context
    named = {"table": context.table.hex(), "attempt": context.attempt, "previous": context.previous.hex()}
    return json.dumps(named | deal.closing.fields | deal.chance.fields, separators=(",", ":"))


class NotSealed(Exception):
    """The cards of a hand are lost, because its key was erased."""


def deal_of(row: HandRow, entropy: Entropy) -> SealedDeal:
    stored = records.read(row.record or row.sealed)
    context = _context(stored["table"], row.number, stored["attempt"], row.rules, row.game, stored["previous"])
    keys = _keys_after(stored, row.keys) if row.record else split(row.keys)
    return entropy.deal(Seal(context, keys), Closing.read(stored), Chance.read(stored))


def _keys_after(record: Mapping[str, Any], kept: bytes) -> tuple[bytes, ...]:
    picked = kept or bytes.fromhex(record["disclosed"] or "")
    if not picked:
        raise NotSealed
    return tuple(picked if key is None else bytes.fromhex(key) for key in record["keys"])


def _context(table: str, number: int, attempt: int, rules: str, game: str, previous: str) -> Context:
    return Context(bytes.fromhex(table), number, attempt, rules, GAMES[game].pack_names, bytes.fromhex(previous))


log = structlog.get_logger()

KEPT = timedelta(days=7)
"""The time after a hand to prove own cards, or open its pack if all agree."""

EVERY = timedelta(hours=1).total_seconds()


class KeyExpiry(TaskSet):
    """Erases keys that are due, overdue ones first."""

    def __init__(self, ledger: Ledger, clock: Clock) -> None:
        super().__init__()
        self._ledger = ledger
        self._clock = clock
        self._timer: Timer | None = None

    async def begin(self) -> None:
        """Erase what is due now, and go on every hour."""
        with suppress(LedgerClosed):
            try:
                if erased := await self._ledger.erase_keys(self._clock.utc() - KEPT):
                    log.info("keys erased", hands=erased)
            except NotStored as error:
                # The keys stay another hour, readable by the operator alone.
                log.error("keys not erased", error=str(error), action="tried again in an hour")
        self._timer = self._clock.call_later(EVERY, self._again)

    def _again(self) -> None:
        self.start(self.begin())

    async def stop(self) -> None:
        await self.wait_until_idle()
        if self._timer is not None:
            self._timer.cancel()
