"""Updates that were confirmed to a platform are stored until they are handled; what was carried out are receipts.

Pings are not removed any more, so their messages are forgotten.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

RowNumber = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.rename_table("inbox", "receipt")
    op.create_table(
        "inbox",
        sa.Column("id", RowNumber, nullable=False),
        sa.Column("bot", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_inbox"),
        sa.UniqueConstraint("bot", "number", name="uq_inbox_bot_number"),
    )
    op.create_index("ix_inbox_bot_chat_id", "inbox", ["bot", "chat", "id"])
    op.execute(sa.text("DELETE FROM message WHERE slot LIKE 'ping:%'"))
