"""The tables of the database, in types that SQLite and PostgreSQL share.

Times are microseconds since 1970 in UTC, chips integers, and structures JSON.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    and_,
    event,
    false,
    literal_column,
    text,
)

from bot.ledger.key_slots import KeySlot
from bot.ledger.postings import MOST_CHIPS

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows only in INTEGER columns, which hold 64 bits too.
RowNumber = BigInteger().with_variant(Integer, "sqlite")

account = Table(
    "account",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("group_id", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("balance", BigInteger, nullable=False),
    UniqueConstraint("kind", "group_id", "owner"),
    CheckConstraint("kind IN ('mint', 'wallet', 'stack', 'carried')", name="kind"),
    CheckConstraint("balance >= 0 OR kind = 'mint'", name="balance"),
    Index(None, "group_id", "player"),
)

rule_set = Table(
    "rule_set",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("rules", Text, nullable=False),
)

_UNANNOUNCED: Final = "NOT announced AND voided = ''"

hand = Table(
    "hand",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=False),
    Column("table_id", Text, nullable=False),
    Column("group_id", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules_hash", Text, ForeignKey("rule_set.hash"), nullable=False),
    Column("players", Text, nullable=False),
    Column("stacks", Text, nullable=False),
    Column("dealer", Integer, nullable=False),
    Column("carried", BigInteger, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("settlement", Text),
    Column("voided", Text, nullable=False, server_default=text("''")),
    Column("announced", Boolean, nullable=False, server_default=false()),
    Column("streak", Integer, nullable=False, server_default=text("0")),
    # Public facts of each seat.
    Column("facts", Text, nullable=False, server_default=text("''")),
    UniqueConstraint("table_id", "number"),
    Index(None, "group_id", "voided"),
    # For starts and audits: running hands, and results not announced.
    Index("ix_hand_unannounced", "table_id", sqlite_where=text(_UNANNOUNCED), postgresql_where=text(_UNANNOUNCED)),
)

UNANNOUNCED: Final = and_(literal_column("NOT hand.announced"), literal_column("hand.voided = ''"))
"""The index's condition, repeated without parameters for the database to recognise."""

# Deals from sealed packs, one for each hand.
deal = Table(
    "deal",
    metadata,
    Column("hand", RowNumber, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    Column("sealed", Text, nullable=False),
    # The record, compressed.
    Column("record", LargeBinary),
    Column("record_hash", Text, nullable=False, server_default=text("''")),
)

# The seal of a table's next hand.
seal = Table(
    "seal",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
)

# Keys of a table's seal or of a hand.
key_slot = Table(
    "key_slot",
    metadata,
    Column("id", RowNumber, primary_key=True),
    Column("table_id", Text),
    Column("hand", BigInteger, ForeignKey("hand.id")),
    Column("kept", Boolean, nullable=False),
    Column("content", KeySlot, nullable=False),
    UniqueConstraint("table_id"),
    UniqueConstraint("hand"),
    CheckConstraint("(table_id IS NULL) <> (hand IS NULL)", name="owner"),
    # For erasing; few hands have keys.
    Index("ix_key_slot_kept", "hand", sqlite_where=text("kept"), postgresql_where=text("kept")),
)

# Consents to open all cards.
agreement = Table(
    "agreement",
    metadata,
    Column("hand", BigInteger, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    Column("player", Text, primary_key=True),
)

# The log of fingerprints by index, from 0.
log_entry = Table(
    "log_entry",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=False),
    Column("kind", Integer, nullable=False),
    # The table's name in records, which hides its group.
    Column("identity", LargeBinary, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("value", LargeBinary, nullable=False),
    Index(None, "identity", "number"),
)

# Its complete subtrees in order, so that rows are only appended.
log_node = Table(
    "log_node",
    metadata,
    Column("id", RowNumber, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)

# The last posted head by place.
posted_head = Table(
    "posted_head",
    metadata,
    Column("group_id", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Counts of a group's hands and mishaps.
group_count = Table(
    "group_count",
    metadata,
    Column("group_id", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("times", BigInteger, nullable=False),
)

# The reasons of movements.
posting = Table(
    "posting",
    metadata,
    # Never before an older posting, even if the clock is put back.
    Column("id", RowNumber, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("hand", BigInteger, ForeignKey("hand.id")),
    Column("actor", Text, nullable=False),
    Column("note", Text, nullable=False),
    # NULL unless it is a result of a hand.
    Column("ranked", Boolean),
    Index(None, "at"),
    Index("ix_posting_hand", "hand", sqlite_where=text("hand IS NOT NULL"), postgresql_where=text("hand IS NOT NULL")),
)

# Balanced entries of postings. One with a holder is a line of the statement.
entry = Table(
    "entry",
    metadata,
    Column("posting", BigInteger, ForeignKey("posting.id"), primary_key=True, autoincrement=False),
    Column("account", BigInteger, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("amount", BigInteger, nullable=False),
    # The wallet of a player whose chips change; NULL between own wallet and stack.
    Column("holder", BigInteger, ForeignKey("account.id")),
    CheckConstraint(f"amount BETWEEN -{MOST_CHIPS} AND {MOST_CHIPS}", name="amount"),
    Index(
        "ix_entry_holder", "holder", "posting", "amount",
        sqlite_where=text("holder IS NOT NULL"), postgresql_where=text("holder IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)  # fmt: skip

# Counts of a player in a game.
player_count = Table(
    "player_count",
    metadata,
    Column("account", BigInteger, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("times", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Maxima of a player in a game, with their first hands.
player_best = Table(
    "player_best",
    metadata,
    Column("account", BigInteger, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
    Column("hand", BigInteger, ForeignKey("hand.id"), nullable=False),
    sqlite_with_rowid=False,
)

# Gains by player and reason, or rank; their sum is all that the player has.
player_sum = Table(
    "player_sum",
    metadata,
    Column("account", BigInteger, ForeignKey("account.id"), primary_key=True, autoincrement=False),
    Column("reason", Text, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("hand", BigInteger, ForeignKey("hand.id")),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("text", Text, nullable=False),
    # The digest of the key of the update that brought it.
    Column("update_key", LargeBinary),
    Index(None, "hand"),
    Index(
        "uq_journal_update_key",
        "update_key",
        unique=True,
        sqlite_where=text("update_key IS NOT NULL"),
        postgresql_where=text("update_key IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

game_table = Table(
    "game_table",
    metadata,
    Column("id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("group_id", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Index(None, "number"),
    Index(None, "open", "group_id"),
    Index(None, "group_id", "number"),
)

chat_group = Table(
    "chat_group",
    metadata,
    Column("id", Text, primary_key=True),
    Column("settings", Text, nullable=False),
)

# Names of people by group; with an empty group the platform's id of a person or group, which stands nowhere else.
# Its own number is never reused, and stands in every other row in place of the id.
person = Table(
    "person",
    metadata,
    Column("group_id", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("known_as", Text, nullable=False),
    Column("language", Text, nullable=False),
    Index(None, "player"),
)

# People's own limits on a platform.
player_limit = Table(
    "player_limit",
    metadata,
    Column("player", Text, primary_key=True),
    Column("limits", Text, nullable=False),
)

message = Table(
    "message",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("message", Text, nullable=False),
)

# Keys of gifts, and of updates that added no line to the journal.
once = Table("once", metadata, Column("key", Text, primary_key=True), sqlite_with_rowid=False)

post = Table(
    "post",
    metadata,
    Column("place", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("body", Text, nullable=False),
    Column("picture", LargeBinary, nullable=False),
)

guest = Table(
    "guest",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("player"),
)

# People to forget; the id goes first, the row once free pages are clean.
erasure = Table(
    "erasure",
    metadata,
    Column("id", RowNumber, primary_key=True),
    Column("player", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Slow hashes of people recently forgotten, without another starting grant, or on a break.
erased_newcomer = Table(
    "erased_newcomer",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# The random key of these hashes.
erasure_key = Table("erasure_key", metadata, Column("key", LargeBinary, primary_key=True))

# Restorations that lost announced data.
restoration = Table(
    "restoration",
    metadata,
    Column("id", RowNumber, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # The time of the newest data.
    Column("stored_until", BigInteger, nullable=False),
    # The largest possible numbers before, which are never reused.
    Column("hands", BigInteger, nullable=False),
    Column("tables", BigInteger, nullable=False),
)


def _refuse(change: str, trigger: str, table: str) -> None:
    """Make the database refuse changes of append-only rows."""
    refusal = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    made = DDL(f"CREATE TRIGGER {trigger} BEFORE {change} {refusal}")  # type: ignore[no-untyped-call]
    event.listen(metadata, "after_create", made)


for _table in ("posting", "log_entry", "log_node"):
    _refuse(f"UPDATE ON {_table}", f"{_table}_no_update", _table)

# The holder changes when groups merge.
_refuse("UPDATE OF posting, account, amount ON entry", "entry_no_update", "entry")

for _table in ("posting", "entry", "log_entry", "log_node"):
    _refuse(f"DELETE ON {_table}", f"{_table}_no_delete", _table)

# Pruning deletes the record first, then journal lines.
_refuse("UPDATE ON journal", "journal_no_update", "journal")
_refuse(
    "DELETE ON journal WHEN NOT EXISTS (SELECT 1 FROM hand LEFT JOIN deal ON deal.hand = hand.id"
    " WHERE hand.id = OLD.hand AND hand.closed_at IS NOT NULL"
    " AND deal.record IS NULL)",
    "journal_no_delete",
    "journal",
)
_refuse("DELETE ON hand", "hand_no_delete", "hand")
