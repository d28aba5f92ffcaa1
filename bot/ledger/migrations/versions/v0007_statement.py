"""Statements with running sums: one line for every change of all that a player has, built from hands and transfers.

Whose wallet was emptied into another when their groups became one has one statement, that of the other wallet.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

HANDS_A_CHUNK = 5_000

STAKED = "(giver.kind = 'stack' AND taker.kind = 'pot')"
RETURNED = "(giver.kind = 'pot' AND taker.kind = 'stack')"
MOVEMENT = (
    "FROM transfer JOIN account AS giver ON giver.id = transfer.source_account "
    "JOIN account AS taker ON taker.id = transfer.target_account"
)

NETS = f"""
    SELECT transfer.hand, giver.player || taker.player AS player, max(transfer.id) AS newest,
        sum(CASE WHEN {STAKED} THEN -transfer.amount ELSE transfer.amount END) AS net
    {MOVEMENT}
    WHERE transfer.hand IN :hands AND ({STAKED} OR {RETURNED})
    GROUP BY transfer.hand, giver.player || taker.player
"""
"""What each player won or lost in some hands; a player without a name stands for practice chips."""

MOVEMENTS = f"""
    INSERT INTO change
    SELECT statement_of.wallet, transfer.id, 0, transfer.at, NULL, transfer.id, shared.sign * transfer.amount,
        CASE WHEN hand.players NOT LIKE '%"computer:%' THEN shared.sign * transfer.amount ELSE 0 END,
        CASE WHEN hand.players LIKE '%"computer:%' THEN shared.sign * transfer.amount ELSE 0 END
    {MOVEMENT}
    JOIN (SELECT 1 AS sign UNION ALL SELECT -1) AS shared
    JOIN statement_of
        ON statement_of.account = CASE shared.sign WHEN 1 THEN transfer.target_account ELSE transfer.source_account END
    LEFT JOIN hand ON hand.id = transfer.hand
    WHERE giver.player <> taker.player AND NOT (transfer.hand IS NOT NULL AND ({STAKED} OR {RETURNED}))
"""
"""Whatever else gave a player more chips or fewer. Where it belongs to a hand, it undoes that hand."""

LINES = """
    INSERT INTO statement_line
    SELECT wallet, row_number() OVER so_far, max(at) OVER so_far, hand, transfer, amount,
        sum(amount) OVER so_far, sum(won) OVER so_far, sum(unranked) OVER so_far
    FROM change
    WINDOW so_far AS (PARTITION BY wallet ORDER BY position, after, hand ROWS UNBOUNDED PRECEDING)
"""


def upgrade() -> None:
    op.create_table(
        "statement_line",
        sa.Column("account", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=True),
        sa.Column("transfer", sa.BigInteger(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.Column("unranked", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("(hand IS NULL) <> (transfer IS NULL)", name=op.f("ck_statement_line_cause")),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_statement_line_account"),
        sa.ForeignKeyConstraint(["hand"], ["hand.id"], name="fk_statement_line_hand"),
        sa.ForeignKeyConstraint(["transfer"], ["transfer.id"], name="fk_statement_line_transfer"),
        sa.PrimaryKeyConstraint("account", "number", name="pk_statement_line"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_statement_line_account_at", "statement_line", ["account", "at"])
    _fill(op.get_bind())
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER statement_line_no_{verb.lower()} BEFORE {verb} ON statement_line "
            "BEGIN SELECT RAISE(ABORT, 'statement_line is append-only'); END"
        )


def _fill(connection: sa.Connection) -> None:
    # One transaction with the rest of the migration: a process that is killed here has changed nothing.
    connection.execute(sa.text("CREATE TEMP TABLE statement_of (account INTEGER PRIMARY KEY, wallet INTEGER)"))
    connection.execute(
        sa.text(
            "CREATE TEMP TABLE change (wallet INTEGER, position INTEGER, after INTEGER, at INTEGER, hand INTEGER,"
            " transfer INTEGER, amount INTEGER, won INTEGER, unranked INTEGER)"
        )
    )
    statements = _statements(connection)
    if statements:
        connection.execute(
            sa.text("INSERT INTO statement_of VALUES (:account, :wallet)"),
            [{"account": account, "wallet": wallet} for account, wallet in statements.items()],
        )
    _hands(connection, statements)
    connection.execute(sa.text(MOVEMENTS))
    connection.execute(sa.text(LINES))
    for table in ("change", "statement_of"):
        connection.execute(sa.text(f"DROP TABLE temp.{table}"))


def _statements(connection: sa.Connection) -> dict[int, int]:
    """The wallet whose statement has the changes of each wallet and stack."""
    rows = connection.execute(
        sa.text("SELECT id, kind, group_id, player FROM account WHERE kind IN ('wallet', 'stack') AND player <> ''")
    ).all()
    accounts = {row.id: row for row in rows}
    wallets = {(row.group_id, row.player): row.id for row in rows if row.kind == "wallet"}
    moved = connection.execute(
        sa.text(
            f"SELECT DISTINCT transfer.source_account, transfer.target_account {MOVEMENT} "
            "WHERE giver.player = taker.player AND giver.player <> '' AND giver.group_id <> taker.group_id"
        )
    ).all()
    # A wallet that was left behind by its stack, or emptied into another wallet, goes on in the group of that.
    goes_on: dict[int, int] = {}
    for giver, taker in moved:
        left, there = (giver, taker) if accounts[giver].kind == "wallet" else (taker, giver)
        other = accounts[there]
        goes_on[left] = wallets.get((other.group_id, other.player), left)
    found = {}
    for row in rows:
        wallet = wallets.get((row.group_id, row.player), row.id)
        seen = {wallet}
        while goes_on.get(wallet, wallet) not in seen:
            wallet = goes_on[wallet]
            seen.add(wallet)
        found[row.id] = wallet
    return found


def _hands(connection: sa.Connection, statements: dict[int, int]) -> None:
    """Add the results of all hands that were played for chips that count."""
    wallets = {
        (row.group_id, row.player): statements[row.id]
        for row in connection.execute(sa.text("SELECT id, group_id, player FROM account WHERE kind = 'wallet'"))
        if row.id in statements
    }
    position = 0
    for hands in _chunks(connection):
        nets: dict[int, dict[str, int]] = {}
        newest: dict[int, int] = {}
        for row in connection.execute(
            sa.text(NETS).bindparams(sa.bindparam("hands", expanding=True)), {"hands": [each.id for each in hands]}
        ):
            nets.setdefault(row.hand, {})[row.player] = row.net
            newest[row.hand] = max(row.newest, newest.get(row.hand, 0))
        changes = []
        for hand in hands:
            position = max(position, newest.get(hand.id, 0))
            won = nets.get(hand.id, {})
            if "" in won:
                continue
            players = json.loads(hand.players)
            ranked = not any(player.startswith("computer:") for player in players)
            for player in players:
                wallet, net = wallets.get((hand.group_id, player)), won.get(player, 0)
                if wallet is not None:
                    changes.append(
                        {
                            "wallet": wallet,
                            "position": newest.get(hand.id, position),
                            "at": hand.closed_at,
                            "hand": hand.id,
                            "amount": net,
                            "won": net if ranked else 0,
                            "unranked": 0 if ranked else net,
                        }
                    )
        if changes:
            connection.execute(
                sa.text(
                    "INSERT INTO change VALUES (:wallet, :position, 1, :at, :hand, NULL, :amount, :won, :unranked)"
                ),
                changes,
            )


def _chunks(connection: sa.Connection) -> Iterator[list[sa.Row[tuple[int, str, str, int]]]]:
    """The hands that are over, in the order in which they ended, some thousands at a time; says how far it is."""
    numbers = (
        connection.execute(sa.text("SELECT id FROM hand WHERE closed_at IS NOT NULL ORDER BY closed_at, id"))
        .scalars()
        .all()
    )
    query = sa.text(
        "SELECT id, group_id, players, closed_at FROM hand WHERE id IN :hands ORDER BY closed_at, id"
    ).bindparams(sa.bindparam("hands", expanding=True))
    for start in range(0, len(numbers), HANDS_A_CHUNK):
        chunk = numbers[start : start + HANDS_A_CHUNK]
        yield list(connection.execute(query, {"hands": chunk}))
        done = start + len(chunk)
        print(f"Building statements: {done:,} of {len(numbers):,} hands", file=sys.stderr, flush=True)
