"""The protocol of a presenter, which renders one game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

from bot.messages import Button, Picture, PlayerId
from bot.presenting.drafts import Draft
from bot.presenting.drawn_hand import DrawnHand, DrawnSeat
from bot.wording import Translator
from engine.house_rules import GameRules
from engine.play import Action, AmountRange, Seat, View
from engine.table.changes import Played
from engine.table.hand import TableHand
from engine.table.state import TableState


@dataclass(frozen=True, slots=True)
class HandText:
    """Parts of a hand's public message that only its game can render."""

    pot: tuple[str, ...]
    """Lines on the pot, the bank or the stock."""

    marks: tuple[tuple[str, ...], ...]
    """Marks of each seat besides name and chips."""

    question: str
    """The question without its time; empty when the hand is over."""

    draw: Callable[[], Picture] | None = None
    """Draws the showdown, if there was one."""

    result: tuple[str, ...] = ()
    """Winners and reasons, the first lines of a finished hand."""

    told: Collection[Seat] = ()
    """Seats with their net in result or picture."""

    roster: tuple[str, ...] = ()
    """Replaces the lines of seats if there are too many; otherwise empty."""


class UsualAmounts(NamedTuple):
    step: int
    """Chips added by one press."""

    named: tuple[tuple[str, int], ...] = ()
    """Named amounts with labels; those not allowed are brought into the range."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of the rules: a picture and a few lines."""

    name: str
    """Its wording key without ``rules-page-``."""

    lines: tuple[str, ...] = field(repr=False)
    """Whole sentences; a :class:`~bot.messages.SecretLine` concerns the reader's own hand."""

    draw: Callable[[], Picture] | None = None


RulesT_contra = TypeVar("RulesT_contra", bound=GameRules, contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Presenter(Protocol[RulesT_contra, ViewT_contra]):
    """Renders one game as text, buttons and pictures; a game overrides the usual answers where it has others."""

    title: str
    """The name of the game, the same in every language."""

    def stakes(self, rules: RulesT_contra, translate: Translator) -> str:
        """Return the stakes with all limits in one line."""

    def history(self, hand: TableHand[ViewT_contra], translate: Translator) -> tuple[str, ...]:
        """Return a line for each event of a hand."""

    def public(self, hand: TableHand[ViewT_contra], translate: Translator) -> HandText:
        """Return the public parts of a hand."""

    def street(self, hand: TableHand[ViewT_contra]) -> int:
        """Return the progress of a hand from 0; a long hand gets a new message on each rise."""

    def buttons(
        self, state: TableState, hand: TableHand[ViewT_contra], translate: Translator
    ) -> tuple[tuple[Button, ...], ...]:
        """Return the actions of the player asked."""

    def private(
        self, state: TableState, hand: TableHand[ViewT_contra], player: PlayerId, translate: Translator, *, asked: bool
    ) -> Draft:
        """Return the private view of one player; if ``asked``, it ends with their question and its buttons."""

    def drawn(self, hand: TableHand[ViewT_contra], viewer: Seat | None, translate: Translator) -> DrawnHand:
        """Return what a page draws of a hand for a seat, or a bystander (``None``); by default the seats alone."""
        return DrawnHand((DrawnSeat(),) * len(hand.names))

    def secret(self, hand: TableHand[ViewT_contra], player: PlayerId) -> object:
        """Return a value that changes with a player's cards; ``None`` in games without private cards. Compared, never
        shown.
        """
        return None

    def asks_at_any_cost(self, hand: TableHand[ViewT_contra], player: PlayerId, standing: str) -> bool:
        """Return true if a player is asked in private despite the cost of a call; ``standing`` names their decision for
        all windows, or is empty.
        """
        return False

    def asks_in_private(self, hand: TableHand[ViewT_contra]) -> bool:
        """Return true if the player on turn is also asked in private; independent of hidden cards."""
        return False

    def within_a_turn(self, hand: TableHand[ViewT_contra]) -> bool:
        """Return true in the middle of a turn of two parts, which others may see at once; independent
        of hidden cards.
        """
        return False

    def toast(self, played: Played, translate: Translator) -> str:
        """Confirm an action to its player; every sealed answer gets the same words."""

    def usual_amounts(
        self, hand: TableHand[ViewT_contra], seat: Seat, span: AmountRange, translate: Translator
    ) -> UsualAmounts:
        """Return the usual amounts of a seat, none by default."""
        return UsualAmounts(1)

    def hint(
        self, hand: TableHand[ViewT_contra], seat: Seat, best: Action | None, translate: Translator
    ) -> tuple[str, str]:
        """Return advice and its reason for a practice player, from their own view."""

    def own_result(self, hand: TableHand[ViewT_contra], seat: Seat, translate: Translator) -> str:
        """Return a seat's hand of a finished deal for its player alone; empty if it was never hidden
        or is not shown.
        """
        return ""

    def hand_name(self, name: str, translate: Translator) -> str:
        """Return a hand's name by its facts (:mod:`engine.facts`), such as ``9 / 8`` or ``5 dui, 3 ka``."""

    def type_name(self, type_: str, translate: Translator) -> str:
        """Return a short type of hand for charts, such as ``Six Gods`` or ``7 points``; by default its name."""
        return self.hand_name(type_, translate)

    def cards_picture(self, names: Sequence[str], translate: Translator) -> Callable[[], Picture] | None:
        """Return the function that draws cards by name; ``None`` in games without cards of players."""
        return None

    def rules_pages(
        self, rules: RulesT_contra, own: ViewT_contra | None, translate: Translator
    ) -> tuple[RulesPage, ...]:
        """Return the pages of these rules, first the ladder of hands."""

    def card(self, name: str, translate: Translator) -> str:
        """Return a card in words."""

    def pack(self, rules: RulesT_contra, translate: Translator) -> Picture:
        """Draw every different card of the game."""
