"""Commands that work with whole files, on a disk that fails: what is told is so, and nothing is there by half.

A command is carried out by the real code on real files, in a process that was started with the library of
``file_calls.c``. Of every so many calls one fails, or finds the disk full; and before one of so many the power is cut.
Then it is looked at what is left, and the command is given again.
"""

from __future__ import annotations

import os
import shutil
import signal
import traceback
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import ClassVar, Final

from tools.simulation.disk import Disk, Failure, Kind
from tools.simulation.file_calls import Call, CallsPlayed, FileCalls, calls_in, put

SECONDS: Final = 60
"""After how many seconds a command is taken for stuck."""

MOST_FULL: Final = 40
"""For how many calls a full disk stays so at most."""

CUTS_DONE_AGAIN: Final = 5
"""After one of so many power cuts the command is given again."""

ALWAYS_CUT: Final = (Kind.RENAME, Kind.DELETE, Kind.LINK, Kind.TRUNCATE, Kind.SYNC_FOLDER)
"""Calls before each of which the power is cut."""

Planted = Callable[[], AbstractContextManager[object]]
"""Leaves something out of the code on purpose, for as long as a command is carried out."""


class Command(ABC):
    """Something that Kiu does with files."""

    name: ClassVar[str]

    @abstractmethod
    def prepare(self, folder: Path) -> None:
        """Make what is there before."""

    @abstractmethod
    def run(self, folder: Path, tell: Callable[[str], None]) -> None:
        """Do it; whoever has asked for it is told what has come of it."""

    @abstractmethod
    def check(self, folder: Path, told: frozenset[str]) -> None:
        """Look at what is left.

        Raises:
            AssertionError: it is not what was told, or something is there by half.
        """

    done: ClassVar[str]
    """What is told once everything is done."""


@dataclass
class Tried:
    """How often a command was tried, and what was wrong."""

    calls: int = 0
    cuts: int = 0
    """How many different states were looked at that a power cut may leave."""

    failures: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """What failed how often."""

    wrong: list[str] = field(default_factory=list)


class Trial:
    """Tries a command on a disk that fails.

    Args:
        command: the command.
        folder: an empty folder.
        every: of so many calls one fails, and before one of so many the power is cut.
        images: how many states that a power cut may leave are made by chance at each of them, besides those that
            tell most.
        how_far: is told now and then.
        planted: what is left out of the code on purpose; then it is enough to find one fault.
    """

    def __init__(
        self,
        command: Command,
        folder: Path,
        *,
        every: int,
        images: int,
        how_far: Callable[[str], None] = lambda _: None,
        planted: Planted | None = None,
    ) -> None:
        self._command = command
        self._every = every
        self._images = images
        self._planted = planted
        self._told_how_far = how_far
        self._calls = FileCalls()
        self._before, self._folder, self._log = folder / "before", folder / "data", folder / "calls"
        self._looked_at = folder / "found"
        self._seen: set[tuple[int, frozenset[str]]] = set()
        self.tried = Tried()

    def begin(self) -> None:
        """Make what is there before."""
        self._before.mkdir(parents=True)
        self._command.prepare(self._before)

    def _reset(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        shutil.copytree(self._before, self._folder)

    def _carried_out(self, fails: int = 0, failure: Failure | None = None, until: int = 0) -> int:
        """Carry it out in a process of its own, and return its exit code: 0 unless it has failed."""
        child = os.fork()
        if not child:
            code = 1
            try:
                signal.alarm(SECONDS)
                self._calls.begin(self._folder, self._log, fails, failure, until)
                with self._planted() if self._planted else nullcontext():
                    self._command.run(self._folder, self._calls.tell)
                self._calls.end()
                code = 0
            except BaseException:
                if failure is None:
                    traceback.print_exc()
            finally:
                os._exit(code)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    # --- the power is cut ------------------------------------------------------------------------------------------

    def cut_power(self) -> None:
        """Cut the power before one of so many calls, and after the last."""
        self._reset()
        played = CallsPlayed(self._folder)
        assert self._carried_out() == 0, f"{self._command.name} does not even work on a disk that is in order"
        calls = [*calls_in(self._log)]
        told: frozenset[str] = frozenset()
        assert self._command.done in {each.path for each in calls if each.kind is None}
        for number, call in enumerate(calls):
            if number % self._every == 0 or call.kind in ALWAYS_CUT:
                self._cut(played.disk, told, number, f"before {_named(call)}")
            if call.kind is None:
                told |= {call.path}
            else:
                self.tried.calls += 1
                played.play(call)
            if self._found_enough():
                return
            if number % 50 == 0:
                self._told_how_far(f"{self._command.name}: power cut at call {number} of {len(calls)}")
        self._cut(played.disk, told, len(calls), "at the end", more=4)

    def _cut(self, disk: Disk, told: frozenset[str], call: int, when: str, *, more: int = 1) -> None:
        # Not by the names of the files, some of which tell the time: the same is tried whenever this is repeated.
        random = Random(call)
        by_chance = 0 if disk.is_durable else self._images * more
        images = (*disk.telling_images(), *(disk.crash_image(random) for _ in range(by_chance)))
        for number, image in enumerate(images):
            state = _digest(image), told
            if state not in self._seen:
                self._seen.add(state)
                self.tried.cuts += 1
                self._look_at(image, told, f"power cut {when}, image {number}")
                if self.tried.cuts % CUTS_DONE_AGAIN == 0:
                    self._do_again(image, told, f"power cut {when}, image {number}")

    def _do_again(self, image: Disk, told: frozenset[str], what: str) -> None:
        put(image.names, self._folder, self._folder)
        if self._carried_out() != 0:
            self.tried.wrong.append(f"{self._command.name}: {what}: it cannot be done again")
            return
        told |= {each.path for each in calls_in(self._log) if each.kind is None}
        self._look(told, f"{what}, done again")

    # --- the disk fails --------------------------------------------------------------------------------------------

    def fail(self) -> None:
        """Let one of so many calls fail, or find the disk full, or let the process be killed there."""
        number = 1
        while not self._found_enough():
            for failure in (*Failure, None):
                if not self._fail_at(number, failure):
                    return
            number += self._every
            if number % 10 == 0:
                self._told_how_far(f"{self._command.name}: call {number} of about {self.tried.calls} has failed")

    def _fail_at(self, number: int, failure: Failure | None) -> bool:
        """Let a call fail, give the command again, and then cut the power; say whether there was such a call."""
        self._reset()
        played = CallsPlayed(self._folder)
        random = Random(f"{number} {failure}")
        code = self._carried_out(number, failure, number + random.randint(0, MOST_FULL))
        calls = [*calls_in(self._log)]
        asked = [(each, each.kind) for each in calls if each.kind is not None]
        # A process that is killed writes down nothing of the call.
        if len(asked) < number - (failure is None) or (failure is None and code == 0):
            return False
        name = "killed" if failure is None else failure.value
        what = f"{name} at call {number}"
        if failure is not None:
            call, kind = asked[number - 1]
            what = f"{what}, {_named(call)}"
            self.tried.kinds[f"{kind.value}, {name}"] += 1
        self.tried.failures += 1
        if code not in (0, 1, -signal.SIGKILL):
            self.tried.wrong.append(f"{self._command.name}: {what}: the process was stuck, or broke down")
        told = played.play_all(calls)
        self._look(told, what)
        self._look_at(played.disk.crash_image(random), told, f"{what}, then a power cut")
        if self._carried_out() != 0:
            self.tried.wrong.append(f"{self._command.name}: {what}: it cannot be done again")
            return True
        told |= played.play_all(calls_in(self._log))
        if self._command.done not in told:
            self.tried.wrong.append(f"{self._command.name}: {what}: done again, people were told {sorted(told)}")
        self._look(told, f"{what}, done again")
        for kept in (0.0, None):
            image = played.disk.crash_image(random, kept)
            self._look_at(image, told, f"{what}, done again, then a power cut")
        return True

    # --- what is left ----------------------------------------------------------------------------------------------

    def _look_at(self, image: Disk, told: frozenset[str], what: str) -> None:
        put(image.names, self._folder, self._looked_at)
        self._check(told, what)

    def _look(self, told: frozenset[str], what: str) -> None:
        shutil.rmtree(self._looked_at, ignore_errors=True)
        shutil.copytree(self._folder, self._looked_at)
        self._check(told, what)

    def _check(self, told: frozenset[str], what: str) -> None:
        try:
            self._command.check(self._looked_at, told)
        except Exception as error:
            frames = "; ".join(f"{each.name}:{each.lineno}" for each in traceback.extract_tb(error.__traceback__)[-3:])
            wrong = f"{self._command.name}: {what}, told {sorted(told)}: {type(error).__name__}: {error} ({frames})"
            self.tried.wrong.append(wrong)

    def _found_enough(self) -> bool:
        return self._planted is not None and bool(self.tried.wrong)


def _named(call: Call) -> str:
    return f"{call.kind.value if call.kind else 'told'} {Path(call.path).name} {Path(call.other).name}".strip()


def _digest(image: Disk) -> int:
    return hash(tuple((path, bytes(file.content)) for path, file in sorted(image.names.items())))
