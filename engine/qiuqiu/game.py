"""QiuQiu as the tables see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.play import Action, Game, Seat, Step, Verb
from engine.qiuqiu import opponent
from engine.qiuqiu.events import EVENTS
from engine.qiuqiu.round import QiuQiuView, deal
from engine.qiuqiu.rules import PRESETS, QiuQiuRules
from engine.qiuqiu.tiles import NAMES


class QiuQiu(Game[QiuQiuRules]):
    """Indonesian domino poker for two to six: three tiles, a bet, a fourth tile, a bet, and 9-9 to beat."""

    name = "qiuqiu"
    fewest = 2
    most = 6
    verbs = (
        Verb("check"),
        Verb("bet", "amount"),
        Verb("call"),
        Verb("raise", "amount"),
        Verb("fold"),
        Verb("all-in"),
        Verb("declare", "choice"),
    )
    events = EVENTS
    rules = QiuQiuRules
    presets: Mapping[str, QiuQiuRules] = PRESETS
    pack = NAMES

    def deal(
        self,
        rules: QiuQiuRules,
        stacks: Sequence[int],
        dealer: Seat,
        pack: Sequence[int],
        carried: int = 0,
        streak: int = 0,
    ) -> Step:
        return deal(rules, stacks, dealer, pack, carried)

    def least_stack(self, rules: QiuQiuRules) -> int:
        """The full ante, unless the house lets a player go all-in for part of it (QQ-25)."""
        return 1 if rules.part_ante else rules.ante

    def choose(self, view: QiuQiuView, rng: Random) -> Action:
        return opponent.choose(view, rng)
