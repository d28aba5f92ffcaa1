"""The main pot, side pots, uncalled bets and odd chips of a poker-like round (decisions QQ-25 and QQ-26).

All amounts are chips, all seats are numbers clockwise.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.play import Seat


class Pot(NamedTuple):
    """Chips that some seats play for."""

    amount: int
    eligible: tuple[Seat, ...]
    """The seats that may win it, ascending."""

    def plus(self, amount: int) -> Pot:
        """The same pot with more chips in it."""
        return Pot(self.amount + amount, self.eligible)


class Uncalled(NamedTuple):
    """The top of the highest contribution, which nobody matched."""

    seat: Seat
    amount: int


def pots(
    contributed: Sequence[int], folded: Collection[Seat], carried: int = 0, can_bet: Collection[Seat] = ()
) -> tuple[Pot, ...]:
    """Divide the contributions into the main pot and the side pots, the main pot first (QQ-25).

    A player wins from each other at most what they put in themselves, so a side pot begins above the contribution
    of every live player who can put in no more. Those who can still bet play for every pot: what lies unmatched in
    the middle is shown in the pot that it will become, and makes no side pot.
    Folded players' chips stay in the pots that they reached, and what they put in above all others in the last one.

    Args:
        contributed: what each seat put in during the whole hand; at the settlement, without what was uncalled.
        folded: the seats that gave up.
        carried: chips left over from an earlier hand; they belong to the main pot.
        can_bet: the live seats that can still put in chips in the betting round that goes on; none once it is over.
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
    """All chips that were put in above ``low`` and up to ``high`` a seat."""
    return sum([min(each, high) - low for each in contributed if each > low])


def uncalled(contributed: Sequence[int], folded: Collection[Seat]) -> Uncalled | None:
    """Find the chips that go back to the highest contributor before anything is shared.

    A player who has folded gets nothing back: what only they put in stays in the last contested pot.
    """
    top = max(contributed)
    contributors = [seat for seat, amount in enumerate(contributed) if amount == top]
    if len(contributors) > 1 or contributors[0] in folded:
        return None
    matched = max(amount for seat, amount in enumerate(contributed) if seat != contributors[0])
    return Uncalled(contributors[0], top - matched)


def share_out(amount: int, winners: Sequence[Seat]) -> tuple[int, ...]:
    """Share chips equally, the odd ones going one each to the first winners in the order given (QQ-26)."""
    each, odd = divmod(amount, len(winners))
    return (each + 1,) * odd + (each,) * (len(winners) - odd)


def clockwise(seats: Collection[Seat], first: Seat, seat_count: int) -> tuple[Seat, ...]:
    """Put some of ``seat_count`` seats in clockwise order, beginning with ``first`` or the next one after it."""
    return tuple([seat for seat in (*range(first, seat_count), *range(first)) if seat in seats])
