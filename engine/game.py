"""The contract of a game: its cards, its house rules and its deal."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import ClassVar, Generic, TypeVar

from engine.facts import Move, SeatFacts, counted, final_moves
from engine.fairness import rules_in_force
from engine.fairness.receivers import DEALING
from engine.house_rules import BadRule, GameRules
from engine.play import Action, AdvanceVerb, Card, Event, Round, Seat, Step, Verb, View

RulesT = TypeVar("RulesT", bound=GameRules)
ViewT = TypeVar("ViewT", bound=View)


@dataclass(frozen=True, slots=True)
class Deal(Generic[RulesT]):
    """The start of a round: the same deal and the same actions give the same story."""

    rules: RulesT

    stacks: tuple[int, ...]

    dealer: Seat

    pack: tuple[int, ...] = field(repr=False)
    """The numbers of all cards, shuffled; the first is dealt first."""

    carried: int = 0
    """Chips left in the pot by the last round."""

    streak: int = 0
    """Rounds in a row that the dealer has dealt before this one."""


class BadDeal(ValueError):
    """A deal that no round can begin with: a mistake of the program, never of a player."""


@lru_cache(maxsize=256)
def _in_force(game: str, rules: GameRules) -> str:
    # All tables of a group, hand after hand, are sealed with the same text.
    return rules_in_force(game, {**rules.texts(), DEALING: str(rules.dealing)})


class Game(ABC, Generic[RulesT, ViewT]):
    name: ClassVar[str]
    """Its word in commands: ``open qiuqiu``."""

    fewest: ClassVar[int]
    most: ClassVar[int]
    """The most players that can be dealt in."""

    clockwise: ClassVar[bool] = True
    """The direction in which the deal passes."""

    plays_for_pot: ClassVar[bool] = False
    """True if players win one common pot rather than from each other or from a bank."""

    verbs: ClassVar[tuple[Verb, ...]]

    advance_verbs: ClassVar[tuple[AdvanceVerb, ...]] = ()

    @property
    def standing_verbs(self) -> tuple[AdvanceVerb, ...]:
        """Decisions that stand hand after hand; the first is the default."""
        return tuple(each for each in self.advance_verbs if each.standing)

    events: ClassVar[tuple[type, ...]]
    """Every kind of event in its rounds."""

    rules: type[RulesT]
    """The class of its house rules; calling it gives the usual ones."""

    presets: Mapping[str, RulesT]
    """Named house rules, the usual ones first."""

    pack: Sequence[Card]

    card_names: Mapping[Card, str]
    """The name of every different card, in pack, view or event."""

    @property
    def pack_names(self) -> tuple[str, ...]:
        """The names of all cards in order, as packs are sealed, recorded and proved."""
        return tuple([self.card_names[card] for card in self.pack])

    unknown_cards: ClassVar[bool] = False
    """True if unknown cards have numbers of their own after those of the pack.

    A game needs them if closed cards decide anything public.
    """

    def public_pack(self, opened: Mapping[int, int]) -> tuple[int, ...]:
        """Return a pack with the ``opened`` cards (number by place, from 0) for a public replay.

        A bystander sees the same as in the original hand, except what :meth:`retold` adds.
        """
        size, known = len(self.pack), set(opened.values())
        numbers = range(size, 2 * size) if self.unknown_cards else range(size)
        others = (each for each in numbers if each not in known)
        return tuple([opened[place] if place in opened else next(others) for place in range(size)])

    def retold(self, events: tuple[Event, ...], told: str) -> tuple[Event, ...]:
        """Add ``told`` (:attr:`Round.told`) to the events of a public replay."""
        return events

    @abstractmethod
    def _begin(self, deal: Deal[RulesT]) -> Step[ViewT]:
        pass

    def deal(self, deal: Deal[RulesT]) -> Step[ViewT]:
        """Begin a round, or raise ``BadDeal`` for wrong seats, stacks, rules or cards."""
        self._check(deal, len(self.pack))
        return self._begin(deal)

    def deal_in_public(self, deal: Deal[RulesT]) -> Step[ViewT]:
        """Begin a round again from a :meth:`public_pack`."""
        self._check(deal, len(self.pack) * (2 if self.unknown_cards else 1))
        return self._begin(deal)

    def _check(self, deal: Deal[RulesT], numbers: int) -> None:
        seats, cards = len(deal.stacks), set(deal.pack)
        if not isinstance(deal.rules, self.rules):
            raise BadDeal(f"These are no rules of {self.name}.")
        if not self.fewest <= seats <= self.most:
            raise BadDeal(f"There are {seats} seats, and {self.name} has {self.fewest} to {self.most}.")
        if not 0 <= deal.dealer < seats:
            raise BadDeal(f"Seat {deal.dealer} deals, and there are {seats} seats from 0.")
        if min(deal.stacks) < (least := self.least_stack(deal.rules)):
            raise BadDeal(f"A stack has {min(deal.stacks)} chips, and a player is dealt in with {least} at least.")
        if deal.carried < 0 or deal.streak < 0:
            raise BadDeal("The chips carried over, and the deals in a row, cannot be fewer than none.")
        if len(cards) != len(deal.pack):
            raise BadDeal("A card is in the pack twice.")
        if min(cards, default=0) < 0 or max(cards, default=0) >= numbers:
            raise BadDeal(f"A card is in the pack that {self.name} does not know.")

    def in_force(self, rules: RulesT) -> str:
        """Return the house rules as stored and sealed: canonical JSON with the name of the game and its dealing."""
        return _in_force(self.name, rules)

    def rules_from(self, text: str) -> RulesT:
        """Read the text of :meth:`in_force`, with the usual value for a missing rule; raise ``BadRule``."""
        try:
            texts = json.loads(text)
        except ValueError as error:
            raise BadRule("bad-rules") from error
        if not isinstance(texts, dict) or texts.pop("game", self.name) != self.name:
            raise BadRule("bad-rules")
        texts.pop(DEALING, None)
        if not all(isinstance(value, str) for value in texts.values()):
            raise BadRule("bad-rules")
        return self.rules.from_texts(texts)

    hand_types: ClassVar[tuple[str, ...]] = ()
    """Every type of hand in its facts, best first."""

    def facts(self, over: Round[ViewT], story: Sequence[Event], moves: Sequence[Move]) -> tuple[SeatFacts, ...]:
        """Return the facts of each seat of a finished round; here its winnings and moves."""
        settlement = over.settlement
        assert settlement is not None
        return tuple(
            SeatFacts(pots=(settlement[seat],) if settlement[seat] > 0 else (), moves=made, by_clock=by_clock)
            for seat, (made, by_clock) in enumerate(counted(final_moves(moves), over.seats))
        )

    def type_odds(self, rules: RulesT) -> Mapping[str, int]:
        """Count the possible hands of each type, best first; empty without exact odds."""
        return {}

    def hand_name(self, worth: int) -> str:
        """Name the hands of a worth (:class:`engine.facts.MadeHand`)."""
        raise NotImplementedError

    @abstractmethod
    def least_stack(self, rules: RulesT) -> int:
        """The fewest chips for being dealt in."""

    @abstractmethod
    def choose(self, view: ViewT, rng: Random) -> Action:
        """Pick one of ``view.options`` for a computer player, which sees nothing else."""
