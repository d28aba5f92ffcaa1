"""Examination of backups, by name only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from bot.chats.findings import Finding, fault, good, note
from bot.environment.settings import Settings
from bot.environment.settings_check import shown
from bot.hosting.backup_files import ON_A_SERVER, backups_in

LATE: Final = 2
"""Intervals after which a backup is missing."""

MAKE_ONE: Final = "python -m bot backup makes one now, and says what is wrong if it cannot."


def backup_findings(settings: Settings, now: datetime, running_since: datetime | None) -> Iterator[Finding]:
    if settings.several:
        yield good(ON_A_SERVER)
        return
    every, folder = settings.backup_every, settings.backups
    try:
        found = backups_in(folder)
        same_disk = bool(found) and settings.data.exists() and folder.stat().st_dev == settings.data.stat().st_dev
    except OSError as error:
        yield fault(f"{folder} cannot be looked at: {error.strerror}.", "Run this as the user who runs Kiu.")
        return
    newest = found[-1].made if found else None
    kept = f"{len(found)} {'is' if len(found) == 1 else 'are'} kept in {folder}."
    told = f"The newest backup is from {newest:%Y-%m-%d %H:%M} UTC; {kept}" if newest else ""
    if not every:
        yield note(f"{told or 'There is no backup.'} None is made, since KIU_BACKUP_EVERY is 0.", MAKE_ONE)
    elif running_since is not None and now - max(running_since, newest or running_since) > LATE * every:
        yield fault(f"{told or 'There is no backup.'} One should be made every {shown(every)}.", MAKE_ONE)
    else:
        yield good(f"{told or 'There is none yet.'} While Kiu runs one is made every {shown(every)}.")
    if same_disk:
        yield note(
            "They are on the disk of the database, so both are lost if it breaks.",
            "Copy them to another machine now and then, or set KIU_BACKUP_FOLDER to a folder on another disk.",
        )
