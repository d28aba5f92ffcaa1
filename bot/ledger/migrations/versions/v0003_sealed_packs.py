"""Sealed packs: what is sealed for a table, how each hand was dealt, its record, and keys that can be destroyed.

The keys of earlier hands are destroyed: they were never sealed, so nothing can be proved with them.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.drop_column("hand", "key")
    op.create_index(op.f("ix_hand_house_voided"), "hand", ["house", "voided"], unique=False)
    op.create_table(
        "deal",
        sa.Column("hand", ROW_NUMBER, autoincrement=False, nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("record_hash", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_deal_hand")),
        sa.PrimaryKeyConstraint("hand", name=op.f("pk_deal")),
    )
    op.create_table(
        "seal",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_seal")),
    )
    op.create_table(
        "slot",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("hand", sa.BigInteger(), nullable=True),
        sa.Column("kept", sa.Boolean(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("(table_id IS NULL) <> (hand IS NULL)", name=op.f("ck_slot_owner")),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_slot_hand")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slot")),
        sa.UniqueConstraint("table_id", name=op.f("uq_slot_table_id")),
        sa.UniqueConstraint("hand", name=op.f("uq_slot_hand")),
    )
    op.create_index(
        op.f("ix_slot_kept"),
        "slot",
        ["hand"],
        unique=False,
        sqlite_where=sa.text("kept"),
        postgresql_where=sa.text("kept"),
    )
    op.create_table(
        "agreement",
        sa.Column("hand", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_agreement_hand")),
        sa.PrimaryKeyConstraint("hand", "player", name=op.f("pk_agreement")),
    )
