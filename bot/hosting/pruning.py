"""Moving what is old out of the database, into archives beside it; a running Kiu does it when it is asked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from bot.environment.clock import Clock
from bot.environment.settings import Settings
from bot.hosting.control_socket import Answer, CannotAnswer, Fields, NotRunning, Request, Tell, ask
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_TO_MEND
from bot.ledger import AnotherInstance, AuditFailed, CannotOpen, DatabaseTooNew, Ledger, LedgerError, folder_beside


def pruning(ledger: Ledger, clock: Clock) -> Answer:
    """Prunes for another process."""

    async def answer(fields: Fields, tell: Tell) -> Fields:
        try:
            before = clock.utc() - timedelta(days=int(fields["days"]))
            hands = await ledger.prune(before, lambda hands: tell({"hands": hands}))
            return {"hands": hands, "pictures": await ledger.prune_pictures(before, lambda n: tell({"pictures": n}))}
        except LedgerError as error:
            raise CannotAnswer(f"Not everything was moved: {error}.") from error

    return answer


async def prune(settings: Settings, days: int, clock: Clock, write: Callable[[str], None]) -> int:
    """Move what is older than some days, say so, and return the exit code."""

    def tell(moved: Fields) -> None:
        write(" ".join(f"{count:,} {what} moved …" for what, count in moved.items()))

    if not settings.database_file.exists():
        write("There is no database yet.")
        return 0
    try:
        try:
            moved = await ask(settings.data, Request.PRUNE, {"days": days}, tell)
        except NotRunning:
            moved = await _prune_alone(settings, days, clock, tell)
    except AnotherInstance as error:
        write(str(error))
        return EXIT_ANOTHER_INSTANCE
    except (CannotOpen, DatabaseTooNew, AuditFailed) as error:
        write(str(error))
        return EXIT_CANNOT_START
    except (CannotAnswer, LedgerError) as error:
        write(str(error))
        return EXIT_TO_MEND
    folder, told = folder_beside(settings.database_file), f"{moved['hands']:,} hands, {moved['pictures']:,} pictures"
    nothing = f"Nothing is older than {days} days that was not moved."
    write(f"Moved to {folder}: {told}." if any(moved.values()) else nothing)
    return 0


async def _prune_alone(settings: Settings, days: int, clock: Clock, tell: Tell) -> Fields:
    async with await Ledger.open(settings.database, now=clock.utc) as ledger:
        moved = await pruning(ledger, clock)({"days": days}, tell)
        if any(moved.values()):
            # Nobody plays, so nobody waits while the file becomes as small as it can be.
            await ledger.clean_free_space()
        return moved
