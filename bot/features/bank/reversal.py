"""Reversal of finished hands: winners and losers return to their chips before.

No card is opened, so that admins never see folded hands.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.commands import Refusal
from bot.ledger import HandRow, HandVoided, Ledger, LogAppended, Posting, WriteSet, mint, practised, queries, wallet
from bot.ledger.batch import Batch
from bot.messages import PlayerId, is_computer
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import read, with_reversal


async def reversible_hand(ledger: Ledger, group: str, hand: int) -> HandRow:
    """Return a reversible hand of the group; raise ``Refusal`` for an unknown, practice or void one."""
    row = await ledger.read(queries.hand, hand)
    if row is None or row.group != group or row.settlement is None:
        raise Refusal("no-such-hand")
    if row.voided:
        raise Refusal("hand-voided-already")
    if practised(hand):
        raise Refusal("hand-was-practice")
    return row


def nets_of(row: HandRow) -> dict[PlayerId, int]:
    assert row.settlement is not None
    return dict(zip(row.players, row.settlement, strict=True))


@dataclass(frozen=True, slots=True)
class Reversed(HandVoided):
    """A reversal in the record as it is by then: meanwhile another process may have opened the pack."""

    def store(self, batch: Batch) -> None:
        now = queries.hand(batch.accounts.connection, self.hand) if self.record else None
        record = "" if now is None else with_reversal(now.record, self.reason)
        HandVoided(self.hand, self.reason, record).store(batch)


def reversal(row: HandRow, actor: PlayerId, reason: str) -> WriteSet:
    logged = (LogAppended(HandEntries.of_record(read(row.record)).reversed(reason)),) if row.record else ()
    return (_given_back(row, actor, reason), Reversed(row.hand, reason, row.record), *logged)


def _given_back(row: HandRow, actor: PlayerId, reason: str) -> Posting:
    back = [(wallet(row.group, player), -net) for player, net in nets_of(row).items() if net]
    # Odd chips that were carried into or out of the hand belong to others by now: the mint stands in for them.
    if odd := -sum(chips for _, chips in back):
        back.append((mint(row.group), odd))
    ranked = not any(map(is_computer, row.players))
    return Posting("reversal", tuple(back), row.hand, actor, reason, ranked)
