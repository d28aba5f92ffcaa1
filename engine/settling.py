from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

PlayerT = TypeVar("PlayerT", bound=Hashable)

MOST_EXACT = 10
"""The most uneven players for whom the fewest payments are found."""


class Payment(NamedTuple, Generic[PlayerT]):
    """Chips that one player owes another."""

    debtor: PlayerT
    creditor: PlayerT
    amount: int


def balanced(nets: Mapping[PlayerT, int]) -> dict[PlayerT, int]:
    """Bring the nets to a sum of zero, off the largest debts if more was lost than won, else off the largest wins."""
    left = sum(nets.values())
    sign = 1 if left > 0 else -1
    even = dict(nets)
    # The largest first; equal ones in the order in which they are given.
    for player in sorted(nets, key=lambda each: -sign * nets[each]):
        off = min(abs(left), max(sign * nets[player], 0))
        even[player] -= sign * off
        left -= sign * off
    return even


def payments(nets: Mapping[PlayerT, int]) -> tuple[Payment[PlayerT], ...]:
    """Return the payments, largest first; raise ValueError unless the nets sum to zero.

    Players are parted into as many groups as can settle among themselves, since a group of k needs k - 1 payments. The
    search doubles with each player, so beyond :data:`MOST_EXACT` only exact pairs are parted.
    """
    if sum(nets.values()):
        raise ValueError("only what was won from each other can be settled")
    open_nets = [(player, net) for player, net in nets.items() if net]
    groups = _most_groups(open_nets) if len(open_nets) <= MOST_EXACT else _pairs_and_rest(open_nets)
    paid = [payment for group in groups for payment in _within(group)]
    return tuple(sorted(paid, key=lambda payment: -payment.amount))


def _most_groups(nets: Sequence[tuple[PlayerT, int]]) -> list[list[tuple[PlayerT, int]]]:
    if not nets:
        return []
    sums, most, last = [0], [0], [0]
    # A set of players is a number with a bit for each; whatever lacks one of them has been looked at before.
    for members in range(1, 1 << len(nets)):
        lowest = members & -members
        sums.append(sums[members ^ lowest] + nets[lowest.bit_length() - 1][1])
        best, without = max((most[members ^ bit], bit) for bit in _bits(members))
        most.append(best + (sums[members] == 0))
        last.append(without)
    groups: list[list[tuple[PlayerT, int]]] = []
    members = (1 << len(nets)) - 1
    while members:
        if sums[members] == 0:
            groups.append([])
        groups[-1].append(nets[last[members].bit_length() - 1])
        members ^= last[members]
    return groups


def _pairs_and_rest(nets: Sequence[tuple[PlayerT, int]]) -> list[list[tuple[PlayerT, int]]]:
    pairs: list[list[tuple[PlayerT, int]]] = []
    rest: list[tuple[PlayerT, int]] = []
    for player, net in nets:
        other = next((each for each in rest if each[1] == -net), None)
        if other is None:
            rest.append((player, net))
        else:
            rest.remove(other)
            pairs.append([other, (player, net)])
    return [*pairs, rest]


def _bits(members: int) -> Iterator[int]:
    while members:
        lowest = members & -members
        yield lowest
        members ^= lowest


def _within(nets: Sequence[tuple[PlayerT, int]]) -> Iterator[Payment[PlayerT]]:
    open_nets = dict(nets)
    while open_nets:
        debtor = min(open_nets, key=lambda each: open_nets[each])
        creditor = max(open_nets, key=lambda each: open_nets[each])
        amount = min(-open_nets[debtor], open_nets[creditor])
        yield Payment(debtor, creditor, amount)
        for player, paid in ((debtor, amount), (creditor, -amount)):
            open_nets[player] += paid
            if not open_nets[player]:
                del open_nets[player]
