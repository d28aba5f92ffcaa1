"""The contract every game keeps: what it is played with, and how a round of it is dealt."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import ClassVar, Generic, NamedTuple, TypeVar

from engine.facts import Move, SeatFacts, counted, final_moves
from engine.fairness import rules_in_force
from engine.house_rules import BadRule, GameRules
from engine.play import Action, AdvanceVerb, Card, Event, Round, Seat, Step, View

RulesT = TypeVar("RulesT", bound=GameRules)
ViewT = TypeVar("ViewT", bound=View)


class Verb(NamedTuple):
    """A verb of a game: the word that players type, and what follows it."""

    name: str
    takes: str = ""
    """``"amount"``, ``"choice"``, or empty where nothing follows."""

    stakes_anew: bool = False
    """Whether a player of the hand risks chips with it who may as well risk none at all."""


@dataclass(frozen=True, slots=True)
class Deal(Generic[RulesT]):
    """Everything that a round is dealt from: the same deal and the same actions give the same story."""

    rules: RulesT
    """The house rules in force."""

    stacks: tuple[int, ...]
    """The chips of each seat."""

    dealer: Seat
    """The seat that deals."""

    pack: tuple[int, ...] = field(repr=False)
    """The numbers of all cards in the game's pack, shuffled; the first is dealt first."""

    carried: int = 0
    """Chips that the last round left in the pot."""

    streak: int = 0
    """How many rounds in a row the dealer has dealt just before this one."""


class BadDeal(ValueError):
    """A deal that no round can begin with: a mistake in the program, never one of a player."""


@lru_cache(maxsize=256)
def _in_force(game: str, rules: GameRules) -> str:
    # All tables of a group, hand after hand, are sealed with the same text.
    return rules_in_force(game, rules.texts())


class Game(ABC, Generic[RulesT, ViewT]):
    """A game as the tables see it."""

    name: ClassVar[str]
    """The word by which commands know it: ``open qiuqiu``."""

    fewest: ClassVar[int]
    most: ClassVar[int]
    """How many players can be dealt in."""

    clockwise: ClassVar[bool] = True
    """The direction in which the deal passes."""

    plays_for_pot: ClassVar[bool] = False
    """Whether players win what all have put into one pot, rather than from each other or from a bank."""

    verbs: ClassVar[tuple[Verb, ...]]
    """Every verb of the game."""

    advance_verbs: ClassVar[tuple[AdvanceVerb, ...]] = ()
    """What players may decide in advance, if anything."""

    @property
    def standing_verbs(self) -> tuple[AdvanceVerb, ...]:
        """Of that, what stands hand after hand; the first stands for whoever has decided nothing."""
        return tuple(each for each in self.advance_verbs if each.standing)

    events: ClassVar[tuple[type, ...]]
    """Every kind of event its rounds can report."""

    rules: type[RulesT]
    """The house rules; calling it gives the usual ones."""

    presets: Mapping[str, RulesT]
    """Named sets of house rules, the usual one first."""

    pack: Sequence[Card]
    """Every card, in the order of its number; it is by number that a :class:`Deal` has them."""

    card_names: Mapping[Card, str]
    """The name of every different card, whether it comes from the pack, a view or an event."""

    @property
    def pack_names(self) -> tuple[str, ...]:
        """The name of every card, in the order of its number: as the pack is sealed, recorded and proved."""
        return tuple([self.card_names[card] for card in self.pack])

    unknown_cards: ClassVar[bool] = False
    """Whether a card that nobody knows has numbers of its own, which follow those of the pack.

    A game needs them if the cards that stay closed decide what becomes public. Where they decide nothing of the kind,
    any card stands for one that is not known.
    """

    def public_pack(self, opened: Mapping[int, int]) -> tuple[int, ...]:
        """A pack of which only some cards are known: a hand replayed from it shows in public what it showed then.

        Whatever the others were, what the round lets a bystander see is the same (:meth:`Round.view` of ``None``), and
        so is every event once :meth:`retold` has added what was told in the end.

        Args:
            opened: the numbers of the cards that lie open, by the place at which they were dealt, 0 for the first.
        """
        size, known = len(self.pack), set(opened.values())
        numbers = range(size, 2 * size) if self.unknown_cards else range(size)
        others = (each for each in numbers if each not in known)
        return tuple([opened[place] if place in opened else next(others) for place in range(size)])

    def retold(self, events: tuple[Event, ...], told: str) -> tuple[Event, ...]:
        """The events of a hand replayed from such a pack, with what was told in the end (:attr:`Round.told`)."""
        return events

    @abstractmethod
    def _begin(self, deal: Deal[RulesT]) -> Step[ViewT]:
        """Begin a round from a deal that has passed the checks of :meth:`deal`."""

    def deal(self, deal: Deal[RulesT]) -> Step[ViewT]:
        """Begin a round.

        Raises:
            BadDeal: there are too few or too many seats, the dealer has none of them, a stack is below the least, the
                rules are those of another game, or a card of the pack is unknown or there twice.
        """
        self._check(deal, len(self.pack))
        return self._begin(deal)

    def deal_in_public(self, deal: Deal[RulesT]) -> Step[ViewT]:
        """Begin a round again from a :meth:`public_pack`.

        Raises:
            BadDeal: as for :meth:`deal`.
        """
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
        """House rules as they are stored and sealed with a hand: canonical JSON, with the name of the game."""
        return _in_force(self.name, rules)

    def rules_from(self, text: str) -> RulesT:
        """The inverse of :meth:`in_force`; a rule that did not exist when they were stored has its usual value.

        Rules stored before the name of the game was among them are read as well.

        Raises:
            BadRule: these are no rules of this game.
        """
        try:
            texts = json.loads(text)
        except ValueError as error:
            raise BadRule("bad-rules") from error
        if not isinstance(texts, dict) or texts.pop("game", self.name) != self.name:
            raise BadRule("bad-rules")
        if not all(isinstance(value, str) for value in texts.values()):
            raise BadRule("bad-rules")
        return self.rules.from_texts(texts)

    hand_types: ClassVar[tuple[str, ...]] = ()
    """Every type of hand that its facts can name, the best first."""

    def facts(self, over: Round[ViewT], story: Sequence[Event], moves: Sequence[Move]) -> tuple[SeatFacts, ...]:
        """What is remembered of each seat of a finished round: here, what it won and its moves.

        Args:
            over: the finished round.
            story: everything that happened in it.
            moves: every move that was made in it.
        """
        settlement = over.settlement
        assert settlement is not None
        return tuple(
            SeatFacts(pots=(settlement[seat],) if settlement[seat] > 0 else (), moves=made, by_clock=by_clock)
            for seat, (made, by_clock) in enumerate(counted(final_moves(moves), over.seats))
        )

    def type_odds(self, rules: RulesT) -> Mapping[str, int]:
        """In how many of all possible hands each type comes, the best first; empty where no exact odds exist."""
        return {}

    def hand_name(self, worth: int) -> str:
        """The name of the hands of a worth (:class:`engine.facts.MadeHand`)."""
        raise NotImplementedError

    @abstractmethod
    def least_stack(self, rules: RulesT) -> int:
        """The fewest chips with which a player can be dealt in."""

    @abstractmethod
    def choose(self, view: ViewT, rng: Random) -> Action:
        """Let a computer player pick one of ``view.options``; a view is all it gets to see."""
