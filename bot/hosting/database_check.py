"""The database's version, sums, size and places; a running Kiu is asked, since it has the file locked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from pydantic import TypeAdapter

from bot.chats.findings import Finding, fault, good, note
from bot.chats.known_places import KnownPlaces
from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.hosting.backup_files import backups_in, way_back
from bot.hosting.control_socket import Answer, CannotAnswer, Fields, NotRunning, ask
from bot.hosting.data_folder import free_space, size
from bot.hosting.exit_codes import EXIT_CANNOT_START
from bot.ledger import (
    AnotherInstance,
    CannotOpen,
    Damaged,
    DatabaseTooNew,
    Ledger,
    Lost,
    Verification,
    inspect,
    inspection,
    is_gone,
    locked,
    places,
    stored_places,
)
from bot.ledger import begin_anew as set_aside
from bot.messages import Place

COPIES = 2
"""Space to rewrite the database, in its own size: copy and log."""


def inspecting(ledger: Ledger) -> Answer:
    """Answer other processes on the database."""

    async def answer(_: Fields) -> Fields:
        return asdict(await ledger.read(inspection))

    return answer


def lost_database(settings: Settings) -> str:
    """Report a lost database; empty if it exists or nobody has played."""
    file = settings.database_file
    if not is_gone(file, was_backed_up=bool(backups_in(settings.backups))):
        return ""
    return f"The database {file} is gone: people have played here, and their chips were in it."


async def begin_anew(settings: Settings) -> str:
    """Set a lost or damaged database aside for a new one."""
    file = settings.database_file
    try:
        if not lost_database(settings) and (await asyncio.to_thread(inspect, file)).sound:
            return f"The database {file} is in order: start Kiu without --new, or move it away first."
    except (Damaged, Lost):
        pass
    except CannotOpen as error:
        return str(error)
    with locked(file):
        set_aside(file, SystemClock().utc())
    return ""


async def database_findings(settings: Settings, *, running: bool) -> list[Finding]:
    """Check the database, through a running Kiu if there is one."""
    file, remedy = settings.database_file, way_back(settings.backups)
    try:
        if refusal := lost_database(settings):
            return [fault(refusal, remedy, EXIT_CANNOT_START)]
        findings = list(_size(file))
    except FileNotFoundError:
        return [good("There is none yet; it will be made at the first start.")]
    except OSError as error:
        return [fault(f"{file} cannot be looked at: {error.strerror}.", "Run this as the user who runs Kiu.")]
    try:
        if running:
            found = TypeAdapter(Verification).validate_python(await ask(settings.data, "inspect"))
        else:
            found = await asyncio.to_thread(inspect, file)
    except AnotherInstance:
        unknown = "A running Kiu has it open and cannot be asked about it."
        return [*findings, note(unknown, "Stop Kiu to have it looked at.")]
    except (NotRunning, CannotAnswer) as error:
        return [*findings, fault(str(error), "See the log of Kiu.")]
    except DatabaseTooNew as error:
        remedy = "Install the newest Kiu, or restore the backup that was made before it was upgraded."
        return [*findings, fault(str(error), remedy, EXIT_CANNOT_START)]
    except CannotOpen as error:
        return [*findings, fault(str(error), remedy, EXIT_CANNOT_START)]
    return [*findings, *_content(found, remedy)]


def _size(file: Path) -> Iterator[Finding]:
    log = file.with_name(f"{file.name}-wal")
    bytes_ = file.stat().st_size
    waiting = log.stat().st_size if log.exists() else 0
    beside = f", and {size(waiting)} in the log beside it" if waiting else ""
    yield good(f"It is {file}, {size(bytes_)}{beside}.")
    free, needed = free_space(file.parent), COPIES * bytes_
    if free is not None and free < needed:
        yield fault(
            f"Only {size(free)} are free; an upgrade, a backup or forgetting somebody can need {size(needed)}.",
            "Make space on this disk, or move the data folder to a larger one.",
        )


def _content(found: Verification, remedy: str) -> Iterator[Finding]:
    if found.damage:
        yield fault(f"It is damaged: {'; '.join(found.damage)}.", remedy)
    elif found.version is None:
        yield good("Nothing is stored in it yet.")
    elif not found.audited:
        yield note(
            f"It is of version {found.version}, which an older Kiu wrote; the next start brings it up to date.",
            "Make a copy of the data folder before that.",
        )
    elif found.faults:
        yield fault(f"The ledger does not balance: {'; '.join(found.faults)}.", remedy, EXIT_CANNOT_START)
    else:
        stored = "1 hand is stored" if found.hands == 1 else f"{found.hands:,} hands are stored"
        yield good(f"It is of version {found.version}, and {stored}.")
        yield good(f"The books balance: {found.accounts:,} accounts, {found.postings:,} movements of chips.")


def telling_places(ledger: Ledger) -> Answer:
    """Answer other processes on known groups and places."""

    async def answer(_: Fields) -> Fields:
        return (await ledger.read(places))._asdict()

    return answer


async def known_places(settings: Settings) -> KnownPlaces:
    """Return known places; none without a readable database, which is reported elsewhere."""
    try:
        told = await ask(settings.data, "places")
        return KnownPlaces(told["groups"], [Place(*each) for each in told["tables"]])
    except CannotAnswer:
        return KnownPlaces()
    except NotRunning:
        pass
    try:
        if not settings.database_file.exists():
            return KnownPlaces()
        groups, tables = await asyncio.to_thread(stored_places, settings.database_file)
    except (CannotOpen, OSError):
        return KnownPlaces()
    return KnownPlaces(groups, [Place(*each) for each in tables])
