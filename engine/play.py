"""The contract every round of every game keeps; what deals a round is in :mod:`engine.game`.

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

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, NewType, TypeAlias, TypeVar

from engine.house_rules import GameRules
from engine.refusal import Refused

Seat: TypeAlias = int
"""The place of a player in one round: 0 … n-1, clockwise."""


Card = NewType("Card", int)
"""A card as pack, rounds, views and events have it; :attr:`engine.game.Game.card_names` gives its name.

Copies that no rule tells apart are the same card. What the number means is known to its game alone, and no ``repr``
shows the name.
"""


class Action(NamedTuple):
    """What a seat does: a verb, and an amount of chips or a choice where the verb takes one."""

    verb: str
    amount: int = 0
    choice: str = ""


LEAVE = Action("leave")
"""Leaving the table during a round: every awaited seat may do it at any time, and its game says what follows."""


class AdvanceVerb(NamedTuple):
    """Something that players may decide before they are asked; a round says what it comes to as it stands."""

    name: str
    button: bool = False
    """Whether there is a button for it, which has to be right whatever the round comes to."""

    standing: bool = False
    """Whether it stands hand after hand until the player decides otherwise: which questions of windows they want to be
    asked (:meth:`Round.asks`). The first of these is what stands for whoever has decided nothing."""


class AdvanceAction(NamedTuple):
    """What a seat has decided to do before it is asked.

    It stands for as long as :meth:`Round.advance_action` gives the same for its name.
    """

    name: str
    """One of those that the game declares."""

    amount: int = 0
    """The chips that it costs, where that is known."""

    stage: tuple[int, ...] = ()
    """How far the round has come, as far as the decision depends on that: at another stage it does not hold."""


class AmountRange(NamedTuple):
    """An action whose amount the player names: ``verb N`` with ``least <= N <= most`` chips."""

    verb: str
    least: int
    most: int


class Options(NamedTuple):
    """What one seat may do now; empty when nothing is asked of it.

    ``ready`` actions can be taken as they are and are offered as buttons, in this order. No two of them do the same:
    a player whose stack is too short for more than calling all-in is offered *all-in*, and not *call* as well.
    ``amounts`` are the actions for which the player names the chips, one range at most for each verb. A ready action
    of such a verb is a shortcut to one of these amounts.
    ``synonyms`` do the same as one of the ready actions: they are carried out when typed, and never offered.
    """

    ready: tuple[Action, ...] = ()
    amounts: tuple[AmountRange, ...] = ()
    synonyms: tuple[Action, ...] = ()

    def allow(self, action: Action) -> bool:
        """Tell whether ``action`` is among these options, or does the same as one of them."""
        if action in self.ready or action in self.synonyms:
            return True
        return any(
            action.verb == each.verb and each.least <= action.amount <= each.most and not action.choice
            for each in self.amounts
        )

    def __bool__(self) -> bool:
        return bool(self.ready or self.amounts)


NOTHING = Options()
"""The options of a seat that is not asked anything."""


Event: TypeAlias = tuple[Any, ...]
"""Something that everybody at the table may know: a named tuple of public facts."""


class View(ABC):
    """A round as one seat or a bystander sees it, built from nothing but what they may know."""

    __slots__ = ()

    seat: Seat | None
    """Whose view it is; ``None`` is a bystander's."""

    options: Options
    """What the viewer may do now."""

    rules: GameRules
    dealer: Seat
    """The seat that deals, or keeps the bank."""

    awaited: tuple[Seat, ...]
    """The seats that have options now."""

    stacks: tuple[int, ...]
    """Chips each seat has besides what it has staked; when the round is over, all it has."""

    staked: tuple[int, ...]
    """Chips each seat has put at risk."""

    settlement: Mapping[Seat, int] | None
    """Net chips of each seat, or ``None`` until the round is over."""


ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)
"""What the rounds of a game let a seat see."""


class Step(NamedTuple, Generic[ViewT_co]):
    """The outcome of an action: the next round, and what happened on the way, in order."""

    round: Round[ViewT_co]
    events: tuple[Event, ...]


class Round(ABC, Generic[ViewT_co]):
    """One hand of one game, as an immutable value."""

    __slots__ = ()

    dealer: Seat
    """The seat that deals, or keeps the bank."""

    question: int
    """The number of the question that stands now.

    A button made for an earlier question is stale. The number stays while others answer the same question.
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
        """What is done for an awaited seat whose time ran out: always one of its options."""

    @abstractmethod
    def view(self, seat: Seat | None) -> ViewT_co:
        """The round as ``seat`` sees it, or as a bystander does (``None``)."""

    @property
    @abstractmethod
    def dealt_to(self) -> tuple[Seat, ...]:
        """The seat that each card of the pack was dealt or drawn by so far, in order; everybody has seen it.

        It only ever grows: who has a card later on changes nothing of it.
        """

    @property
    def dealt(self) -> int:
        """How many cards of the pack have been dealt or drawn so far."""
        return len(self.dealt_to)

    @property
    def order_of_play(self) -> tuple[tuple[Seat, str], ...]:
        """What everybody has seen played, as far as it decides to whom cards are dealt and who takes which.

        The words are those of :mod:`engine.fairness.receivers`; most games need none.
        """
        return ()

    @property
    def banker(self) -> Seat | None:
        """The seat that the bank was sold to, where cards are dealt from there; else ``None``."""
        return None

    @property
    @abstractmethod
    def opened(self) -> tuple[int, ...]:
        """The places of all cards that lie, or have lain, open to everybody, ascending.

        The *place* of a card is when it was dealt or drawn: 0 for the first card of the pack, then 1, …
        A card that was open once stays among these, wherever it goes. A card that nobody has shown, or that was not
        dealt, is never among them.
        """

    @abstractmethod
    def held(self, seat: Seat) -> tuple[int, ...]:
        """The places of the cards that ``seat`` has seen and holds or has folded, ascending.

        These are the cards of the hand in the seat's own view, so that the player can prove each of them.
        """

    @property
    @abstractmethod
    def staked(self) -> tuple[int, ...]:
        """Chips each seat has put at risk so far, held by the table until the settlement."""

    @property
    def window(self) -> int:
        """For how many seconds the present question is put to several seats at once; 0 if it is put to one, in turn.

        A window is closed when its time is up. Until then what one seat answers changes no other's question.
        Where the rules keep the answers sealed, whoever has answered stays awaited and may answer again, the last
        answer counting, so that nobody sees who has answered, let alone what.
        """
        return 0

    @property
    def next_dealer(self) -> Seat | None:
        """The seat that deals the next round, or ``None`` when the deal simply passes on."""
        return None

    def may_decide_in_advance(self, seat: Seat) -> bool:
        """Whether this seat may still be asked what it can decide in advance; everybody may know that."""
        return False

    def advance_action(self, seat: Seat, name: str) -> AdvanceAction | None:
        """What a seat decides by ``name`` as the round stands; ``None`` if that makes no sense now.

        It depends on nothing but what everybody may know.
        """
        return None

    def from_advance(self, seat: Seat, decided: AdvanceAction) -> Action:
        """The action that a decision which still stands comes to, for a seat that is asked."""
        raise NotImplementedError

    def asks(self, seat: Seat, standing: str) -> bool:
        """Whether a seat with options wants to be asked, by what it has decided for all windows.

        It depends on nothing but the seat's own view, and changes nothing of the round: whoever is not asked may answer
        all the same, and what counts for them at the end of the window is their lapse, as for anybody who is silent.

        Args:
            seat: the seat.
            standing: the name of a standing verb of the game; empty for whoever has decided nothing.
        """
        return True

    @property
    def told(self) -> str:
        """What everybody was told in the end that follows neither from what was done nor from the open cards.

        :meth:`engine.game.Game.retold` reads it again; empty if there is nothing of the kind.
        """
        return ""

    @abstractmethod
    def _after(self, seat: Seat, action: Action) -> Step[ViewT_co]:
        """Carry out an action that was found to be allowed."""

    def play(self, seat: Seat, action: Action) -> Step[ViewT_co]:
        """Return the round after ``seat`` has done ``action``, with the events it caused.

        Raises:
            Refused: the seat is not asked anything, the action is not among its options, or its amount is no integer.
        """
        options, amount = self.options(seat), action.amount
        # True and 1.0 equal 1, so they would pass for chips.
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise Refused("not-an-amount", verb=action.verb)
        if not options.allow(action) and not (options and action == LEAVE):
            raise self._refusal(seat, action, options)
        return self._after(seat, action)

    def close(self) -> Step[ViewT_co]:
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
