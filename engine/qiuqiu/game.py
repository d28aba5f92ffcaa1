from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.betting import ADVANCE_VERBS
from engine.facts import Move, SeatFacts
from engine.game import Deal, Game
from engine.play import Action, Event, Round, Step, Verb
from engine.qiuqiu import facts, opponent
from engine.qiuqiu.events import EVENTS
from engine.qiuqiu.round import QiuQiuRound, QiuQiuView, begin
from engine.qiuqiu.rules import PRESETS, QiuQiuRules
from engine.qiuqiu.tiles import NAME_OF, TILES


class QiuQiu(Game[QiuQiuRules, QiuQiuView]):
    """Indonesian domino poker for two to six: three tiles, a bet, a fourth tile, a bet, and 9-9 to beat."""

    name = "qiuqiu"
    fewest = 2
    most = 6
    plays_for_pot = True
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
    hand_types = facts.TYPES

    def _begin(self, deal: Deal[QiuQiuRules]) -> Step[QiuQiuView]:
        return begin(deal)

    def facts(self, over: Round[QiuQiuView], story: Sequence[Event], moves: Sequence[Move]) -> tuple[SeatFacts, ...]:
        assert isinstance(over, QiuQiuRound)
        return facts.facts(over, story, moves)

    def type_odds(self, rules: QiuQiuRules) -> Mapping[str, int]:
        return facts.type_odds(rules)

    def hand_name(self, worth: int) -> str:
        return facts.hand_name(worth)

    def least_stack(self, rules: QiuQiuRules) -> int:
        """The full ante, unless the house rules let a player go all-in for part of it (QQ-25)."""
        return 1 if rules.part_ante else rules.ante

    def choose(self, view: QiuQiuView, rng: Random) -> Action:
        return opponent.choose(view, rng)
