"""What an evening has left in its database, read from a copy in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, select

from bot.cluster.copying import copy
from bot.ledger import Ledger, queries, schema
from bot.ledger.auditing import audit
from tools.failing_processes.evening import Told
from tools.failing_processes.figures import ANSWER_SECONDS, figures, repeated, within


async def faults(told: Told, database: str, folder: Path) -> list[str]:
    """Return everything that people would complain about."""
    file = f"sqlite+aiosqlite:///{folder}/copy.sqlite3"
    copy(database, file, lambda _: None)
    async with await Ledger.open(file, now=lambda: datetime.now(UTC)) as ledger:
        found = await ledger.read(audit)
        lost = [each for each in told.carried_out if not await ledger.read(queries.is_done, each.key)]
        twice = await ledger.read(_twice)
    said = [f"{group}: {text!r} stands there {times} times" for group, text, times in repeated(told)]
    _, logged, error = told.logs.partition("Traceback")
    errors = [f"the log says: {logged}{error[:3000]}"] if logged else []
    slow = within(figures(told, database).moves, 0.99)
    late = [f"99 of 100 moves were durable within {slow:.1f} s only"] if slow > ANSWER_SECONDS else []
    return [*late, *found.faults, *(f"{each.key}, {each.command!r}, is lost" for each in lost), *twice, *said, *errors]


def _twice(connection: Connection) -> list[str]:
    """Return the lines of journals that leave a gap, and the hands that were paid twice."""
    line, posting = schema.journal.c, schema.posting.c
    by_table: dict[str, list[int]] = {}
    for table, seq in connection.execute(select(line.table_id, line.seq).order_by(line.table_id, line.seq)):
        by_table.setdefault(table, []).append(seq)
    gaps = [f"the journal of {table} has a gap" for table, seqs in by_table.items() if not _gapless(table, seqs)]
    paid = Counter(hand for (hand,) in connection.execute(select(posting.hand).where(posting.reason == "hand")))
    return [*gaps, *(f"hand {hand} was paid {times} times" for hand, times in paid.items() if times > 1)]


def _gapless(table: str, seqs: Sequence[int]) -> bool:
    return table.startswith("hand:") or list(seqs) == list(range(1, len(seqs) + 1))
