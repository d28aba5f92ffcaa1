"""What the bank and each player win or lose once the cards lie open (decisions KK-7, KK-11 and KK-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Bet(NamedTuple):
    """A stake, and how it turned out; a stake of 0 is none."""

    stake: int
    pays: int
    """How many times the stake the player is to be paid; 0 if the banker wins."""


def settle(solvency: str, bank: int, bets: Sequence[Bet], most_pays: int = 1) -> tuple[int, ...]:
    """What each player wins or loses; the bank covers or pays in the order of the stakes.

    ``cover``: before anything is known the bank sets chips aside for one stake after the other as far as it reaches;
    what it cannot cover neither wins nor loses.
    ``collect``: it takes what was lost, and then pays one winner after the other until it is empty.
    ``unlimited``: every stake is settled in full, however much the bank holds.

    Args:
        solvency: the house rule.
        bank: the chips of the bank.
        bets: the stakes, from the banker's left.
        most_pays: how many times its stake a bet can be paid at most; ``cover`` sets that much aside.
    """
    if solvency == "cover":
        return _cover(bank, bets, most_pays)
    if solvency == "collect":
        return _collect(bank, bets)
    return tuple([_net(bet) for bet in bets])


def _net(bet: Bet) -> int:
    return bet.stake * bet.pays if bet.pays else -bet.stake


def _cover(bank: int, bets: Sequence[Bet], most_pays: int) -> tuple[int, ...]:
    nets = []
    for stake, pays in bets:
        covered = min(stake, bank // most_pays)
        bank -= covered * most_pays
        nets.append(_net(Bet(covered, pays)))
    return tuple(nets)


def _collect(bank: int, bets: Sequence[Bet]) -> tuple[int, ...]:
    nets = []
    left = bank + sum([bet.stake for bet in bets if not bet.pays])
    for bet in bets:
        net = min(_net(bet), left)
        left -= max(net, 0)
        nets.append(net)
    return tuple(nets)
