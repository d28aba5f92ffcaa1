"""What a table has come to, and what its chat shows of it: how late the one is after the other.

What a table has come to is heard where Kiu hands it to its live messages; what is shown is read from the double alone,
by comparing words: a message shows a state if it has every line of it, except those of a finished hand's history.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.messages import Message, PlayerId
from engine.table.hand import AnyHand
from engine.table.state import TableState


class Question(NamedTuple):
    """What a table asks: of which hand, and which question of it; the lobby asks nothing."""

    hand: int
    turn: str
    over: bool


CLOCK = re.compile(r"<t:\d+:R>|\d\d:\d\d:\d\d UTC")
"""How the platforms show when a clock ends, which is known only when a message is sent."""


def words_of(text: str) -> str:
    """The letters and digits of a text without its clock: what no platform's markup changes."""
    return "".join(each for each in CLOCK.sub("", text) if each.isalnum())


@dataclass(eq=False, slots=True)
class Version:
    """One state of a table."""

    number: int
    at: float
    """When it became durable, in seconds of the loop."""

    state: TableState
    question: Question
    lines: tuple[str, ...]
    """The words of each line that a message showing it has."""

    asked: frozenset[PlayerId]
    window: int
    """Seconds for which a discard can be claimed; 0 if this is no window."""

    by_press: bool = False
    """Whether a person brought it about, rather than a clock."""

    goes_on: bool = False
    """Whether it is the second part of a turn, of which only its player has to know, and does by their press."""

    shown: float = -1.0
    """When people could see it, or something later; negative while they cannot."""

    told: float = -1.0
    """When whoever alone is asked could see the question in private; negative while they cannot."""

    @property
    def hand(self) -> AnyHand | None:
        return self.state.playing


@dataclass(slots=True)
class Hand:
    """One hand, as it went by."""

    number: int
    began: float
    players: int
    questions: int = 0
    """Those that an action in advance answered before anybody was shown them included."""

    windows: int = 0
    over: float = -1.0
    """When its result was known; negative while it is played."""


class Closed(NamedTuple):
    """A question that has been closed, and how long people could see it."""

    first: Version
    by: Version
    """The state that closed it: there is another question, or the result."""

    @property
    def at(self) -> float:
        return self.by.at

    @property
    def open_seconds(self) -> float:
        return self.at - self.first.at

    @property
    def shown_seconds(self) -> float:
        if self.first.goes_on:
            return self.open_seconds
        return max(0.0, self.at - self.first.shown) if self.first.shown >= 0 else 0.0

    @property
    def share_shown(self) -> float:
        """The share of its time in which it could be seen."""
        return self.shown_seconds / self.open_seconds if self.open_seconds > 0 else 1.0


@dataclass(eq=False)
class TableWatch:
    """One table."""

    name: str
    versions: list[Version] = field(default_factory=list)
    """Those that may still be shown, oldest first; the first is what people see now."""

    closed: list[Closed] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    """Seconds from each new question, or result, until it could be seen."""

    hands: list[Hand] = field(default_factory=list)
    """Every hand that was begun."""

    _change: asyncio.Event = field(default_factory=asyncio.Event)
    _first: Version | None = None
    """The first state in which the question that stands now was asked."""

    # --- what the table has come to ----------------------------------------------------------------------------

    def changed(self, state: TableState, message: Message, at: float) -> None:
        """The table has come to a state, which is to be shown by this message."""
        hand = state.playing
        shown_hand = state.hand
        over = shown_hand is not None and shown_hand.over
        question = Question(shown_hand.number if shown_hand is not None else 0, hand.turn if hand else "", over)
        version = Version(
            self.versions[-1].number + 1 if self.versions else 1,
            at,
            state,
            question,
            tuple(filter(None, map(words_of, (message.title, *message.lines)))),
            frozenset(hand.players[seat] for seat in hand.round.awaited) if hand else frozenset(),
            hand.round.window if hand else 0,
        )
        before = self._first
        if before is None or before.question != question:
            if before is not None and before.question.turn:
                self.closed.append(Closed(before, version))
            self._first = version
            if question.hand and (before is None or before.question.hand != question.hand):
                self.hands.append(Hand(question.hand, at, len(hand.players) if hand else 0))
            if self.hands:
                self.hands[-1].questions += bool(question.turn) + self._answered_in_advance(shown_hand)
                self.hands[-1].windows += bool(version.window)
                self.hands[-1].over = at if over and self.hands[-1].over < 0 else self.hands[-1].over
        version.goes_on = _goes_on(self.versions[-1] if self.versions else None, version)
        self.versions.append(version)
        self.wake()

    def _answered_in_advance(self, hand: AnyHand | None) -> int:
        """How many questions of a hand were answered between its latest state and this one, and never put."""
        before = self.versions[-1].state.hand if self.versions else None
        if hand is None or before is None or before.number != hand.number:
            return 0
        return max(0, hand.actions - before.actions - 1)

    @property
    def standing(self) -> Version | None:
        """The first state in which the question that stands now was asked."""
        return self._first

    @property
    def hands_over(self) -> int:
        """How many hands are over."""
        return sum(hand.over >= 0 for hand in self.hands)

    @property
    def latest(self) -> int:
        """The number of the state that the table has come to."""
        return self.versions[-1].number if self.versions else 0

    def told(self, player: PlayerId, turn: str, at: float) -> None:
        """A message to this player alone now carries the buttons of a question."""
        first = self._first
        if first is None or first.told >= 0 or first.asked != {player}:
            return
        if turn == f"{first.state.id}:{first.question.turn}":
            first.told = at

    # --- what is shown -----------------------------------------------------------------------------------------

    def displayed(self, text: str, at: float) -> None:
        """A public message now reads like this; the closing message of a deal, for one, shows no state."""
        words = words_of(text)
        for place in range(len(self.versions) - 1, -1, -1):
            version = self.versions[place]
            if all(line in words for line in version.lines):
                self._show(place, at)
                return

    def _show(self, place: int, at: float) -> None:
        for number, version in enumerate(self.versions[: place + 1]):
            if version.shown < 0:
                version.shown = at
                new = number == 0 or self.versions[number - 1].question != version.question
                if new and not version.goes_on:
                    self.lateness.append(at - version.at)
        del self.versions[:place]
        self.wake()

    @property
    def seen(self) -> Version | None:
        """What people see now."""
        first = self.versions[0] if self.versions else None
        return first if first is not None and first.shown >= 0 else None

    def hidden_seconds(self, now: float) -> float:
        """For how many seconds a new question has been waiting to be shown."""
        seen = self.seen
        waiting = [each.at for each in self.versions if each.shown < 0 and (not seen or each.question != seen.question)]
        return now - waiting[0] if waiting else 0.0

    # --- waiting -----------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Something can be seen that could not be seen before."""
        change, self._change = self._change, asyncio.Event()
        change.set()

    async def change(self, seconds: float) -> None:
        """Wait for the next change, so many seconds at most."""
        try:
            async with asyncio.timeout(seconds):
                await self._change.wait()
        except TimeoutError:
            pass


def _goes_on(before: Version | None, version: Version) -> bool:
    """Whether a turn of Quan Dui goes on: whoever has drawn or picked up a card is to discard one."""
    if before is None or version.state.game_name != "quan-dui" or version.window or before.window:
        return False
    return before.question.hand == version.question.hand and bool(version.asked) and before.asked == version.asked
