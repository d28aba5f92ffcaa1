"""Reversing a finished hand: every winner gives back the win, every loser gets back the loss.

No card is opened for it: otherwise whoever may reverse hands could see what others folded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.commands import Refusal, Request
from bot.groups.members import Members
from bot.ledger import HandRow, HandVoided, Ledger, LogAppended, Overdrawn, Transfer, WriteSet, mint, pot, wallet
from bot.messages import PlayerId, is_computer
from engine.fairness.log_entries import HandEntries
from engine.fairness.records import read, with_reversal


async def reverse_hand(ledger: Ledger, members: Members, request: Request, hand: int, reason: str) -> None:
    """Undo the wins and losses of a finished hand of the sender's group, between the wallets of its players.

    Args:
        ledger: where the hand is kept.
        members: the names for a refusal.
        request: what the admin sent.
        hand: its number among all hands.
        reason: why, for everybody to read.

    Raises:
        Refusal: there is no such hand here, it was practice, it is void already, or a winner has spent the chips.
    """
    async with ledger.record_lock:
        row = await ledger.hand(hand)
        if row is None or row.group != request.group or row.settlement is None:
            raise Refusal("no-such-hand")
        if row.voided:
            raise Refusal("hand-voided-already")
        if await ledger.practised(hand):
            raise Refusal("hand-was-practice")
        record = ""
        logged: WriteSet = ()
        if row.record:
            record = with_reversal(row.record, reason)
            logged = (LogAppended(HandEntries.of_record(read(record)).reversed(reason)),)
        voided = HandVoided(hand, reason, record, any(map(is_computer, row.players)))
        back = _given_back(row, row.settlement, request.who.id, reason)
        try:
            await ledger.commit((*back, voided, *logged, *request.receipt))
        except Overdrawn as overdrawn:
            raise Refusal("cannot-reverse", name=members.name(request.group, overdrawn.account.player)) from overdrawn


def _given_back(row: HandRow, settlement: Sequence[int], actor: PlayerId, reason: str) -> Iterator[Transfer]:
    """The transfers back, all through an account of this reversal alone, which is empty before and after it."""
    group, hand = row.group, row.hand
    through = pot(group, f"reversal-{hand}")
    # Odd chips that were carried into or out of the hand belong to others by now: the mint stands in for them.
    nets = [(wallet(group, player), net) for player, net in zip(row.players, settlement, strict=True)]
    nets.append((mint(group), -sum(settlement)))
    for account, net in nets:
        if net > 0:
            yield Transfer(account, through, net, "reversal", hand, actor, reason)
    for account, net in nets:
        if net < 0:
            yield Transfer(through, account, -net, "reversal", hand, actor, reason)
