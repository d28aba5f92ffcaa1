"""QiuQiu as the tables see it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.betting import ADVANCE_VERBS
from engine.game import Deal, Game, Verb
from engine.play import Action, Step
from engine.qiuqiu import opponent
from engine.qiuqiu.events import EVENTS
from engine.qiuqiu.round import QiuQiuView, begin
from engine.qiuqiu.rules import PRESETS, QiuQiuRules
from engine.qiuqiu.tiles import NAME_OF, TILES


class QiuQiu(Game[QiuQiuRules, QiuQiuView]):
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
    advance_verbs = ADVANCE_VERBS
    events = EVENTS
    rules = QiuQiuRules
    presets: Mapping[str, QiuQiuRules] = PRESETS
    pack = TILES
    card_names = NAME_OF

    def _begin(self, deal: Deal[QiuQiuRules]) -> Step[QiuQiuView]:
        return begin(deal)

    def least_stack(self, rules: QiuQiuRules) -> int:
        """The full ante, unless the house rules let a player go all-in for part of it (QQ-25)."""
        return 1 if rules.part_ante else rules.ante

    def choose(self, view: QiuQiuView, rng: Random) -> Action:
        return opponent.choose(view, rng)
