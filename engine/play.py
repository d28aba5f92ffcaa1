"""The contract every game keeps.

A *round* is one hand of one game, from the stakes to the settlement.
It is an immutable value: playing it returns the next round and what happened, or refuses and nothing happened.
Three ideas carry everything else:

* Games differ only in who may act now, so one question serves them all: which options has this seat?
* Events are public by construction; what a seat alone may know is in its view, and nowhere else.
* Chance enters once, as a shuffled pack; from then on a round is a pure function of the actions.

Seats are numbered 0, 1, 2, … clockwise among the players dealt in.
Chips are integers.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from engine.fairness import rules_in_force
from engine.house_rules import BadRule, HouseRules

Seat: TypeAlias = int
"""The place of a player in one round: 0 … n-1, clockwise."""


class Action(NamedTuple):
    """What a seat does: a verb, with an amount of chips or a choice where the verb takes one."""

    verb: str
    amount: int = 0
    choice: str = ""


LEAVE = Action("leave")
"""Getting up in mid-round: every awaited seat may always do it, and every game knows what becomes of the seat."""


class AmountRange(NamedTuple):
    """An action whose amount the player names: ``verb N`` with ``least <= N <= most`` chips."""

    verb: str
    least: int
    most: int


class Options(NamedTuple):
    """What one seat may do now; empty when nothing is asked of it.

    ``ready`` actions can be taken as they are and are offered as buttons, in this order.
    ``amounts`` are the actions for which the player names the chips.
    """

    ready: tuple[Action, ...] = ()
    amounts: tuple[AmountRange, ...] = ()

    def allow(self, action: Action) -> bool:
        """Tell whether ``action`` is among these options."""
        if action in self.ready:
            return True
        return any(
            action.verb == each.verb and each.least <= action.amount <= each.most and not action.choice
            for each in self.amounts
        )

    def __bool__(self) -> bool:
        return bool(self.ready or self.amounts)


NOTHING = Options()
"""The options of a seat that is not asked anything."""


class Refused(Exception):
    """An action that the rules do not allow now; nothing happened.

    ``reason`` is a key of the wording, ``fields`` are the values its sentence names.
    """

    def __init__(self, reason: str, **fields: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fields = fields


Event: TypeAlias = tuple[Any, ...]
"""Something everybody at the table may know: a named tuple of public facts."""


class Step(NamedTuple):
    """The outcome of an action: the next round, and what happened on the way, in order."""

    round: Round
    events: tuple[Event, ...]


class View(ABC):
    """A round as one seat, or a bystander, sees it: built from what it may know."""

    __slots__ = ()

    seat: Seat | None
    options: Options


class Round(ABC):
    """One hand of one game, as an immutable value."""

    __slots__ = ()

    dealer: Seat
    """The seat that deals, or keeps the bank."""

    question: int
    """The number of the question that stands now.

    A button made for an earlier one is stale; what others answer to the same question does not change it.
    """

    settlement: Mapping[Seat, int] | None
    """Net chips of each seat, or ``None`` until the round is over.

    The sum is ``carried_in - carried_out``: zero, unless a house rule lets odd chips wait for the next pot.
    """

    carried_in: int
    """Chips left over from the last round that this round plays for."""

    carried_out: int
    """Chips that this round leaves for the next one."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many players were dealt in."""

    @property
    @abstractmethod
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that have options now; empty only when the round is over."""

    @abstractmethod
    def options(self, seat: Seat) -> Options:
        """What this seat may do now."""

    @abstractmethod
    def lapse(self, seat: Seat) -> Action:
        """What the house does for an awaited seat whose time ran out: always one of its options."""

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """The round as ``seat`` sees it, or as a bystander does (``None``)."""

    @property
    @abstractmethod
    def dealt(self) -> int:
        """How many cards of the pack have been dealt or drawn so far, as everybody has seen: it never falls."""

    @property
    @abstractmethod
    def opened(self) -> tuple[int, ...]:
        """The places of all cards that lie, or have lain, open to everybody, ascending.

        The *place* of a card is when it was dealt or drawn: 0 for the first card of the pack, then 1, …
        What was open once stays among these wherever it goes. What nobody has shown, or was dealt, never is.
        """

    @abstractmethod
    def held(self, seat: Seat) -> tuple[int, ...]:
        """The places of the cards that ``seat`` has seen itself and holds or has folded, ascending.

        These are the cards of its hand as its own view shows it, so that it can prove each of them.
        """

    @property
    @abstractmethod
    def staked(self) -> tuple[int, ...]:
        """Chips each seat has put at risk so far, held by the table until the settlement."""

    @property
    def window(self) -> int:
        """For how many seconds the present question is put to several seats at once; 0 if it is put to one, in turn.

        The house closes a window when its time is up. Until then what one seat answers changes no other's question,
        except that chips for which a banker's cover no longer suffices can no longer be named.
        Where the rules keep the answers sealed, whoever has answered stays awaited and may answer again, the last
        answer counting, so that nobody sees who has answered, let alone what.
        """
        return 0

    @property
    def next_dealer(self) -> Seat | None:
        """The seat that deals the next round, or ``None`` when the deal simply passes on."""
        return None

    @abstractmethod
    def _after(self, seat: Seat, action: Action) -> Step:
        """Carry out an action that was found to be allowed."""

    def play(self, seat: Seat, action: Action) -> Step:
        """Return the round after ``seat`` has done ``action``, with the events it caused.

        Raises:
            Refused: the seat is not asked anything, or the action is not among its options.
        """
        options = self.options(seat)
        if not options.allow(action) and not (options and action == LEAVE):
            raise self._refusal(seat, action, options)
        return self._after(seat, action)

    def close(self) -> Step:
        """Close the window, its time being up: for every seat that has not answered, its lapse counts.

        Raises:
            Refused: no window is open.
        """
        raise Refused("no-window")

    def not_asked(self, seat: Seat) -> Refused:
        """Say why nothing is asked of ``seat`` now."""
        if self.settlement is not None:
            return Refused("round-over")
        return Refused("not-your-turn", seat=self.awaited[0])

    def _refusal(self, seat: Seat, action: Action, options: Options) -> Refused:
        """Say why ``action`` is not possible, so that the player knows what is."""
        if not options:
            return self.not_asked(seat)
        for each in options.amounts:
            if each.verb == action.verb:
                return Refused("amount-out-of-range", verb=each.verb, least=each.least, most=each.most)
        return Refused("not-an-option", verb=action.verb)


class Verb(NamedTuple):
    """A word of a game: what players type, and what follows it."""

    name: str
    takes: str = ""
    """``"amount"``, ``"choice"`` or nothing."""


RulesT = TypeVar("RulesT", bound=HouseRules)


@lru_cache(maxsize=256)
def _in_force(game: str, rules: HouseRules) -> str:
    # All tables of a house, hand after hand, are sealed with the same text.
    return rules_in_force(game, rules.texts())


class Game(ABC, Generic[RulesT]):
    """A game as the tables see it."""

    name: ClassVar[str]
    """The word that opens it: ``open qiuqiu``."""

    fewest: ClassVar[int]
    most: ClassVar[int]
    """How many can be dealt in."""

    clockwise: ClassVar[bool] = True
    """The direction in which the deal passes."""

    verbs: ClassVar[tuple[Verb, ...]]
    """Every action word of the game."""

    events: ClassVar[tuple[type, ...]]
    """Every kind of event its rounds can report."""

    rules: type[RulesT]
    """The house rules; calling it gives the usual ones."""

    presets: Mapping[str, RulesT]
    """Named sets of house rules, the usual one first."""

    pack: Sequence[str]
    """The name of every card, in the order of its number."""

    @abstractmethod
    def deal(
        self,
        rules: RulesT,
        stacks: Sequence[int],
        dealer: Seat,
        pack: Sequence[int],
        carried: int = 0,
        streak: int = 0,
    ) -> Step:
        """Begin a round.

        Args:
            rules: the house rules in force.
            stacks: the chips before each seat.
            dealer: the seat that deals.
            pack: the numbers of all cards, shuffled; the first is dealt first.
            carried: chips that the last round left in the pot.
            streak: how many rounds in a row the dealer has dealt just before this one.
        """

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

    @abstractmethod
    def least_stack(self, rules: RulesT) -> int:
        """The fewest chips with which a player is dealt in."""

    @abstractmethod
    def choose(self, view: Any, rng: Random) -> Action:
        """Let a computer player pick one of ``view.options``; a view is all it gets to see."""
