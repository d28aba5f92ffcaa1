"""Sums, size and places of the database; a running Kiu tells them, since it locks the file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from bot.chats.findings import Finding, fault, good, note
from bot.chats.known_places import KnownPlaces
from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.features.doctor.queries import Content, content, stored_content
from bot.hosting.backup_files import ON_A_SERVER, way_back
from bot.hosting.disk_space import free_space, size
from bot.hosting.exit_codes import EXIT_CANNOT_START
from bot.hosting.lost_database import lost_database
from bot.ledger import AnotherInstance, Audit, CannotOpen, Ledger
from bot.messages import Place

OLDER = "It is of an older version; the next start brings it up to date."

COPIES = 2
"""Space to rewrite the database, in its own size: copy and log."""


async def examine_database(settings: Settings, told: Content | None) -> tuple[list[Finding], KnownPlaces]:
    """Check the database, whose content a running Kiu has ``told``; return the places in it too."""
    if settings.several:
        return await _examine_server(settings)
    file, remedy = settings.database_file, way_back(settings.backups)
    findings, places = list[Finding](), KnownPlaces()
    try:
        if lost := lost_database(settings):
            return [fault(lost, remedy, EXIT_CANNOT_START)], places
        findings += _size(file)
        found = told or await asyncio.to_thread(stored_content, file)
    except FileNotFoundError:
        findings.append(good("There is none yet; it will be made at the first start."))
    except OSError as error:
        findings.append(fault(f"{file} cannot be looked at: {error.strerror}.", "Run this as the user who runs Kiu."))
    except AnotherInstance:
        unknown = "A running Kiu has it open and cannot be asked about it."
        findings.append(note(unknown, "Stop Kiu to have it looked at."))
    except CannotOpen as error:
        findings.append(fault(str(error), remedy, EXIT_CANNOT_START))
    else:
        if found is None:
            return [*findings, note(OLDER, "Make a copy of the data folder before that.")], places
        findings += _books(found.books, remedy)
        places = KnownPlaces(found.groups, [Place(*each) for each in found.tables])
    return findings, places


async def _examine_server(settings: Settings) -> tuple[list[Finding], KnownPlaces]:
    try:
        async with await Ledger.open(settings.database, now=SystemClock().utc) as ledger:
            found = await ledger.read(content)
    except CannotOpen as error:
        return [fault(str(error), ON_A_SERVER, EXIT_CANNOT_START)], KnownPlaces()
    places = KnownPlaces(found.groups, [Place(*each) for each in found.tables])
    return [*_books(found.books, ON_A_SERVER)], places


def _size(file: Path) -> Iterator[Finding]:
    log = file.with_name(f"{file.name}-wal")
    bytes_ = file.stat().st_size
    waiting = log.stat().st_size if log.exists() else 0
    beside = f", and {size(waiting)} in the log beside it" if waiting else ""
    yield good(f"It is {file}, {size(bytes_)}{beside}.")
    free, needed = free_space(file.parent), COPIES * bytes_
    if free is not None and free < needed:
        yield fault(
            f"Only {size(free)} are free; a backup or forgetting somebody can need {size(needed)}.",
            "Make space on this disk, or move the data folder to a larger one.",
        )


def _books(found: Audit, remedy: str) -> Iterator[Finding]:
    if found.damage:
        yield fault(f"It is damaged: {'; '.join(found.damage)}.", remedy)
    elif found.faults:
        yield fault(f"The ledger does not balance: {'; '.join(found.faults)}.", remedy, EXIT_CANNOT_START)
    else:
        yield good(f"The books balance: {found.accounts:,} accounts, {found.postings:,} movements of chips.")
