"""Playing a script: lines like ``sari: /join`` in, a transcript out, the same every time for the same seed.

A line that begins with ``!`` tells the room something: ``! seed 7``, ``! admin sari``, ``! wait 45``, ``! restart``,
``! verify kiu-hand-1.json``.
``sari> Call 20`` presses the newest button of that label.
A line that begins with ``#`` is a remark, and is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.app import App, open_app
from bot.chats.script_chat.printer import Printer, file_line
from bot.environment.clock import ManualClock
from bot.environment.entropy import Entropy, SeededEntropy
from bot.messages import Command, Person, Place
from engine.fairness.verifying import verify

PLACE = Place("script:home", "main")


class BadScript(ValueError):
    """A line of a script that means nothing."""


class ScriptRoom(Printer):
    """A printed room that can be spoken to."""

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__(write)
        self.admins: set[str] = set()
        self.files: dict[str, bytes] = {}
        """Every file that somebody was given, by its name."""

        self._line = 0

    async def press(self, app: App, name: str, label: str) -> None:
        """Press the newest button of a label as somebody, even if it is of an earlier turn.

        Raises:
            BadScript: no button was ever called that.
        """
        button = self.newest_button(label)
        if button is None:
            raise BadScript(f"there is no button {label!r}")
        await self.say(app, name, button.command, button.turn)

    async def say(self, app: App, name: str, text: str, turn: str = "") -> None:
        """Send a line as somebody, and print the answer that only they see."""
        self._line += 1
        who = Person(f"script:{name}", name.capitalize(), admin=name in self.admins)
        reply = await app.dispatcher.handle(Command(who, PLACE, text, turn, f"script:{self._line}"))
        await self.wait_until_idle(app)
        message = reply.message
        self.private(name, [line for line in (message.title, *message.lines, message.footer) if line])
        if message.file is not None:
            self.files[message.file.name] = message.file.content
            self.private(name, [file_line(message.file)])
        if message.buttons:
            self.private(name, [" ".join(f"[{button.label}]" for row in message.buttons for button in row)])

    def verify(self, name: str) -> None:
        """Check a record that somebody was given, as any of them can, and print what comes of it.

        Raises:
            BadScript: nobody was given a file of that name.
        """
        if name not in self.files:
            raise BadScript(f"nobody was given {name!r}")
        verdict = verify(self.files[name])
        failed = ", ".join(check.name for check in verdict.checks if not check.passed)
        self.write(f"| not valid: {failed}" if failed else f"| valid: all {len(verdict.checks)} checks passed")

    async def wait_until_idle(self, app: App) -> None:
        """Wait until everything has happened and is printed."""
        await app.wait_until_idle()
        self.show_whispers()


async def play(lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Play a script.

    Args:
        lines: the script.
        write: takes the transcript, a line at a time.

    Raises:
        BadScript: a line means nothing.
    """
    room = ScriptRoom(write)
    waiting = [line.rstrip("\n") for line in lines]
    seed = next((line.split()[2] for line in waiting if line.startswith("! seed ")), "kiu")
    entropy, clock = SeededEntropy(seed), ManualClock()
    with TemporaryDirectory() as folder:
        while waiting:
            waiting = await _run(waiting, room, clock, entropy, Path(folder))


async def _run(waiting: list[str], room: ScriptRoom, clock: ManualClock, entropy: Entropy, folder: Path) -> list[str]:
    """Play until the script ends or asks for a restart; return the lines that are left."""
    url = f"sqlite+aiosqlite:///{folder / 'script.sqlite3'}"
    async with open_app(url, chats={room.platform: room}, clock=clock, entropy=entropy) as app:
        await app.resume()
        await room.wait_until_idle(app)
        while waiting:
            line = waiting.pop(0)
            if line == "! restart":
                room.write("")
                room.write(line)
                return waiting
            await _do(line, app, room, clock)
            await _let_computers_play(room, app, clock)
    return []


async def _do(line: str, app: App, room: ScriptRoom, clock: ManualClock) -> None:
    if line and not line.startswith("#"):
        room.write("")
    room.write(line)
    if not line or line.startswith(("#", "! seed ")):
        return
    if line.startswith("! admin "):
        room.admins.add(line.split()[2])
    elif line.startswith("! wait "):
        await _wait(room, app, clock, float(line.split()[2]))
    elif line.startswith("! verify "):
        room.verify(line.split()[2])
    elif spoken := re.fullmatch(r"(\w+): ?(.*)", line):
        await room.say(app, spoken[1], spoken[2])
    elif pressed := re.fullmatch(r"(\w+)> ?(.*)", line):
        await room.press(app, pressed[1], pressed[2])
    else:
        raise BadScript(f"this line means nothing: {line!r}")


async def _wait(room: ScriptRoom, app: App, clock: ManualClock, seconds: float) -> None:
    """Let time pass, and everything happen that is due meanwhile."""
    until = clock.now() + seconds
    while (due := clock.next_due()) is not None and due <= until:
        clock.move_to(due)
        await room.wait_until_idle(app)
    clock.move_to(until)
    await room.wait_until_idle(app)


async def _let_computers_play(room: ScriptRoom, app: App, clock: ManualClock) -> None:
    """Move time on while only computer players are asked."""
    table = app.tables.at(PLACE)
    while table is not None and table.waits_for_computers and (due := clock.next_due()) is not None:
        clock.move_to(due)
        await room.wait_until_idle(app)
        table = app.tables.at(PLACE)
