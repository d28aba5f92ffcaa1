"""A hand takes a fifth of the bytes: its record and its lines of the journal are packed, and what no query asks of a
transfer goes, the name of its group among it, which its accounts know.

How things are packed is a part of what is stored and never changes, so the code that packs new hands packs old ones.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sys

import sqlalchemy as sa
from alembic import op

from bot.ledger.packed_journal import pack_lines
from bot.ledger.record_pieces import store_record
from engine.fairness.packed_records import frame_number, pack

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

HANDS_A_CHUNK = 1_000

TRIGGERS = (
    # A line may go from the journal once it is packed into the row of its hand, and from there only to an archive.
    """
    CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
    WHEN NOT EXISTS (SELECT 1 FROM hand WHERE id = OLD.hand AND lines IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'journal is append-only'); END
    """,
    """
    CREATE TRIGGER hand_lines_stay BEFORE UPDATE OF lines ON hand
    WHEN OLD.lines IS NOT NULL AND (NEW.lines IS NOT NULL OR NEW.archive IS NULL)
    BEGIN SELECT RAISE(ABORT, 'journal is append-only'); END
    """,
    """
    CREATE TRIGGER hand_no_delete BEFORE DELETE ON hand WHEN OLD.lines IS NOT NULL OR OLD.archive IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'journal is append-only'); END
    """,
)


def upgrade() -> None:
    for name in ("ix_transfer_party_id", "ix_transfer_second_party_id"):
        op.drop_index(name, "transfer")
    for name in ("party", "second_party", "group_id"):
        op.drop_column("transfer", name)
    op.add_column("hand", sa.Column("lines", sa.LargeBinary(), nullable=True))
    op.add_column("hand", sa.Column("archive", sa.Integer(), nullable=True))
    op.create_table(
        "record_frame",
        sa.Column("number", ROW_NUMBER, autoincrement=False, nullable=False),
        sa.Column("frame", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_record_frame"),
    )
    op.create_table(
        "record_piece",
        sa.Column("id", ROW_NUMBER, autoincrement=False, nullable=False),
        sa.Column("piece", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_record_piece"),
    )
    op.create_index("ix_receipt_at", "receipt", ["at"], sqlite_where=sa.text("fingerprint <> ''"))
    op.execute("DROP TRIGGER journal_no_delete")
    for trigger in TRIGGERS:
        op.execute(trigger)
    _pack_hands(op.get_bind())


def _pack_hands(connection: sa.Connection) -> None:
    # One transaction with the rest of the migration: a process that is killed here has changed nothing.
    hands = (
        connection.execute(sa.text("SELECT id FROM hand WHERE closed_at IS NOT NULL AND voided = '' ORDER BY id"))
        .scalars()
        .all()
    )
    for done, hand in enumerate(hands, start=1):
        pack_lines(connection, hand)
        _pack_record(connection, hand)
        if not done % HANDS_A_CHUNK:
            print(f"Packing hands: {done:,} of {len(hands):,}", file=sys.stderr, flush=True)


def _pack_record(connection: sa.Connection, hand: int) -> None:
    record = connection.execute(sa.text("SELECT record FROM deal WHERE hand = :hand"), {"hand": hand}).scalar()
    packed = pack(record or "")
    if packed is None:
        return
    for frame in packed.frames:
        connection.execute(
            sa.text("INSERT OR IGNORE INTO record_frame VALUES (:number, :frame)"),
            {"number": frame_number(frame), "frame": frame},
        )
    connection.execute(
        sa.text("UPDATE deal SET sealed = '', record = '' WHERE hand = :hand"),
        {"hand": hand},
    )
    store_record(connection, hand, packed.content)
