"""Sealed deals verify: what was posted before a hand is what it was dealt from, whatever happens in between."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from bot.ledger import queries
from engine.fairness.sealed import Sealed
from engine.fairness.verifying import verify
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import EVERYBODY, NO_ANSWER, Call, Said
from tools.simulation.checks.stored import read, settled

_FINGERPRINT = re.compile(r"\b[0-9a-f]{64}\b")

PATIENCE = 60.0
"""How long after a chat answers again everything may be there that it missed."""


class SealedDealsVerify(Check):
    """Every hand is dealt from packs whose fingerprint was posted, and keeps them; its record verifies."""

    name = "sealed deals verify"

    def __init__(self) -> None:
        super().__init__()
        self._posted: set[str] = set()
        self._late: set[str] = set()
        """The fingerprints that were posted only when their hand was dealt."""

        self._running: dict[int, tuple[str, tuple[int, ...]]] = {}
        """The fingerprint and the order of the pack of each hand that is being played."""

        self._over: set[int] = set()
        self._chain: dict[str, tuple[int, str]] = {}
        """The number and the hash of the record of the last hand of each table."""

        self._cut: dict[tuple[str, int, int], Sealed] = {}
        """What stood when the next hand was cut, by its table, number and attempt."""

        self._unseen: set[int] = set()
        """The hands that were played while their chat did not answer."""

        self._not_sent: dict[str, int] = {}
        """The tables of which a message was tried in vain, or had to wait for long, and the hand that stood then."""

    def shown(self, said: Said) -> None:
        if said.receiver != EVERYBODY or self.life is None:
            return
        for new in set(_FINGERPRINT.findall(said.text)) - self._posted:
            self._posted.add(new)
            hands = [table.state.hand for table in self.life.app.tables.all_open()]
            if any(hand is not None and hand.deal.seal.commitment.hex() == new for hand in hands):
                self._late.add(new)

    def logged(self, entry: Mapping[str, Any]) -> None:
        if entry.get("event") == "message not sent" and "table" in entry:
            live = None if self.life is None else self.life.app.tables.by_id(entry["table"])
            self._not_sent[entry["table"]] = 0 if live is None or live.state.hand is None else live.state.hand.id
        elif entry.get("event") == "Telegram asks for a pause":
            self._held_up(str(entry["chat"]))

    def called(self, call: Call) -> None:
        if call.status in (NO_ANSWER, HTTPStatus.TOO_MANY_REQUESTS):
            for bucket in call.buckets:
                self._held_up(bucket.rpartition(" ")[2])

    def _held_up(self, chat: str) -> None:
        """A platform wants no messages in a group or channel for a while, or does not say whether it took one."""
        if self.life is None:
            return
        for table in self.life.app.tables.all_open():
            for place in self.life.places(table.state):
                whole = place.group, f"{place.group}/{place.channel}"
                if chat in (*whole, place.group.partition(":")[2], place.channel):
                    self._not_sent[table.state.id] = 0 if table.state.hand is None else table.state.hand.id

    async def started(self) -> None:
        await self.quiet()

    async def quiet(self) -> None:
        assert self.life is not None
        for table in self.life.app.tables.all_open():
            self._look_at_cut(table.state.id, table.state.sealed)
            hand = table.state.hand
            if hand is None or hand.id in self._over:
                continue
            answering = self.life.answering(table.state)
            if answering is None or self.now - answering < PATIENCE:
                self._unseen.add(hand.id)
            if hand.id not in self._running and table.state.id in self._not_sent:
                # A hand waits for no platform: what could not be sent before it is sent beside it.
                self._unseen.add(hand.id)
                if self._not_sent[table.state.id] != hand.id:
                    del self._not_sent[table.state.id]
            if not hand.over:
                dealt = hand.deal.seal.commitment.hex(), tuple(hand.deal.pack)
                if self._running.setdefault(hand.id, dealt) != dealt:
                    raise self.fail(f"hand {hand.id} is played with other cards than before")
            else:
                self._running.setdefault(hand.id, ("", ()))
        if self._running:
            for number in await read(self.life.app.ledger, lambda connection: settled(connection, self._running)):
                await self._look_at(number)

    def _look_at_cut(self, table: str, sealed: Sealed | None) -> None:
        """From the cut on, who is dealt in and who cuts stand, and no word goes."""
        if sealed is None:
            return
        packs = table, sealed.number, sealed.attempt
        before = self._cut.get(packs, sealed)
        if (sealed.settled, sealed.cutter) != (before.settled, before.cutter):
            raise self.fail(f"others are dealt in or cut than stood at the cut of hand {sealed.number}")
        if before.words.items() - sealed.words.items():
            raise self.fail(f"a word is gone since the cut of hand {sealed.number}")
        if sealed.settled is not None:
            self._cut[packs] = sealed

    async def _look_at(self, number: int) -> None:
        assert self.life is not None
        row = await self.life.app.ledger.read(queries.hand, number)
        if row is None:
            raise self.fail(f"hand {number} is not stored any more")
        if row.settlement is None:
            return
        commitment, _ = self._running.pop(number)
        self._over.add(number)
        if not row.record:
            raise self.fail(f"hand {number} is over without a record")
        verdict = verify(row.record)
        if not verdict.valid:
            failed = next(check for check in verdict.checks if not check.passed)
            raise self.fail(f"the record of hand {number} does not verify: {failed}")
        fields = json.loads(row.record)
        if fields["hash"] != row.record_hash:
            raise self.fail(f"the record of hand {number} has another hash than the one in the chain")
        cut = self._cut.pop((row.table, row.number, fields["attempt"]), None)
        settled = cut.settled if cut and cut.settled else {}
        # Nobody's word counts who left before the cut.
        words = {cut.words[player].encode().hex() for player in settled.values() if cut and player in cut.words}
        if words - set(fields["contributions"].values()):
            raise self.fail(f"a word of hand {number} does not count")
        before = self._chain.get(row.table)
        if before is not None and before[0] == row.number - 1 and fields["previous"] != before[1]:
            raise self.fail(f"hand {number} was not sealed with the record of the hand before")
        self._chain[row.table] = row.number, row.record_hash
        if commitment and fields["commit"] != commitment:
            raise self.fail(f"hand {number} was sealed with other packs than it was played with")
        posted = fields["commit"] in self._posted - self._late
        if not posted and number not in self._unseen:
            raise self.fail(f"the fingerprint of hand {number} was not posted before it")
