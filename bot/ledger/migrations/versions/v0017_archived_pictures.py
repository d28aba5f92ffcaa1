"""The archives of the pictures of old posts of the local room.

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("post", sa.Column("archive", sa.Text(), nullable=True))
    there = sa.text("archive IS NOT NULL")
    op.create_index("ix_post_archive", "post", ["archive"], sqlite_where=there, postgresql_where=there)
