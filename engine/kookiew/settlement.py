"""Wins and losses of the bank and each player once the cards lie open (KK-7, KK-11, KK-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Bet(NamedTuple):
    """A stake, and how it turned out; a stake of 0 is none."""

    stake: int
    pays: int
    """The multiple of the stake paid to the player; 0 if the banker wins."""


def cover(bank: int, stakes: Sequence[int], most_pays: int) -> tuple[int, ...]:
    """Cover stakes in their order as far as a bank reaches, each paid ``most_pays`` times at worst (KK-12)."""
    left, covered = bank // most_pays, []
    for stake in stakes:
        covered.append(min(stake, left))
        left -= covered[-1]
    return tuple(covered)


def settle(solvency: str, bank: int, bets: Sequence[Bet], most_pays: int = 1) -> tuple[int, ...]:
    """Return the net of each player, in the order of the stakes from the banker's left.

    ``cover``: the part of each stake left by :func:`cover` is settled in full; the rest neither wins nor loses.
    ``collect``: the bank takes what was lost, then pays one winner after the other until it is empty.
    ``unlimited``: every stake is settled in full.
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
