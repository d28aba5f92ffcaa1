"""The audit of everything: every movement ever made is added up, in steps between which others store and read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from sqlalchemy import Connection

from bot.ledger import auditing
from bot.ledger.auditing import Checkpoint, StatementSum, Sums
from bot.ledger.read_models import Audit
from bot.ledger.writer import Writer

TRANSFERS_A_STEP: Final = 50_000
WALLETS_A_STEP: Final = 200

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many movements are added up so far, and of how many."""


def unheard(done: int, of: int) -> None:
    """Tells nobody how far it is."""


async def audit_everything(writer: Writer, *, progress: Progress = unheard) -> Audit:
    """Add up every transfer and every line of a statement, and compare them with what accounts and statements say.

    If they agree, the sums are kept, and later audits go on from there.
    """
    audit = await _audited(writer, progress)
    # Two groups that became one meanwhile have changed what was added up.
    return audit if audit.sound else await _audited(writer, progress)


async def _audited(writer: Writer, progress: Progress) -> Audit:
    newest = await writer.read(auditing.newest_transfer)
    chips: Counter[int] = Counter()
    transfers, done = 0, 0
    while done < newest:
        count, moved = await _transfers(writer, done, min(done + TRANSFERS_A_STEP, newest))
        chips.update(moved)
        transfers, done = transfers + count, min(done + TRANSFERS_A_STEP, newest)
        progress(done, newest)
    statements: dict[int, StatementSum] = {}
    faults: list[str] = []
    last = 0
    while (found := await _statements(writer, last))[0]:
        statements |= found[0]
        faults += found[1]
        last = max(found[0])
    sums = Sums(Checkpoint(newest, transfers), chips, statements)
    return await writer.rewrite(lambda connection: _compared(connection, sums, faults[: auditing.FAULTS_REPORTED]))


async def _transfers(writer: Writer, after: int, until: int) -> tuple[int, dict[int, int]]:
    return await writer.read(lambda connection: auditing.transfer_sums(connection, after, until))


async def _statements(writer: Writer, after: int) -> tuple[dict[int, StatementSum], list[str]]:
    return await writer.read(lambda connection: auditing.statement_sums(connection, after, WALLETS_A_STEP))


def _compared(connection: Connection, sums: Sums, faults: Sequence[str]) -> Audit:
    """Keep the sums if the books agree with them, and no fault was found before."""
    with connection.begin_nested() as attempt:
        auditing.keep(connection, sums)
        audit = auditing.audit_since_checkpoint(connection)
        audit = replace(audit, faults=(*faults, *audit.faults))
        if not audit.sound:
            attempt.rollback()
    return audit
