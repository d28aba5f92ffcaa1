"""What the bank and each player win or lose once the cards lie open (decisions KK-7, KK-11 and KK-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Bet(NamedTuple):
    """A stake, and how it turned out; a stake of 0 is none."""

    stake: int
    pays: int
    """How many times the stake the player is to be paid; 0 if the banker wins."""


def cover(bank: int, stakes: Sequence[int], most_pays: int) -> tuple[int, ...]:
    """How much of each stake a bank covers: in their order, as far as it reaches at worst (KK-12).

    Args:
        bank: the chips of the bank.
        stakes: the chips staked, from the banker's left.
        most_pays: how many times a stake can be paid at most.
    """
    left, covered = bank // most_pays, []
    for stake in stakes:
        covered.append(min(stake, left))
        left -= covered[-1]
    return tuple(covered)


def settle(solvency: str, bank: int, bets: Sequence[Bet], most_pays: int = 1) -> tuple[int, ...]:
    """What each player wins or loses; the bank covers or pays in the order of the stakes.

    ``cover``: what :func:`cover` leaves of each stake is settled in full; the rest neither wins nor loses.
    ``collect``: it takes what was lost, and then pays one winner after the other until it is empty.
    ``unlimited``: every stake is settled in full, however much the bank holds.

    Args:
        solvency: the house rule of that name.
        bank: the chips of the bank.
        bets: the stakes, from the banker's left.
        most_pays: how many times its stake a bet can be paid at most, which ``cover`` reckons with.
    """
    if solvency == "cover":
        covered = cover(bank, [bet.stake for bet in bets], most_pays)
        return tuple([_net(Bet(stake, bet.pays)) for stake, bet in zip(covered, bets, strict=True)])
    if solvency == "collect":
        return _collect(bank, bets)
    return tuple([_net(bet) for bet in bets])


def _net(bet: Bet) -> int:
    return bet.stake * bet.pays if bet.pays else -bet.stake


def _collect(bank: int, bets: Sequence[Bet]) -> tuple[int, ...]:
    nets = []
    left = bank + sum([bet.stake for bet in bets if not bet.pays])
    for bet in bets:
        net = min(_net(bet), left)
        left -= max(net, 0)
        nets.append(net)
    return tuple(nets)
