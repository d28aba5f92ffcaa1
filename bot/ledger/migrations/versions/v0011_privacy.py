"""Whom to forget, and for a while who was.

Revision ID: 0011
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

RowNumber = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "erasure",
        sa.Column("id", RowNumber, nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("pseudonym", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_erasure"),
    )
    op.create_table(
        "erased_newcomer",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_erased_newcomer"),
    )
