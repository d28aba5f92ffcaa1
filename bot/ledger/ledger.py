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
    """An open ledger, which is to be closed: ``async with await Ledger.open(...)``.

    It is read by queries, and written by write sets or by functions of the connection. Whatever stores raises
    ``LedgerClosed`` when nothing is taken any more, and ``NotStored`` when the disk or the database failed.
    """

    def __init__(
        self, database: Database, writer: Writer, next_count: int, table: int, restoration: Restoration | None = None
    ) -> None:
        self._database = database
        self._writer = writer
        self._restoration = restoration
        # A number that a button or a message of what is lost may name is given to nothing else.
        self._lost_hands = 0 if restoration is None else restoration.hands
        self._next_count = next_count
        self._counts: dict[str, int] = {}
        """The numbers at which the hands of each group begin to be counted."""

        self._newest_hands: dict[int, int] = {}
        """The newest hand of each count."""

        self._table = table if restoration is None else max(table, restoration.tables)
        self.record_lock = asyncio.Lock()
        """Held from reading the record of a finished hand until it is stored again, so that no addition is lost."""

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        now: Callable[[], datetime],
        watch: StoreWatch | None = None,
        storage: Storage = LOCAL,
    ) -> Ledger:
        """Open the database, bring it up to date and audit it; ``sqlite+aiosqlite://`` keeps it in memory.

        Raise ``AnotherInstance`` if another process has the database open. Raise ``DatabaseTooNew`` if a newer version
        of the program wrote it. Raise ``AuditFailed`` if its balances and entries contradict each other. Raise
        ``CannotOpen`` if it cannot be used for another reason, which the text tells.
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
        """Return the moment after which all of a table may be lost, since a backup was restored."""
        restored = self._restoration
        return restored.until if restored is not None and table_number(table) <= restored.tables else None

    async def __aenter__(self) -> Ledger:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Store what waits, and close the database; closing twice does no harm."""
        try:
            await self._writer.stop()
        finally:
            await self._database.close()

    @property
    def waiting(self) -> Waiting:
        """The work that waits to be stored or read."""
        return self._writer.waiting

    @property
    def on_disk(self) -> bool:
        """True if it is stored in a file, and not in memory alone."""
        return self._database.path is not None

    def storage(self) -> StorageBytes:
        """Return the space that it takes, and what is left; it must be on a disk."""
        return self._database.storage()

    async def answers(self) -> None:
        """Return when the writer has had its turn and the database has answered an empty transaction."""
        await self._writer.read(lambda _: None)

    async def can_store(self) -> bool:
        """Write a row again as it is, and return whether the disk has taken it."""
        try:
            await self._writer.rewrite(write_version_again)
        except LedgerError:
            return False
        return True

    async def failure(self) -> LedgerError:
        """Return the error when the disk has failed; nothing is stored any more."""
        return await asyncio.shield(self._writer.failed)

    async def read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a query, which sees all that was acknowledged before and nothing that is under way."""
        return await self._writer.read(lambda connection: query(connection, *args, **kwargs))

    async def commit(self, writes: WriteSet) -> None:
        """Store a write set; return when it is durable.

        After any of these errors but one nothing of the write set is stored, and other write sets are not affected.
        Cancelling the wait does not withdraw the write set.

        Raise ``Overdrawn`` if a transfer takes more than its source holds at that point of the write set. Raise
        ``RepeatedUpdate`` if one of its updates was carried out before. Raise ``WriteRefused`` if it contradicts what
        is stored. Raise ``OutcomeUnknown`` if the disk failed at the last moment, so only a new start finds out whether
        it is stored.
        """
        await self._writer.store(writes)

    async def write(
        self,
        beside: WriteSet,
        decide: Callable[Concatenate[Connection, P], WriteSet],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> WriteSet:
        """Store what a function of the connection decides, beside a write set, as :meth:`commit` does; return it.

        It decides in the very transaction that stores it, and refuses by raising an error of its own.
        """
        decided: list[WriteSet] = []

        def deciding(connection: Connection) -> WriteSet:
            decided.append(decide(connection, *args, **kwargs))
            return decided[-1]

        await self._writer.store(beside, deciding)
        return decided[-1]

    async def change(self, work: Callable[Concatenate[Connection, int, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry out a change that no write set can express, a function of the connection and of the present time.

        It has a transaction of its own; what the ledger keeps in memory is loaded anew afterwards.
        """
        return await self._writer.change(lambda connection, at: work(connection, at, *args, **kwargs))

    async def rewrite(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry out a change, as :meth:`change` does, of rows of which the ledger keeps nothing in memory."""
        return await self._writer.rewrite(lambda connection: work(connection, *args, **kwargs))

    async def move_group(self, old: str, new: str, settings: Sequence[GroupSaved]) -> None:
        """Move everything of one group to another, and change the settings of both; chips in both are added up.

        Nothing of either group may be under way meanwhile.
        """
        await self._writer.change(lambda connection, at: move_group(connection, old, new, settings, at))

    async def erase_keys(self, closed_before: datetime) -> int:
        """Erase the keys that are still kept of hands that were closed before a moment; return how many hands had one.

        Then they are gone from the database and from its write-ahead log. After an error some may be left.
        """
        before = microseconds(closed_before)
        return await self._writer.erase(lambda connection: erase_keys(connection, before))

    async def prune(self, over_before: datetime, tell: Callable[[int], None] = lambda _: None) -> int:
        """Delete journals and records of hands that were over before a moment; return how many hands had any.

        It is done in steps, so that nobody waits long, and ``tell`` is told the number after each. It may be broken off
        at any time and done again.
        """
        before, pruned = microseconds(over_before), 0
        while hands := await self._writer.rewrite(lambda c: pruning.prune_step(c, before)):
            pruned += hands
            tell(pruned)
        return pruned

    async def copy_to(self, target: Path, progress: Progress) -> None:
        """Copy the ledger to a new file while it is used; the copy is what was durable when it was finished.

        Only this user can read it. ``progress`` is told in another thread how many pages are copied, and of how many.

        Raise ``NotCopied`` if the disk or the database failed; part of the file may be there, as after
        ``LedgerClosed``.
        """
        await self._database.copy(target, progress)

    async def note_forgotten(self, player: str) -> None:
        """Add a player to the list beside the database by which a restored backup forgets them again."""
        if self._database.path is not None:
            numbers = await self.read(queries.person_numbers, player)
            await asyncio.to_thread(forgotten.note, self._database.path, numbers, self._database.disk)

    async def clean_free_space(self) -> None:
        """Write the database anew, so that nothing of forgotten people is left in any page of it.

        Nothing else is stored meanwhile, about a second for every 100 MB. It can be done again.
        """
        await self._writer.clean_free_space(lasting.forget_cleaned)

    async def lasting_id(self, player: str, new_key: bytes = b"") -> str:
        """Return the id under which something of a player outlives that they are forgotten; empty without a key.

        ``new_key`` becomes the key with which such ids are made, if there is none.
        """
        read = self._writer.rewrite if new_key else self._writer.read
        key = await read(lambda c: lasting.key_of_hashes(c, new_key))
        return await asyncio.to_thread(lasting.lasting_id, key, player) if key else ""

    async def next_hand(self, group: str, *, practice: bool) -> int:
        """Return a number that no hand has yet; each group counts its hands by itself, and its practice apart."""
        count = await self.count_of(group) + practice * HANDS_A_COUNT
        if count not in self._newest_hands:
            newest = await self._writer.read(lambda c: queries.newest_hand(c, count))
            self._newest_hands.setdefault(count, max(newest, count + self._lost_hands))
        self._newest_hands[count] += 1
        return self._newest_hands[count]

    async def count_of(self, group: str) -> int:
        """Return the number that lies between a hand of a group, not of its practice, and the one that people read."""
        if group not in self._counts:
            found = await self._writer.read(lambda c: queries.count_of(c, group))
            if group not in self._counts:
                self._counts[group] = self._next_count if found is None else found
                self._next_count += 2 * HANDS_A_COUNT * (found is None)
        return self._counts[group]

    def next_table(self) -> str:
        """Return a short id that no table has yet, in digits and small letters."""
        self._table += 1
        number, id_ = self._table, ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            id_ = DIGITS[digit] + id_
        return id_

    @property
    def log_head(self) -> Head:
        """The head of the log of fingerprints; whatever it covers is durable."""
        return self._writer.log_head

    def head_posted_at(self, group: str, channel: str) -> datetime | None:
        """Return the moment when a head of that log was last posted at a place."""
        at = self._writer.head_posted_at(group, channel)
        return None if at is None else queries.moment(at)

    def recent_receipt(self, key: str) -> Receipt | None:
        """Return the receipt of a recent update, without a query; an older one is refused when it is stored again."""
        return self._writer.known_receipt(key)

    async def audit(self) -> Audit:
        """Check that every balance is the sum of its entries, and that all balances sum to zero."""
        return await self._writer.read(auditing.audit)

    async def verification(self, progress: verification.Progress) -> Verification:
        """Verify everything but the pages of the file, in steps between which others store and read."""
        return await verification.verify_everything(self._writer, progress)
