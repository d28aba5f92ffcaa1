"""The rows of one transaction."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bot.ledger.errors import LedgerError
from bot.ledger.key_slots import slot_content
from bot.ledger.player_counts import PlayerGame, facts_to_json
from bot.ledger.writes import (
    Account,
    CardShown,
    DisclosureAgreed,
    ErasureAsked,
    GroupCounted,
    GroupSaved,
    GuestSaved,
    HandAnnounced,
    HandClosed,
    HandOpened,
    HandVoided,
    HeadPosted,
    JournalLine,
    LimitsErased,
    LimitsSaved,
    LogAppended,
    MessageForgotten,
    MessageSaved,
    PackDisclosed,
    PacksSealed,
    PersonSaved,
    PostSaved,
    Receipt,
    ResultsAnnounced,
    SealBroken,
    TableSaved,
)
from engine.fairness.transparency_log import LogTail, stored_at

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


class Batch:
    """Rows of one transaction, and facts known once it is durable."""

    def __init__(self, at: int, log: LogTail, next_posting: int, posted_at: int) -> None:
        self.at = at
        self.posted_at = max(at, posted_at)
        """The time of its postings, never before an older one."""

        self.next_posting = next_posting
        self.log = log

        self.rows: dict[str, list[tuple[Any, ...]]] = {}

        self.changes: dict[Account, int] = {}

        self.holders: set[Account] = set()

        self.streaks: dict[PlayerGame, int] = {}
        """Hands won in a row by player and game."""

        self.voided: list[int] = []

        self.receipts: dict[str, Receipt] = {}
        """Receipts by key."""

        self.posted: dict[tuple[str, str], int] = {}

        self.line: tuple[str, int] | None = None
        """Table and number of the newest journal line."""

        self.outcomes: list[LedgerError | None] = []
        """The refusal of each write set in order, or ``None``."""

    def add(self, statement: str, row: tuple[Any, ...]) -> None:
        self.rows.setdefault(statement, []).append(row)


def _hand_opened(batch: Batch, write: HandOpened) -> None:
    batch.add("rule_set", (write.rules_hash, write.rules))
    players, stacks = json.dumps(write.players), json.dumps(write.stacks)
    batch.add(
        "hand_opened",
        (
            write.hand, write.table, write.group, write.number, write.game, write.rules_hash, players, stacks,
            write.dealer, write.carried, batch.at, write.streak,
        ),
    )  # fmt: skip
    batch.add("group_count", (write.group, "hands", 1))
    batch.add("hand_dealt", (write.hand, write.sealed))
    batch.add("hand_keys", (write.hand, bool(write.keys), slot_content(write.keys)))


def _packs_sealed(batch: Batch, write: PacksSealed) -> None:
    batch.add("packs_sealed", (write.table, write.number, write.attempt))
    batch.add("seal_keys", (write.table, True, slot_content(write.keys)))


def _seal_broken(batch: Batch, write: SealBroken) -> None:
    batch.add("seal_broken", (write.table,))
    batch.add("seal_keys_erased", (False, slot_content(b""), write.table))


def _journal_line(batch: Batch, write: JournalLine) -> None:
    batch.line = (write.table, write.seq)
    batch.add("journal", (write.table, write.seq, write.hand, batch.at, write.actor, write.text))


def _hand_closed(batch: Batch, write: HandClosed) -> None:
    facts = facts_to_json(write.facts)
    batch.add("hand_closed", (batch.at, json.dumps(write.settlement), write.voided, facts, write.hand))
    if write.record:
        batch.add("hand_recorded", (*_record(write.record), write.record_hash, write.hand))
        batch.add("hand_keys_kept", (bool(write.key), slot_content(write.key), write.hand))


def _hand_voided(batch: Batch, write: HandVoided) -> None:
    batch.add("hand_voided", (write.reason, write.hand, ""))
    batch.voided.append(write.hand)
    if write.record:
        _record_replaced(batch, write)


def _pack_disclosed(batch: Batch, write: PackDisclosed) -> None:
    _record_replaced(batch, write)
    batch.add("pack_disclosed", (False, slot_content(b""), write.hand, True))


def _record(record: str) -> tuple[str, bytes | None]:
    """Compress a record unless it contains a typed reason."""
    fields = json.loads(record)
    reason = fields.get("reversed") or fields.get("outcome", {}).get("voided")
    return (record, None) if reason else ("", zlib.compress(record.encode(), 9))


def _record_replaced(batch: Batch, write: HandVoided | PackDisclosed) -> None:
    batch.add("record_replaced", (*_record(write.record), write.hand))


def _disclosure_agreed(batch: Batch, write: DisclosureAgreed) -> None:
    batch.add("agreement", (write.hand, write.player))


def _card_shown(batch: Batch, write: CardShown) -> None:
    batch.add("journal", (shown_of(write.hand), write.place, write.hand, batch.at, write.player, write.opening))


def _log_appended(batch: Batch, write: LogAppended) -> None:
    entry, index = write.entry, batch.log.size
    batch.add("log_entry", (index, int(entry.kind), entry.table, entry.hand, entry.attempt, entry.value))
    batch.log, made = batch.log.appended(entry.leaf)
    for level, node in enumerate(made):
        batch.add("log_node", (stored_at(level, index >> level), node))


def _head_posted(batch: Batch, write: HeadPosted) -> None:
    batch.add("head_posted", (write.group, write.channel, write.size, batch.at))
    batch.posted[write.group, write.channel] = batch.at


def _hand_announced(batch: Batch, write: HandAnnounced) -> None:
    batch.add("hand_announced", (True, write.hand))


def _results_announced(batch: Batch, write: ResultsAnnounced) -> None:
    batch.add("results_announced", (True, write.table))


def _table_saved(batch: Batch, write: TableSaved) -> None:
    number = table_number(write.table)
    batch.add("game_table", (write.table, number, write.group, write.channel, write.game, write.state, write.open))


def _group_counted(batch: Batch, write: GroupCounted) -> None:
    batch.add("group_count", (write.group, write.what, write.times))


def _group_saved(batch: Batch, write: GroupSaved) -> None:
    batch.add("chat_group", (write.group, write.settings))


def _person_saved(batch: Batch, write: PersonSaved) -> None:
    batch.add("person", (write.group, write.player, write.name, write.language))


def _limits_saved(batch: Batch, write: LimitsSaved) -> None:
    batch.add("player_limit", (write.player, write.limits))


def _limits_erased(batch: Batch, write: LimitsErased) -> None:
    batch.add("player_limit_erased", (write.player,))


def _message_saved(batch: Batch, write: MessageSaved) -> None:
    batch.add("message", (write.table, write.slot, write.message))


def _message_forgotten(batch: Batch, write: MessageForgotten) -> None:
    batch.add("message_forgotten", (write.table, write.slot))


def _receipt(batch: Batch, write: Receipt) -> None:
    batch.add("receipt", (write.key, write.fingerprint, write.reply, batch.at))
    batch.receipts[write.key] = write


def _post_saved(batch: Batch, write: PostSaved) -> None:
    batch.add("post", (write.place, write.number, write.body, write.picture))


def _guest_saved(batch: Batch, write: GuestSaved) -> None:
    batch.add("guest", (write.token_hash, write.player, write.name))


def _erasure_asked(batch: Batch, write: ErasureAsked) -> None:
    batch.add("erasure_asked", (write.player, write.pseudonym, batch.at))


ENCODERS: Final[dict[type, Callable[[Batch, Any], None]]] = {
    JournalLine: _journal_line,
    PacksSealed: _packs_sealed,
    SealBroken: _seal_broken,
    HandOpened: _hand_opened,
    HandClosed: _hand_closed,
    HandVoided: _hand_voided,
    PackDisclosed: _pack_disclosed,
    DisclosureAgreed: _disclosure_agreed,
    CardShown: _card_shown,
    LogAppended: _log_appended,
    HeadPosted: _head_posted,
    HandAnnounced: _hand_announced,
    ResultsAnnounced: _results_announced,
    TableSaved: _table_saved,
    GroupCounted: _group_counted,
    GroupSaved: _group_saved,
    PersonSaved: _person_saved,
    LimitsSaved: _limits_saved,
    LimitsErased: _limits_erased,
    MessageSaved: _message_saved,
    MessageForgotten: _message_forgotten,
    Receipt: _receipt,
    PostSaved: _post_saved,
    GuestSaved: _guest_saved,
    ErasureAsked: _erasure_asked,
}
"""Encoders by write; the writer itself adds postings, which need accounts."""


def shown_of(hand: int) -> str:
    """Return the stand-in for a table in the journal of shown cards, with lines numbered by card."""
    return f"hand:{hand}"


def table_number(table: str) -> int:
    """Return the number of a table's id in base 36; zero for a foreign id."""
    return int(table, 36) if table.isascii() and table.isalnum() and len(table) <= 11 else 0
