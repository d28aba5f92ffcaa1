"""Main pot, side pots, uncalled bets and odd chips (QQ-25, QQ-26), in chips."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.play import Seat


class Pot(NamedTuple):
    amount: int
    eligible: tuple[Seat, ...]
    """Seats that may win it, ascending."""

    def plus(self, amount: int) -> Pot:
        return Pot(self.amount + amount, self.eligible)


class Uncalled(NamedTuple):
    """The unmatched top of the highest contribution."""

    seat: Seat
    amount: int


def pots(
    contributed: Sequence[int], folded: Collection[Seat], carried: int = 0, can_bet: Collection[Seat] = ()
) -> tuple[Pot, ...]:
    """Divide the contributions into main pot and side pots, main pot first (QQ-25).

    A player wins at most their own contribution from each other, so a side pot begins above the contribution of every
    live player who can put in no more. Seats in ``can_bet`` still play for every pot. Chips of folded seats stay in the
    pots that they reached, and what exceeds all others in the last one. ``carried`` chips belong to the main pot.
    """
    live = [seat for seat in range(len(contributed)) if seat not in folded]
    caps = sorted({contributed[seat] for seat in live if seat not in can_bet and contributed[seat]})
    divided = []
    below = 0
    for cap in caps:
        eligible = tuple([seat for seat in live if seat in can_bet or contributed[seat] >= cap])
        divided.append(Pot(_between(contributed, below, cap), eligible))
        below = cap
    above = _between(contributed, below, max(contributed))
    if not divided or (above and can_bet):
        divided.append(Pot(0, tuple([seat for seat in live if seat in can_bet] or live)))
    divided[-1] = divided[-1].plus(above)
    divided[0] = divided[0].plus(carried)
    return tuple(divided)


def _between(contributed: Sequence[int], low: int, high: int) -> int:
    """Sum the chips above ``low`` and up to ``high`` a seat."""
    return sum([min(each, high) - low for each in contributed if each > low])


def uncalled(contributed: Sequence[int], folded: Collection[Seat]) -> Uncalled | None:
    """Find the chips that return to the highest contributor; a folded player gets nothing back."""
    top = max(contributed)
    contributors = [seat for seat, amount in enumerate(contributed) if amount == top]
    if len(contributors) > 1 or contributors[0] in folded:
        return None
    matched = max(amount for seat, amount in enumerate(contributed) if seat != contributors[0])
    return Uncalled(contributors[0], top - matched)


def share_out(amount: int, winners: Sequence[Seat]) -> tuple[int, ...]:
    """Share chips equally, the odd ones one each to the first winners (QQ-26)."""
    each, odd = divmod(amount, len(winners))
    return (each + 1,) * odd + (each,) * (len(winners) - odd)


def clockwise(seats: Collection[Seat], first: Seat, seat_count: int) -> tuple[Seat, ...]:
    """Order seats clockwise, beginning with ``first`` or the next one after it."""
    return tuple([seat for seat in (*range(first, seat_count), *range(first)) if seat in seats])
