"""What is counted of the deals of each group, and indexes of its tables.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_game_table_open", "game_table")
    op.create_index("ix_game_table_open_group_id", "game_table", ["open", "group_id"])
    op.create_index("ix_game_table_group_id_number", "game_table", ["group_id", "number"])
    op.create_table(
        "group_count",
        sa.Column("group_id", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("times", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("group_id", "what", name="pk_group_count"),
    )
    op.execute("INSERT INTO group_count SELECT group_id, 'hands', count(*) FROM hand GROUP BY group_id")
    counted = sa.text(
        "INSERT INTO group_count SELECT group_id, :what, sum(json_extract(state, '$.' || :what)) AS times"
        " FROM game_table GROUP BY group_id HAVING times"
    )
    for what in ("given_up", "without_beacon", "not_revealed"):
        op.get_bind().execute(counted, {"what": what})
