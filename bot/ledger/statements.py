"""Every writing statement by name, in the order in which a batch runs them: referenced rows come first.

A statement with the name of a write stores its fields.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Table

from bot.ledger import schema


def _insert(table: Table, *columns: str) -> str:
    """Insert a row; without ``columns`` a whole one."""
    names = columns or [column.name for column in table.columns]
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608


def _replace(table: Table, *changes: str) -> str:
    """Insert a row or change the one with its key; without ``changes`` in every column."""
    key = [column.name for column in table.primary_key]
    replaced = [f"{column.name} = excluded.{column.name}" for column in table.columns if column.name not in key]
    return f"{_insert(table)} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {', '.join(changes or replaced)}"


def _follow(table: Table) -> str:
    """Insert a row or change the one of the version before."""
    return f"{_replace(table)} WHERE {table.name}.version = excluded.version - 1"


def _add(table: Table, column: str) -> str:
    """Insert a row or add to the one with its key."""
    return _replace(table, f"{column} = {table.name}.{column} + excluded.{column}")


STATEMENTS: Final = {
    "rule_set": f"{_insert(schema.rule_set)} ON CONFLICT DO NOTHING",
    "game_table": _follow(schema.game_table),
    "GroupCounted": _add(schema.group_count, "times"),
    "GroupSaved": _follow(schema.chat_group).replace(
        "?, ?)", "?, (SELECT coalesce(max(change), 0) + 1 FROM chat_group))", 1
    ),
    "PersonSaved": _replace(schema.person),
    "LimitsSaved": _replace(schema.player_limit),
    "LimitsErased": "DELETE FROM player_limit WHERE player = ?",
    "MessageSaved": _replace(schema.message),
    "MessageForgotten": "DELETE FROM message WHERE table_id = ? AND slot = ?",
    "GuestSaved": _replace(schema.guest),
    "erasure_asked": _insert(schema.erasure, "player", "at"),
    "PostSaved": _replace(schema.post),
    "Once": _insert(schema.once),
    "hand_opened": _insert(
        schema.hand,
        *("id", "table_id", "group_id", "number", "game", "rules_hash", "players", "stacks", "dealer", "carried"),
        *("opened_at", "streak", "line"),
    ),
    "hand_dealt": _insert(schema.deal, "hand", "sealed"),
    "hand_keys": _insert(schema.key_slot, "hand", "kept", "content"),
    "seal_broken": "DELETE FROM seal WHERE table_id = ?",
    "seal_keys_erased": "UPDATE key_slot SET kept = FALSE, content = ? WHERE table_id = ?",
    "packs_sealed": f"{_replace(schema.seal)} WHERE (excluded.number, excluded.attempt) > (seal.number, seal.attempt)",
    "seal_keys": f"""{_insert(schema.key_slot, "table_id", "kept", "content")}
        ON CONFLICT (table_id) DO UPDATE SET kept = excluded.kept, content = excluded.content""",
    "hand_closed": """UPDATE hand SET closed_at = ?, settlement = ?, voided = ?, facts = ?
        WHERE id = ? AND closed_at IS NULL""",
    "hand_recorded": "UPDATE deal SET sealed = '', record = ?, record_hash = ? WHERE hand = ?",
    # Additions do not change a record's hash.
    "record_replaced": "UPDATE deal SET record = ? WHERE hand = ? AND record_hash > ''",
    "hand_keys_kept": "UPDATE key_slot SET kept = ?, content = ? WHERE hand = ?",
    "pack_disclosed": "UPDATE key_slot SET kept = FALSE, content = ? WHERE hand = ? AND kept",
    "DisclosureAgreed": _insert(schema.agreement),
    "hand_voided": "UPDATE hand SET voided = ? WHERE id = ? AND closed_at IS NOT NULL AND voided = ''",
    "HandAnnounced": "UPDATE hand SET announced = TRUE WHERE id = ?",
    "ResultsAnnounced": """UPDATE hand SET announced = TRUE
        WHERE table_id = ? AND NOT announced AND voided = '' AND closed_at IS NOT NULL""",
    "tally_outdated": """UPDATE player_tally SET version = 0 WHERE account IN
        (SELECT entry.holder FROM entry JOIN posting ON posting.id = entry.posting WHERE posting.hand = ?)""",
    "journal": """INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key)
        VALUES (coalesce((SELECT opened_at / 1000 FROM hand WHERE id = ?), 0), ?, ?, ?, ?, ?, ?)""",
    "log_entry": _insert(schema.log_entry),
    "log_node": _insert(schema.log_node),
    "head_posted": _replace(schema.posted_head),
    "posting": _insert(schema.posting),
    "entry": _insert(schema.entry),
    "player_sum": _add(schema.player_sum, "amount"),
    "balance": "UPDATE account SET balance = balance + ? WHERE id = ?",
}

MUST_FIND: Final = frozenset(
    {
        *("packs_sealed", "hand_closed", "hand_recorded", "record_replaced", "hand_keys_kept", "pack_disclosed"),
        *("hand_voided", "HandAnnounced", "balance", "game_table", "GroupSaved"),
    }
)
"""Statements of which each row must change one, or the write set contradicts what is stored."""
