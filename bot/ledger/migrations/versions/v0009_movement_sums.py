"""What movements outside hands have given each player, by reason: sums that are kept with every transfer.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sys

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ACCOUNTS_A_CHUNK = 1_000


def upgrade() -> None:
    op.create_table(
        "movement_sum",
        sa.Column("account", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_movement_sum_account"),
        sa.PrimaryKeyConstraint("account", "reason", name="pk_movement_sum"),
        sqlite_with_rowid=False,
    )
    _fill(op.get_bind())


def _fill(connection: sa.Connection) -> None:
    # One transaction with the rest of the migration: a process that is killed here has changed nothing.
    accounts = (
        connection.execute(sa.text("SELECT DISTINCT account FROM statement_line ORDER BY account")).scalars().all()
    )
    added = sa.text(
        "INSERT INTO movement_sum "
        "SELECT line.account, transfer.reason, sum(line.amount) "
        "FROM statement_line AS line JOIN transfer ON transfer.id = line.transfer "
        "WHERE line.account BETWEEN :first AND :last AND transfer.hand IS NULL "
        "GROUP BY line.account, transfer.reason"
    )
    for start in range(0, len(accounts), ACCOUNTS_A_CHUNK):
        chunk = accounts[start : start + ACCOUNTS_A_CHUNK]
        connection.execute(added, {"first": chunk[0], "last": chunk[-1]})
        done = start + len(chunk)
        print(f"Adding up movements: {done:,} of {len(accounts):,} statements", file=sys.stderr, flush=True)
