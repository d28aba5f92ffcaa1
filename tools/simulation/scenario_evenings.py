"""Evenings at one table of the tests' own scenario, with troubles and crashes, watched by all checks.

A small world beside the big one: files are real, time is moved by hand and the chat is the double of the tests, so an
evening takes a second or two. What needs platforms, a network or a disk of its own happens in the big world alone.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.app import open_app
from bot.groups import GroupSettings
from bot.ledger.database import Database
from bot.messages import Chat, Command, Message, MessageId, Place, Reply
from bot.tables.state import AnyHand, TableState
from engine import notation
from engine.games import GAMES
from engine.play import Action, Seat
from tests.bot.evening_habits import LOOKS, TURN, any_setting
from tests.bot.fake_chat import Connection, FakeChat, Seen
from tests.bot.fast_database import fast_database
from tests.bot.scenario import Scenario, player_id, url_of
from tests.bot.undrawn import undrawn_at_once
from tests.engine.laws import every_option
from tests.manual_clock import ManualClock
from tools.simulation.chance import Chance
from tools.simulation.checks import Checks, LogWithoutErrors, Said, Violation, every_check
from tools.simulation.checks.observed import EVERYBODY, Life

PEOPLE = ("sari", "budi", "wati", "joko", "tono", "rini")
ADMIN = "boss"
STEPS = {"qiuqiu": 90, "koo-kiew": 80, "quan-dui": 90}
"""How many things are done of an evening."""

TROUBLES = (
    "message not sent",
    "picture not drawn",
    "nothing can be stored",
)
"""What may be logged as an error because of what goes wrong here."""

STARTS = "the process starts"
"""Under this name it is told that Kiu cannot start any more."""

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
            url_of(self._folder), chats=chats, clock=self.clock, entropy=self.entropy, flood_limits=self.flood_limits
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
    """

    def __init__(self, seed: int, game: str = "") -> None:
        chance = Chance(seed)
        self.seed = seed
        self.rng = chance.stream("scenario evening")
        self.game = game or self.rng.choice(sorted(GAMES))
        self.log = LogWithoutErrors(TROUBLES)
        self.checks = Checks([*(each for each in every_check() if not isinstance(each, LogWithoutErrors)), self.log])
        self.story: list[str] = []
        """What was done, line by line."""

        self._sent: list[Command] = []
        self._pressed: list[tuple[str, str, str]] = []
        """Buttons that people have pressed: who, the command and the turn."""

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
        await self.scenario.app.groups.change(self.scenario.name, self._settled(setting.settled))
        least, most = GAMES[self.game].fewest, min(GAMES[self.game].most, 5)
        sitting = PEOPLE[: self.rng.randint(max(least, 2), most)]
        opening = f"practice {self.game}" if setting.practice else f"open {self.game}{self._buy_in()}"
        await self._say(sitting[0], opening)
        for name in sitting[1:]:
            await self._say(name, "join" if setting.practice else f"join{self._buy_in()}")
        if self.rng.random() < 0.35:
            await self._say(sitting[0], "add computer")
        await self._say(sitting[0], "start")
        for _ in range(STEPS[self.game]):
            await self._step()
            await self._look()
        await self._come_to_rest()

    def _settled(self, settled: Callable[[GroupSettings], GroupSettings]) -> Callable[[GroupSettings], GroupSettings]:
        return lambda now: settled(now)

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
        ways: list[tuple[float, Callable[[], Any]]] = [
            (50, self._act),
            (4, self._press_for_another),
            (6, self._press_stale),
            (3, self._send_again),
            (7, self._change_seats),
            (5, self._look_around),
            (6, self._admin),
            (4, self._overstep),
            (9, lambda: self._wait(self.rng.choice((1, 2, 3, 5, 8)))),
            (3, lambda: self._wait(TURN + self.rng.choice((1, 31)))),
            (3, self._crash),
            (3, self._crash_midway),
            (2, self._chat_trouble),
            (1, self._disk_trouble),
            (1, self._delete_message),
            (1, self._jump),
        ]
        weights = [weight for weight, _ in ways]
        _, way = self.rng.choices(ways, weights)[0]
        await way()

    @property
    def _state(self) -> TableState | None:
        return self.scenario.state() if self.scenario.is_open() else None

    async def _act(self) -> None:
        state = self._state
        if state is None:
            await self._say(self.rng.choice(PEOPLE), f"open {self.game}{self._buy_in()}")
            return
        hand = state.playing
        if hand is None:
            if self.rng.random() < 0.6:
                await self._wait(self.rng.choice((2, 5, 8, 10)))
            else:
                await self._say(self._anybody(state), self.rng.choice(("start", "start", "join", "shuffle salak")))
            return
        people = [seat for seat in hand.round.awaited if hand.players[seat].startswith("test:")]
        if not people:
            await self._wait(2)
            return
        seat = self.rng.choice(people)
        text, turn = notation.write(self._action(state, hand, seat)), f"{state.id}:{hand.turn}"
        who = hand.players[seat].removeprefix("test:")
        if self.rng.random() < 0.7:
            self._pressed.append((who, text, turn))
            # Whoever is asked whether they mean it means it.
            await self._say(who, f"{text} !", turn=turn)
        else:
            await self._say(who, text)
        if self.rng.random() < 0.15 and self._sent:
            self.story.append("again")
            await self._deliver(self._sent[-1])

    def _action(self, state: TableState, hand: AnyHand, seat: Seat) -> Action:
        options = hand.round.options(seat)
        if self.rng.random() < 0.5:
            return state.game.choose(hand.round.view(seat), self.rng)
        passive = [each for each in options.ready if each.verb in ("check", "call", "show", "declare", "draw")]
        if passive and self.rng.random() < 0.4:
            return passive[0]
        return self.rng.choice(every_option(options, self.rng))

    async def _press_for_another(self) -> None:
        state = self._state
        hand = None if state is None else state.playing
        if state is None or hand is None:
            return
        seat = self.rng.choice(hand.round.awaited)
        others = [name for name in PEOPLE if player_id(name) != hand.players[seat]]
        ready = hand.round.options(seat).ready
        if ready:
            await self._say(self.rng.choice(others), f"{notation.write(ready[0])} !", turn=f"{state.id}:{hand.turn}")

    async def _press_stale(self) -> None:
        state = self._state
        hand = None if state is None else state.playing
        asked = [] if hand is None else [hand.names[seat].lower() for seat in hand.round.awaited]
        old = [each for each in self._pressed if each[0] in asked] or self._pressed
        if old:
            who, text, turn = self.rng.choice(old[-6:])
            await self._say(who, f"{text} !", turn=turn)

    async def _send_again(self) -> None:
        if self._sent:
            self.story.append("again")
            await self._deliver(self.rng.choice(self._sent[-20:]))

    async def _change_seats(self) -> None:
        name, line = self.rng.choice(PEOPLE), self.rng.choice(
            ("join", "join 100", "leave", "sit out", "sit back", "rebuy", "rebuy 50", "daily", "advance fold",
             "advance call", "advance pass-unless-win")
        )  # fmt: skip
        await self._say(name, line)
        if line == "daily":
            # Whoever was given the chips of the day would like some more.
            await self._say(name, line)

    async def _look_around(self) -> None:
        await self._say(self.rng.choice(PEOPLE), self.rng.choice(LOOKS))

    async def _admin(self) -> None:
        state = self._state
        if state is None:
            return
        sitting, host = self._anybody(state), ADMIN
        other = self.rng.choice((sitting, sitting, self.rng.choice(PEOPLE)))
        if (chair := state.chair_of(state.host)) is not None and not chair.computer:
            host = chair.name.lower()
        if state.paused is not None and self.rng.random() < 0.6:
            await self._say(host, "resume")
            return
        way = self.rng.choice(
            ("pause", "kick", "kick", "ban", "unban", "limit", "void", "void", "grant", "rules", "computer", "leave")
        )
        if way == "pause":
            await self._say(host, self.rng.choice(("pause", "pause now")))
        elif way == "kick":
            await self._say(host, f"kick {other}")
        elif way == "ban":
            await self._say(ADMIN, f"ban {other} 2h Keeps shouting")
        elif way == "unban":
            banned = [player.removeprefix("test:") for player in self.scenario.app.groups.of(self.scenario.name).bans]
            await self._say(ADMIN, f"unban {self.rng.choice(banned or [other])}")
        elif way == "limit":
            away = [name for name in PEOPLE if state.chair_of(player_id(name)) is None]
            other = self.rng.choice(away or PEOPLE)
            await self._say(other, self.rng.choice(("break begin day", "limit chips 5000", "limit hands 40")))
            if self.rng.random() < 0.5:
                # Whoever has just decided to stop wants to go on all the same.
                await self._say(other, "join")
        elif way == "void":
            number = max(state.hand.id - self.rng.randint(0, 1), 1) if state.hand is not None else 1
            await self._say(ADMIN, f"bank void {number} misdeal")
            await self._say(ADMIN, "bank confirm")
        elif way == "grant":
            await self._say(ADMIN, f"bank grant {other} 100 gift")
            await self._say(ADMIN, "bank confirm")
        elif way == "rules":
            await self._say(ADMIN, f"house set turn_seconds {self.rng.choice((TURN, 60, 90))}")
            await self._say(ADMIN, "house apply")
        elif way == "computer":
            await self._say(host, self.rng.choice(("add computer", "remove computer")))
        else:
            await self._say(other, "leave")

    async def _overstep(self) -> None:
        """Somebody wants what is not theirs to do."""
        state, name = self._state, self.rng.choice(PEOPLE)
        lines = [
            "bank grant sari 500 please",
            "house reset",
            f"kick {self.rng.choice(PEOPLE)}",
            "join",
            "ban sari 1h me",
        ]
        if state is not None and state.hands_played:
            lines.append("bank void 1 I lost")
        await self._say(name, self.rng.choice(lines))

    # --- troubles ----------------------------------------------------------------------------------------------

    async def _crash(self) -> None:
        self.story.append("killed")
        self._calm()
        await self.scenario.crash()

    async def _crash_midway(self) -> None:
        state = self._state
        hand = None if state is None else state.playing
        if state is None:
            command = self.scenario.command(self.rng.choice(PEOPLE), f"open {self.game}")
        elif hand is not None and (people := [s for s in hand.round.awaited if hand.players[s].startswith("test:")]):
            seat = self.rng.choice(people)
            text = f"{notation.write(self._action(state, hand, seat))} !"
            who = hand.players[seat].removeprefix("test:")
            command = self.scenario.command(who, text, turn=f"{state.id}:{hand.turn}")
        else:
            command = self.scenario.command(self._anybody(state), self.rng.choice(("start", "rebuy 50", "join")))
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

    async def _say(self, name: str, text: str, *, turn: str = "") -> Reply:
        if not turn:
            text = text.removesuffix(" !")
        self.story.append(f"{name}: {text}")
        command = self.scenario.command(name, text, turn=turn)
        self._sent.append(command)
        return await self._deliver(command)

    async def _deliver(self, command: Command) -> Reply:
        self.checks.asked(command)
        reply = await self.scenario.app.dispatcher.handle(command)
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


@contextmanager
def _full_disk() -> Iterator[None]:
    """No write set is stored meanwhile, and what is read is read."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    run = Database.run

    async def failing(database: Database, work: Callable[..., Any]) -> Any:
        if "_outcomes" in getattr(work, "__qualname__", ""):
            raise error
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


async def first_violation(seeds: range, game: str = "") -> tuple[int, Violation] | None:
    """The first seed whose evening breaks a promise, with the violation; ``None`` if none does."""
    for seed in seeds:
        try:
            await play_evening(seed, game)
        except Violation as violation:
            return seed, violation
    return None
