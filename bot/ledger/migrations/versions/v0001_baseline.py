"""The tables and triggers that ``schema.py`` declares.

Revision ID: 0001
"""

from __future__ import annotations

from alembic import op

from bot.ledger.schema import metadata

revision, down_revision = "0001", None


def upgrade() -> None:
    metadata.create_all(op.get_bind(), checkfirst=False)
