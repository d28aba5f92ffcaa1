"""The ledger: chips, the journal of every table, and all else that must outlive the process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Concatenate, Final, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection

from bot.ledger import auditing, forgotten, lasting, pruning, queries, verification
from bot.ledger.batch import microseconds, table_number
from bot.ledger.database import Database, StorageBytes
from bot.ledger.errors import AuditFailed, LedgerError
from bot.ledger.group_renaming import move_group
from bot.ledger.key_erasure import erase_keys
from bot.ledger.online_copy import Progress
from bot.ledger.read_models import Audit, Restoration
from bot.ledger.schema_upgrade import write_version_again
from bot.ledger.storage import LOCAL, Storage
from bot.ledger.verification import Verification
from bot.ledger.writer import StoreWatch, Waiting, Writer
from bot.ledger.writes import HANDS_A_COUNT, GroupSaved, Receipt, WriteSet
from engine.fairness.transparency_log import Head

log = structlog.get_logger()

P = ParamSpec("P")
T = TypeVar("T")

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Ledger:
    """An open ledger; use ``async with await Ledger.open(...)``.

    All that stores raises ``LedgerClosed`` after the end, and ``NotStored`` if disk or database fails.
    """

    def __init__(
        self, database: Database, writer: Writer, next_count: int, table: int, restoration: Restoration | None = None
    ) -> None:
        self._database = database
        self._writer = writer
        self._restoration = restoration
        # Lost buttons and messages may name these numbers.
        self._lost_hands = 0 if restoration is None else restoration.hands
        self._next_count = next_count
        self._counts: dict[str, int] = {}

        self._newest_hands: dict[int, int] = {}

        self._table = table if restoration is None else max(table, restoration.tables)
        self.record_lock = asyncio.Lock()
        """Held while a finished hand's record is rewritten."""

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        now: Callable[[], datetime],
        watch: StoreWatch | None = None,
        storage: Storage = LOCAL,
    ) -> Ledger:
        """Open, upgrade and audit the database; ``sqlite+aiosqlite://`` keeps it in memory.

        Raise ``AnotherInstance``, ``DatabaseTooNew``, ``AuditFailed`` or ``CannotOpen``.
        """
        database = await Database.open(url, storage=storage)
        try:
            writer = Writer(database, now, watch)
            await writer.start()
            next_count, table = await writer.read(queries.next_count), await writer.read(queries.newest_table)
            restoration = await writer.read(queries.restoration)
            ledger = cls(database, writer, next_count, table, restoration)
            if not (audit := await writer.read(auditing.audit)).sound:
                raise AuditFailed(f"The ledger does not balance: {'; '.join(audit.faults)}.")
        except BaseException:
            await writer.stop()
            await database.close()
            raise
        return ledger

    def lost_after(self, table: str) -> datetime | None:
        """Return the moment after which a restored backup lacks the table's data."""
        restored = self._restoration
        return restored.until if restored is not None and table_number(table) <= restored.tables else None

    async def __aenter__(self) -> Ledger:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Store waiting writes and close the database; idempotent."""
        try:
            await self._writer.stop()
        finally:
            await self._database.close()

    @property
    def waiting(self) -> Waiting:
        return self._writer.waiting

    @property
    def on_disk(self) -> bool:
        return self._database.path is not None

    def storage(self) -> StorageBytes:
        return self._database.storage()

    async def answers(self) -> None:
        """Wait for the writer's turn and an empty transaction."""
        await self._writer.read(lambda _: None)

    async def can_store(self) -> bool:
        """Rewrite a row unchanged, and return true if the disk accepts it."""
        try:
            await self._writer.rewrite(write_version_again)
        except LedgerError:
            return False
        return True

    async def failure(self) -> LedgerError:
        """Wait for a failure of the disk, and return it."""
        return await asyncio.shield(self._writer.failed)

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a query on everything acknowledged before, and on nothing under way."""
        return await self._writer.read(lambda connection: query(connection, *args, **kwargs))

    async def commit(self, writes: WriteSet) -> None:
        """Store a write set durably; cancelling does not withdraw it.

        Nothing is stored on ``Overdrawn``, ``RepeatedUpdate`` and ``WriteRefused``; after ``OutcomeUnknown`` only a new
        start finds out.
        """
        await self._writer.store(writes)

    async def write(
        self,
        beside: WriteSet,
        decide: Callable[Concatenate[Connection, P], WriteSet],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> WriteSet:
        """Store and return a decision made in the same transaction, which refuses by its own error."""
        decided: list[WriteSet] = []

        def deciding(connection: Connection) -> WriteSet:
            decided.append(decide(connection, *args, **kwargs))
            return decided[-1]

        await self._writer.store(beside, deciding)
        return decided[-1]

    async def change(self, work: Callable[Concatenate[Connection, int, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a change beyond write sets in its own transaction, and reload memory."""
        return await self._writer.change(lambda connection, at: work(connection, at, *args, **kwargs))

    async def rewrite(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a change of rows that memory does not hold."""
        return await self._writer.rewrite(lambda connection: work(connection, *args, **kwargs))

    async def move_group(self, old: str, new: str, settings: Sequence[GroupSaved]) -> None:
        """Move a group with its settings into another, adding chips up; nothing of either may be under way."""
        await self._writer.change(lambda connection, at: move_group(connection, old, new, settings, at))

    async def erase_keys(self, closed_before: datetime) -> int:
        """Erase keys of hands closed before a moment, log included; return their number. An error may leave some."""
        before = microseconds(closed_before)
        return await self._writer.erase(lambda connection: erase_keys(connection, before))

    async def prune(self, over_before: datetime, tell: Callable[[int], None] = lambda _: None) -> int:
        """Delete journals and records of hands over before a moment in steps; return their number.

        ``tell`` gets the count after each step; it may be interrupted and repeated.
        """
        before, pruned = microseconds(over_before), 0
        while hands := await self._writer.rewrite(lambda c: pruning.prune_step(c, before)):
            pruned += hands
            tell(pruned)
        return pruned

    async def copy_to(self, target: Path, progress: Progress) -> None:
        """Copy the durable ledger to a private file during use; ``progress`` gets pages in another thread.

        Raise ``NotCopied`` or ``LedgerClosed``, perhaps with a partial file.
        """
        await self._database.copy(target, progress)

    async def note_forgotten(self, player: str) -> None:
        """List a player beside the database, for restored backups to forget."""
        if self._database.path is not None:
            numbers = await self.read(queries.person_numbers, player)
            await asyncio.to_thread(forgotten.note, self._database.path, numbers, self._database.disk)

    async def clean_free_space(self) -> None:
        """Rewrite the database without traces of forgotten people; repeatable, about a second per 100 MB."""
        await self._writer.clean_free_space(lasting.forget_cleaned)

    async def lasting_id(self, player: str, new_key: bytes = b"") -> str:
        """Return the id that outlives a player, empty without a key; ``new_key`` is kept if there is none."""
        read = self._writer.rewrite if new_key else self._writer.read
        key = await read(lambda c: lasting.key_of_hashes(c, new_key))
        return await asyncio.to_thread(lasting.lasting_id, key, player) if key else ""

    async def next_hand(self, group: str, *, practice: bool) -> int:
        """Return a new hand number; each group counts separately, practice apart."""
        count = await self.count_of(group) + practice * HANDS_A_COUNT
        if count not in self._newest_hands:
            newest = await self._writer.read(lambda c: queries.newest_hand(c, count))
            self._newest_hands.setdefault(count, max(newest, count + self._lost_hands))
        self._newest_hands[count] += 1
        return self._newest_hands[count]

    async def count_of(self, group: str) -> int:
        """Return a group's offset of hand numbers."""
        if group not in self._counts:
            found = await self._writer.read(lambda c: queries.count_of(c, group))
            if group not in self._counts:
                self._counts[group] = self._next_count if found is None else found
                self._next_count += 2 * HANDS_A_COUNT * (found is None)
        return self._counts[group]

    def next_table(self) -> str:
        """Return a new table id in digits and lower case."""
        self._table += 1
        number, id_ = self._table, ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            id_ = DIGITS[digit] + id_
        return id_

    @property
    def log_head(self) -> Head:
        """The head of the log of fingerprints, all durable."""
        return self._writer.log_head

    def head_posted_at(self, group: str, channel: str) -> datetime | None:
        """Return the time of a place's last log head."""
        at = self._writer.head_posted_at(group, channel)
        return None if at is None else queries.moment(at)

    def recent_receipt(self, key: str) -> Receipt | None:
        """Return a recent update's receipt without a query; storing an older one again is refused."""
        return self._writer.known_receipt(key)

    async def audit(self) -> Audit:
        """Check that balances equal their entries and sum to zero."""
        return await self._writer.read(auditing.audit)

    async def verification(self, progress: verification.Progress) -> Verification:
        """Verify all but the file's pages, in steps during use."""
        return await verification.verify_everything(self._writer, progress)
