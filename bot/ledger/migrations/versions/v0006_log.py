"""The log of fingerprints, which begins empty, and the heads of it that were posted.

Deals of the first edition end here, since their bytes mean other cards in the second: packs that lie sealed are sealed
anew, a hand that is running is called off with all stakes returned, and older hands have no record any more.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

APPEND_ONLY = ("log_entry", "log_node")


def upgrade() -> None:
    op.execute("UPDATE deal SET sealed = '', record = '', record_hash = ''")
    op.execute("DELETE FROM seal")
    op.create_table(
        "log_entry",
        sa.Column("id", ROW_NUMBER, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Integer(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_log_entry"),
    )
    op.create_index("ix_log_entry_identity_number", "log_entry", ["identity", "number"])
    op.create_table(
        "log_node",
        sa.Column("id", ROW_NUMBER, autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_log_node"),
    )
    op.create_table(
        "posted_head",
        sa.Column("group_id", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("group_id", "channel", name="pk_posted_head"),
    )
    for table in APPEND_ONLY:
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
