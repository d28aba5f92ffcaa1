"""Reversing a finished hand: every winner gives back the win, every loser gets back the loss.

No card is opened for it: otherwise whoever may reverse hands could see what others folded.
"""

from __future__ import annotations

from bot.commands import Refusal
from bot.ledger import HandRow, HandVoided, Ledger, LogAppended, Posting, WriteSet, mint, practised, queries, wallet
from bot.messages import PlayerId, is_computer
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import read, with_reversal


async def reversible_hand(ledger: Ledger, group: str, hand: int) -> HandRow:
    """A finished hand of a group that can be reversed.

    Raise ``Refusal`` if there is no such hand here, it was practice, or it is void already.
    """
    row = await ledger.read(queries.hand, hand)
    if row is None or row.group != group or row.settlement is None:
        raise Refusal("no-such-hand")
    if row.voided:
        raise Refusal("hand-voided-already")
    if practised(hand):
        raise Refusal("hand-was-practice")
    return row


def nets_of(row: HandRow) -> dict[PlayerId, int]:
    """The chips that each player has won or lost in a finished hand."""
    assert row.settlement is not None
    return dict(zip(row.players, row.settlement, strict=True))


def reversal(row: HandRow, actor: PlayerId, reason: str) -> WriteSet:
    """What undoes a finished hand, between the wallets of its players."""
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
