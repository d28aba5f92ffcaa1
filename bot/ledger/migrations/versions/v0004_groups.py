"""Clearer names: a group where it was a house, key slots, announced results, and messages that ping.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_account_house_player", "account")
    op.drop_index("ix_hand_house_voided", "hand")
    for table in ("account", "hand", "transfer", "game_table", "person"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN house TO group_id")
    op.rename_table("house", "chat_group")
    op.drop_index("ix_slot_kept", "slot")
    op.rename_table("slot", "key_slot")
    op.execute("ALTER TABLE hand RENAME COLUMN told TO announced")
    op.execute("UPDATE message SET slot = replace(slot, 'summons:', 'ping:')")
    op.create_index("ix_account_group_id_player", "account", ["group_id", "player"])
    op.create_index("ix_hand_group_id_voided", "hand", ["group_id", "voided"])
    op.create_index(
        "ix_key_slot_kept", "key_slot", ["hand"], sqlite_where=sa.text("kept"), postgresql_where=sa.text("kept")
    )
