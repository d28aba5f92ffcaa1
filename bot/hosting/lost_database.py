"""A lost or damaged database, which Kiu never replaces by itself."""

from __future__ import annotations

from bot.environment.clock import SystemClock
from bot.environment.settings import Settings
from bot.hosting.backup_files import backups_in
from bot.ledger import AuditFailed, CannotOpen, Damaged, Ledger, Lost, begin_anew, is_gone, locked, page_damage


def lost_database(settings: Settings) -> str:
    """Report a lost database; empty if it exists, nobody has played, or a server keeps it."""
    file = settings.database_file
    if settings.several or not is_gone(file, was_backed_up=bool(backups_in(settings.backups))):
        return ""
    return f"The database {file} is gone: people have played here, and their chips were in it."


async def set_aside(settings: Settings) -> str:
    """Set a lost or damaged database aside for a new one; return the reason against it."""
    if settings.several:
        return "A database on PostgreSQL is not begun anew: name another one."
    file, now = settings.database_file, SystemClock().utc
    try:
        if not lost_database(settings):
            async with await Ledger.open(settings.database, now=now) as ledger:
                if not await ledger.read(page_damage, "quick_check"):
                    return f"The database {file} is in order: start Kiu without --new, or move it away first."
    except (AuditFailed, Damaged, Lost):
        pass
    except CannotOpen as error:
        return str(error)
    with locked(file):
        begin_anew(file, now())
    return ""
