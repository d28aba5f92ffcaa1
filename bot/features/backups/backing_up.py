"""Backups: copied while tables play, checked, and named last."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog
from pydantic import TypeAdapter

from bot.environment.clock import Clock, SystemClock, Timer
from bot.environment.settings import Settings
from bot.environment.terminal import printable
from bot.features.backups import separate_process
from bot.features.backups.queries import check_file, verify, verify_file
from bot.hosting.backup_files import ON_A_SERVER, PARTIAL, backups_in, name_of, way_back
from bot.hosting.control_socket import Answer, CannotAnswer, Fields, NotRunning, ask
from bot.hosting.disk_space import LEAST_FREE, free_space, size
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_NOT_BACKED_UP, EXIT_TO_MEND
from bot.ledger import (
    AnotherInstance,
    Audit,
    Ledger,
    LedgerError,
    copy_stopped,
    erase_file,
    replaced_files,
    sync_folder,
)

log = structlog.get_logger()

Copy: TypeAlias = Callable[[Path], Awaitable[None]]

InProcess: TypeAlias = Callable[..., Awaitable[Any]]

RECORDS_CHECKED: Final = 10_000
"""Newest hands with records checked in a backup; a restore checks all."""

FIRST: Final = timedelta(minutes=5)
"""Delay of an overdue backup after a start, while everybody comes back."""

REPLACED_KEPT: Final = timedelta(days=30)
"""Time to keep a database replaced by a backup."""

RETRY: Final = timedelta(minutes=10)
"""Longest wait after a failure."""


class BackupFailed(CannotAnswer):
    """No backup, or no verification, was made; the text is one sentence for the host."""


@dataclass(frozen=True, slots=True)
class BackupPlan:
    database: Path
    folder: Path
    kept: int
    """Number of newest backups kept."""

    every: timedelta = timedelta(0)
    """Time between backups; zero for never."""

    stopped: bool = False
    """True if no Kiu is running."""

    @classmethod
    def of(cls, settings: Settings) -> BackupPlan:
        return cls(settings.database_file, settings.backups, settings.backup_keep, settings.backup_every)


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup."""

    path: Path
    size: int
    """In bytes."""


class Backups:
    def __init__(self, copy: Copy, plan: BackupPlan, clock: Clock, in_process: InProcess | None = None) -> None:
        self._copy = copy
        self._plan = plan
        self._clock = clock
        self._in_process = in_process or separate_process.in_process
        self._one_at_a_time = asyncio.Lock()
        self._timer: Timer | None = None
        self._making: asyncio.Task[None] | None = None
        self.newest: datetime | None = None
        """Known without a look into its perhaps remote folder."""

    async def make(self) -> Backup:
        """Make a backup, named when this returns; raise ``BackupFailed`` and keep what there was."""
        async with self._one_at_a_time:
            began = time.monotonic()
            try:
                backup = await self._made()
            except (LedgerError, OSError) as error:
                failed = BackupFailed(str(error) if isinstance(error, LedgerError) else f"No backup was made: {error}.")
                await asyncio.to_thread(self._tidy_up)
                log.error("backup not made", why=str(failed))
                raise failed from error
            await asyncio.to_thread(self._tidy_up)
            seconds = round(time.monotonic() - began, 1)
            log.info("backup made", file=backup.path.name, bytes=backup.size, seconds=seconds)
            return backup

    async def _made(self) -> Backup:
        made = self._clock.utc()
        backup: Backup = await self._in_process(finished, self._plan, await self._copied(), made)
        self.newest = made
        return backup

    async def _copied(self) -> Path:
        await asyncio.to_thread(self._prepare)
        unfinished = self._plan.folder / f"{PARTIAL}.sqlite3"
        await self._copy(unfinished)
        return unfinished

    async def verify(self) -> Audit:
        """Verify everything in a copy, in a process of its own; raise ``BackupFailed`` if it cannot be read."""
        async with self._one_at_a_time:
            try:
                found: Audit = await self._in_process(verify_file, await self._copied())
                return found
            except (LedgerError, OSError) as error:
                raise BackupFailed(f"The ledger cannot be verified: {error}") from error
            finally:
                with suppress(OSError):
                    await asyncio.to_thread(_remove_partial, self._plan.folder)

    def _prepare(self) -> None:
        """Make the folder; raise ``OSError`` if that fails or too little is free."""
        folder = self._plan.folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_partial(folder)
        free, needed = free_space(folder), self._plan.database.stat().st_size + LEAST_FREE
        if free is not None and free < needed:
            raise OSError(f"only {size(free)} are free in {folder}, and {size(needed)} are needed")

    def _tidy_up(self) -> None:
        plan = self._plan
        with suppress(OSError):
            _remove_partial(plan.folder)
            for each in backups_in(plan.folder)[: -plan.kept]:
                erase_file(each.path)
            for path, replaced in replaced_files(plan.database):
                if self._clock.utc() - replaced > REPLACED_KEPT:
                    erase_file(path)

    # --- as long as the process runs ---------------------------------------------------------------------------

    def begin(self) -> None:
        if not self._plan.every:
            return
        self.newest = max((each.made for each in backups_in(self._plan.folder)), default=None)
        waited = self._plan.every if self.newest is None else self._clock.utc() - self.newest
        self._again_after(max(self._plan.every - waited, min(FIRST, self._plan.every)))

    def _again_after(self, interval: timedelta) -> None:
        self._timer = self._clock.call_later(interval.total_seconds(), self._due)

    def _due(self) -> None:
        self._making = asyncio.get_running_loop().create_task(self._make_in_turn(), name="backup")

    async def _make_in_turn(self) -> None:
        interval = self._plan.every
        try:
            await self.make()
        except BackupFailed:
            # The log has it already.
            interval = min(RETRY, interval)
        self._again_after(interval)

    async def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._making is not None:
            self._making.cancel()
            await asyncio.wait([self._making])

    @property
    def answers(self) -> Mapping[str, Answer]:
        return {"backup": self.answer, "verify": self.answer_verify}

    async def answer_verify(self, _: Fields) -> Fields:
        return asdict(await self.verify())

    async def answer(self, _: Fields) -> Fields:
        backup = await self.make()
        return {**asdict(backup), "path": str(backup.path.absolute())}


def finished(plan: BackupPlan, copy: Path, made: datetime) -> Backup:
    """Check a copy and name it; raise ``CannotOpen`` for damage or contradictions, ``OSError`` if the disk fails."""
    check_file(copy, RECORDS_CHECKED)
    path, bytes_ = plan.folder / name_of(made, copy, stopped=plan.stopped), copy.stat().st_size
    copy.rename(path)
    sync_folder(plan.folder)
    return Backup(path, bytes_)


async def back_up(settings: Settings, write: Callable[[str], None]) -> int:
    """Make a backup in the running Kiu or in this process; return the exit code."""
    made = await _answered(settings, "backup", ("back up", "checking"), write, EXIT_NOT_BACKED_UP)
    if isinstance(made, int):
        return made
    write(f"The backup is {made['path']}, {size(made['size'])}.")
    return 0


async def _answered(
    settings: Settings, question: str, words: tuple[str, str], write: Callable[[str], None], failed: int
) -> Fields | int:
    """Let the running Kiu answer, or answer in this process; return the exit code if neither can."""
    verb, doing = words
    if settings.several:
        write(ON_A_SERVER)
        return failed
    if not settings.database_file.exists():
        write(f"There is nothing to {verb}: {settings.database_file} does not exist.")
        return failed
    write(f"Copying and {doing} the database …")
    try:
        return await ask(settings.data, question)
    except CannotAnswer as error:
        write(printable(str(error)))
    except NotRunning as not_running:
        try:
            return await stopped(settings).answers[question]({})
        except CannotAnswer as error:
            if isinstance(error.__cause__, AnotherInstance):
                write(f"{not_running} {error.__cause__}")
                return EXIT_ANOTHER_INSTANCE
            write(printable(str(error)))
    return failed


def stopped(settings: Settings) -> Backups:
    plan = replace(BackupPlan.of(settings), stopped=True)
    return Backups(lambda copy: asyncio.to_thread(copy_stopped, settings.database_file, copy), plan, SystemClock())


async def verify_ledger(settings: Settings, write: Callable[[str], None]) -> int:
    """Verify all stored data, by the running Kiu if there is one; return the exit code."""
    if settings.several:
        return await _verify_on_server(settings, write)
    verified = await _answered(settings, "verify", ("verify", "verifying"), write, EXIT_CANNOT_START)
    if isinstance(verified, int):
        return verified
    return _write_found(TypeAdapter(Audit).validate_python(verified), way_back(settings.backups), write)


async def _verify_on_server(settings: Settings, write: Callable[[str], None]) -> int:
    try:
        async with await Ledger.open(settings.database, now=SystemClock().utc) as ledger:
            return _write_found(await ledger.read(verify), ON_A_SERVER, write)
    except LedgerError as error:
        write(printable(str(error)))
        return EXIT_CANNOT_START


def _write_found(found: Audit, remedy: str, write: Callable[[str], None]) -> int:
    for line in _verified(found, remedy):
        write(printable(line))
    return 0 if found.sound else EXIT_TO_MEND


def _verified(found: Audit, remedy: str) -> Iterator[str]:
    if not found.sound:
        yield "The ledger is damaged, or somebody has changed it:"
        yield from (f"  {fault}" for fault in (*found.damage, *found.faults))
        yield f"Stop Kiu. {remedy}"
        return
    yield "Every page of the file is whole."
    yield f"Movements of chips: {found.postings:,}; they come to what {found.accounts:,} accounts say."
    yield f"Records of hands: {found.records:,}; each is as it was written, and follows the one before."
    yield f"Entries of the log of fingerprints: {found.entries:,}; none is missing or changed."


def _remove_partial(folder: Path) -> None:
    for path in folder.glob(f"{PARTIAL}*"):
        erase_file(path)
