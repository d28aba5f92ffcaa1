from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.facts import Move, SeatFacts
from engine.game import Deal, Game
from engine.kookiew import facts, opponent
from engine.kookiew.cards import NAME_OF, PACK
from engine.kookiew.events import EVENTS
from engine.kookiew.round import KooKiewRound, KooKiewView, begin
from engine.kookiew.rules import PRESETS, KooKiewRules
from engine.play import Action, Event, Round, Step, Verb


class KooKiew(Game[KooKiewRules, KooKiewView]):
    """Che Jiu, a game of four-colour cards for two to 56: two cards, a blind stake, and a banker to beat."""

    name = "koo-kiew"
    fewest = 2
    most = 56
    verbs = (
        Verb("stake", "amount", stakes_anew=True),
        Verb("bid", "amount", stakes_anew=True),
        Verb("pass"),
        Verb("show"),
        Verb("pass-bank"),
    )
    events = EVENTS
    rules = KooKiewRules
    presets: Mapping[str, KooKiewRules] = PRESETS
    pack = PACK
    card_names = NAME_OF
    hand_types = facts.TYPES

    def _begin(self, deal: Deal[KooKiewRules]) -> Step[KooKiewView]:
        return begin(deal)

    def facts(self, over: Round[KooKiewView], story: Sequence[Event], moves: Sequence[Move]) -> tuple[SeatFacts, ...]:
        assert isinstance(over, KooKiewRound)
        return facts.facts(over, moves)

    def type_odds(self, rules: KooKiewRules) -> Mapping[str, int]:
        return facts.type_odds()

    def hand_name(self, worth: int) -> str:
        return facts.hand_name(worth)

    def least_stack(self, rules: KooKiewRules) -> int:
        """The least bank: everybody dealt in can stake, and hold the bank in turn (KK-10)."""
        return rules.least_bank

    def choose(self, view: KooKiewView, rng: Random) -> Action:
        return opponent.choose(view, rng)
