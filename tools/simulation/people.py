"""People at a table: they look at what their chat shows them, think, and press its buttons.

They know nothing but what can be read, and never whether Kiu runs: an answer that does not come is one more thing that
happens to them.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from bot.messages import Place, PlayerId
from bot.wording.isolation import without_isolates
from tests.bot.evening_player import Done, pressed
from tools.simulation.chats import UNANSWERED, ChatWorld, Said, SeenButton, SeenMessage
from tools.simulation.habits import PACES, Habit

TRIES = 3
"""How often somebody answers a question anew whose answer was refused."""

SECOND_LOOK = (1.0, 3.0)
"""From how long to how long somebody reads what a press has brought."""

GETS_AROUND = (4.0, 15.0)
"""From how long to how long it takes until somebody does what nobody waits for, such as sitting down."""

LONGEST_WAIT = 20.0
"""After how many seconds in which nothing happened somebody looks again."""

PATIENCE = (60.0, 180.0)
"""From how long to how long people wait for a table until they open one themselves."""

REMEMBERED = 40
"""How many buttons, and how many questions, somebody remembers."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody plays, and what they want to play."""

    place: Place
    game: str
    practice: bool = False
    opens: bool = False
    """Whether they are the one who opens the table."""

    computers: int = 0
    """How many computer players they add."""


class Question(NamedTuple):
    """A question that somebody sees, with the buttons that answer it."""

    turn: str
    message: SeenMessage
    offered: tuple[SeenButton, ...]


Deed = Callable[["PersonInGroup"], Awaitable[None]]
"""Something that people do besides playing."""


class PersonInGroup:
    """Somebody who plays until the world ends.

    Args:
        world: their platform.
        id: how Kiu knows them.
        name: what they are called.
        others: the names of the others in their group.
        seat: where they play.
        habit: what they are like.
        random: their whims.
        deed: what they do besides playing, one thing at a time.
        done: counts what the people of the world have done.
    """

    def __init__(
        self,
        world: ChatWorld,
        id: PlayerId,
        name: str,
        others: Sequence[str],
        seat: Seat,
        habit: Habit,
        random: Random,
        deed: Deed,
        done: Done,
    ) -> None:
        self.world = world
        self.id = id
        self.name = name
        self.others = others
        self.seat = seat
        self.habit = habit
        self.random = random
        self.done = done
        self.kept: deque[SeenButton] = deque(maxlen=REMEMBERED)
        """Buttons that they have seen, the oldest first."""

        self.seated = False
        """Whether they believe that they sit at the table."""

        self.plays = True
        """Whether they want to sit there."""

        self._pace = PACES[habit]
        self._deed = deed
        self._settled: deque[str] = deque(maxlen=REMEMBERED)
        """The questions that they have answered, or let pass."""

        self._tries: Counter[str] = Counter()
        self._looked_at: SeenMessage | None = None
        self._lapsed = False
        self._computers = 0
        self._seat_at = 0.0
        """When they next look for a seat, or for what their seat needs."""

        self._opens_at = 0.0

    @property
    def place(self) -> Place:
        """Where their table is."""
        return self.seat.place

    @property
    def private(self) -> Place:
        """Their private chat."""
        return self.world.private_chat(self.id)

    def now(self) -> float:
        """Virtual seconds."""
        return asyncio.get_running_loop().time()

    async def pause(self, seconds: tuple[float, float]) -> None:
        """Let some time pass, from how long to how long."""
        await asyncio.sleep(self.random.uniform(*seconds))

    @property
    def state(self) -> str:
        """What they see of their table, in the words of its buttons."""
        newest = next((each for each in self.messages() if not each.private and each.is_of_a_table), None)
        return "" if newest is None else " ".join(sorted({each.verb for each in newest.buttons}))

    # --- living ------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Do what they do, until cancelled."""
        await self.pause((0.5, 10.0))
        patience = 0.0 if self.seat.opens else self.random.uniform(*PATIENCE)
        self._opens_at = self.now() + patience
        next_deed = self.now() + self.random.expovariate(1 / self._pace.deed_every)
        while True:
            self._look()
            question = self._question()
            if question is not None:
                await self._answer(question)
            elif self.now() >= next_deed:
                await self._deed(self)
                next_deed = self.now() + self.random.expovariate(1 / self._pace.deed_every)
            elif self.plays and self.now() >= self._seat_at:
                await self._see_to_seat()
                self._seat_at = self.now() + self.random.uniform(*GETS_AROUND)
            else:
                until = min(next_deed, self._seat_at if self.plays else next_deed) - self.now()
                await self.world.changed(self.id, self.place, min(max(until, 0.1), LONGEST_WAIT))

    def messages(self) -> Sequence[SeenMessage]:
        """What they see now, the newest first."""
        return self.world.messages(self.id, self.place)

    def _look(self) -> None:
        """Take in whether they sit at the table, and remember some buttons."""
        messages = self.messages()
        newest = next((each for each in messages if not each.private and each.is_of_a_table), None)
        if newest is None or newest is self._looked_at:
            return
        self._looked_at = newest
        for message in messages[:3]:
            self._keep(message.buttons)
        if re.search(rf"^\W*\d+\. {re.escape(self.name)}\b", without_isolates(newest.text), re.MULTILINE):
            self.seated = True
        elif any(each.verb in ("join", "open", "practice") for each in newest.buttons):
            self.seated = False

    def _keep(self, buttons: Iterable[SeenButton]) -> None:
        """Remember buttons, each once, in the place of the oldest."""
        kept = self.kept
        known = set(kept)
        for button in buttons:
            if button not in known:
                if len(kept) == REMEMBERED:
                    known.discard(kept[0])
                kept.append(button)
                known.add(button)

    # --- playing -----------------------------------------------------------------------------------------------

    def _question(self) -> Question | None:
        """The newest question that is put to them, as far as they can see, and that they have not answered."""
        for message in self.messages():
            if message.asked is False or not (message.private or self.seated):
                continue
            for turn, offered in message.moves.items():
                if turn not in self._settled:
                    return Question(turn, message, offered)
        return None

    async def _answer(self, question: Question) -> None:
        turn = question.turn
        if self.random.random() < self._pace.lapses:
            self._settled.append(turn)
            self._lapsed = True
            return
        await self.pause(self._pace.thinks)
        again = self._question()
        if again is None or again.turn != turn:
            return
        self._tries[turn] += 1
        said = await self.press(self._chosen(again))
        # Where the chat does not say who is asked, somebody who was refused takes it that they are not.
        tries = TRIES if again.message.asked is not None or again.message.private else 1
        if (said.refused or not said.answered) and self._tries[turn] < tries:
            return
        del self._tries[turn]
        self._settled.append(turn)

    def _chosen(self, question: Question) -> SeenButton:
        offered = question.offered
        if self.random.random() < 0.8 and (singles := _singles(question.message.text)):
            # A card that makes no pair is the first to go.
            offered = tuple(each for each in offered if each.label in singles) or offered
        return offered[pressed([each.verb for each in offered], self.random)]

    # --- a seat ------------------------------------------------------------------------------------------------

    async def _see_to_seat(self) -> None:
        """Sit down, or see to what the table needs before another hand."""
        newest = next((each for each in self.messages() if not each.private and each.is_of_a_table), None)
        offered = {} if newest is None else {each.pressed.command: each for each in newest.buttons}
        if self.seated:
            await self._keep_going(offered)
        elif newest is None or any(each in offered for each in self._openings(offered)):
            await self._open(offered)
        else:
            await self._sit_down(offered.get("join"))

    @staticmethod
    def _openings(offered: Mapping[str, SeenButton]) -> list[str]:
        return [each for each in offered if each.partition(" ")[0] in ("open", "practice")]

    async def _open(self, offered: Mapping[str, SeenButton]) -> None:
        if self.now() < self._opens_at:
            return
        self._opens_at = self.now() + self.random.uniform(*PATIENCE)
        again = self._openings(offered)
        if again and self.random.random() < 0.5:
            said = await self.press(offered[again[0]])
        else:
            said = await self.type(f"{'practice' if self.seat.practice else 'open'} {self.seat.game}")
        await self._with_chips(said, f"open {self.seat.game} {self._little}")
        self._computers = 0

    @property
    def _little(self) -> int:
        return self.random.choice((100, 150, 200))

    async def _sit_down(self, button: SeenButton | None) -> None:
        said = await (self.type("join") if button is None else self.press(button))
        await self._with_chips(said, f"join {self._little}")
        if not self.seated and said.answered:
            self._seat_at = self.now() + self.random.uniform(*PATIENCE)

    async def _with_chips(self, said: Said, again: str) -> None:
        """Take in whether they sit now; who lacks chips is given the day's, and tries with few."""
        self.seated = said.answered and not said.refused
        if said.refused and self.random.random() < 0.3:
            await self.type("daily")
            said = await self.type(again)
            self.seated = said.answered and not said.refused

    async def _keep_going(self, offered: Mapping[str, SeenButton]) -> None:
        if self.seat.opens and self._computers < self.seat.computers:
            self._computers += 1
            await self.type("add computer")
        elif self._lapsed and "sit back" in offered:
            self._lapsed = False
            await self.press(offered["sit back"])
        elif "rebuy" in offered and self.random.random() < 0.3:
            await self.press(offered["rebuy"])
        elif "start" in offered:
            await self.press(offered["start"])

    # --- the phone ---------------------------------------------------------------------------------------------

    async def press(self, button: SeenButton) -> Said:
        """Press a button, give what is asked for, and say that they mean it if they are asked."""
        said = await self.world.press(self.id, self.place, button)
        if said.asked is not None:
            await self.pause(SECOND_LOOK)
            asked = said.asked
            if asked.choices:
                value = self.random.choice(asked.choices)
            else:
                value = str(self.random.randint(asked.least, max(min(asked.most, asked.least + 60), asked.least)))
            said = await self.world.give(self.id, self.place, asked, value)
        if said.confirms and said.buttons:
            await self.pause(SECOND_LOOK)
            said = await self.world.press(self.id, self.place, said.buttons[0])
        return said

    async def press_command(self, beginning: str) -> Said:
        """Press the newest button whose command begins like this, if there is one."""
        for message in self.messages():
            for button in message.buttons:
                if button.pressed.command.startswith(beginning):
                    return await self.press(button)
        return UNANSWERED

    async def type(self, line: str, *, in_private: bool = False) -> Said:
        """Type a line in the group, or in the private chat."""
        return await self.world.type(self.id, self.private if in_private else self.place, line)


def _singles(text: str) -> list[str]:
    """The cards of Quan Dui that make no pair, as a private hand lists them."""
    found = re.search(r"^Single: (.*)$", text, re.MULTILINE)
    return [] if found is None else found[1].split(", ")
