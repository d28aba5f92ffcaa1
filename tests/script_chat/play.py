"""Scripts: lines like ``sari: /join`` in, a transcript out, the same for the same seed.

``sari> Call 20`` presses the newest button of that label; a line after ``#`` is printed as a comment. A line after
``!`` is for the chat itself:

* ``! seed 7``: the source of keys and of computer players' choices.
* ``! admin sari``: make sari an admin.
* ``! deal sari: 6-3, 6-0, 1-1; budi: 5-5, 4-1, 3-2; then: 6-6, 0-0``: stack the next hand once its players sit, in
  the order of dealing; cards after ``then`` come next, and fixed cards fill the rest. Several lines may share a hand.
* ``! dealer budi``: before ``! deal``, the first dealer, or the bank without bids; by default the lowest seat.
* ``! wait 45``: let 45 seconds pass.
* ``! clock +1h``: set the machine's clock; also ``-90s``, ``+10m`` and ``-2d``.
* ``! restart``: restart the process on the same database.
* ``! kill``: kill the process and start again from the present disk.
* ``! again``: deliver the newest line or press once more; ``! again 3`` the last but two.
* ``! press sari 1:2.4 call``: press an old or forged button by its turn.
* ``! verify kiu-hand-1.json``: check a record that was handed out.

A hand without ``! deal`` is random: its cards change with the house rules, so they are not printed and must not decide
its course. Only records of such hands pass ``! verify``, which finds stacked packs.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from bot.app import App, open_app
from bot.messages import Command, Person, Place
from bot.tables.table import Table
from bot.tables.turn_clock import is_person
from engine.fairness.verifying import verify
from engine.table.state import TableState
from tests.bot.proof_pages import record_in
from tests.manual_clock import ManualClock
from tests.script_chat.printer import Printer, file_line
from tests.script_chat.stacking import BadScript, stacked
from tests.seeded_entropy import StackedEntropy

PLACE = Place("script:home", "main")

SET = {"s": timedelta(seconds=1), "m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}


class ScriptChat(Printer):
    def __init__(self, write: Callable[[str], None], entropy: StackedEntropy, clock: ManualClock) -> None:
        super().__init__(write, lambda: entropy.by_chance)
        self._clock = clock
        self.admins: set[str] = set()
        self.files: dict[str, bytes] = {}

        self._entropy = entropy
        self._dealer: dict[str, int] = {}
        """The chair told to deal first, by table."""

        self._wanted: dict[tuple[str, int], list[str]] = {}
        """Lines with cards, by table and number of earlier hands."""

        self._sent: list[Command] = []
        self._silent = False

    def write(self, line: str) -> None:
        if not self._silent:
            super().write(line)

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Hide the output of a killed process."""
        self._silent = True
        try:
            yield
        finally:
            self._silent = False

    async def press(self, app: App, name: str, label: str) -> None:
        """Press the newest button of a label, even of an earlier turn; raise ``BadScript`` without one."""
        button = self.newest_button(label)
        if button is None:
            raise BadScript(f"there is no button {label!r}")
        await self.send(app, name, button.command, button.turn, in_menu=button.in_menu)

    async def send(self, app: App, name: str, text: str, turn: str = "", *, in_menu: bool = False) -> None:
        """Send a line and print the private answer."""
        who = Person(f"script:{name}", name.capitalize(), admin=name in self.admins)
        self._sent.append(Command(who, PLACE, text, turn, f"script:{len(self._sent) + 1}", in_menu=in_menu))
        await self._deliver(app, self._sent[-1])

    async def send_again(self, app: App, back: int) -> None:
        """Deliver something once more; raise ``BadScript`` if nothing was sent that long ago."""
        if not 1 <= back <= len(self._sent):
            raise BadScript(f"only {len(self._sent)} lines and presses were sent")
        await self._deliver(app, self._sent[-back])

    async def _deliver(self, app: App, command: Command) -> None:
        answering = asyncio.create_task(app.dispatcher.handle(command))
        while not (await asyncio.wait({answering}, timeout=0.02))[0]:
            # A command may wait for the deal on the clock, which nothing else advances.
            waits = any(table.waiting for table in app.tables.all_open())
            if waits and (due := self._clock.next_due()) is not None:
                self._clock.move_to(due)
        reply, name = answering.result(), command.who.id.removeprefix(f"{self.platform}:")
        await self.wait_until_idle(app)
        message = reply.message
        self.remember(message)
        self.private(name, [line for line in (message.title, *message.lines, *message.small_print) if line])
        if message.file is not None:
            self.files[message.file.name] = message.file.content
            self.private(name, [file_line(message.file)])
        if message.rows:
            self.private(name, [" ".join(f"[{button.label}]" for button in message.pressable)])

    def let_deal(self, app: App, name: str) -> None:
        """Choose the first dealer; raise ``BadScript`` without a new table with the player."""
        state = _table(app).state
        if state.dealer_chair is not None:
            raise BadScript("only who deals the first hand of a table can be chosen")
        chair = state.chair_of(f"{self.platform}:{name}")
        if chair is None:
            raise BadScript(f"{name!r} does not sit at the table")
        self._dealer[state.id] = state.number_of(chair.player)
        self._entropy.stack(dealer=self._dealer[state.id])

    def deal(self, app: App, text: str) -> None:
        """Stack the next hand; raise ``BadScript`` without a waiting table or for an impossible deal."""
        table = _table(app)
        state = table.state
        if state.playing is not None:
            raise BadScript("a pack can be stacked only before its hand")
        dealer = None
        if state.dealer_chair is None:
            dealer = self._dealer.get(state.id, state.number_of(state.seated[0].player))
        lines = self._wanted.setdefault((state.id, state.hands_played), [])
        lines.append(text)
        self._entropy.stack(stacked(table, "; ".join(lines), dealer), dealer)

    def verify(self, name: str) -> None:
        """Check a record that was handed out and print the result; raise ``BadScript`` for an unknown file."""
        if name not in self.files:
            raise BadScript(f"nobody was given {name!r}")
        verdict = verify(record_in(self.files[name]))
        failed = ", ".join(check.name for check in verdict.checks if not check.passed)
        self.write(f"| not valid: {failed}" if failed else f"| valid: all {len(verdict.checks)} checks passed")

    async def wait_until_idle(self, app: App) -> None:
        await app.wait_until_idle()
        self.show_private_messages()


async def play(lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Play a script; raise ``BadScript`` for a meaningless line."""
    waiting = [line.rstrip("\n") for line in lines]
    seed = next((line.split()[2] for line in waiting if line.startswith("! seed ")), "kiu")
    with TemporaryDirectory() as folder:
        async with Played(write, Path(folder), seed) as played:
            for line in waiting:
                await played.do(line)


class Played:
    """A script played line by line, with ``async with Played(...)``."""

    app: App

    def __init__(self, write: Callable[[str], None], folder: Path, seed: str) -> None:
        self._entropy = StackedEntropy(seed)
        self.clock = ManualClock()
        self.chat = ScriptChat(write, self._entropy, self.clock)
        self._folder = folder
        self._kills = 0
        self._process = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._process.aclose()

    @property
    def _disk(self) -> Path:
        return self._folder / f"disk-{self._kills}"

    async def _begin(self) -> None:
        self._disk.mkdir(exist_ok=True)
        url = f"sqlite+aiosqlite:///{self._disk / 'script.sqlite3'}"
        running = open_app(url, chats={self.chat.platform: self.chat}, clock=self.clock, entropy=self._entropy)
        self.app = await self._process.enter_async_context(running)
        await self.app.resume()
        await self.chat.wait_until_idle(self.app)

    async def _kill(self) -> None:
        left = self._disk
        self._kills += 1
        shutil.copytree(left, self._disk)
        with self.chat.silent():
            await self._process.aclose()

    async def do(self, line: str) -> None:
        """Play one line; raise ``BadScript`` for a meaningless one."""
        if line and not line.startswith("#"):
            self.chat.write("")
        self.chat.echo(line)
        if not line or line.startswith(("#", "! seed ")):
            return
        if line == "! restart":
            await self._process.aclose()
            await self._begin()
        elif line == "! kill":
            await self._kill()
            await self._begin()
        else:
            await self._happen(line)
            await _let_computers_play(self.chat, self.app, self.clock)

    async def _happen(self, line: str) -> None:
        app, chat, clock = self.app, self.chat, self.clock
        if line.startswith("! admin "):
            chat.admins.add(line.split()[2])
        elif line.startswith("! dealer "):
            chat.let_deal(app, line.removeprefix("! dealer "))
        elif line.startswith("! deal "):
            chat.deal(app, line.removeprefix("! deal "))
        elif line.startswith("! wait "):
            await _wait(chat, app, clock, float(line.split()[2]))
        elif set_clock := re.fullmatch(r"! clock ([+-])(\d+)([smhd])", line):
            clock.ahead += int(f"{set_clock[1]}{set_clock[2]}") * SET[set_clock[3]]
        elif again := re.fullmatch(r"! again(?: (\d+))?", line):
            await chat.send_again(app, int(again[1] or 1))
        elif forged := re.fullmatch(r"! press (\w+) (\S*:\S*) (.*)", line):
            await chat.send(app, forged[1], forged[3], forged[2])
        elif line.startswith("! verify "):
            chat.verify(line.split()[2])
        elif spoken := re.fullmatch(r"(\w+): ?(.*)", line):
            await chat.send(app, spoken[1], spoken[2])
        elif pressed := re.fullmatch(r"(\w+)> ?(.*)", line):
            await chat.press(app, pressed[1], pressed[2])
        else:
            raise BadScript(f"this line means nothing: {line!r}")


def _table(app: App) -> Table:
    table = app.tables.at(PLACE)
    if table is None:
        raise BadScript("there is no table")
    return table


async def _wait(chat: ScriptChat, app: App, clock: ManualClock, seconds: float) -> None:
    until = clock.now() + seconds
    while (due := clock.next_due()) is not None and due <= until:
        clock.move_to(due)
        await chat.wait_until_idle(app)
    clock.move_to(until)
    await chat.wait_until_idle(app)


def _waits_for_computers(state: TableState) -> bool:
    hand = state.playing
    if hand is None or state.stands_still:
        return False
    return not any(is_person(state, hand, seat) for seat in hand.round.awaited)


async def _let_computers_play(chat: ScriptChat, app: App, clock: ManualClock) -> None:
    """Advance time while only computer players are asked."""
    table = app.tables.at(PLACE)
    while table is not None and _waits_for_computers(table.state) and (due := clock.next_due()) is not None:
        clock.move_to(due)
        await chat.wait_until_idle(app)
        table = app.tables.at(PLACE)
