"""The contract of a round: one hand of one game, from the stakes to the settlement, as an immutable value.

Games differ only in who may act now, so one question serves them all: which options has this seat? Events are public by
construction; secrets live in views alone. Chance enters once, as a shuffled pack; from then on a round is a pure
function of the actions. Seats are numbered from 0 clockwise among the players dealt in. Chips are integers.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, NewType, TypeAlias, TypeVar

from engine.house_rules import GameRules, whole_number
from engine.refusal import Refused

Seat: TypeAlias = int


Card = NewType("Card", int)
"""A card by number; :attr:`engine.game.Game.card_names` names it, and no ``repr`` does.

Copies that no rule tells apart are the same card.
"""


_SPELLINGS = {"all in": "all-in", "allin": "all-in", "raise to": "raise", "pass the bank": "pass-bank"}
"""Other spellings of some verbs."""

_JOINTS = re.compile(r"\s*[-/·\u2010\u2011\u2013]\s*|\s+")
"""Separators within a choice: ``8-4``, ``8/4``, ``8 / 4``, ``8·4``, ``3 suo``."""


class Verb(NamedTuple):
    """A word that players type for an action."""

    name: str
    takes: str = ""
    """``"amount"``, ``"choice"``, or empty."""

    stakes_anew: bool = False
    """True if it risks chips that the player need not risk."""


class Action(NamedTuple):
    """A verb with an amount of chips or a choice."""

    verb: str
    amount: int = 0
    choice: str = ""

    @property
    def text(self) -> str:
        """The action in lines, buttons and journals: ``fold``, ``raise 60``, ``declare 8-4``."""
        if self.choice:
            return f"{self.verb} {self.choice}"
        return f"{self.verb} {self.amount}" if self.amount else self.verb

    @classmethod
    def of(cls, name: str, verbs: Iterable[Verb], amount: int | None = None, choice: str = "") -> Action:
        """Make an action of a verb and the amount or typed choice after it; raise ``Refused`` for a foreign verb."""
        if all(each.name != name for each in verbs):
            raise Refused("unknown-action", word=name[:40])
        return cls(name, amount or 0, choice_read(choice))

    @classmethod
    def read(cls, text: str, verbs: Iterable[Verb]) -> Action:
        """Read an action such as ``declare 8 / 4``; raise ``Refused`` for a wrong verb, amount or choice."""
        words = re.sub(r"\s+", " ", text.strip().lower())
        for other, usual in _SPELLINGS.items():
            if words == other or words.startswith(f"{other} "):
                words = usual + words[len(other) :]
        name, _, rest = words.partition(" ")
        verb = next((each for each in verbs if each.name == name), None)
        if verb is None:
            if words == LEAVE.verb:
                return LEAVE
            raise Refused("unknown-action", word=name[:40])
        if verb.takes == "amount":
            try:
                return cls(name, amount=whole_number(rest))
            except ValueError:
                raise Refused("not-an-amount", verb=name) from None
        if verb.takes == "choice":
            if not rest:
                raise Refused("choice-missing", verb=name)
            return cls(name, choice=choice_read(rest))
        if rest:
            raise Refused("nothing-follows", verb=name)
        return cls(name)


def choice_read(text: str) -> str:
    """Normalise a typed choice: ``8 / 4`` is ``8-4``."""
    return _JOINTS.sub("-", text.strip().lower())[:40]


LEAVE = Action("leave")
"""Leaving the table, open to every awaited seat at any time."""


class AdvanceVerb(NamedTuple):
    """A decision that players may make before they are asked."""

    name: str
    button: bool = False

    standing: bool = False
    """True if it stands hand after hand (:meth:`Round.asks`); the first such verb is the default."""


class AdvanceAction(NamedTuple):
    """A decision made before the turn.

    It stands while :meth:`Round.advance_action` gives the same for its name.
    """

    name: str

    amount: int = 0
    """Its cost in chips, where known."""

    stage: tuple[int, ...] = ()
    """The progress of the round on which it depends; at another stage it is void."""


class AmountRange(NamedTuple):
    """An action with an amount of ``least`` to ``most`` chips named by the player."""

    verb: str
    least: int
    most: int


class Options(NamedTuple):
    """The actions open to one seat now; empty when nothing is asked of it.

    ``ready`` actions are offered as buttons in this order; no two do the same.
    ``amounts`` hold one range at most for each verb.
    ``synonyms`` do the same as a ready action: carried out when typed, never offered.
    """

    ready: tuple[Action, ...] = ()
    amounts: tuple[AmountRange, ...] = ()
    synonyms: tuple[Action, ...] = ()

    def allow(self, action: Action) -> bool:
        """True if ``action`` is among these options or a synonym of one."""
        if action in self.ready or action in self.synonyms:
            return True
        return any(
            action.verb == each.verb and each.least <= action.amount <= each.most and not action.choice
            for each in self.amounts
        )

    def __bool__(self) -> bool:
        return bool(self.ready or self.amounts)


NOTHING = Options()


Event: TypeAlias = tuple[Any, ...]
"""A named tuple of public facts."""


class View(ABC):
    """A round as one seat or a bystander sees it, built from what they may know."""

    __slots__ = ()

    seat: Seat | None
    """The viewer; ``None`` for a bystander."""

    options: Options

    rules: GameRules
    dealer: Seat
    """The seat that deals, or keeps the bank."""

    awaited: tuple[Seat, ...]

    stacks: tuple[int, ...]
    """Chips of each seat besides its stake; after the round, all its chips."""

    staked: tuple[int, ...]

    settlement: Mapping[Seat, int] | None
    """Net chips of each seat; ``None`` until the round is over."""


ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)


class Step(NamedTuple, Generic[ViewT_co]):
    """The next round, and the events on the way to it."""

    round: Round[ViewT_co]
    events: tuple[Event, ...]


class Round(ABC, Generic[ViewT_co]):
    """One hand of one game, as an immutable value."""

    __slots__ = ()

    dealer: Seat

    question: int
    """The number of the present question; a button of an earlier one is stale.

    It stays while others answer the same question.
    """

    settlement: Mapping[Seat, int] | None
    """Net chips of each seat; ``None`` until the round is over. The sum is ``carried_in - carried_out``."""

    carried_in: int
    """Chips of the last round that this one plays for."""

    carried_out: int
    """Odd chips left for the next round."""

    @property
    @abstractmethod
    def seats(self) -> int:
        pass

    @property
    @abstractmethod
    def awaited(self) -> tuple[Seat, ...]:
        """The seats with options now; empty only when the round is over."""

    @abstractmethod
    def options(self, seat: Seat) -> Options:
        pass

    @abstractmethod
    def lapse(self, seat: Seat) -> Action:
        """Return the option taken for a seat out of time."""

    @abstractmethod
    def view(self, seat: Seat | None) -> ViewT_co:
        """Return the round as ``seat``, or a bystander (``None``), sees it."""

    @property
    @abstractmethod
    def dealt_to(self) -> tuple[Seat, ...]:
        """The seat that was dealt or drew each card so far, in public order; it only grows."""

    @property
    def dealt(self) -> int:
        """The number of cards dealt or drawn so far."""
        return len(self.dealt_to)

    @property
    def order_of_play(self) -> tuple[tuple[Seat, str], ...]:
        """Public moves that decide who gets which card, in the words of :mod:`engine.fairness.receivers`."""
        return ()

    @property
    def banker(self) -> Seat | None:
        """The buyer of the bank, where cards are dealt from there."""
        return None

    @property
    @abstractmethod
    def opened(self) -> tuple[int, ...]:
        """The places of all cards that have lain open to everybody, ascending.

        A *place* is the order of dealing, from 0. A card once open stays among these.
        """

    @abstractmethod
    def held(self, seat: Seat) -> tuple[int, ...]:
        """The places of the cards that ``seat`` has seen and holds or folded, ascending: its player can prove them."""

    @property
    @abstractmethod
    def staked(self) -> tuple[int, ...]:
        """Chips at risk of each seat, held by the table until the settlement."""

    @property
    def window(self) -> int:
        """Seconds for a question put to several seats at once; 0 for a question in turn.

        Where answers are sealed, a seat that has answered stays awaited and may answer again, so that nobody sees who
        has.
        """
        return 0

    @property
    def next_dealer(self) -> Seat | None:
        """The dealer of the next round; ``None`` if the deal simply passes on."""
        return None

    def may_decide_in_advance(self, seat: Seat) -> bool:
        """True if this seat may still decide in advance; public."""
        return False

    def advance_action(self, seat: Seat, name: str) -> AdvanceAction | None:
        """Return the decision called ``name`` from public facts; ``None`` if it makes no sense now."""
        return None

    def from_advance(self, seat: Seat, decided: AdvanceAction) -> Action:
        """Turn a standing decision into the action of an asked seat."""
        raise NotImplementedError

    def asks(self, seat: Seat, standing: str) -> bool:
        """True if a seat with options wants to be asked, by its standing verb (empty for the default).

        It depends on the seat's own view alone, and changes nothing of the round.
        """
        return True

    @property
    def told(self) -> str:
        """Public news at the end that follows neither from actions nor from open cards
        (:meth:`engine.game.Game.retold`).
        """
        return ""

    @abstractmethod
    def _after(self, seat: Seat, action: Action) -> Step[ViewT_co]:
        pass

    def play(self, seat: Seat, action: Action) -> Step[ViewT_co]:
        """Return the round after ``action`` with its events, or raise ``Refused``: then nothing has happened."""
        options, amount = self.options(seat), action.amount
        # True and 1.0 equal 1, so they would pass for chips.
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise Refused("not-an-amount", verb=action.verb)
        if not options.allow(action) and not (options and action == LEAVE):
            raise self._refusal(seat, action, options)
        return self._after(seat, action)

    def close(self) -> Step[ViewT_co]:
        """Close the window: the lapse counts for every silent seat. Raise ``Refused`` without a window."""
        raise Refused("no-window")

    def not_asked(self, seat: Seat) -> Refused:
        if self.settlement is not None:
            return Refused("round-over")
        return Refused("not-your-turn", seat=self.awaited[0])

    def _refusal(self, seat: Seat, action: Action, options: Options) -> Refused:
        if not options:
            return self.not_asked(seat)
        for each in options.amounts:
            if each.verb == action.verb:
                return Refused("amount-out-of-range", verb=each.verb, least=each.least, most=each.most)
        return Refused("not-an-option", verb=action.verb)
