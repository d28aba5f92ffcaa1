"""Every writing statement by name, in the order in which a batch runs them: referenced rows come first."""

from __future__ import annotations

from typing import Final

STATEMENTS: Final = {
    "account": "INSERT INTO account (id, kind, group_id, owner, player, balance) VALUES (?, ?, ?, ?, ?, ?)",
    "rule_set": "INSERT INTO rule_set (hash, rules) VALUES (?, ?) ON CONFLICT DO NOTHING",
    "game_table": """INSERT INTO game_table (id, number, group_id, channel, game, state, open)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET number = excluded.number,
        group_id = excluded.group_id, channel = excluded.channel, game = excluded.game, state = excluded.state,
        open = excluded.open""",
    "group_count": """INSERT INTO group_count (group_id, what, times) VALUES (?, ?, ?)
        ON CONFLICT (group_id, what) DO UPDATE SET times = group_count.times + excluded.times""",
    "chat_group": """INSERT INTO chat_group (id, settings) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET settings = excluded.settings""",
    "person": """INSERT INTO person (group_id, player, known_as, language) VALUES (?, ?, ?, ?)
        ON CONFLICT (group_id, player) DO UPDATE SET known_as = excluded.known_as, language = excluded.language""",
    "player_limit": """INSERT INTO player_limit (player, limits) VALUES (?, ?)
        ON CONFLICT (player) DO UPDATE SET limits = excluded.limits""",
    "player_limit_erased": "DELETE FROM player_limit WHERE player = ?",
    "message": """INSERT INTO message (table_id, slot, message) VALUES (?, ?, ?)
        ON CONFLICT (table_id, slot) DO UPDATE SET message = excluded.message""",
    "message_forgotten": "DELETE FROM message WHERE table_id = ? AND slot = ?",
    "guest": """INSERT INTO guest (token_hash, player, name) VALUES (?, ?, ?)
        ON CONFLICT (token_hash) DO UPDATE SET player = excluded.player, name = excluded.name""",
    "erasure_asked": "INSERT INTO erasure (player, at) VALUES (?, ?)",
    "post": """INSERT INTO post (place, number, body, picture) VALUES (?, ?, ?, ?)
        ON CONFLICT (place, number) DO UPDATE SET body = excluded.body, picture = excluded.picture""",
    "once": "INSERT INTO once (key) VALUES (?)",
    "hand_opened": """INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer,
        carried, opened_at, streak) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
    "hand_dealt": "INSERT INTO deal (hand, sealed) VALUES (?, ?)",
    "hand_keys": "INSERT INTO key_slot (hand, kept, content) VALUES (?, ?, ?)",
    "seal_broken": "DELETE FROM seal WHERE table_id = ?",
    "seal_keys_erased": "UPDATE key_slot SET kept = 0, content = ? WHERE table_id = ?",
    "packs_sealed": """INSERT INTO seal (table_id, number, attempt) VALUES (?, ?, ?)
        ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, attempt = excluded.attempt
        WHERE (excluded.number, excluded.attempt) > (seal.number, seal.attempt)""",
    "seal_keys": """INSERT INTO key_slot (table_id, kept, content) VALUES (?, ?, ?)
        ON CONFLICT (table_id) DO UPDATE SET kept = excluded.kept, content = excluded.content""",
    "hand_closed": """UPDATE hand SET closed_at = ?, settlement = ?, voided = ?, facts = ?
        WHERE id = ? AND closed_at IS NULL""",
    "hand_recorded": "UPDATE deal SET sealed = '', record = ?, record_hash = ? WHERE hand = ?",
    # Additions do not change a record's hash.
    "record_replaced": "UPDATE deal SET record = ? WHERE hand = ? AND record_hash > ''",
    "hand_keys_kept": "UPDATE key_slot SET kept = ?, content = ? WHERE hand = ?",
    "pack_disclosed": "UPDATE key_slot SET kept = 0, content = ? WHERE hand = ? AND kept",
    "agreement": "INSERT INTO agreement (hand, player) VALUES (?, ?)",
    "hand_voided": "UPDATE hand SET voided = ? WHERE id = ? AND closed_at IS NOT NULL AND voided = ''",
    "hand_announced": "UPDATE hand SET announced = 1 WHERE id = ?",
    "results_announced": """UPDATE hand SET announced = 1
        WHERE table_id = ? AND NOT announced AND voided = '' AND closed_at IS NOT NULL""",
    "player_count": """INSERT INTO player_count (account, game, what, times) VALUES (?, ?, ?, ?)
        ON CONFLICT (account, game, what) DO UPDATE SET times = player_count.times + excluded.times""",
    "player_streak": """INSERT INTO player_count (account, game, what, times) VALUES (?, ?, ?, ?)
        ON CONFLICT (account, game, what) DO UPDATE SET times = excluded.times""",
    "player_best": """INSERT INTO player_best (account, game, what, value, hand) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account, game, what) DO UPDATE SET value = excluded.value, hand = excluded.hand
        WHERE excluded.value > player_best.value""",
    "journal": """INSERT INTO journal (table_id, seq, hand, at, actor, text, update_key)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
    "log_entry": "INSERT INTO log_entry (id, kind, identity, number, attempt, value) VALUES (?, ?, ?, ?, ?, ?)",
    "log_node": "INSERT INTO log_node (id, hash) VALUES (?, ?)",
    "head_posted": """INSERT INTO posted_head (group_id, channel, size, at) VALUES (?, ?, ?, ?)
        ON CONFLICT (group_id, channel) DO UPDATE SET size = excluded.size, at = excluded.at""",
    "posting": "INSERT INTO posting (id, at, reason, hand, actor, note, ranked) VALUES (?, ?, ?, ?, ?, ?, ?)",
    "entry": "INSERT INTO entry (posting, account, amount, holder) VALUES (?, ?, ?, ?)",
    "player_sum": """INSERT INTO player_sum (account, reason, amount) VALUES (?, ?, ?)
        ON CONFLICT (account, reason) DO UPDATE SET amount = player_sum.amount + excluded.amount""",
    "balance": "UPDATE account SET balance = balance + ? WHERE id = ?",
}

MUST_FIND: Final = frozenset(
    {
        *("packs_sealed", "hand_closed", "hand_recorded", "record_replaced", "hand_keys_kept", "pack_disclosed"),
        *("hand_voided", "hand_announced", "balance"),
    }
)
"""Statements of which each row must change one, or the write set contradicts what is stored."""
