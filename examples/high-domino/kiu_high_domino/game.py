"""High Domino as the tables see it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.game import Deal, Game
from engine.play import Action, Step, Verb
from kiu_high_domino.round import EVENTS, FOLD, STAY, HighDominoView, begin
from kiu_high_domino.rules import DOMINOES, ENDS, NAME_OF, PRESETS, HighDominoRules


class HighDomino(Game[HighDominoRules, HighDominoView]):
    """A game for two to six."""

    name = "high-domino"
    fewest = 2
    most = 6
    plays_for_pot = True
    verbs = (Verb("stay"), Verb("fold"))
    events = EVENTS
    rules = HighDominoRules
    presets: Mapping[str, HighDominoRules] = PRESETS
    pack = DOMINOES
    card_names = NAME_OF

    def _begin(self, deal: Deal[HighDominoRules]) -> Step[HighDominoView]:
        return begin(deal)

    def least_stack(self, rules: HighDominoRules) -> int:
        """Return two antes, so that everybody dealt in can stay (HD-1)."""
        return 2 * rules.ante

    def choose(self, view: HighDominoView, rng: Random) -> Action:
        """Stay with seven spots or more, and one time in ten with fewer."""
        (domino,) = view.hand
        return STAY if sum(ENDS[domino]) >= 7 or rng.random() < 0.1 else FOLD


GAME = HighDomino()
