"""Reversing a finished hand: every winner gives back what he won, every loser gets back what he lost."""

from __future__ import annotations

from bot.ledger import HandRow, HandVoided, Ledger, Overdrawn, RecordRefused, Row, Transfer, mint, pot, wallet
from bot.messages import PlayerId
from bot.people import People
from bot.refusal import Refusal
from engine.fairness.records import with_picked_pack, with_reversal


async def reverse_hand(
    ledger: Ledger, people: People, house: str, hand: int, actor: PlayerId, reason: str, done: tuple[Row, ...]
) -> None:
    """Undo the wins and losses of a finished hand, between the wallets of its players.

    Args:
        ledger: where the hand is kept.
        people: the names for a refusal.
        house: the house it must belong to.
        hand: its number among all hands.
        actor: the admin.
        reason: why, for everybody to read.
        done: rows that become durable together with it.

    Raises:
        Refusal: there is no such hand here, it was practice, it is void already, or a winner has spent the chips.
    """
    row = await ledger.hand(hand)
    if row is None or row.house != house or row.settlement is None:
        raise Refusal("no-such-hand")
    if row.voided:
        raise Refusal("hand-voided-already")
    if await ledger.practised(hand):
        raise Refusal("hand-was-practice")
    reversed_ = _opened(row, reason)
    # All chips pass through an account of this reversal alone, which is empty before and after it.
    through = pot(house, f"reversal-{hand}")
    bank, give, take = mint(house), [], []
    for player, net in zip(row.players, row.settlement, strict=True):
        if net > 0:
            give.append(Transfer(wallet(house, player), through, net, "reversal", hand, actor, reason))
        elif net < 0:
            take.append(Transfer(through, wallet(house, player), -net, "reversal", hand, actor, reason))
    # Odd chips that were carried into or out of the hand are somebody else's by now: the house stands in for them.
    odd = sum(row.settlement)
    if odd < 0:
        give.append(Transfer(bank, through, -odd, "reversal", hand, actor, reason))
    elif odd > 0:
        take.append(Transfer(through, bank, odd, "reversal", hand, actor, reason))
    try:
        await ledger.commit((*give, *take, HandVoided(hand, reason, reversed_), *done))
    except Overdrawn as overdrawn:
        raise Refusal("cannot-reverse", name=people.name(house, overdrawn.account.player)) from overdrawn
    except RecordRefused as refused:
        # Somebody else voided it at the same moment.
        raise Refusal("hand-voided-already") from refused


def _opened(row: HandRow, reason: str) -> str:
    """The record of a hand that is declared void: all its packs are opened, as far as their keys are still there."""
    if not row.record:
        return ""
    text = with_reversal(row.record, reason)
    return with_picked_pack(text, row.keys) if row.keys else text
