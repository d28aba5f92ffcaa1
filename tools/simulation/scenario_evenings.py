"""Evenings at one table of the tests' own scenario, with troubles and crashes, watched by all checks.

A small world beside the big one: files are real, time is moved by hand and the chat is the double of the tests, so an
evening takes a second or two. What needs platforms, a network or a disk of its own happens in the big world alone.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.app import open_app
from bot.ledger.database import Database
from bot.messages import Chat, Command, Message, MessageId, Place, Reply
from engine.games import GAMES
from engine.table.state import TableState
from tests.bot.evening_habits import LOOKS, TURN, any_setting
from tests.bot.evening_player import (
    HOSTING,
    ORDER,
    PEOPLE,
    SEATS,
    Done,
    Line,
    filled,
    least_done,
    name_of,
    next_line,
    next_move,
    state_of,
)
from tests.bot.failing_disk import full_disk
from tests.bot.fake_chat import Connection, FakeChat, Seen
from tests.bot.fast_database import fast_database
from tests.bot.scenario import Scenario, player_id, url_of
from tests.bot.undrawn import undrawn_at_once
from tests.manual_clock import ManualClock
from tools.simulation.chance import Chance
from tools.simulation.checks import Checks, LogWithoutErrors, Said, Violation, every_check
from tools.simulation.checks.observed import EVERYBODY, Life

ADMIN = "boss"
STEPS = {"qiuqiu": 90, "koo-kiew": 80, "quan-dui": 90}
"""How many things are done of an evening."""

EVENINGS = 4
"""How many evenings of each game a seed has: one that begins anew each time never comes to what is rarely done."""

TROUBLES = ("message not sent", "picture not drawn", "nothing can be stored")
"""What may be logged as an error because of what goes wrong here."""

STARTS = "the process starts"
"""Under this name it is told that Kiu cannot start any more."""

RARELY, ENOUGH = 1.3, 6
"""In a state of the table that is new, one step in so many is no rare thing; half as many are after so many of them."""

WAITED = 0.1
"""The share of the other steps in which only a little time passes."""

OWN = (*LOOKS, *("daily\ndaily", "limit chips 5000", "limit hands 40", "advance fold", "advance call") * 3)
"""What people ask for themselves."""

OVERSTEPPING = ("bank grant sari 500 please", "house reset", "ban sari 1h me", "bank void 1 I lost", "stop now mine !")
"""What is not everybody's to do."""

Trouble = Callable[[], Awaitable[None]]

LONGEST_STUTTER = 60
"""After how many steps of the loop at most somebody kills the process that has just been asked for something."""


class WatchedScenario(Scenario):
    """A scenario that tells checks all that happens in it.

    Args:
        folder: where its files are.
        checks: what watches.
        seed: of its packs.
    """

    def __init__(self, folder: Path, checks: Checks, seed: str) -> None:
        super().__init__(folder, seed=seed)
        self.checks = checks
        self.healthy_since: float | None = 0.0
        self.jumped = timedelta()
        self.chat.watch = self._seen
        self._told = 0

    async def begin(self) -> None:
        self.clock._start += self.jumped
        self._connection = Connection(self.chat)
        chats: dict[str, Chat] = {"test": self._connection}
        running = open_app(
            url_of(self._folder), chats=chats, clock=self.clock, entropy=self.entropy, flood_limit=self.flood_limit
        )
        with fast_database():
            self.app = await self._stack.enter_async_context(running)
        self.checks.begun(Life(self.app, self.clock, self.entropy, lambda place: self.healthy_since))
        self.checks.raise_if_broken()
        try:
            await self.app.resume()
        except Exception as error:
            raise Violation(STARTS, f"{type(error).__name__}: {error}") from error
        await self.app.wait_until_idle()
        self.hand_on_log()
        await self.checks.started()

    async def crash(self) -> None:
        """Lose everything but what lies on the disk at this very moment, and begin again with that."""
        self.hand_on_log()
        left = next(self._folders)
        shutil.copytree(self._folder, left)
        self._connection.dead = True
        self.checks.crashed()
        self.chat.gate.set()
        await self._stack.aclose()
        # What the dying process logs, nobody reads.
        self._told = len(self.logged)
        self._folder = left
        now, self.clock = self.clock.now(), ManualClock()
        self.clock.move_to(now)
        if self.healthy_since is not None:
            self.healthy_since = now
        await self.begin()

    def hand_on_log(self) -> None:
        """Tell the checks what was logged since."""
        for entry in self.logged[self._told :]:
            self.checks.logged(entry)
        self._told = len(self.logged)

    def jump(self, seconds: float) -> None:
        """Somebody sets the wall clock."""
        self.jumped += timedelta(seconds=seconds)
        self.clock._start += timedelta(seconds=seconds)

    def _seen(self, seen: Seen) -> None:
        place = None if seen.how == "private" else Place(self.name, seen.where)
        receiver = seen.where if seen.how == "private" else EVERYBODY
        at = self.clock.now()
        self.checks.shown(
            Said.of(seen.message, at=at, how=seen.how, place=place, receiver=receiver, number=seen.number)
        )


class LosingChat(FakeChat):
    """A chat that may do what it is told and then lose its answer."""

    def __init__(self) -> None:
        super().__init__()
        self.loses: Callable[[], bool] = lambda: False

    async def edit(self, place: Place, number: MessageId, message: Message) -> None:
        await super().edit(place, number, message)
        if self.loses():
            raise ConnectionError("the answer is lost")


class ScenarioEvening:
    """One evening, drawn from a seed.

    Args:
        seed: the number that it follows from.
        game: what is played; drawn as well if it is empty.
        done: how often each way was gone in each state of a table, in the evenings before this one.
    """

    def __init__(self, seed: int, game: str = "", done: Done | None = None) -> None:
        chance = Chance(seed)
        self.seed = seed
        self.rng = chance.stream("scenario evening")
        self.game = game or self.rng.choice(sorted(GAMES))
        self.log = LogWithoutErrors(TROUBLES)
        self.checks = Checks([*(each for each in every_check() if not isinstance(each, LogWithoutErrors)), self.log])
        self.story: list[str] = []
        """What was done, line by line."""

        self._sent: list[Command] = []
        self._pressed: list[Line] = []
        """Buttons that people have pressed."""

        self.done: Done = Counter() if done is None else done
        self._rare: Counter[str] = Counter()
        """How many rare things were done this evening in each state."""

    async def play(self, folder: Path) -> None:
        """Play it.

        Raises:
            Violation: a promise was broken.
        """
        with pytest.MonkeyPatch.context() as patch:
            undrawn_at_once(patch)
            scenario = self.scenario = WatchedScenario(folder, self.checks, f"evening {self.seed}")
            scenario.chat.__class__ = LosingChat
            chat = self.chat = scenario.chat
            assert isinstance(chat, LosingChat)
            chat.loses = lambda: False
            scenario.expected_errors.update(TROUBLES)
            scenario.admins.add(ADMIN)
            try:
                async with scenario:
                    await self._evening()
            except Violation:
                raise
            except Exception:
                # What Kiu does after a violation says nothing.
                self.checks.raise_if_broken()
                raise

    async def _evening(self) -> None:
        setting = any_setting(self.game, self.rng)
        chat = self.chat
        chat.free_edits = setting.free_edits
        for name in ("private_edits_are_free", "sends_every_hand"):
            setattr(self.scenario._connection, name, getattr(setting, name))
        await self.scenario.app.groups.change(self.scenario.name, setting.settled)
        least, most = GAMES[self.game].fewest, min(GAMES[self.game].most, 5)
        sitting = PEOPLE[: self.rng.randint(max(least, 2), most)]
        await self._open(sitting[0], practice=setting.practice)
        for name in sitting[1:]:
            await self._say(name, "join" if setting.practice else f"join{self._buy_in()}")
        for _ in range(STEPS[self.game]):
            await self._step()
            await self._look()
        await self._come_to_rest()

    async def _open(self, name: str, *, practice: bool) -> None:
        await self._say(name, f"practice {self.game}" if practice else f"open {self.game}{self._buy_in()}")

    def _buy_in(self) -> str:
        return "" if self.rng.random() < 0.5 else f" {self.rng.choice((100, 100, 130, 300))}"

    async def _look(self) -> None:
        self.scenario.hand_on_log()
        await self.checks.quiet()

    async def _come_to_rest(self) -> None:
        """The chat answers, nobody is away, and whatever is due happens; then the process ends."""
        self._heal()
        for seconds in (130, 200, 400):
            await self._wait(seconds)
            await self._look()
        await self._say(ADMIN, "stop now the evening is over !")
        await self._wait(60)
        await self._look()
        await self.checks.ended()

    # --- what happens next -------------------------------------------------------------------------------------

    async def _step(self) -> None:
        """Let those play who are asked, or do what was done least in the present state of the table."""
        state = self._state
        stage = state_of(state)
        if self.rng.random() < 1 / (RARELY + self._rare[stage] / ENOUGH):
            self._rare[stage] += 1
            ways: tuple[str | Trouble, ...] = (*SEATS, *HOSTING, *ORDER, *self._troubles)
            way = least_done(ways, stage, self.done, self.rng, _name)
            if not isinstance(way, str):
                await way()
            else:
                await self._go(way)
        elif self.rng.random() < WAITED:
            await self._wait(self.rng.choice((1, 2, 3)))
        else:
            await self._act()

    async def _go(self, way: str) -> None:
        for line in filled(way, self._state, self.rng, ADMIN):
            await self._say(*line)

    @property
    def _troubles(self) -> tuple[Trouble, ...]:
        return (
            *(self._crash, self._crash_midway, self._chat_trouble, self._disk_trouble, self._delete_message),
            *(self._jump, self._press_for_another, self._press_stale, self._send_again, self._lapse),
            *(self._see_to_oneself, self._rest, self._overstep),
        )

    @property
    def _state(self) -> TableState | None:
        return self.scenario.state() if self.scenario.is_open() else None

    async def _act(self) -> None:
        state = self._state
        if state is None:
            await self._open(self.rng.choice(PEOPLE), practice=self.rng.random() < 0.3)
        elif state.paused is not None and self.rng.random() < 0.3:
            await self._say(name_of(state, state.host), "resume")
        elif (line := next_move(state, self.rng)) is not None:
            if self.rng.random() < 0.7:
                self._pressed.append(line)
                # Whoever is asked whether they mean it means it.
                await self._say(line.who, f"{line.text} !", line.turn)
            else:
                await self._say(line.who, line.text)
            if self.rng.random() < 0.15:
                await self._send_again(latest=1)
            if self.rng.random() < 0.15:
                await self._press_stale()
        elif state.playing is None and self.rng.random() < 0.4:
            joining = [name for name in PEOPLE if state.chair_of(player_id(name)) is None][: 2 - len(state.people)]
            await self._say(*((joining[0], "join") if joining else (self._anybody(state), "start")))
        else:
            # The cut before a deal is short.
            await self._wait(self.rng.choice((1, 2, 3, 5)))

    async def _press_for_another(self) -> None:
        state = self._state
        line = None if state is None else next_move(state, self.rng)
        if line is not None:
            who = self.rng.choice([name for name in PEOPLE if name != line.who])
            await self._say(who, f"{line.text} !", line.turn)

    async def _press_stale(self) -> None:
        state = self._state
        hand = None if state is None else state.playing
        asked = [] if hand is None else [hand.names[seat].lower() for seat in hand.round.awaited]
        old = [each for each in self._pressed if each.who in asked] or self._pressed
        if old:
            who, text, turn = self.rng.choice(old[-6:])
            await self._say(who, f"{text} !", turn)

    async def _send_again(self, latest: int = 20) -> None:
        if self._sent:
            self.story.append("again")
            await self._deliver(self.rng.choice(self._sent[-latest:]))

    async def _see_to_oneself(self) -> None:
        await self._go(self.rng.choice(OWN))

    async def _rest(self) -> None:
        await self._go("break begin day\njoin")

    async def _overstep(self) -> None:
        who = self.rng.choice(PEOPLE)
        for line in filled(self.rng.choice((*OVERSTEPPING, *HOSTING)), self._state, self.rng, ADMIN):
            await self._say(who, line.text)

    async def _lapse(self) -> None:
        await self._wait(TURN + self.rng.choice((1, 31)))

    # --- troubles ----------------------------------------------------------------------------------------------

    async def _crash(self) -> None:
        self.story.append("killed")
        self._calm()
        await self.scenario.crash()

    async def _crash_midway(self) -> None:
        state = self._state
        line = next_line(state, self.game, self.done, self.rng)
        command = self.scenario.command(line.who, line.text)
        steps = self.rng.randint(0, LONGEST_STUTTER)
        self.story.append(f"{command.who.name}: {command.text} (killed after {steps} steps)")
        self._sent.append(command)
        self.checks.asked(command)
        under_way = asyncio.create_task(self.scenario.app.dispatcher.handle(command))
        for _ in range(steps):
            await asyncio.sleep(0)
            if under_way.done():
                break
        if under_way.done():
            self._answered(command, under_way.result())
        self._calm()
        await self.scenario.crash()
        if not under_way.done():
            under_way.cancel()
        await asyncio.wait([under_way])
        if self.rng.random() < 0.7:
            # Nobody has answered, so the platform delivers it again.
            await self._deliver(command)

    async def _chat_trouble(self) -> None:
        chat, scenario = self.chat, self.scenario
        if scenario.healthy_since is None:
            self._heal()
            return
        kind = self.rng.choice(("broken", "lost", "closed", "deaf"))
        self.story.append(f"chat: {kind}")
        if kind == "deaf":
            chat.deaf ^= {player_id(self.rng.choice(PEOPLE))}
            return
        scenario.healthy_since = None
        if kind == "broken":
            chat.broken = ConnectionError("the chat is away")
        elif kind == "lost":
            assert isinstance(chat, LosingChat)
            chat.loses = lambda: True
        else:
            chat.closed.add("main")
        await self._act()
        if self.rng.random() < 0.8:
            await self._wait(self.rng.choice((1, 5, 20)))
            self._heal()

    def _heal(self) -> None:
        chat = self.chat
        assert isinstance(chat, LosingChat)
        chat.broken, chat.loses = None, lambda: False
        chat.closed.clear()
        if self.scenario.healthy_since is None:
            self.story.append("chat: healthy")
            self.scenario.healthy_since = self.scenario.clock.now()
            self.scenario.app.announcer.try_again(self.scenario.name)

    def _calm(self) -> None:
        """A process that dies must not wait for its chat."""
        self.chat.gate.set()

    async def _disk_trouble(self) -> None:
        """The disk is full for a while: what is tried meanwhile has not happened."""
        self.story.append("the disk is full")
        with _full_disk():
            await self._act()
        await self._wait(30)

    async def _delete_message(self) -> None:
        shown = sorted(self.chat.shown, key=int)
        if shown:
            number = shown[-1]
            self.story.append(f"message {number} is deleted")
            at, place = self.scenario.clock.now(), Place(self.scenario.name, "main")
            self.checks.shown(Said(at, "deleted", place, EVERYBODY, number, ""))
            self.chat.delete(number)

    async def _jump(self) -> None:
        seconds = self.rng.choice((-3600, -1, 1, 3600, 8 * 3600))
        self.story.append(f"the wall clock jumps by {seconds} seconds")
        self.scenario.jump(seconds)

    # --- sending -----------------------------------------------------------------------------------------------

    def _anybody(self, state: TableState) -> str:
        sitting = [chair.name.lower() for chair in state.seated if not chair.computer]
        return self.rng.choice(sitting or PEOPLE)

    async def _say(self, name: str, text: str, turn: str = "") -> Reply:
        if not turn:
            text = text.removesuffix(" !")
        self.story.append(f"{name}: {text}")
        command = self.scenario.command(name, text, turn=turn)
        self._sent.append(command)
        return await self._deliver(command)

    async def _deliver(self, command: Command) -> Reply:
        self.checks.asked(command)
        answering = asyncio.create_task(self.scenario.app.dispatcher.handle(command))
        await self.scenario.await_replies(answering)
        reply = await answering
        self._answered(command, reply)
        await self.scenario.app.wait_until_idle()
        self.checks.raise_if_broken()
        return reply

    def _answered(self, command: Command, reply: Reply) -> None:
        self.checks.answered(command, reply)
        self.checks.shown(Said.in_reply(reply, command, at=self.scenario.clock.now()))

    async def _wait(self, seconds: float) -> None:
        self.story.append(f"{seconds:g} seconds")
        await self.scenario.wait(seconds)
        self.checks.raise_if_broken()


def _name(way: str | Trouble) -> str:
    return way if isinstance(way, str) else way.__name__


@contextmanager
def _full_disk() -> Iterator[None]:
    """No write set is stored meanwhile, and what is read is read."""
    run = Database.run

    async def failing(database: Database, work: Callable[..., Any]) -> Any:
        if "_outcomes" in getattr(work, "__qualname__", ""):
            raise full_disk()
        return await run(database, work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "run", failing)
        yield


async def play_evening(seed: int, game: str = "") -> ScenarioEvening:
    """Play the evening of a seed in a folder of its own.

    Raises:
        Violation: a promise was broken.
    """
    evening = ScenarioEvening(seed, game)
    with tempfile.TemporaryDirectory() as folder:
        await evening.play(Path(folder))
    return evening


def first_broken(seed: int) -> str:
    """Play some evenings of each game, in which what was done least in those before is preferred.

    Tell the story of the first that breaks a promise, or nothing.
    """
    done: Done = Counter()
    for number, game in product(range(EVENINGS), GAMES):
        evening = ScenarioEvening(seed + number, game, done)
        try:
            with tempfile.TemporaryDirectory() as folder:
                asyncio.run(evening.play(Path(folder)))
        except Violation as violation:
            story = "\n".join(evening.story)
            return f"{story}\n\nBroken in evening {number + 1} of {game} of seed {seed}: {violation}"
    return ""
