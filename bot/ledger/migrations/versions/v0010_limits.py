"""What people have limited for themselves.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "player_limit",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("limits", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_player_limit"),
    )
