"""Every writing statement, compiled once for the database in use, with rows as tuples."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import Delete, Dialect, Table, Update, bindparam, delete, text, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from bot.ledger import schema


class Upsert(NamedTuple):
    """An insert that replaces a row of the same key, or keeps it."""

    table: Table
    columns: tuple[str, ...]
    key: tuple[str, ...] = ()
    """Columns that identify a row; without them a repeated key is an error."""

    replace: bool = False
    newer: tuple[str, ...] = ()
    """Columns by which a new row must be greater to replace one; empty for any."""

    added: bool = False
    """True if columns are added to the old row."""

    greatest: bool = False
    """True if a lesser row is ignored, not an error."""


class RowUpdate(NamedTuple):
    """An update that must find its row; parameters in tuple order."""

    statement: Update
    columns: tuple[str, ...]


class RowRemoval(NamedTuple):
    """A removal or change of any rows; parameters in tuple order."""

    statement: Delete | Update
    columns: tuple[str, ...]


class PreparedStatement(NamedTuple):
    """A statement for the driver."""

    sql: str
    changes: bool
    """True if each tuple must find its row."""


_account, _hand, _message = schema.account, schema.hand, schema.message
_deal, _seal, _key_slot = schema.deal, schema.seal, schema.key_slot
_player_limit = schema.player_limit
# A record's hash stays.
_recorded: Final = _deal.c.record_hash > text("''")

STATEMENTS: Final[dict[str, Upsert | RowUpdate | RowRemoval]] = {
    # Referenced rows come first.
    "account": Upsert(_account, ("id", "kind", "group_id", "owner", "player", "balance")),
    "rule_set": Upsert(schema.rule_set, ("hash", "rules"), ("hash",)),
    "game_table": Upsert(
        schema.game_table, ("id", "number", "group_id", "channel", "game", "state", "open"), ("id",), replace=True
    ),
    "group_count": Upsert(
        schema.group_count, ("group_id", "what", "times"), ("group_id", "what"), replace=True, added=True
    ),
    "chat_group": Upsert(schema.chat_group, ("id", "settings"), ("id",), replace=True),
    "person": Upsert(schema.person, ("group_id", "player", "name", "language"), ("group_id", "player"), replace=True),
    "player_limit": Upsert(_player_limit, ("player", "limits"), ("player",), replace=True),
    "player_limit_erased": RowRemoval(
        delete(_player_limit).where(_player_limit.c.player == bindparam("_player")), ("_player",)
    ),
    "message": Upsert(_message, ("table_id", "slot", "message"), ("table_id", "slot"), replace=True),
    "message_forgotten": RowRemoval(
        delete(_message).where(_message.c.table_id == bindparam("_table"), _message.c.slot == bindparam("_slot")),
        ("_table", "_slot"),
    ),
    "guest": Upsert(schema.guest, ("token_hash", "player", "name"), ("token_hash",), replace=True),
    "erasure_asked": Upsert(schema.erasure, ("player", "pseudonym", "at")),
    "post": Upsert(schema.post, ("place", "number", "body", "picture"), ("place", "number"), replace=True),
    "receipt": Upsert(schema.receipt, ("key", "fingerprint", "reply", "at")),
    "hand_opened": Upsert(
        _hand,
        (
            "id", "table_id", "group_id", "number", "game", "rules_hash", "players", "stacks", "dealer", "carried",
            "opened_at", "streak",
        ),
    ),
    "hand_dealt": Upsert(_deal, ("hand", "sealed")),
    "hand_keys": Upsert(_key_slot, ("hand", "kept", "content")),
    "seal_broken": RowRemoval(delete(_seal).where(_seal.c.table_id == bindparam("_table")), ("_table",)),
    "seal_keys_erased": RowRemoval(
        update(_key_slot)
        .where(_key_slot.c.table_id == bindparam("_table"))
        .values(kept=bindparam("_kept"), content=bindparam("_content")),
        ("_kept", "_content", "_table"),
    ),
    "packs_sealed": Upsert(
        _seal, ("table_id", "number", "attempt"), ("table_id",), replace=True, newer=("number", "attempt")
    ),
    "seal_keys": Upsert(_key_slot, ("table_id", "kept", "content"), ("table_id",), replace=True),
    "hand_closed": RowUpdate(
        update(_hand)
        .where(_hand.c.id == bindparam("_id"), _hand.c.closed_at.is_(None))
        .values(
            closed_at=bindparam("_closed_at"),
            settlement=bindparam("_settlement"),
            voided=bindparam("_voided"),
            facts=bindparam("_facts"),
        ),
        ("_closed_at", "_settlement", "_voided", "_facts", "_id"),
    ),
    # A hand is closed and recorded once.
    "hand_recorded": RowUpdate(
        update(_deal)
        .where(_deal.c.hand == bindparam("_hand"))
        .values(
            sealed=text("''"),
            record=bindparam("_record"),
            compressed=bindparam("_compressed"),
            record_hash=bindparam("_record_hash"),
        ),
        ("_record", "_compressed", "_record_hash", "_hand"),
    ),
    # Additions do not change a record's hash.
    "record_replaced": RowUpdate(
        update(_deal)
        .where(_deal.c.hand == bindparam("_hand"), _recorded)
        .values(record=bindparam("_record"), compressed=bindparam("_compressed")),
        ("_record", "_compressed", "_hand"),
    ),
    "hand_keys_kept": RowUpdate(
        update(_key_slot)
        .where(_key_slot.c.hand == bindparam("_hand"))
        .values(kept=bindparam("_kept"), content=bindparam("_content")),
        ("_kept", "_content", "_hand"),
    ),
    "pack_disclosed": RowUpdate(
        update(_key_slot)
        .where(_key_slot.c.hand == bindparam("_hand"), _key_slot.c.kept == bindparam("_before"))
        .values(kept=bindparam("_kept"), content=bindparam("_content")),
        ("_kept", "_content", "_hand", "_before"),
    ),
    "agreement": Upsert(schema.agreement, ("hand", "player")),
    "hand_voided": RowUpdate(
        update(_hand)
        .where(_hand.c.id == bindparam("_id"), _hand.c.closed_at.is_not(None), _hand.c.voided == bindparam("_not"))
        .values(voided=bindparam("_voided")),
        ("_voided", "_id", "_not"),
    ),
    "hand_announced": RowUpdate(
        update(_hand).where(_hand.c.id == bindparam("_id")).values(announced=bindparam("_announced")),
        ("_announced", "_id"),
    ),
    "results_announced": RowRemoval(
        update(_hand)
        .where(_hand.c.table_id == bindparam("_table"), schema.UNANNOUNCED, _hand.c.closed_at.is_not(None))
        .values(announced=bindparam("_announced")),
        ("_announced", "_table"),
    ),
    "player_count": Upsert(
        schema.player_count, ("account", "game", "what", "times"), ("account", "game", "what"), replace=True, added=True
    ),
    "player_streak": Upsert(
        schema.player_count, ("account", "game", "what", "times"), ("account", "game", "what"), replace=True
    ),
    "player_best": Upsert(
        schema.player_best, ("account", "game", "what", "value", "hand"), ("account", "game", "what"), replace=True,
        newer=("value",), greatest=True,
    ),
    "journal": Upsert(schema.journal, ("table_id", "seq", "hand", "at", "actor", "text")),
    "log_entry": Upsert(schema.log_entry, ("id", "kind", "identity", "number", "attempt", "value")),
    "log_node": Upsert(schema.log_node, ("id", "hash")),
    "head_posted": Upsert(
        schema.posted_head, ("group_id", "channel", "size", "at"), ("group_id", "channel"), replace=True
    ),
    "posting": Upsert(schema.posting, ("id", "at", "reason", "hand", "actor", "note", "ranked")),
    "entry": Upsert(schema.entry, ("posting", "account", "amount", "holder")),
    "player_sum": Upsert(
        schema.player_sum, ("account", "reason", "amount"), ("account", "reason"), replace=True, added=True
    ),
    "balance": RowUpdate(
        update(_account)
        .where(_account.c.id == bindparam("_id"))
        .values(balance=_account.c.balance + bindparam("_change")),
        ("_change", "_id"),
    ),
}  # fmt: skip


def prepare(dialect: Dialect) -> dict[str, PreparedStatement]:
    """Compile every statement, in a batch's order."""
    return {name: _compiled(statement, dialect) for name, statement in STATEMENTS.items()}


def _compiled(statement: Upsert | RowUpdate | RowRemoval, dialect: Dialect) -> PreparedStatement:
    compiled: Any
    if isinstance(statement, Upsert):
        compiled = _insert(statement, dialect).compile(dialect=dialect, column_keys=list(statement.columns))
    else:
        compiled = statement.statement.compile(dialect=dialect)
    order = tuple(compiled.positiontup) if isinstance(compiled, SQLCompiler) and compiled.positiontup else ()
    if order != statement.columns:
        raise RuntimeError(f"the parameters of {compiled} stand in another order: {order}")
    must_find = isinstance(statement, RowUpdate) or (
        isinstance(statement, Upsert) and bool(statement.newer) and not statement.greatest
    )
    return PreparedStatement(str(compiled), must_find)


def _insert(statement: Upsert, dialect: Dialect) -> Any:
    # Each dialect has its own insert with this clause.
    insert = (postgresql.insert if dialect.name == "postgresql" else sqlite.insert)(statement.table)
    if not statement.key:
        return insert
    if not statement.replace:
        return insert.on_conflict_do_nothing(index_elements=list(statement.key))
    kept = statement.table.c
    replaced = {
        name: kept[name] + insert.excluded[name] if statement.added else insert.excluded[name]
        for name in statement.columns
        if name not in statement.key
    }
    return insert.on_conflict_do_update(
        index_elements=list(statement.key), set_=replaced, where=_comes_after(statement, insert.excluded)
    )


def _comes_after(statement: Upsert, new: Any) -> Any:
    if not statement.newer:
        return None
    old = statement.table.c
    return tuple_(*[new[name] for name in statement.newer]) > tuple_(*[old[name] for name in statement.newer])
