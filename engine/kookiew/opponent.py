"""A computer player, which sees no card.

It stakes a small part of its chips, more where the players have the edge, and bids for a bank and keeps it only where
the bank has the edge and costs half its chips at worst.
"""

from __future__ import annotations

from random import Random

from engine.kookiew.odds import odds
from engine.kookiew.round import PASS, PASS_BANK, SHOW, KooKiewView
from engine.play import Action, AmountRange

_USUAL_STAKE = 0.04
"""The part of its chips that it stakes in a usual mood."""

_GOOD_STAKE = 0.08
"""The same where the players have the edge."""

_BANK = 0.5
"""Of its chips: the most it bids for a bank, and is ready to lose with one."""


def choose(view: KooKiewView, rng: Random) -> Action:
    """Pick one of ``view.options``, of which there must be some."""
    if view.seat is None or not view.options:
        raise ValueError("this seat is not asked anything")
    chips = view.stacks[view.seat]
    edge = odds(view.rules).edge(view.rules.pair_payout)
    if view.stage == "bidding":
        (bid,) = view.options.amounts
        bears_it = edge > 0 and bid.least <= chips * _BANK
        return _about(bid, chips * _BANK * rng.uniform(0.5, 1)) if bears_it else PASS
    if view.stage == "staking":
        (stake,) = view.options.amounts
        wanted = chips * (_USUAL_STAKE if edge > 0 else _GOOD_STAKE) * rng.uniform(0.5, 1.5)
        return _about(stake, wanted if view.cover is None else min(wanted, view.cover))
    at_risk = view.staked[view.seat]
    too_much = edge < 0 or at_risk > _BANK * (chips + at_risk)
    return PASS_BANK if too_much and PASS_BANK in view.options.ready else SHOW


def _about(amount: AmountRange, wanted: float) -> Action:
    """Name a round figure near the chips wanted, within what is offered."""
    return Action(amount.verb, min(max(_round_figure(wanted), amount.least), amount.most))


def _round_figure(chips: float) -> int:
    """A figure as people like it, not above ``chips``: 17 is 15, 380 is 350."""
    whole = int(chips)
    step = 5 * 10 ** max(len(str(whole)) - 2, 0)
    return whole if whole < 10 else whole // step * step
