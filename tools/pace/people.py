"""People at a table: they look at what their chat shows them, think, and press its real buttons.

They know of the table what can be read, and nothing that comes later: the state that a person decides by is the one
that the double shows at that moment.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.messages import PlayerId, Pressed
from engine.games import GAMES
from engine.play import Action, AdvanceAction, Options, Seat
from engine.table.hand import AnyHand
from tests.bot.evening_player import pressed
from tools.pace.observing import Observed, now
from tools.pace.presses import Press
from tools.pace.table_watch import Question, TableWatch, Version

QUICK = (2.0, 6.0)
"""Between how many seconds most people think."""

SLOW = (12.0, 30.0)
"""Between how many seconds the slow one of a table thinks."""

SECOND_LOOK = (1.0, 2.0)
"""Between how many seconds somebody reads what a press has opened."""

TRIES = 4
"""How often somebody presses anew whose press was refused or came to nothing."""

ANSWER_PATIENCE = 20.0
"""Seconds after which somebody no longer waits for the answer to a press."""

HANDLED_PATIENCE = 10.0
"""Seconds within which a press has its effect that was answered before it had one."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do what is not just answering the question, as shares of their turns."""

    own_amount: float = 0.05
    steps: tuple[int, int] = (1, 1)
    """Between how many steps lie from the amount that is offered first to the one that is chosen."""

    twice: float = 0.03
    """Pressing a button a second time before anything is seen: the second press is stale."""

    lapse: float = 0.012
    look: float = 0.10
    """Looking at one's hand before deciding."""

    ahead: float = 1 / 3
    """Deciding before one's turn what one would do then anyway, some seconds after the table has visibly changed.

    That people who are quick do so in a third of their turns is an assumption of ours: nobody has counted it. The slow
    one of a table never does.
    """

    standing: str = ""
    """What people decide for all windows, in the first hand they see; then they press nothing in a window but a claim
    which they want to make, of those that they want to be asked about."""


USUAL_HABITS = Habits()


@dataclass(frozen=True, slots=True)
class ScreenButton:
    """A button that somebody sees."""

    label: str
    data: str
    """What Kiu has written into it."""

    source: Any
    """The platform's own button, for pressing it."""

    @property
    def pressed(self) -> Pressed:
        return Pressed.read(self.data)

    @property
    def verb(self) -> str:
        return self.pressed.command.partition(" ")[0]


class PersonAtTable(ABC):
    """Somebody who plays until the evening is over.

    Args:
        player: how Kiu knows them.
        watch: their table.
        observed: where their presses are noted.
        random: their whims.
        thought: between how many seconds they think.
        habits: what else they do.
    """

    def __init__(
        self,
        player: PlayerId,
        watch: TableWatch,
        observed: Observed,
        random: Random,
        thought: tuple[float, float] = QUICK,
        habits: Habits = USUAL_HABITS,
    ) -> None:
        self.player = player
        self.watch = watch
        self.observed = observed
        self.random = random
        self.thought = thought
        self._habits = habits
        self._answered: Question | None = None
        self._turn: tuple[int, int] | None = None
        """The hand, and how often this person has acted in it: what they decide about now."""

        self._looks_ahead = False
        """Whether they decide before this turn."""

        self._looked = 0
        """The number of the state that they last looked at to decide in advance."""

        self._decided: AdvanceAction | None = None
        self._decided_for_good = not habits.standing
        self.refusals: list[str] = []

    @property
    def seen(self) -> Version | None:
        """What this person knows of the table: what everybody can see."""
        return self.watch.seen

    # --- the phone ---------------------------------------------------------------------------------------------

    @abstractmethod
    def buttons(self) -> Sequence[ScreenButton]:
        """Every button that this person sees, the newest message first."""

    @abstractmethod
    async def press(self, button: ScreenButton) -> Press:
        """Press a button, and wait for the answer."""

    @abstractmethod
    def confirming(self, button: ScreenButton, words: str) -> ScreenButton | None:
        """The button that says one meant a press, if that is asked; ``None`` if it was refused for another reason."""

    @abstractmethod
    def press_command(self, command: str) -> None:
        """Press, on what shows the table, what carries a command, whether there is such a button or not."""

    @abstractmethod
    async def give(self, button: ScreenButton, version: Version) -> Press:
        """Press a button that asks for an amount or a choice, and give it."""

    @abstractmethod
    async def type(self, line: str) -> Press:
        """Type an action."""

    def data_of(self, command: str) -> str:
        """What a button of the question that stands carries for a command."""
        standing = self.watch.standing
        assert standing is not None
        return f"{standing.state.id}:{standing.question.turn}:{command}"

    def noted(self) -> Press:
        """A press that is made now."""
        return self.observed.presses.made(self.player, self.watch, now())

    def not_asked(self, words: str) -> Press:
        """A press whose question was refused, so that nothing could be given."""
        press = self.noted()
        self.observed.presses.withdrawn(press)
        press.refused, press.words = True, words
        return press

    async def _until_handled(self, press: Press) -> None:
        """Wait until Kiu has dealt with a press that was answered; if it came to no command, nothing was done by it.

        Such a press is withdrawn: left waiting, it would be taken for the person's next one, and so on for each after.
        """
        end = now() + HANDLED_PATIENCE
        while not press.handled and now() < end:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.1)
        if not press.handled:
            self.observed.presses.withdrawn(press)
            press.refused = True

    # --- playing -----------------------------------------------------------------------------------------------

    async def play(self) -> None:
        """Answer every question that can be seen, until cancelled."""
        while True:
            seen = self.seen
            if seen is None or self.player not in seen.asked or seen.question == self._answered:
                if seen is None or not await self._looked_ahead(seen):
                    await self.watch.change(600)
                continue
            if self.random.random() < self._habits.lapse or not await self._cares(seen):
                self._answered = seen.question
                continue
            await asyncio.sleep(self.random.uniform(*self.thought))
            if self._is_asked(seen.question):
                await self._answer(seen.question)

    async def _cares(self, seen: Version) -> bool:
        """Whether somebody answers a question, or has decided not to care for such windows."""
        hand, seat = self._seat(seen)
        if not self._decided_for_good and hand.round.window:
            await asyncio.sleep(self.random.uniform(*QUICK))
            await self._decide_for_good()
        if not self._habits.standing or not hand.round.window:
            return True
        return hand.round.asks(seat, self._habits.standing) and self._wanted(seen).verb != "pass"

    async def _decide_for_good(self) -> None:
        """Press what decides for all windows, where it stands, or type it."""
        command = f"advance {self._habits.standing}"
        button = next((each for each in self.buttons() if each.pressed.command == command), None)
        press = await (self.type(command) if button is None else self.press(button))
        assert not press.refused, press.words
        self._decided_for_good = True

    def _is_asked(self, question: Question) -> Version | None:
        seen = self.seen
        return seen if seen is not None and seen.question == question and self.player in seen.asked else None

    async def _answer(self, question: Question) -> None:
        if self.random.random() < self._habits.look:
            await self._look()
        for attempt in range(TRIES):
            version = self._is_asked(question)
            if version is None:
                return
            button = self._chosen(version)
            if button is None:
                await self._look()
                version = self._is_asked(question)
                if version is None:
                    return
                button = self._chosen(version)
            if button is None:
                if attempt == TRIES - 1:
                    await self._typed(version)
                    return
                await self.watch.change(2)
                continue
            press = await (self.give(button, version) if button.pressed.asks else self._pressed(button))
            if press.refused and (sure := self.confirming(button, press.words)) is not None:
                # Who goes all-in is asked whether they mean it.
                await asyncio.sleep(self.random.uniform(*SECOND_LOOK))
                press = await self.press(sure)
            if not press.refused:
                self._answered = question
                return
            self.refusals.append(press.words)
            await asyncio.sleep(self.random.uniform(*QUICK))

    async def _looked_ahead(self, seen: Version) -> bool:
        """Think about what to do when it is one's turn, and decide it in advance; tell whether that took time."""
        if not self._may_decide(seen):
            return False
        self._looked = seen.number
        await asyncio.sleep(self.random.uniform(*QUICK))
        now = self.seen
        if now is None or self.player in now.asked or now.hand is None or now.hand.seat(self.player) is None:
            # It is another hand by now, perhaps one that they are not in.
            return True
        hand, seat = self._seat(now)
        offered = {each.pressed.command: each for each in self.buttons() if each.verb == "advance"}
        decided = {command: hand.round.advance_action(seat, command.split()[1]) for command in offered}
        call = decided.get("advance call")
        if call is None:
            return True
        verbs = ("call", "raise", "fold", "all-in") if call.amount else ("check", "bet", "all-in")
        wanted = verbs[pressed(verbs, self.random)]
        command = {"call": "advance call", "check": "advance call", "fold": "advance check-fold"}.get(wanted)
        if command is None or decided.get(command) is None:
            # What people bet depends on what comes before their turn.
            self._looks_ahead = False
            return True
        press = await self.press(offered[command])
        if press.refused:
            self.refusals.append(press.words)
            return True
        # The answer says what it came to, which may not have been shown yet.
        came_to = self.watch.versions[-1].hand
        self._decided = None if came_to is None else came_to.round.advance_action(seat, command.split()[1])
        return True

    def _may_decide(self, seen: Version) -> bool:
        """Whether somebody who sees this, and was not asked yet, decides in advance now."""
        hand = seen.hand
        seat = None if hand is None else hand.seat(self.player)
        if hand is None or seat is None or not hand.round.may_decide_in_advance(seat):
            return False
        turn = (hand.number, sum(getattr(event, "seat", None) == seat for event in hand.events))
        if turn != self._turn:
            self._turn, self._decided = turn, None
            self._looks_ahead = self.random.random() < self._habits.ahead
        if not self._looks_ahead or seen.number == self._looked:
            return False
        decided = self._decided
        return decided is None or hand.round.advance_action(seat, decided.name) != decided

    async def _pressed(self, button: ScreenButton) -> Press:
        if self.random.random() < self._habits.twice:
            first = asyncio.create_task(self.press(button))
            await asyncio.sleep(self.random.uniform(0.1, 0.4))
            again = next((each for each in self.buttons() if each.data == button.data), None)
            if again is not None:
                await self.press(again)
            return await first
        return await self.press(button)

    async def _look(self) -> None:
        """Press what shows one's own hand, and read it."""
        button = next((each for each in self.buttons() if each.pressed.command == "hand"), None)
        if button is not None:
            await self.press(button)
            await asyncio.sleep(self.random.uniform(*SECOND_LOOK))

    async def _typed(self, version: Version) -> None:
        hand, seat = self._seat(version)
        await self.type(hand.round.lapse(seat).text)

    # --- deciding ----------------------------------------------------------------------------------------------

    def _seat(self, version: Version) -> tuple[AnyHand, Seat]:
        hand = version.hand
        assert hand is not None
        seat = hand.seat(self.player)
        assert seat is not None
        return hand, seat

    def _options(self, version: Version) -> Options:
        """What this person may do."""
        hand, seat = self._seat(version)
        return hand.round.options(seat)

    def _wanted(self, version: Version) -> Action:
        """What a decent player would do with these cards."""
        hand, seat = self._seat(version)
        return GAMES[version.state.game_name].choose(hand.round.view(seat), self.random)

    def _offered(self, version: Version) -> list[ScreenButton]:
        """The buttons that answer the question."""
        hand, _ = self._seat(version)
        turn = f"{version.state.id}:{hand.turn}"
        options = self._options(version)
        verbs = {each.verb for each in options.ready} | {each.verb for each in options.amounts}
        return [each for each in self.buttons() if each.pressed.turn == turn and each.verb in verbs]

    def _chosen(self, version: Version) -> ScreenButton | None:
        offered = self._offered(version)
        if not offered:
            return None
        game = version.state.game_name
        if game == "quan-dui":
            wanted = self._wanted(version).text
            exact = [each for each in offered if each.pressed.command == wanted]
            of_verb = [each for each in offered if each.verb == wanted.partition(" ")[0]]
            return next(iter(exact or of_verb), None)
        asking = [each for each in offered if each.pressed.asks]
        if asking and self.random.random() < self._habits.own_amount:
            return asking[0]
        plain = [each for each in offered if not each.pressed.asks]
        if game == "koo-kiew":
            plain = [each for each in plain if each.verb not in ("pass-bank", "leave")] or plain
        if not plain:
            return offered[0]
        return plain[pressed([each.verb for each in plain], self.random)]
