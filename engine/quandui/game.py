from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from engine.facts import Move, SeatFacts
from engine.game import Deal, Game
from engine.play import Action, Event, Round, Step, Verb
from engine.quandui import claims, facts, opponent
from engine.quandui.cards import NAME_OF, PACK
from engine.quandui.events import EVENTS, Won
from engine.quandui.round import QuanDuiRound, QuanDuiView, begin
from engine.quandui.rules import PRESETS, QuanDuiRules


class QuanDui(Game[QuanDuiRules, QuanDuiView]):
    """Complete pairs, for two to six: a rummy of eight pairs, with claims out of turn, and eight dui paid double."""

    name = "quan-dui"
    fewest = 2
    most = 6
    clockwise = False
    verbs = (Verb("draw"), Verb("pick-up"), Verb("dui"), Verb("win"), Verb("discard", "choice"), Verb("pass"))
    advance_verbs = claims.STANDING
    events = EVENTS
    unknown_cards = True
    rules = QuanDuiRules
    presets: Mapping[str, QuanDuiRules] = PRESETS
    pack = PACK
    card_names = NAME_OF
    hand_types = facts.TYPES

    def _begin(self, deal: Deal[QuanDuiRules]) -> Step[QuanDuiView]:
        return begin(deal)

    def facts(self, over: Round[QuanDuiView], story: Sequence[Event], moves: Sequence[Move]) -> tuple[SeatFacts, ...]:
        assert isinstance(over, QuanDuiRound)
        return facts.facts(over, story, moves)

    def hand_name(self, worth: int) -> str:
        return facts.hand_name(worth)

    def retold(self, events: tuple[Event, ...], told: str) -> tuple[Event, ...]:
        """With the claims that came later than the one that won, of players whose cards stayed closed (QD-8)."""
        later = []
        for each in told.split():
            seat, _, verb = each.partition("-")
            claim = Action(verb)
            later.append(claims.Later(int(seat), claim, "nearer" if claim == claims.WIN else "win_first"))
        return tuple(event._replace(later=tuple(later)) if isinstance(event, Won) else event for event in events)

    def least_stack(self, rules: QuanDuiRules) -> int:
        """Two stakes, so that everybody can pay for quan dui (QD-17)."""
        return rules.buy_in

    def choose(self, view: QuanDuiView, rng: Random) -> Action:
        return opponent.choose(view, rng)
