"""The main pot, side pots, uncalled bets and odd chips of a poker-like round (decisions QQ-25 and QQ-26).

All amounts are chips, all seats are numbers clockwise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.play import Seat


class Pot(NamedTuple):
    """Chips that some seats play for: those still in who paid up to its level."""

    amount: int
    eligible: tuple[Seat, ...]


class Uncalled(NamedTuple):
    """The top of the highest contribution, which nobody matched."""

    seat: Seat
    amount: int


def uncalled(paid: Sequence[int], folded: Collection[Seat]) -> Uncalled | None:
    """Find the chips that go back to the highest payer before anything is shared.

    A player who has folded gets nothing back: what he paid alone stays in the last contested pot.
    """
    top = max(paid)
    payers = [seat for seat, amount in enumerate(paid) if amount == top]
    if len(payers) > 1 or payers[0] in folded:
        return None
    matched = max(amount for seat, amount in enumerate(paid) if seat != payers[0])
    return Uncalled(payers[0], top - matched)


def pots(paid: Sequence[int], folded: Collection[Seat], carried: int = 0) -> tuple[Pot, ...]:
    """Lay the contributions in pots, the main pot first.

    A pot is cut at every level at which a live player ran out; chips of folded players stay in the layers they
    reached, and those above the highest live level go to the last pot.

    Args:
        paid: what each seat put in during the whole round, with what was uncalled already returned.
        folded: the seats that gave up.
        carried: chips left over from an earlier round; they belong to the main pot.
    """
    live = [seat for seat in range(len(paid)) if seat not in folded]
    levels = sorted({paid[seat] for seat in live if paid[seat]})
    if len(levels) == 1:
        return (Pot(carried + sum(paid), tuple([seat for seat in live if paid[seat]])),)
    layers = []
    below, dead = 0, carried
    for level in levels:
        amount = dead + sum(min(each, level) - below for each in paid if each > below)
        layers.append(Pot(amount, tuple([seat for seat in live if paid[seat] >= level])))
        below, dead = level, 0
    above = sum(each - below for each in paid if each > below) + dead
    if above:
        last = layers.pop() if layers else Pot(0, tuple(live))
        layers.append(Pot(last.amount + above, last.eligible))
    return tuple(layers)


def clockwise(seats: Collection[Seat], first: Seat, around: int) -> tuple[Seat, ...]:
    """Put some of ``around`` seats in clockwise order, beginning with ``first`` or the next one after it."""
    return tuple([seat for seat in (*range(first, around), *range(first)) if seat in seats])


def share_out(amount: int, winners: Sequence[Seat]) -> tuple[int, ...]:
    """Share chips equally, the odd ones going one each to the first winners in the order given."""
    each, odd = divmod(amount, len(winners))
    return (each + 1,) * odd + (each,) * (len(winners) - odd)
