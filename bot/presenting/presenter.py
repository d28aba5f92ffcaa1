"""The protocol of a presenter, which renders one game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

from bot.messages import Button, Picture, PlayerId
from bot.presenting.drafts import Draft
from bot.tables.changes import Played
from bot.tables.state import TableHand, TableState
from bot.wording import Translator
from engine.house_rules import GameRules
from engine.play import Action, AmountRange, Seat, View


@dataclass(frozen=True, slots=True)
class HandText:
    """The parts of a hand's public message that only its game can render."""

    pot: tuple[str, ...]
    """The lines about the pot, the bank or the stock."""

    marks: tuple[tuple[str, ...], ...]
    """What is shown of each seat, besides name and chips."""

    question: str
    """Who is asked what, without the time for it; empty when the hand is over."""

    draw: Callable[[], Picture] | None = None
    """The picture of the showdown, if there was one."""

    result: tuple[str, ...] = ()
    """Who won what and why, in the first lines of a finished hand."""

    told: Collection[Seat] = ()
    """The seats of which result or picture say what they won or lost."""

    roster: tuple[str, ...] = ()
    """What replaces one line a seat if there are more seats than lines; otherwise empty."""


class UsualAmounts(NamedTuple):
    """How an amount is chosen by buttons."""

    step: int
    """By how many chips one press changes it."""

    named: tuple[tuple[str, int], ...] = ()
    """The amounts that have a name, and their labels; one that is not allowed is brought into the range."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of the rules of a game: a picture, and a few lines."""

    name: str
    """Its name in the wording, behind ``rules-page-``."""

    lines: tuple[str, ...] = field(repr=False)
    """Whole sentences, a line each; a :class:`~bot.messages.SecretLine` tells of the reader's own hand."""

    draw: Callable[[], Picture] | None = None
    """How to draw the picture; ``None`` if there is none."""


RulesT_contra = TypeVar("RulesT_contra", bound=GameRules, contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Presenter(Protocol[RulesT_contra, ViewT_contra]):
    """Renders one game as text, buttons and pictures."""

    title: str
    """The name of the game as it is written, the same in every language."""

    def stakes(self, rules: RulesT_contra, translate: Translator) -> str:
        """The stakes with all their limits, in one line."""

    def history(self, hand: TableHand[ViewT_contra], translate: Translator) -> tuple[str, ...]:
        """The history of a hand so far, a line for each event."""

    def public(self, hand: TableHand[ViewT_contra], translate: Translator) -> HandText:
        """What everybody may see of a hand."""

    def street(self, hand: TableHand[ViewT_contra]) -> int:
        """How far a hand has come, from 0; a long hand goes on in a new message where it rises."""

    def buttons(
        self, state: TableState, hand: TableHand[ViewT_contra], translate: Translator
    ) -> tuple[tuple[Button, ...], ...]:
        """The actions open to the player who is asked."""

    def private(
        self, state: TableState, hand: TableHand[ViewT_contra], player: PlayerId, translate: Translator, *, asked: bool
    ) -> Draft:
        """What one player alone may see.

        If ``asked`` is set and the player is asked something, the last line says so, with the buttons to answer it.
        """

    def secret(self, hand: TableHand[ViewT_contra], player: PlayerId) -> object:
        """What changes whenever a player's cards do; compared, never shown.

        ``None`` if players have nothing that is theirs alone, so that nothing is sent to them unasked.
        """

    def asks_at_any_cost(self, hand: TableHand[ViewT_contra], player: PlayerId, standing: str) -> bool:
        """True if a player is asked in private even where that costs a call and they are not known to look there.

        ``standing`` is the name of what they have decided for all windows; empty if nothing.
        """

    def asks_in_private(self, hand: TableHand[ViewT_contra]) -> bool:
        """True if whoever is on turn is asked in private too where that costs a call and they are known to look.

        It does not depend on what is hidden.
        """

    def within_a_turn(self, hand: TableHand[ViewT_contra]) -> bool:
        """True if the player on turn has just done the first part of it and is asked for the rest of it.

        They know that from the answer to their press, and everybody else may see both parts at once. It does not depend
        on what is hidden.
        """

    def toast(self, played: Played, translate: Translator) -> str:
        """What a player has just done, in a few words to that player; the same words whatever a sealed answer was."""

    def usual_amounts(
        self, hand: TableHand[ViewT_contra], seat: Seat, span: AmountRange, translate: Translator
    ) -> UsualAmounts:
        """How an amount that a seat may name is chosen by buttons."""

    def hint(
        self, hand: TableHand[ViewT_contra], seat: Seat, best: Action | None, translate: Translator
    ) -> tuple[str, str]:
        """What a player at a practice table should do and why, in a few words each, from what they may know."""

    def own_result(self, hand: TableHand[ViewT_contra], seat: Seat, translate: Translator) -> str:
        """What a seat held in a hand that is over, in one line for its player alone.

        Empty where nothing was shown, and in games in which everybody has known their own cards all along.
        """

    def hand_name(self, name: str, translate: Translator) -> str:
        """A hand in words, by the name in its facts (:mod:`engine.facts`): ``9 / 8``, ``5 dui, 3 ka``."""

    def type_name(self, type_: str, translate: Translator) -> str:
        """A type of hand in a few letters, for a chart: ``Six Gods``, ``8 / 0–8``, ``7 points``."""

    def cards_picture(self, names: Sequence[str], translate: Translator) -> Callable[[], Picture] | None:
        """How to draw some cards of the game, by their names in the pack; ``None`` where players hold none."""

    def rules_pages(
        self, rules: RulesT_contra, own: ViewT_contra | None, translate: Translator
    ) -> tuple[RulesPage, ...]:
        """How the game is played under these rules, page by page.

        The first is the ladder: what beats what.
        """

    def card(self, name: str, translate: Translator) -> str:
        """A card in words, by its name in the pack."""

    def pack(self, rules: RulesT_contra, translate: Translator) -> Picture:
        """A picture of every different card of the game."""
