"""Verification, the loss of a restored backup, and deletion of old records."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from enum import Enum, auto
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, case, delete, func, insert, or_, select, update

from bot.ledger import Audit, AuditFailed, CannotOpen, Damaged, Ledger, audit, opened, page_damage, queries, schema
from bot.ledger.auditing import FAULTS_REPORTED
from bot.ledger.dialect import dialect_of
from bot.ledger.forgotten import list_beside, note, numbers_in
from bot.ledger.identities import identities_of
from bot.ledger.newest_position import Position, covers, position_of, read_position
from bot.ledger.online_copy import in_one_file
from bot.ledger.postings import UNRANKED, WON
from bot.ledger.schema_version import is_empty, is_older
from bot.ledger.times import microseconds, moment
from engine.fairness import records
from engine.fairness.transparency_log import Entry, EntryKind, LogTail

RECORDS_A_QUERY: Final = 200
ENTRIES_A_QUERY: Final = 5_000

HANDS_LOST: Final = 10_000
TABLES_LOST: Final = 1_000
"""Hands and tables assumed lost if their numbers are unknown."""


HANDS_A_STEP: Final = 1_000
"""Hands of one transaction, which takes hundredths of a second."""

_hand, _deal, _journal = schema.hand, schema.deal, schema.journal
_entry, _node = schema.log_entry.c, schema.log_node.c


# --- verification --------------------------------------------------------------------------------------------------


def verify_file(path: Path, newest: int | None = None) -> Audit:
    """Verify a copy of a database, but only the records of so many ``newest`` hands.

    Raise ``Damaged``, ``DatabaseTooNew`` or ``CannotOpen`` if it cannot be read.
    """
    with opened(path, unchanged=True) as connection:
        return verify(connection, newest)


def check_file(path: Path, newest: int | None = None) -> Audit:
    """Verify a copy likewise; raise ``Damaged`` or ``AuditFailed`` for faults too."""
    found = verify_file(path, newest)
    if found.damage:
        raise Damaged(f"The file is damaged: {'; '.join(found.damage)}.")
    if found.faults:
        raise AuditFailed(f"The ledger does not hold together: {'; '.join(found.faults)}.")
    return found


def verify(connection: Connection, newest: int | None = None) -> Audit:
    """Check all, but only the records of so many ``newest`` hands; raise ``DatabaseTooNew`` or ``CannotOpen``."""
    if damage := [*page_damage(connection, "integrity_check"), *_lost_rows(connection)]:
        return Audit(damage)
    if is_empty(connection):
        raise CannotOpen("The file is no database of Kiu's.")
    if is_older(connection):
        raise CannotOpen("The database is of an older version: start Kiu with it once, or restore it as a backup.")
    found = audit(connection)
    chain, log = _RecordChain(), _Log()
    faults = [
        *found.faults,
        *sum_faults(connection),
        *islice(chain.faults(connection, newest), FAULTS_REPORTED),
        *log.faults(connection),
    ]
    return replace(found, faults=faults, records=chain.records, entries=log.tail.size)


def _lost_rows(connection: Connection) -> Iterator[str]:
    for table in dialect_of(connection).lost_rows(connection, FAULTS_REPORTED):
        yield f"a row of {table} refers to one that is not there"


def sum_faults(connection: Connection) -> list[str]:
    entry, posting = schema.entry.c, schema.posting.c
    name = case((posting.ranked.is_(None), posting.reason), (posting.ranked, WON), else_=UNRANKED).label("sum_name")
    found: dict[tuple[int, str], int] = {}
    proved = (
        select(entry.holder, name, func.sum(entry.amount))
        .join(schema.posting, posting.id == entry.posting)
        .where(entry.holder.is_not(None))
        .group_by(entry.holder, "sum_name")
    )
    for holder, reason, chips in connection.execute(proved):
        if chips:
            found[holder, reason] = chips
    stored = connection.execute(select(schema.player_sum))
    says = {(account, reason): chips for account, reason, chips in stored if chips}
    wrong = sorted(key for key in found.keys() | says.keys() if found.get(key, 0) != says.get(key, 0))
    return [
        f"the sum {reason!r} of the wallet {account} says {says.get((account, reason), 0)} chips, "
        f"its entries {found.get((account, reason), 0)}"
        for account, reason in wrong[:FAULTS_REPORTED]
    ]


class _RecordChain:
    """The records of all tables, in order of hands; each follows the one before at its table."""

    def __init__(self) -> None:
        self.records = 0
        self._newest: dict[str, str] = {}

    def faults(self, connection: Connection, newest: int | None) -> Iterator[str]:
        earlier = select(_hand.c.opened_at).order_by(_hand.c.opened_at.desc()).limit(1)
        since = 0 if newest is None else connection.execute(earlier.offset(newest)).scalar() or 0
        query = (
            select(_hand.c.id, _hand.c.table_id, _deal.c.record, _deal.c.record_hash)
            .join(schema.deal, _deal.c.hand == _hand.c.id)
            .where(_hand.c.closed_at.is_not(None), _hand.c.opened_at > since)
            .order_by(_hand.c.id)
        )
        for row in connection.execute(query).yield_per(RECORDS_A_QUERY):
            if row.record:
                yield from self._faults_of(row)
            # A pruned or forgotten record leaves its hash.
            self._newest[row.table_id] = row.record_hash

    def _faults_of(self, row: Any) -> Iterator[str]:
        self.records += 1
        try:
            fields = records.read(queries.record_of(row))
            hashed, digest = records.record_hash(fields).hex(), records.file_digest(fields).hex()
            said, previous, own_digest = fields["hash"], fields["previous"], fields["digest"]
        except (ValueError, OverflowError, KeyError, TypeError, AttributeError, zlib.error):
            yield f"the record of hand {row.id} cannot be read"
            return
        if not row.record_hash == hashed == said or digest != own_digest:
            yield f"the record of hand {row.id} was changed"
        if previous != self._newest.get(row.table_id, previous):
            yield f"hand {row.id} does not follow the hand before it at its table"


class _Log:
    """The log of fingerprints, whose stored tree follows from its entries."""

    def __init__(self) -> None:
        self.tail = LogTail()

    def faults(self, connection: Connection) -> Iterator[str]:
        nodes = connection.execute(select(_node.hash).order_by(_node.id)).yield_per(ENTRIES_A_QUERY)
        stored, subtrees = nodes.scalars(), 0
        for row in connection.execute(select(schema.log_entry).order_by(_entry.id)).yield_per(ENTRIES_A_QUERY):
            if row.id != self.tail.size:
                yield f"entry {self.tail.size} of the log of fingerprints is missing"
                return
            entry = Entry(EntryKind(row.kind), bytes(row.identity), row.number, row.attempt, bytes(row.value))
            self.tail, made = self.tail.appended(entry.leaf)
            kept = [bytes(node) for node in islice(stored, len(made))]
            subtrees += len(made)
            if len(kept) < len(made):
                yield "the log of fingerprints lacks part of its tree"
                return
            if kept != list(made):
                yield "the log of fingerprints was changed"
                return
        newest = connection.execute(select(func.max(_node.id))).scalar()
        if (-1 if newest is None else newest) + 1 != subtrees:
            yield "the log of fingerprints lacks its newest entries"
        posted = connection.execute(select(func.max(schema.posted_head.c.size))).scalar() or 0
        if posted > self.tail.size:
            yield f"a head of {posted} entries of the log was posted, and there are {self.tail.size}"


# --- loss ----------------------------------------------------------------------------------------------------------


class Loss(Enum):
    """The loss of announced data by a restoration."""

    NOTHING = auto()
    SOMETHING = auto()
    """It lacks announced data, or has another history."""

    UNKNOWN = auto()


def loss(database: Path, backup: Path) -> Loss:
    told = [each for each in (read_position(database), _position_in(database)) if each and not each.is_beginning]
    if not told:
        return Loss.UNKNOWN
    with opened(backup) as connection:
        lost = not all(covers(connection, each) for each in told)
    return Loss.SOMETHING if lost else Loss.NOTHING


def mark_lost(backup: Path, database: Path, now: datetime) -> datetime | None:
    """Note the loss in a backup, so that tables people saw further on do not continue.

    Return the moment of its newest data; ``None`` if nothing was played.
    """
    known = _numbers_in(database)
    with opened(backup) as connection:
        hands, tables = queries.newest(connection)
        lost = (hands + HANDS_LOST, tables + TABLES_LOST) if known is None else known
        until = _stored_until(connection)
        numbers = {"hands": max(hands, lost[0]), "tables": max(tables, lost[1])}
        connection.execute(insert(schema.restoration).values(at=microseconds(now), stored_until=until, **numbers))
    in_one_file(backup)
    return moment(until) if until else None


def forget_again(backup: Path, database: Path, now: datetime) -> int:
    """Let a backup forget people forgotten since, at the next start; return their number.

    Later numbers leave the list, since the restored database assigns them anew.
    """
    listed = numbers_in(database)
    with opened(backup) as connection:
        identities = identities_of(connection)
        known = [number for number in listed if number <= identities.newest]
        players = [player for number in known if (player := identities.known(number))]
        for player in players:
            connection.execute(insert(schema.erasure).values(player=player, at=microseconds(now)))
    in_one_file(backup)
    if known != listed:
        list_beside(database).unlink()
        note(database, known)
    return len(players)


def _position_in(database: Path) -> Position | None:
    try:
        with opened(database) as connection:
            return position_of(connection)
    except (CannotOpen, KeyError):
        return None


def _numbers_in(database: Path) -> tuple[int, int] | None:
    try:
        with opened(database) as connection:
            return queries.newest(connection)
    except CannotOpen:
        return None


def _stored_until(connection: Connection) -> int:
    posting = schema.posting.c
    newest = connection.execute(select(posting.at).order_by(posting.id.desc()).limit(1)).scalar() or 0
    hands = connection.execute(select(func.max(schema.hand.c.opened_at), func.max(schema.hand.c.closed_at))).one()
    return max(newest, *(at or 0 for at in hands))


# --- pruning -------------------------------------------------------------------------------------------------------


def _prune_step(connection: Connection, before: int) -> int:
    """Delete some journals and records of hands over before a stored time."""
    record = select(_deal.c.hand).where(_deal.c.hand == _hand.c.id, _deal.c.record.is_not(None)).exists()
    line = select(_journal.c.seq).where(queries.OF_HAND).exists()
    old = select(_hand.c.id).where(_hand.c.closed_at < before, or_(line, record))
    hands = connection.execute(old.limit(HANDS_A_STEP)).scalars().all()
    connection.execute(update(_deal).where(_deal.c.hand.in_(hands)).values(sealed="", record=None))
    opened = select(queries.OPENED).where(_hand.c.id.in_(hands))
    connection.execute(delete(_journal).where(_journal.c.opened.in_(opened), _journal.c.hand.in_(hands)))
    return len(hands)


async def prune(ledger: Ledger, over_before: datetime) -> int:
    """Delete journals and records of hands over before a moment in steps; return their number.

    It may be interrupted and repeated.
    """
    before, pruned = microseconds(over_before), 0
    while hands := await ledger.rewrite(_prune_step, before):
        pruned += hands
    return pruned
