"""Reversal of finished hands: winners and losers return to their chips before.

No card is opened, so that admins never see folded hands.
"""

from __future__ import annotations

from bot.commands import Refusal
from bot.ledger import HandRow, HandVoided, Ledger, LogAppended, Posting, WriteSet, mint, practised, queries, wallet
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


def reversal(row: HandRow, actor: PlayerId, reason: str) -> WriteSet:
    record = ""
    logged: WriteSet = ()
    if row.record:
        record = with_reversal(row.record, reason)
        logged = (LogAppended(HandEntries.of_record(read(record)).reversed(reason)),)
    voided = HandVoided(row.hand, reason, record)
    return (_given_back(row, actor, reason), voided, *logged)


def _given_back(row: HandRow, actor: PlayerId, reason: str) -> Posting:
    back = [(wallet(row.group, player), -net) for player, net in nets_of(row).items() if net]
    # Odd chips that were carried into or out of the hand belong to others by now: the mint stands in for them.
    if odd := -sum(chips for _, chips in back):
        back.append((mint(row.group), odd))
    ranked = not any(map(is_computer, row.players))
    return Posting("reversal", tuple(back), row.hand, actor, reason, ranked)
