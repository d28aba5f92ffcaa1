"""Quan Dui as the tables see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.play import Action, Game, Seat, Step, Verb
from engine.quandui import opponent
from engine.quandui.cards import PACK
from engine.quandui.events import EVENTS
from engine.quandui.round import QuanDuiView, deal
from engine.quandui.rules import PRESETS, QuanDuiRules


class QuanDui(Game[QuanDuiRules]):
    """Complete pairs, for two to six: a rummy of eight pairs, with claims out of turn, and eight dui paid double."""

    name = "quan-dui"
    fewest = 2
    most = 6
    clockwise = False
    verbs = (
        Verb("draw"),
        Verb("pick-up"),
        Verb("dui"),
        Verb("win"),
        Verb("discard", "choice"),
        Verb("pass"),
    )
    events = EVENTS
    rules = QuanDuiRules
    presets: Mapping[str, QuanDuiRules] = PRESETS
    pack = PACK

    def deal(
        self,
        rules: QuanDuiRules,
        stacks: Sequence[int],
        dealer: Seat,
        pack: Sequence[int],
        carried: int = 0,
        streak: int = 0,
    ) -> Step:
        return deal(rules, stacks, dealer, pack, carried)

    def least_stack(self, rules: QuanDuiRules) -> int:
        """Two stakes, so that everybody can pay for quan dui (QD-17)."""
        return rules.buy_in

    def choose(self, view: QuanDuiView, rng: Random) -> Action:
        return opponent.choose(view, rng)
