"""Deletion of old hands' data, by the running Kiu if there is one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from bot.environment.clock import Clock
from bot.environment.settings import Settings
from bot.features.backups import queries
from bot.hosting.control_socket import Answer, CannotAnswer, Fields, NotRunning, ask
from bot.hosting.exit_codes import EXIT_ANOTHER_INSTANCE, EXIT_CANNOT_START, EXIT_TO_MEND
from bot.ledger import AnotherInstance, CannotOpen, Ledger, LedgerError

EXIT_CODES: Final = {AnotherInstance: EXIT_ANOTHER_INSTANCE, CannotOpen: EXIT_CANNOT_START}
"""The exit code for each reason; the first that fits counts."""


def pruning(ledger: Ledger, clock: Clock) -> Answer:

    async def answer(fields: Fields) -> Fields:
        try:
            return {"hands": await queries.prune(ledger, clock.utc() - timedelta(days=int(fields["days"])))}
        except LedgerError as error:
            raise CannotAnswer(f"Not everything was deleted: {error}.") from error

    return answer


async def prune(settings: Settings, days: int, clock: Clock, write: Callable[[str], None]) -> int:
    """Delete data older than ``days``, report it, and return the exit code."""
    if not settings.several and not settings.database_file.exists():
        write("There is no database yet.")
        return 0
    try:
        try:
            pruned = await ask(settings.data, "prune", {"days": days})
        except NotRunning:
            pruned = await _prune_alone(settings, days, clock)
    except (CannotAnswer, LedgerError) as error:
        write(str(error))
        return next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), EXIT_TO_MEND)
    hands = pruned["hands"]
    write(f"Pruned: {hands:,} hands." if hands else f"No hand older than {days} days has a journal or a record.")
    return 0


async def _prune_alone(settings: Settings, days: int, clock: Clock) -> Fields:
    async with await Ledger.open(settings.database, now=clock.utc) as ledger:
        pruned = await pruning(ledger, clock)({"days": days})
        if pruned["hands"]:
            # Nobody plays, so nobody waits while the file becomes as small as it can be.
            await ledger.clean_free_space()
        return pruned
