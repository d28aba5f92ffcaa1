"""That a database was restored from a backup, and what of it is lost.

Revision ID: 0014
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0011"
branch_labels = None
depends_on = None

RowNumber = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "restoration",
        sa.Column("id", RowNumber, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("stored_until", sa.BigInteger(), nullable=False),
        sa.Column("hands", sa.BigInteger(), nullable=False),
        sa.Column("tables", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_restoration"),
    )
