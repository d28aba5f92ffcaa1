"""Whether backups are made as the settings say, and where they are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.chats.findings import Finding, fault, good, note
from bot.environment.settings import Settings
from bot.hosting.backup_files import backups_in
from bot.hosting.report import Section

LATE = 2
"""A backup is missing after so many times the time from one to the next."""

MAKE_ONE = "python -m bot backup makes one now, and says what is wrong if it cannot."


def backup_section(settings: Settings, now: datetime, running_since: datetime | None) -> Section:
    """Look at the backups that there are; they are not opened.

    Args:
        settings: the settings.
        now: the present moment.
        running_since: when the running Kiu was started; ``None`` if none runs.
    """
    title = "Backups"
    try:
        return Section(title, list(_findings(settings, now, running_since)))
    except OSError as error:
        remedy = "Run this as the user who runs Kiu."
        return Section(title, [fault(f"{settings.backups} cannot be looked at: {error.strerror}.", remedy)])


def _findings(settings: Settings, now: datetime, running_since: datetime | None) -> Iterator[Finding]:
    every, folder, found = settings.backup_every, settings.backups, backups_in(settings.backups)
    newest = found[-1].made if found else None
    kept = f"{len(found)} {'is' if len(found) == 1 else 'are'} kept in {folder}."
    told = f"The newest backup is from {newest:%Y-%m-%d %H:%M} UTC; {kept}" if newest else ""
    if not every:
        yield note(f"{told or 'There is no backup.'} None is made, since KIU_BACKUP_EVERY is 0.", MAKE_ONE)
    elif running_since is not None and now - max(running_since, newest or running_since) > LATE * every:
        yield fault(f"{told or 'There is no backup.'} One should be made every {_words(every)}.", MAKE_ONE)
    else:
        yield good(f"{told or 'There is none yet.'} While Kiu runs one is made every {_words(every)}.")
    if newest and settings.data.exists() and folder.stat().st_dev == settings.data.stat().st_dev:
        yield note(
            "They are on the disk of the database, so both are lost if it breaks.",
            "Copy them to another machine now and then, or set KIU_BACKUP_FOLDER to a folder on another disk.",
        )


def _words(time: timedelta) -> str:
    """A time, in the largest unit of which it is a whole number."""
    seconds = round(time.total_seconds())
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        count, rest = divmod(seconds, length)
        if count and not rest:
            return unit if count == 1 else f"{count} {unit}s"
    return f"{seconds} seconds"
