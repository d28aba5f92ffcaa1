"""Matches between players of Quan Dui, in which luck is shared: every deal is played once from every seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple, TypeAlias

from engine.game import Deal
from engine.play import Action, Event
from engine.quandui.claims import PASS, WIN
from engine.quandui.game import QuanDui
from engine.quandui.round import DRAW, QuanDuiRound, QuanDuiView
from engine.quandui.rules import AMSTERDAM, QuanDuiRules

Player: TypeAlias = Callable[[QuanDuiView, Random], Action]

QUAN_DUI = QuanDui()


def random_player(view: QuanDuiView, rng: Random) -> Action:
    """Take any option."""
    return rng.choice(view.options.ready)


def drawer(view: QuanDuiView, rng: Random) -> Action:
    """Always draw, discard a single, and win whenever that is possible."""
    if view.window:
        return WIN if WIN in view.rightful else PASS
    return DRAW if DRAW in view.options.ready else view.options.ready[0]


class Finished(NamedTuple):
    """A hand that was played."""

    round: QuanDuiRound
    events: tuple[Event, ...]


def played(players: Sequence[Player], pack: Sequence[int], dealer: int, rules: QuanDuiRules, rng: Random) -> Finished:
    """Play a hand; everybody answers each window once, in order of play, and then its time is up."""
    step = QUAN_DUI.deal(Deal(rules, (rules.buy_in,) * len(players), dealer, tuple(pack)))
    events = list(step.events)
    while step.round.settlement is None:
        asked, question = step.round.awaited, step.round.question
        for seat in asked:
            now = step.round
            assert isinstance(now, QuanDuiRound)
            step = now.play(seat, players[seat](now.view(seat), rng))
            events += step.events
        if step.round.window and step.round.question == question:
            step = step.round.close()
            events += step.events
    assert isinstance(step.round, QuanDuiRound)
    return Finished(step.round, tuple(events))


class Result(NamedTuple):
    """What a player won in a match."""

    hands: int
    per_hand: float
    """Stakes won in a hand."""

    error: float
    """The standard error of that."""


def match(
    hero: Player, villain: Player, *, seats: int, deals: int, seed: int, rules: QuanDuiRules = AMSTERDAM
) -> Result:
    """Let ``hero`` play every deal once from each of the ``seats``, all others being ``villain``."""
    rng, won = Random(seed), []
    for deal in range(deals):
        pack, total = rng.sample(range(120), 120), 0
        for seat in range(seats):
            players = [hero if each == seat else villain for each in range(seats)]
            over = played(players, pack, deal % seats, rules, rng).round
            assert over.settlement is not None
            total += over.settlement[seat]
        won.append(total / seats / rules.stake)
    return Result(deals * seats, fmean(won), stdev(won) / deals**0.5)
