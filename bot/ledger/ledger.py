"""The ledger: who holds which chips, what was done at every table, and all else that must outlive the process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final

import structlog
from sqlalchemy import Connection

from bot.ledger import (
    auditing,
    erasure,
    evenings,
    export_queries,
    fingerprint_log,
    history_queries,
    inspection,
    mint_queries,
    packed_journal,
    personal_export,
    player_statistics,
    pruning,
    queries,
    ranking_queries,
    statement_queries,
    verification,
)
from bot.ledger.batch import microseconds, table_number
from bot.ledger.database import Database, StorageBytes
from bot.ledger.erasure import Erased, Rewriter, Whereabouts
from bot.ledger.errors import AuditFailed, BeyondLimit, ChipsOnTables, LedgerError, NothingDue
from bot.ledger.evenings import Evening, Nets
from bot.ledger.full_audit import audit_everything
from bot.ledger.group_renaming import move_group
from bot.ledger.inspection import Inspection, StoredPlaces
from bot.ledger.key_erasure import erase_keys
from bot.ledger.mint_queries import Given, Held, Newcomer
from bot.ledger.online_copy import Progress
from bot.ledger.player_statistics import BalanceHistory, PlayerStatistics, Record
from bot.ledger.ranking_queries import Standing
from bot.ledger.read_models import (
    Audit,
    DealCounts,
    ErasureRow,
    HandPage,
    HandRow,
    LedgerSummary,
    PlayedHand,
    Restoration,
    SealRow,
    StatementDay,
    StatementLine,
    StoredHand,
    Wealth,
)
from bot.ledger.schema_upgrade import write_version_again
from bot.ledger.storage import LOCAL, Storage
from bot.ledger.verification import Verification
from bot.ledger.writer import StoreWatch, Waiting, Writer
from bot.ledger.writes import (
    HANDS_A_COUNT,
    WALLET,
    Account,
    CardShown,
    GroupSaved,
    GuestSaved,
    JournalLine,
    Movement,
    PersonSaved,
    PostSaved,
    Receipt,
    TableSaved,
    Transfer,
    UpdateReceived,
    WriteSet,
    mint,
    moved,
    wallet,
)
from engine.fairness.transparency_log import Head, LogProof

log = structlog.get_logger()

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Ledger:
    """An open ledger; use it as ``async with await Ledger.open(...)``, or call ``close`` on every way out."""

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
        """Where the hands of each group begin to be counted."""

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
        """Open the database, bring it up to date and audit it.

        Args:
            url: ``sqlite+aiosqlite:///PATH``, or ``sqlite+aiosqlite://`` for a ledger in memory.
            now: the clock; its moments carry a time zone.
            watch: is told what becomes of write sets.
            storage: the disk that it is on.

        Raises:
            AnotherInstance: another process has the database open.
            DatabaseTooNew: a newer version of the program wrote it.
            AuditFailed: its balances and transfers contradict each other.
            CannotOpen: it cannot be used for another reason, which the text tells.
        """
        database = await Database.open(url, storage=storage)
        try:
            writer = Writer(database, now, watch)
            await writer.start()
            next_count, table = await writer.read(queries.next_count), await writer.read(queries.newest_table)
            restoration = await writer.read(queries.restoration)
            ledger = cls(database, writer, next_count, table, restoration)
            if not (audit := await ledger._audited_at_start()).sound:
                raise AuditFailed(f"The ledger does not balance: {'; '.join(audit.faults)}.")
        except BaseException:
            await writer.stop()
            await database.close()
            raise
        return ledger

    async def _audited_at_start(self) -> Audit:
        """The audit since the checkpoint; without one, or if that finds any fault, the audit of everything counts."""
        last = await self._writer.read(auditing.checkpoint)
        if last is not None:
            audit = await self._writer.read(auditing.audit_since_checkpoint)
            if audit.sound:
                return audit
        audit = await audit_everything(self._writer)
        if audit.sound and last is not None:
            log.warning("sums of the audit were damaged and are made anew")
        return audit

    def lost_after(self, table: str) -> datetime | None:
        """The moment after which all that was done at a table may be lost, since a backup was restored; or ``None``."""
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
        """What waits to be stored or read."""
        return self._writer.waiting

    @property
    def on_disk(self) -> bool:
        """Whether it is stored in a file, and not in memory alone."""
        return self._database.path is not None

    def storage(self) -> StorageBytes:
        """How much space it takes, and how much is left; it must be on a disk."""
        return self._database.storage()

    async def answers(self) -> None:
        """Return when the writer has had its turn and the database has answered, whatever waits before.

        Raises:
            LedgerClosed: the ledger is closed.
        """
        # A transaction without anything in it goes all the way to the database and back.
        await self._writer.read(lambda _: None)

    async def can_store(self) -> bool:
        """Write a row again as it is, and return whether the disk has taken it."""
        try:
            await self._writer.rewrite(write_version_again)
        except LedgerError:
            return False
        return True

    async def failure(self) -> LedgerError:
        """Return when the disk has failed, with what it said; nothing is stored any more, and it is to be closed."""
        return await asyncio.shield(self._writer.failed)

    async def commit(self, writes: WriteSet) -> None:
        """Store a write set; returns when it is durable.

        After any of these errors but one nothing of the write set is stored, and other write sets are not affected.
        Cancelling the wait does not withdraw the write set.

        Raises:
            Overdrawn: a transfer takes more than its source holds at that point of the write set.
            RepeatedUpdate: one of its updates was carried out before.
            WriteRefused: it contradicts what is stored.
            NotStored: the disk or the database failed.
            OutcomeUnknown: the disk failed at the last moment, so only a new start finds out whether it is stored.
            LedgerClosed: the ledger takes no more write sets.
        """
        await self._writer.store(writes)

    async def fill_up(self, group: str, player: str, floor: int, receipts: WriteSet) -> int:
        """Fill a player's chips up to a floor out of the mint, and return how many were given.

        What the player has is counted in the very transaction that gives the rest, in wallet, stacks and running hands
        together, so that no chip on its way from one to another is overlooked.

        Args:
            group: whose chips.
            player: who is given them, into the wallet.
            floor: how many the player is to have.
            receipts: stored with it.

        Raises:
            NothingDue: the player has as many already, and nothing is stored.
            RepeatedUpdate, WriteRefused, NotStored, LedgerClosed: as for :meth:`commit`.
        """
        given = 0

        def due(connection: Connection) -> WriteSet:
            nonlocal given
            given = floor - queries.wealth(connection, group, player).total
            if given <= 0:
                raise NothingDue(f"{player!r} has {floor} chips or more")
            return (Transfer(mint(group), wallet(group, player), given, "daily", actor=player),)

        await self._writer.store(receipts, due)
        return given

    async def level_wallets(
        self, group: str, to: int, players: Collection[str], movement: Movement, writes: WriteSet
    ) -> None:
        """Bring the wallets of players to one number of chips, by transfers from and to the mint.

        What they hold is read in the very transaction that moves it.

        Args:
            group: whose wallets.
            to: how many chips each is to hold.
            players: whose wallets they are.
            movement: why it is done.
            writes: stored with it.

        Raises:
            ChipsOnTables: a table is open at which chips lie that count, and nothing is stored.
            RepeatedUpdate, WriteRefused, NotStored, LedgerClosed: as for :meth:`commit`.
        """

        def level(connection: Connection) -> WriteSet:
            if queries.tables_for_chips(connection, group):
                raise ChipsOnTables(f"chips of {group!r} lie on tables")
            held = queries.balances(connection, group, WALLET)
            changes = {player: to - held.get(player, 0) for player in players}
            return tuple(
                transfer
                for player, change in sorted(changes.items())
                for transfer in moved(mint(group), wallet(group, player), change, movement)
            )

        await self._writer.store(writes, level)

    async def give(self, gift: Transfer, most: int, since: datetime, receipts: WriteSet) -> None:
        """Store a gift of one player to another, unless the giver has given too much away already.

        What they gave is counted in the very transaction that stores the gift.

        Args:
            gift: the gift, from one wallet to another.
            most: the most chips that a player may give away since then.
            since: the moment from which gifts are counted.
            receipts: stored with it.

        Raises:
            BeyondLimit: it is more than is left, and nothing is stored.
            Overdrawn: the wallet does not hold that many.
            RepeatedUpdate, WriteRefused, NotStored, LedgerClosed: as for :meth:`commit`.
        """

        def within(connection: Connection) -> WriteSet:
            given = statement_queries.given_since(
                connection, gift.group, gift.source.player, gift.reason, microseconds(since)
            )
            if given + gift.amount > most:
                raise BeyondLimit(max(most - given, 0))
            return (gift,)

        await self._writer.store(receipts, within)

    async def move_group(self, old: str, new: str, settings: Sequence[GroupSaved]) -> None:
        """Move everything of one group to another; returns when it is durable.

        Nothing of either group may be under way meanwhile.

        Args:
            old: the group that ends.
            new: the group that goes on; whoever has chips in both has the sum.
            settings: what both groups are set to afterwards.

        Raises:
            NotStored: the disk or the database failed, and nothing has changed.
            LedgerClosed: the ledger takes no more write sets.
        """
        await self._writer.change(lambda connection, at: move_group(connection, old, new, settings, at))

    async def erase_keys(self, closed_before: datetime) -> int:
        """Erase the keys that are still kept of hands that were closed before a moment.

        When this returns they are gone from the database and from its write-ahead log.

        Args:
            closed_before: the moment, with its time zone.

        Returns:
            How many hands had a key.

        Raises:
            NotStored: the disk or the database failed, and some may be left.
            LedgerClosed: the ledger takes no more write sets.
        """
        before = microseconds(closed_before)
        return await self._writer.erase(lambda connection: erase_keys(connection, before))

    async def prune(self, over_before: datetime, tell: Callable[[int], None] = lambda _: None) -> int:
        """Delete journals and records of hands that were over before a moment, in steps, so that nobody waits long.

        It may be broken off at any time and done again.

        Args:
            over_before: with its time zone.
            tell: told after every step how many hands there are so far.

        Returns:
            How many hands had any.

        Raises:
            NotStored: the disk or the database failed, and it is done in part.
            LedgerClosed: the ledger takes no more write sets.
        """
        before, pruned = microseconds(over_before), 0
        while hands := await self._writer.rewrite(lambda c: pruning.prune_step(c, before)):
            pruned += hands
            tell(pruned)
        return pruned

    async def copy_to(self, target: Path, progress: Progress) -> None:
        """Copy the whole ledger to a new file while it is used; the copy is what was durable when it was finished.

        Args:
            target: the file, which only this user will be able to read.
            progress: is told how many pages are copied, and of how many, in another thread.

        Raises:
            NotCopied: the disk or the database failed; part of the file may be there.
            LedgerClosed: the ledger was closed meanwhile; part of the file may be there.
        """
        await self._database.copy(target, progress)

    # --- forgetting people -------------------------------------------------------------------------------------

    async def erasures(self) -> list[ErasureRow]:
        """Who is still to be forgotten, oldest first; also those of whom only traces in free pages may be left."""
        return await self._writer.read(queries.erasures)

    async def erase_history(self, pseudonyms: Mapping[str, str], group: str = "") -> None:
        """Put pseudonyms in the place of players in the history, in steps, so that nobody waits long.

        They have no part in a running hand, and do nothing meanwhile; it may be done twice.

        Args:
            pseudonyms: what they are called from now on, by their ids.
            group: the group in which they are forgotten; everywhere if it is empty.

        Raises:
            NotStored: the disk or the database failed, and it is done in part.
            LedgerClosed: the ledger takes no more write sets.
        """
        people = await self._writer.read(lambda c: erasure.with_names(c, pseudonyms, group))
        at: Whereabouts | None = Whereabouts(0)
        while at is not None:
            at = await self._rewritten(people, group, at)

    async def _rewritten(self, people: Sequence[Erased], group: str, at: Whereabouts) -> Whereabouts | None:
        return await self._writer.rewrite(lambda c: erasure.rewrite_step(c, people, group, at))

    async def erase_people(
        self,
        pseudonyms: Mapping[str, str],
        group: str = "",
        *,
        lasting: Mapping[str, str] = erasure.NOBODY,
        newcomers: Mapping[str, datetime] = MappingProxyType({}),
    ) -> Rewriter:
        """Put pseudonyms in the place of players in all that is no history, which was changed before; return how.

        When this returns, nothing of them can be found but in free pages (:meth:`clean_free_space`); what is kept in
        memory of them must be dropped.

        Args:
            pseudonyms: as above.
            group: as above.
            lasting: the ids under which bans and removals of theirs outlive them.
            newcomers: the hashes by which they are known for a while, and until when.

        Raises:
            NotStored: they have got chips meanwhile, or the disk or the database failed; nothing has changed.
            LedgerClosed: the ledger takes no more write sets.
        """

        def at_once(connection: Connection, at: int) -> Rewriter:
            if any(erasure.chips_left(connection, player, group) for player in pseudonyms):
                raise LedgerError("somebody who is to be forgotten has chips")
            people = erasure.with_names(connection, pseudonyms, group, lasting)
            erasure.rewrite_at_once(connection, people, group)
            erasure.remember_newcomers(connection, {each: microseconds(until) for each, until in newcomers.items()})
            erasure.request_cleaning(connection, pseudonyms, at)
            return Rewriter(people)

        return await self._writer.change(at_once)

    async def export(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """Everything that is stored of a player, by table, read in steps."""
        people = await self._writer.read(lambda c: erasure.with_names(c, {player: erasure.PSEUDONYM}))
        rewriter = erasure.Rewriter(people)
        tables: dict[str, list[dict[str, Any]]] = {}
        at: Whereabouts | None = Whereabouts(0)
        while at is not None:
            found, at = await self._exported(rewriter, at)
            for name, rows in found.items():
                tables.setdefault(name, []).extend(rows)
        tables |= await self._writer.read(lambda c: dict(personal_export.numbers_of(c, player)))
        return {name: rows for name, rows in tables.items() if rows}

    async def _exported(
        self, rewriter: erasure.Rewriter, at: Whereabouts
    ) -> tuple[dict[str, list[dict[str, Any]]], Whereabouts | None]:
        return await self._writer.read(lambda c: personal_export.export_step(c, rewriter, at))

    async def chips_left(self, player: str, group: str = "") -> list[tuple[Account, int]]:
        """The wallets and stacks in which a player has chips, in one group or in all, and how many."""
        return await self._writer.read(lambda c: erasure.chips_left(c, player, group))

    async def clean_free_space(self) -> None:
        """Write the database anew, so that nothing of those who were forgotten is left in any page of it.

        Nothing else is stored meanwhile, about a second for every 100 MB.

        Raises:
            NotStored: the disk or the database failed; it can be done again.
            LedgerClosed: the ledger takes no more write sets.
        """
        await self._writer.clean_free_space(erasure.forget_cleaned)

    async def lasting_id(self, player: str, new_key: bytes = b"") -> str:
        """The id under which something outlives that somebody is forgotten; empty if nobody ever was.

        Args:
            player: who it is.
            new_key: the key with which such ids are made from now on, if none was before.
        """
        read = self._writer.rewrite if new_key else self._writer.read
        key = await read(lambda c: erasure.key_of_hashes(c, new_key))
        return await asyncio.to_thread(erasure.lasting_id, key, player) if key else ""

    async def erased_newcomers(self) -> dict[str, datetime]:
        """The hashes of those who were forgotten a short time ago, each with its time."""
        return {each: queries.moment(at) for each, at in (await self._writer.read(queries.erased_newcomers)).items()}

    async def drop_newcomers(self, before: datetime) -> None:
        """Remove the hashes of newcomers whose time is over."""
        await self._writer.rewrite(lambda c: erasure.drop_newcomers(c, microseconds(before)))

    async def next_hand(self, group: str, *, practice: bool) -> int:
        """A number that no hand has yet: the hands of a group are counted by themselves, and its practice apart."""
        count = await self.count_of(group) + practice * HANDS_A_COUNT
        if count not in self._newest_hands:
            newest = await self._writer.read(lambda c: queries.newest_hand(c, count))
            self._newest_hands.setdefault(count, max(newest, count + self._lost_hands))
        self._newest_hands[count] += 1
        return self._newest_hands[count]

    async def count_of(self, group: str) -> int:
        """What lies between the number of a hand of a group, but not of its practice, and the one that people read."""
        if group not in self._counts:
            found = await self._writer.read(lambda c: queries.count_of(c, group))
            if group not in self._counts:
                self._counts[group] = self._next_count if found is None else found
                self._next_count += 2 * HANDS_A_COUNT * (found is None)
        return self._counts[group]

    def next_table(self) -> str:
        """A short id that no table has yet, in digits and small letters."""
        self._table += 1
        number, id_ = self._table, ""
        while number:
            number, digit = divmod(number, len(DIGITS))
            id_ = DIGITS[digit] + id_
        return id_

    async def balance(self, account: Account) -> int:
        """The chips of an account; zero if it does not exist."""
        known = self._writer.known_balance(account)
        return await self._writer.read(lambda c: queries.balance(c, account)) if known is None else known

    async def balances(self, group: str, kind: str = WALLET) -> dict[str, int]:
        """The chips of every account of one kind in a group, by owner."""
        return await self._writer.read(lambda c: queries.balances(c, group, kind))

    async def statement(
        self, group: str, player: str, *, before: int | None = None, limit: int = 20
    ) -> list[StatementLine]:
        """What made all the chips of a player more or fewer, newest first.

        Args:
            group: whose chips.
            player: whose statement.
            before: the number of a line; those before it are read, or the newest ones for ``None``.
            limit: the most lines.
        """
        return await self._writer.read(lambda c: statement_queries.lines(c, group, player, before, limit))

    async def statement_days(
        self,
        group: str,
        player: str,
        day: Callable[[datetime], tuple[datetime, datetime]],
        *,
        before: int | None = None,
        limit: int = 20,
    ) -> tuple[list[StatementDay], int | None]:
        """What the days of a statement came to, newest first, and the ``before`` of the page with the days after them.

        Args:
            group: whose chips.
            player: whose statement.
            day: when the day of a moment begins and when the next one does.
            before: the number of the first line of a day; those before it are read, or the newest ones for ``None``.
            limit: the most days.
        """

        def day_of(at: int) -> tuple[int, int]:
            begins, ends = day(queries.moment(at))
            return microseconds(begins), microseconds(ends)

        return await self._writer.read(lambda c: statement_queries.days(c, group, player, before, limit, day_of))

    async def exported_hands_of_player(self, group: str, player: str, limit: int) -> list[PlayedHand]:
        """The latest hands of a player that were no practice, newest first."""
        return await self._writer.read(lambda c: export_queries.hands_of_player(c, group, player, limit))

    async def exported_hands_of_table(self, table: str, limit: int) -> list[PlayedHand]:
        """The latest hands of a table that are over, newest first."""
        return await self._writer.read(lambda c: export_queries.hands_of_table(c, table, limit))

    async def newest_table(self, group: str, channel: str) -> str | None:
        """The table that was opened last at a place, whether it is open or not."""
        return await self._writer.read(lambda c: export_queries.newest_table(c, group, channel))

    async def player_statistics(self, group: str, player: str, *, own: bool) -> dict[str, PlayerStatistics]:
        """What is counted of a player, by game; what only they know of is there if they themselves ask."""
        return await self._writer.read(lambda c: player_statistics.player_statistics(c, group, player, own=own))

    async def records(self, group: str, *, computers: str) -> tuple[Record, ...]:
        """The records of a group, game by game; ``computers`` is how the ids of those begin who hold none."""
        return await self._writer.read(lambda c: player_statistics.records(c, group, computers))

    async def balance_history(self, group: str, player: str, *, most: int) -> BalanceHistory | None:
        """How the chips of a player have changed, in ``most`` points or a few more; ``None`` if they never did."""
        return await self._writer.read(lambda c: player_statistics.balance_history(c, group, player, most))

    async def ranked_by_balance(self, group: str, since: datetime | None = None) -> list[Standing]:
        """All chips of every player of a group, without those of hands with computer players; in no order.

        Args:
            group: whose players.
            since: from when on such hands are left out, because all chips before were given back; ``None`` for ever.
        """
        moment = None if since is None else microseconds(since)
        return await self._writer.read(lambda c: ranking_queries.by_balance(c, group, moment))

    async def ranked_by_net(self, group: str, after: datetime, until: datetime | None = None) -> list[Standing]:
        """What every player won or lost in a time, in hands without computer players; in no order, and no zeros.

        Args:
            group: whose players.
            after: the moment after which it begins.
            until: the last moment of it; ``None`` if it lasts.
        """
        end = None if until is None else microseconds(until)
        return await self._writer.read(lambda c: ranking_queries.by_net(c, group, microseconds(after), end))

    async def given(self, group: str) -> list[Given]:
        """Where the chips of every player of a group came from; in no order."""
        return await self._writer.read(lambda c: mint_queries.given(c, group))

    async def held(self, group: str) -> Held:
        """Where the chips of a group are."""
        return await self._writer.read(lambda c: mint_queries.held(c, group))

    async def tables_for_chips(self, group: str) -> int:
        """How many tables of a group are open that are not for practice."""
        return await self._writer.read(lambda c: queries.tables_for_chips(c, group))

    async def hand(self, hand: int) -> HandRow | None:
        """A hand by its number."""
        return await self._writer.read(lambda c: queries.hand(c, hand))

    async def stored_hand(self, hand: int) -> StoredHand | None:
        """All that is stored of a hand, by its number."""
        return await self._writer.read(lambda c: history_queries.stored_hand(c, hand))

    async def last_hand(self, table: str) -> HandRow | None:
        """The newest hand of a table."""
        return await self._writer.read(lambda c: queries.last_hand(c, table))

    async def untold_results(self, table: str) -> list[HandRow]:
        """The hands of a table that are over but whose result was not announced, the oldest first."""
        return await self._writer.read(lambda c: queries.untold_results(c, table))

    async def seal(self, table: str) -> SealRow | None:
        """What is sealed for the next hand of a table."""
        return await self._writer.read(lambda c: queries.seal(c, table))

    async def agreed(self, hand: int) -> set[str]:
        """The players who agreed that all cards of a hand be opened."""
        return await self._writer.read(lambda c: queries.agreed(c, hand))

    async def deal_counts(self, group: str) -> DealCounts:
        """What has become of the deals of a group."""
        return await self._writer.read(lambda c: queries.deal_counts(c, group))

    async def nets(self, group: str, since: datetime, until: datetime) -> dict[str, Nets]:
        """What everybody of a group has won or lost from one moment to before another, but for those who are even."""
        return await self._writer.read(lambda c: evenings.nets(c, group, microseconds(since), microseconds(until)))

    async def table(self, table: str) -> TableSaved | None:
        """A table as it was stored last, open or closed."""
        return await self._writer.read(lambda c: queries.table(c, table))

    async def evening(self, group: str, channel: str, player: str, number: int | None) -> Evening | None:
        """An evening that somebody may see: one in their channel, or one at which they sat.

        Args:
            group: the group.
            channel: where they are.
            player: who asks; empty for an admin in the name of the group.
            number: the number of its table; ``None`` for the latest in the channel, or else the latest of theirs.
        """
        return await self._writer.read(lambda c: evenings.evening(c, group, channel, player, number))

    @property
    def log_head(self) -> Head:
        """The head of the log of fingerprints; whatever it covers is durable."""
        return self._writer.log_head

    def head_posted_at(self, group: str, channel: str) -> datetime | None:
        """When a head of that log was last posted at a place; ``None`` if it never was."""
        at = self._writer.head_posted_at(group, channel)
        return None if at is None else queries.moment(at)

    async def last_posted_head(self, group: str) -> int:
        """The size of the log in the head that was last posted in a group; 0 if there was none."""
        return await self._writer.read(lambda c: fingerprint_log.last_posted(c, group))

    async def log_proof(self, identity: bytes, number: int, earlier: Sequence[int] = ()) -> LogProof:
        """What the log of fingerprints says of a hand, proved against its newest head.

        Args:
            identity: the bytes that are the table's alone.
            number: the number of the hand at its table.
            earlier: the sizes of earlier heads to show consistent, ascending.

        Raises:
            ValueError: the log never had one of those sizes.
        """
        return await self._writer.read(lambda c: fingerprint_log.log_proof(c, identity, number, earlier))

    async def journal(self, hand: int) -> list[JournalLine]:
        """What was done in a hand, in order."""
        return await self._writer.read(lambda c: queries.journal(c, hand))

    async def cards_shown(self, hand: int) -> list[CardShown]:
        """The cards of a hand that players have shown after it, in the order in which they were dealt."""
        return await self._writer.read(lambda c: history_queries.cards_shown(c, hand))

    async def history_of_player(
        self, group: str, player: str, *, before: int | None = None, limit: int
    ) -> list[tuple[int, int]]:
        """The hands of a player, newest first: the number of the line in their statement, and that of the hand.

        Args:
            group: the group.
            player: the player.
            before: the line of the last hand of the page before, or ``None`` for the first page.
            limit: the most of a page.
        """
        return await self._writer.read(lambda c: history_queries.of_player(c, group, player, before, limit))

    async def history_of_table(self, table: str, *, before: int | None = None, limit: int) -> list[int]:
        """The numbers of the hands of a table that are over, newest first.

        Args:
            table: its id.
            before: the last hand of the page before, or ``None`` for the first page.
            limit: the most of a page.
        """
        return await self._writer.read(lambda c: history_queries.of_table(c, table, before, limit))

    async def last_seq(self, table: str) -> int:
        """The number of the newest journal line of a table; zero if it has none."""
        return await self._writer.read(lambda c: packed_journal.last_seq(c, table))

    async def summary(self) -> LedgerSummary:
        """What is in the database, in figures."""
        return await self._writer.read(queries.summary)

    async def tables_to_resume(self) -> list[TableSaved]:
        """The tables to resume after a restart, oldest first: the open ones, and those with a result not announced."""
        return await self._writer.read(queries.tables_to_resume)

    async def groups(self) -> dict[str, str]:
        """The settings of every group that has its own, as JSON."""
        return await self._writer.read(queries.groups)

    async def person(self, group: str, player: str) -> PersonSaved | None:
        """What is known of a player in a group."""
        return await self._writer.read(lambda c: queries.person(c, group, player))

    async def people(self, group: str) -> dict[str, PersonSaved]:
        """Everybody known in a group, by player."""
        return await self._writer.read(lambda c: queries.people(c, group))

    async def person_everywhere(self, player: str) -> list[PersonSaved]:
        """What is known of a player in every group."""
        return await self._writer.read(lambda c: queries.person_everywhere(c, player))

    async def limits(self, player: str) -> str:
        """What a player has limited for themselves, as JSON; empty if that is nothing."""
        return await self._writer.read(lambda c: queries.limits(c, player))

    async def played_since(
        self, player: str, groups: Sequence[str], since: datetime
    ) -> tuple[int, list[tuple[datetime, datetime]]]:
        """What a player has played for chips since a moment: the net of it, and when each hand was dealt and over.

        Hands that were called off or reversed count in neither.
        """
        return await self._writer.read(lambda c: queries.played_since(c, player, groups, microseconds(since)))

    async def finished_hands(
        self, group: str, since: datetime, *, before: int | None = None, limit: int = 200
    ) -> HandPage:
        """The newest hands of a group since a moment that were played to their end, and not for practice.

        Args:
            group: whose hands.
            since: the moment.
            before: where the page before says that this one begins, or ``None`` for the first page.
            limit: how many hands are looked at.
        """
        return await self._writer.read(lambda c: queries.finished_hands(c, group, microseconds(since), before, limit))

    async def newcomers(self, group: str, since: datetime) -> dict[str, Newcomer]:
        """Whose account in a group began at a moment or later, with what the mint gave them in its first week."""
        return await self._writer.read(lambda c: mint_queries.newcomers(c, group, microseconds(since)))

    async def undone_by(self, group: str, since: datetime) -> dict[str, int]:
        """How many hands of a group since a moment were called off or reversed, by whom; empty stands for nobody."""
        return await self._writer.read(lambda c: queries.undone_by(c, group, microseconds(since)))

    async def stacks(self, group: str, table: str) -> dict[str, int]:
        """The chips before every player of a table."""
        return await self._writer.read(lambda c: queries.stacks(c, group, table))

    async def wealth(self, group: str, player: str) -> Wealth:
        """All chips of a player in a group as of one moment, those of practice left out."""
        return await self._writer.read(lambda c: queries.wealth(c, group, player))

    async def staked(self, hand: int) -> dict[str, int]:
        """What every player has in the pot of a running hand, by what was moved for it."""
        return await self._writer.read(lambda c: queries.staked(c, hand))

    async def practised(self, hand: int) -> bool:
        """Whether a hand was played for practice chips."""
        return await self._writer.read(lambda c: queries.practised(c, hand))

    def recent_receipt(self, key: str) -> Receipt | None:
        """The receipt of a recent update, without a query; an older one is still refused when it is stored again."""
        return self._writer.known_receipt(key)

    async def receipt(self, key: str) -> Receipt | None:
        """The receipt of an update that was carried out, however long ago."""
        known = self._writer.known_receipt(key)
        if known is not None or self._writer.remembers_all_receipts:
            return known
        return await self._writer.read(lambda c: queries.receipt(c, key))

    async def updates_waiting(self) -> list[tuple[str, int, str]]:
        """The bot, the number and the chat of every update that was received and is not handled yet, oldest first."""
        return await self._writer.read(queries.updates_waiting)

    async def updates_of(self, bot: str, chat: str, limit: int) -> list[UpdateReceived]:
        """The oldest updates of a chat that were received and are not handled yet."""
        return await self._writer.read(lambda c: queries.updates_of(c, bot, chat, limit))

    async def messages(self, table: str) -> dict[str, str]:
        """Where the live messages of a table stand, by slot."""
        return await self._writer.read(lambda c: queries.messages(c, table))

    async def posts(self, place: str, limit: int) -> list[PostSaved]:
        """The newest posts of a place of the local room, oldest first."""
        return await self._writer.read(lambda c: queries.posts(c, place, limit))

    async def guest(self, token_hash: str) -> GuestSaved | None:
        """The guest of the local room whose secret has this hash."""
        return await self._writer.read(lambda c: queries.guest(c, token_hash))

    async def first_guest(self) -> str:
        """The id of the guest of the local room who came before all others who are there; empty if nobody is."""
        return await self._writer.read(queries.first_guest)

    async def guests(self) -> list[GuestSaved]:
        """Everybody of the local room."""
        return await self._writer.read(queries.guests)

    async def audit(self) -> Audit:
        """Check that every balance is the sum of its transfers, and that all balances sum to zero."""
        return await audit_everything(self._writer)

    async def verification(self, progress: verification.Progress) -> Verification:
        """Verify everything but the pages of the file, in steps between which others store and read.

        Args:
            progress: told after every step which part it was of, how much of it is done, and of how much.
        """
        return await verification.verify_everything(self._writer, progress)

    async def places(self) -> StoredPlaces:
        """Where Kiu was ever used."""
        return await self._writer.read(inspection.places)

    async def inspection(self) -> Inspection:
        """What the database is like; its pages are not looked at, because tables would have to wait for that."""
        return await self._writer.read(inspection.contents)
