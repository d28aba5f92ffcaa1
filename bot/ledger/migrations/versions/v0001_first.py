"""The first schema: accounts and transfers, hands and their journal, and what else must outlive a restart.

Revision ID: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ROW_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

APPEND_ONLY = ("transfer", "journal")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", ROW_NUMBER, autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("balance >= 0 OR kind = 'mint'", name=op.f("ck_account_balance")),
        sa.CheckConstraint("kind IN ('mint', 'wallet', 'stack', 'pot')", name=op.f("ck_account_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("kind", "house", "owner", name=op.f("uq_account_kind_house_owner")),
    )
    op.create_index(op.f("ix_account_house_player"), "account", ["house", "player"], unique=False)
    op.create_table(
        "game_table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_table")),
    )
    op.create_index(op.f("ix_game_table_number"), "game_table", ["number"], unique=False)
    op.create_index(op.f("ix_game_table_open"), "game_table", ["open"], unique=False)
    op.create_table(
        "guest",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_guest")),
        sa.UniqueConstraint("player", name=op.f("uq_guest_player")),
    )
    op.create_table(
        "house",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house")),
    )
    op.create_table(
        "inbox",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("key", name=op.f("uq_inbox_key")),
    )
    op.create_table(
        "message",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("slot", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "slot", name=op.f("pk_message")),
    )
    op.create_table(
        "person",
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("house", "player", name=op.f("pk_person")),
    )
    op.create_table(
        "post",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("place", "number", name=op.f("pk_post")),
    )
    op.create_table(
        "rule_set",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_rule_set")),
    )
    op.create_table(
        "hand",
        sa.Column("id", ROW_NUMBER, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_hash", sa.Text(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("stacks", sa.Text(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("carried", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("settlement", sa.Text(), nullable=True),
        sa.Column("voided", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("told", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["rules_hash"], ["rule_set.hash"], name=op.f("fk_hand_rules_hash")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
        sa.UniqueConstraint("table_id", "number", name=op.f("uq_hand_table_id_number")),
    )
    op.create_table(
        "journal",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_journal_hand")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_journal")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_journal_hand"), "journal", ["hand"], unique=False)
    op.create_table(
        "transfer",
        sa.Column("id", ROW_NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("source_account", sa.BigInteger(), nullable=False),
        sa.Column("target_account", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=True),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("party", sa.BigInteger(), nullable=True),
        sa.Column("second_party", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("amount BETWEEN 1 AND 1000000000000", name=op.f("ck_transfer_amount")),
        sa.CheckConstraint("source_account <> target_account", name=op.f("ck_transfer_accounts")),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name=op.f("fk_transfer_hand")),
        sa.ForeignKeyConstraint(["source_account"], ["account.id"], name=op.f("fk_transfer_source_account")),
        sa.ForeignKeyConstraint(["target_account"], ["account.id"], name=op.f("fk_transfer_target_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
    )
    op.create_index(op.f("ix_transfer_hand"), "transfer", ["hand"], unique=False)
    op.create_index(op.f("ix_transfer_party_id"), "transfer", ["party", "id"], unique=False)
    op.create_index(
        op.f("ix_transfer_second_party_id"),
        "transfer",
        ["second_party", "id"],
        unique=False,
        sqlite_where=sa.text("second_party IS NOT NULL"),
        postgresql_where=sa.text("second_party IS NOT NULL"),
    )

    for table in APPEND_ONLY:
        _refuse_changes(table)


def _refuse_changes(table: str) -> None:
    """Let rows be added to a table but never changed or taken away."""
    if op.get_context().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
    )
