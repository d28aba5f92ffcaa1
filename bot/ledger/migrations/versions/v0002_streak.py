"""How many hands in a row the dealer of a hand has dealt before it.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("hand", sa.Column("streak", sa.Integer(), nullable=False, server_default=sa.text("0")))
