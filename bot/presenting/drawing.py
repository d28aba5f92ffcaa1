"""A message whose picture is still to be drawn, because drawing takes time that the table must not wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from bot.messages import Button, Message, Picture, PlayerId
from bot.tables.state import TableHand, TableState
from bot.wording import Translator
from engine.house_rules import GameRules
from engine.play import Seat, View


@dataclass(frozen=True, slots=True)
class Draft:
    """A message, and how to draw its picture."""

    message: Message
    draw: Callable[[], Picture] | None = None

    def finished(self) -> Message:
        """The message with its picture; slow enough to be done away from the loop."""
        return self.message if self.draw is None else replace(self.message, picture=self.draw())


class DraftRenderer:
    """Where pictures are drawn, away from the loop."""

    def __init__(self) -> None:
        # One thread draws them all: more would only take the interpreter from the tables.
        self._thread = ThreadPoolExecutor(1, "pictures")

    async def finished(self, draft: Draft) -> Message:
        """The message with its picture."""
        if draft.draw is None:
            return draft.message
        return await asyncio.get_running_loop().run_in_executor(self._thread, draft.finished)

    def stop(self) -> None:
        """Draw nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class HandText:
    """The parts of a hand's public message that only its game knows how to say."""

    pot: tuple[str, ...]
    """What is in the middle."""

    marks: tuple[tuple[str, ...], ...]
    """What is to be said of each seat, besides name and chips."""

    question: str
    """Who is asked what; empty when the hand is over."""

    draw: Callable[[], Picture] | None = None
    """The picture of the showdown, if there was one."""

    roster: tuple[str, ...] = ()
    """What stands in the place of one line a seat where there are more seats than lines; empty elsewhere."""


RulesT_contra = TypeVar("RulesT_contra", bound=GameRules, contravariant=True)
ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class Presenter(Protocol[RulesT_contra, ViewT_contra]):
    """How one game is said and drawn."""

    def stakes(self, rules: RulesT_contra, translate: Translator) -> str:
        """The stakes with all their limits, in one line."""

    def story(self, hand: TableHand[ViewT_contra], translate: Translator) -> tuple[str, ...]:
        """Everything that has happened in a hand, a line each."""

    def public(self, hand: TableHand[ViewT_contra], seconds: int, translate: Translator) -> HandText:
        """What everybody may see of a hand."""

    def street(self, hand: TableHand[ViewT_contra]) -> int:
        """How far a hand has come, from 0: it rises where a long story has a natural break."""

    def buttons(
        self, state: TableState, hand: TableHand[ViewT_contra], translate: Translator
    ) -> tuple[tuple[Button, ...], ...]:
        """The actions open to the player who is asked."""

    def private(
        self, state: TableState, hand: TableHand[ViewT_contra], player: PlayerId, translate: Translator
    ) -> Draft:
        """What one player alone may see; where the player is asked, the last line says so."""

    def secret(self, hand: TableHand[ViewT_contra], player: PlayerId) -> object:
        """What changes whenever a player's private hand does; compared, never shown.

        ``None`` if players have nothing that is theirs alone, so that nothing is sent to them unasked.
        """

    def hint(self, hand: TableHand[ViewT_contra], seat: Seat, translate: Translator) -> tuple[str, ...]:
        """What somebody who practises is told of their own cards and chances, from what they may know: a line each."""

    def explained(self, rules: RulesT_contra, translate: Translator) -> tuple[str, tuple[str, ...]]:
        """How the game is played under these rules: a title, and paragraphs."""

    def card(self, name: str, translate: Translator) -> str:
        """A card in words, by its name in the pack."""

    def pack(self, rules: RulesT_contra, translate: Translator) -> Picture:
        """Every different card of the game, drawn once and remembered."""
