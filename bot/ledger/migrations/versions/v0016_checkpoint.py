"""Sums of the audit up to a checkpoint, and an index of the hands that something is still to be done for.

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

RowNumber = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "audit_checkpoint",
        sa.Column("id", RowNumber, nullable=False),
        sa.Column("transfer", sa.BigInteger(), nullable=False),
        sa.Column("transfers", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_checkpoint"),
    )
    op.create_table(
        "audited_account",
        sa.Column("account", RowNumber, autoincrement=False, nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_audited_account_account"),
        sa.PrimaryKeyConstraint("account", name="pk_audited_account"),
    )
    op.create_table(
        "audited_statement",
        sa.Column("account", RowNumber, autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_audited_statement_account"),
        sa.PrimaryKeyConstraint("account", name="pk_audited_statement"),
    )
    unannounced = sa.text("NOT announced AND voided = ''")
    op.create_index("ix_hand_unannounced", "hand", ["table_id"], sqlite_where=unannounced, postgresql_where=unannounced)
    op.create_index("ix_person_player", "person", ["player"])
