"""Matches between players of QiuQiu, in which luck is shared: every deal is played once from every seat."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, TypeAlias

from engine.game import Deal
from engine.play import Action
from engine.qiuqiu.game import QiuQiu
from engine.qiuqiu.round import QiuQiuRound, QiuQiuView
from engine.qiuqiu.rules import QiuQiuRules

Player: TypeAlias = Callable[[QiuQiuView, Random], Action]

QIUQIU = QiuQiu()


def random_player(view: QiuQiuView, rng: Random) -> Action:
    """Take any option; where there is an amount to choose, any amount."""
    named = [Action(each.verb, rng.randint(each.least, each.most)) for each in view.options.amounts]
    return rng.choice([*view.options.ready, *named])


def caller(view: QiuQiuView, rng: Random) -> Action:
    """Check or call whatever comes; where one has to open, open for the least."""
    for verb in ("check", "call", "declare", "all-in"):
        for action in view.options.ready:
            if action.verb == verb:
                return action
    return Action(view.options.amounts[0].verb, view.options.amounts[0].least)


class Result(NamedTuple):
    """What a player won in a match."""

    hands: int
    per_hundred: float
    """Chips won per hundred hands."""

    error: float
    """The standard error of that."""


def match(
    hero: Player, villain: Player, *, seats: int, deals: int, rules: QiuQiuRules, seed: int, stack: int = 500
) -> Result:
    """Let ``hero`` play every deal once from each of the ``seats``, all others being ``villain``."""
    rng, won = Random(seed), []
    for deal in range(deals):
        pack = rng.sample(range(28), 28)
        total = sum(
            _play(hero, villain, seat, pack, deal % seats, rules, (stack,) * seats, rng) for seat in range(seats)
        )
        won.append(100 * total / seats)
    return Result(deals * seats, fmean(won), stdev(won) / deals**0.5)


def _play(
    hero: Player,
    villain: Player,
    hero_seat: int,
    pack: list[int],
    dealer: int,
    rules: QiuQiuRules,
    stacks: tuple[int, ...],
    rng: Random,
) -> int:
    now = QIUQIU.deal(Deal(rules, stacks, dealer, tuple(pack))).round
    while now.settlement is None:
        assert isinstance(now, QiuQiuRound)
        (seat,) = now.awaited
        player = hero if seat == hero_seat else villain
        now = now.play(seat, player(now.view(seat), rng)).round
    return now.settlement[hero_seat]
