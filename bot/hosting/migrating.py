"""Bringing the database up to date from the command line, with a backup before.

A start does the same without the backup. All changes are one transaction, so whoever interrupts it has the database as
it was before.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.environment.terminal import ascii_if_needed, printable
from bot.hosting.backing_up import back_up
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START
from bot.ledger import NEWEST_VERSION, AnotherInstance, CannotOpen, Ledger, version_of


async def migrate(settings: Settings, write: Callable[[str], None], *, backup: bool = True) -> int:
    """Bring the database up to date; return the exit code.

    Args:
        settings: where the data is, and where backups go.
        write: writes a line.
        backup: whether a backup is made before; without one nothing is changed.
    """
    write = ascii_if_needed(write)
    if not settings.database_file.exists():
        write(f"There is nothing to bring up to date: {settings.database_file} does not exist.")
        return 0
    try:
        version = await version_of(settings.database)
        if version == NEWEST_VERSION:
            write(f"The database is up to date: it is of version {version}.")
            return 0
        if backup and (code := await back_up(settings, write)):
            write("Nothing was changed, because there is no backup of before.")
            return code
        write(f"Bringing the database from version {version or 'none'} to {NEWEST_VERSION}.")
        write("Interrupt it if you must: it is all done or not begun. Afterwards the file is written anew.")
        async with await Ledger.open(settings.database, now=SystemClock().utc):
            pass
    except AnotherInstance:
        write("Kiu is running; stop it first. It brings the database up to date by itself at every start.")
        return EXIT_ANOTHER_INSTANCE
    except CannotOpen as error:
        write(printable(str(error)))
        return EXIT_CANNOT_START
    write(f"The database is of version {NEWEST_VERSION} now, and the books balance.")
    return 0
