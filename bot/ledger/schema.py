"""The tables of the database, in types that SQLite and PostgreSQL share.

Times are microseconds since 1970 in UTC, chips integers, and structures JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

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

from bot.ledger.account import MOST_CHIPS
from bot.ledger.key_slots import KeySlot

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

# In the order of SQLite, whatever language PostgreSQL was set up for.
_Text: Final = Text().with_variant(Text(collation="C"), "postgresql")


def _columns(kind: Any, *names: str, **settings: Any) -> list[Column[Any]]:
    """Return columns of a type that are never NULL."""
    return [Column(name, kind, nullable=False, **settings) for name in names]


def _texts(*names: str) -> list[Column[Any]]:
    return _columns(_Text, *names)


def _integers(*names: str) -> list[Column[Any]]:
    return _columns(BigInteger, *names)


def _keys(*names: str, kind: Any = _Text) -> list[Column[Any]]:
    """Return columns of a primary key whose values come from the program."""
    return [Column(name, kind, primary_key=True, autoincrement=False) for name in names]


def _row(column: str, *, key: bool = False, null: bool = False) -> Column[Any]:
    """Return a column that refers to a row of another table, such as ``hand.id``, by that table's name."""
    name = column.partition(".")[0]
    settings: dict[str, Any] = {"primary_key": True, "autoincrement": False} if key else {"nullable": null}
    return Column(name, BigInteger, ForeignKey(column), **settings)


def _index_where(name: str, condition: str, *columns: str, unique: bool = False) -> Index:
    where = text(condition)
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


account = Table(
    "account",
    metadata,
    Column("id", RowNumber, primary_key=True),
    *_texts("kind", "group_id", "owner", "player"),
    *_integers("balance"),
    UniqueConstraint("kind", "group_id", "owner"),
    CheckConstraint("kind IN ('mint', 'wallet', 'stack', 'carried')", name="kind"),
    CheckConstraint("balance >= 0 OR kind = 'mint'", name="balance"),
    Index(None, "group_id", "player"),
)

rule_set = Table("rule_set", metadata, *_keys("hash"), *_texts("rules"))

_UNANNOUNCED: Final = "NOT announced AND voided = ''"

hand = Table(
    "hand",
    metadata,
    *_keys("id", kind=RowNumber),
    *_texts("table_id", "group_id"),
    *_integers("number"),
    *_texts("game"),
    Column("rules_hash", _Text, ForeignKey("rule_set.hash"), nullable=False),
    *_texts("players", "stacks"),
    *_columns(Integer, "dealer"),
    *_integers("carried", "opened_at"),
    Column("closed_at", BigInteger),
    Column("settlement", _Text),
    *_columns(_Text, "voided", server_default=text("''")),
    *_columns(Boolean, "announced", server_default=false()),
    *_columns(Integer, "streak", server_default=text("0")),
    # Public facts of each seat.
    *_columns(_Text, "facts", server_default=text("''")),
    # The table's newest journal line before it.
    *_columns(BigInteger, "line", server_default=text("0")),
    UniqueConstraint("table_id", "number"),
    Index(None, "group_id", "voided"),
    # For starts and audits: running hands, and results not announced.
    _index_where("ix_hand_unannounced", _UNANNOUNCED, "table_id"),
)

UNANNOUNCED: Final = and_(literal_column("NOT hand.announced"), literal_column("hand.voided = ''"))
"""The index's condition, repeated without parameters for the database to recognise."""

# Deals from sealed packs, one for each hand, with their compressed records.
deal = Table(
    "deal",
    metadata,
    Column("hand", RowNumber, ForeignKey("hand.id"), primary_key=True, autoincrement=False),
    *_texts("sealed"),
    Column("record", LargeBinary),
    *_columns(_Text, "record_hash", server_default=text("''")),
)

# The seal of a table's next hand.
seal = Table("seal", metadata, *_keys("table_id"), *_integers("number"), *_columns(Integer, "attempt"))

# Keys of a table's seal or of a hand.
key_slot = Table(
    "key_slot",
    metadata,
    Column("id", RowNumber, primary_key=True),
    Column("table_id", _Text),
    _row("hand.id", null=True),
    *_columns(Boolean, "kept"),
    *_columns(KeySlot, "content"),
    UniqueConstraint("table_id"),
    UniqueConstraint("hand"),
    CheckConstraint("(table_id IS NULL) <> (hand IS NULL)", name="owner"),
    # For erasing; few hands have keys.
    _index_where("ix_key_slot_kept", "kept", "hand"),
)

# Consents to open all cards.
agreement = Table("agreement", metadata, _row("hand.id", key=True), *_keys("player"))

# The log of fingerprints by index, from 0; its identity is a table's name in records, which hides the group.
log_entry = Table(
    "log_entry",
    metadata,
    *_keys("id", kind=RowNumber),
    *_columns(Integer, "kind"),
    *_columns(LargeBinary, "identity"),
    *_integers("number"),
    *_columns(Integer, "attempt"),
    *_columns(LargeBinary, "value"),
    Index(None, "identity", "number"),
)

# Its complete subtrees in order, so that rows are only appended.
log_node = Table("log_node", metadata, *_keys("id", kind=RowNumber), *_columns(LargeBinary, "hash"))

# The last posted head by place.
posted_head = Table("posted_head", metadata, *_keys("group_id", "channel"), *_integers("size", "at"))

# Counts of a group's hands and mishaps.
group_count = Table("group_count", metadata, *_keys("group_id", "what"), *_integers("times"))

# The reasons of movements, never before an older one, even if the clock is put back. NULL is ranked unless it is a
# result of a hand.
posting = Table(
    "posting",
    metadata,
    Column("id", RowNumber, primary_key=True),
    *_integers("at"),
    *_texts("reason"),
    _row("hand.id", null=True),
    *_texts("actor", "note"),
    Column("ranked", Boolean),
    Index(None, "at"),
    _index_where("ix_posting_hand", "hand IS NOT NULL", "hand"),
)

# Balanced entries of postings. The holder is the wallet of a player whose chips change, which makes it a line of their
# statement; it is NULL between own wallet and stack.
entry = Table(
    "entry",
    metadata,
    _row("posting.id", key=True),
    _row("account.id", key=True),
    *_integers("amount"),
    Column("holder", BigInteger, ForeignKey("account.id")),
    CheckConstraint(f"amount BETWEEN -{MOST_CHIPS} AND {MOST_CHIPS}", name="amount"),
    _index_where("ix_entry_holder", "holder IS NOT NULL", "holder", "posting", "amount"),
    sqlite_with_rowid=False,
)


def _of_player(name: str, *columns: Column[Any], by: Sequence[str]) -> Table:
    return Table(name, metadata, _row("account.id", key=True), *_keys(*by), *columns, sqlite_with_rowid=False)


# Statistics of a player in a game, in version 0 if they have to be counted anew; and gains by reason, or rank, with all
# chips of the player as their sum.
player_tally = _of_player("player_tally", *_integers("version"), *_texts("tally"), by=("game",))
player_sum = _of_player("player_sum", *_integers("amount"), by=("reason",))

# The milliseconds of a hand's opening, or zero, come first, so that hands that run at once share pages.
journal = Table(
    "journal",
    metadata,
    *_keys("opened", kind=BigInteger),
    *_keys("table_id"),
    *_keys("seq", kind=BigInteger),
    _row("hand.id", null=True),
    *_texts("actor", "text"),
    # Of the update that brought it.
    Column("update_key", LargeBinary),
    _index_where("uq_journal_update_key", "update_key IS NOT NULL", "update_key", unique=True),
    sqlite_with_rowid=False,
)

# A version follows the one before, or another process has changed the row meanwhile.
game_table = Table(
    "game_table",
    metadata,
    *_keys("id"),
    *_integers("number"),
    *_texts("group_id", "channel", "game", "state"),
    *_columns(Boolean, "open"),
    *_integers("version"),
    Index(None, "number"),
    Index(None, "open", "group_id"),
    Index(None, "group_id", "number"),
)

# The book is that of the group which keeps it for this one, if another does. Later changes have larger numbers.
chat_group = Table(
    "chat_group",
    metadata,
    *_keys("id"),
    *_texts("settings"),
    *_integers("version"),
    *_texts("book"),
    *_integers("change"),
    Index(None, "change"),
)

# Names of people by group; with an empty group the platform's id of a person or group, which stands nowhere else.
# Its own number is never reused, and stands in every other row in place of the id.
person = Table(
    "person", metadata, *_keys("player", "group_id"), *_texts("known_as", "language"), Index(None, "group_id")
)

# People's own limits on a platform.
player_limit = Table("player_limit", metadata, *_keys("player"), *_texts("limits"))

message = Table("message", metadata, *_keys("table_id", "slot"), *_texts("message"))

# Keys of gifts, and of updates that added no line to the journal.
once = Table("once", metadata, *_keys("key"), sqlite_with_rowid=False)

post = Table(
    "post",
    metadata,
    *_keys("place"),
    *_keys("number", kind=BigInteger),
    *_texts("body"),
    *_columns(LargeBinary, "picture"),
)

guest = Table("guest", metadata, *_keys("token_hash"), *_texts("player"), UniqueConstraint("player"))

# People to forget; the id goes first, the row once free pages are clean.
erasure = Table("erasure", metadata, Column("id", RowNumber, primary_key=True), *_texts("player"), *_integers("at"))

# Slow hashes of people recently forgotten, without another starting grant, or on a break; and their random key.
erased_newcomer = Table("erased_newcomer", metadata, *_keys("hash"), *_integers("until"))
erasure_key = Table("erasure_key", metadata, *_keys("key", kind=LargeBinary))

# Restorations that lost announced data: the time of the newest data, and the largest possible numbers before, which are
# never reused.
restoration = Table(
    "restoration",
    metadata,
    Column("id", RowNumber, primary_key=True),
    *_integers("at", "stored_until", "hands", "tables"),
)


def _refuse(table: str, change: str = "DELETE", *, of: str = "", when: str = "TRUE") -> None:
    """Make the database refuse changes of append-only rows."""
    trigger, refusal = f"{table}_no_{change.lower()}", f"'{table} is append-only'"
    begin = f"CREATE TRIGGER {trigger} BEFORE {change}{of} ON {table}"
    function = f"BEGIN IF {when} THEN RAISE {refusal} USING ERRCODE = '23000'; END IF; RETURN OLD; END"
    for dialect, made in (
        ("sqlite", f"{begin} WHEN {when} BEGIN SELECT RAISE(ABORT, {refusal}); END"),
        ("postgresql", f"CREATE FUNCTION {trigger}() RETURNS trigger LANGUAGE plpgsql AS $${function}$$"),
        ("postgresql", f"{begin} FOR EACH ROW EXECUTE FUNCTION {trigger}()"),
    ):
        event.listen(metadata, "after_create", DDL(made).execute_if(dialect=dialect))  # type: ignore[no-untyped-call]


for _table in ("posting", "log_entry", "log_node", "journal"):
    _refuse(_table, "UPDATE")

# The holder changes when groups merge.
_refuse("entry", "UPDATE", of=" OF posting, account, amount")

for _table in ("posting", "entry", "log_entry", "log_node", "hand"):
    _refuse(_table)

# Pruning deletes the record first, then journal lines.
_refuse(
    "journal",
    when="NOT EXISTS (SELECT 1 FROM hand LEFT JOIN deal ON deal.hand = hand.id"
    " WHERE hand.id = OLD.hand AND hand.closed_at IS NOT NULL"
    " AND deal.record IS NULL)",
)
