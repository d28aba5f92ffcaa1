"""The database of many groups that have played for years, filled as this version of the program would have left it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.groups.settings import GroupSettings
from bot.ledger import Ledger
from engine.fairness.transparency_log import Entry, EntryKind, LogTail, stored_at

HANDS_A_TABLE: Final = 100
HANDS_A_GROUP: Final = 1_000
PEOPLE_A_GROUP: Final = 12
SEATS: Final = 6
MOVEMENTS_A_HAND: Final = 20
RECEIPTS_A_HAND: Final = 2
STAKE: Final = 10
GRANT: Final = 10**7
BUY_IN: Final = 10**5

SETTINGS: Final = GroupSettings().to_json()

SECOND: Final = 1_000_000
BEGAN: Final = 1_700_000_000 * SECOND
HANDS_AT_ONCE: Final = 20_000
"""How many hands are stored in one transaction."""


def fill(path: Path, hands: int, *, hands_a_group: int = HANDS_A_GROUP) -> None:
    """Store so many hands with all that a start might look at; journals, records and keys, which none reads, are not.

    Nothing is stored for ever: the file is as durable as a benchmark needs it.
    """
    asyncio.run(_empty(path))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA journal_mode = MEMORY")
        # The indexes are built afterwards, which is several times as quick.
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        indexes = database.execute(query).fetchall()
        for name, _ in indexes:
            database.execute(f"DROP INDEX {name}")
        _People(database, hands, hands_a_group).play()
        # Set while there was nothing: without it, the first start adds up everything, as after an upgrade.
        database.execute("DELETE FROM audit_checkpoint")
        for _, sql in indexes:
            database.execute(sql)
        database.commit()


async def _empty(path: Path) -> None:
    await (await Ledger.open(f"sqlite+aiosqlite:///{path}", now=lambda: datetime.now(UTC))).close()


class _People:
    """Groups of people who play at one table after another; what they stake goes to the first of each hand."""

    def __init__(self, database: sqlite3.Connection, hands: int, hands_a_group: int) -> None:
        self._database = database
        self._hands = hands
        self._hands_a_group = hands_a_group
        self._balances: dict[int, int] = {}
        self._accounts: list[tuple[Any, ...]] = []
        self._ends: dict[int, list[int]] = {}
        """The number and the balance of the newest line of each statement, by wallet."""

        self._transfers = 0
        self._log = LogTail()

    def play(self) -> None:
        """Store everything."""
        self._database.execute("INSERT INTO rule_set VALUES ('hash', '{}')")
        for first in range(0, self._hands, HANDS_AT_ONCE):
            self._store(range(first, min(first + HANDS_AT_ONCE, self._hands)))
            self._database.commit()
        rows = [(*account, self._balances[account[0]]) for account in self._accounts]
        self._insert("account", ("id", "kind", "group_id", "owner", "player", "balance"), rows)
        self._insert(
            "movement_sum", ("account", "reason", "amount"), [(each, "newcomer", GRANT) for each in self._ends]
        )
        self._database.commit()

    def _store(self, hands: range) -> None:
        transfers: list[tuple[Any, ...]] = []
        lines: list[tuple[Any, ...]] = []
        for hand in hands:
            group, in_group = divmod(hand, self._hands_a_group)
            if not in_group:
                self._found(group, transfers, lines)
            if not hand % HANDS_A_TABLE:
                self._sit_down(group, hand, transfers)
            self._hand(group, hand, transfers, lines)
            if hand % HANDS_A_TABLE == HANDS_A_TABLE - 1:
                self._get_up(group, hand, transfers)
        self._insert(
            "hand",
            (
                "id", "table_id", "group_id", "number", "game", "rules_hash", "players", "stacks", "dealer", "carried",
                "opened_at", "closed_at", "settlement", "announced",
            ),
            (self._hand_row(hand) for hand in hands),
        )  # fmt: skip
        columns = ("id", "at", "source_account", "target_account", "amount", "reason", "hand", "actor", "note")
        self._insert("transfer", columns, transfers)
        self._insert(
            "statement_line",
            ("account", "number", "at", "hand", "transfer", "amount", "balance", "won", "unranked"),
            lines,
        )
        self._insert("receipt", ("key", "fingerprint", "reply", "at"), self._receipts(hands))
        self._append_to_log(hands)

    def _insert(self, table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
        values = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"  # noqa: S608
        self._database.executemany(insert, rows)

    # --- chips -------------------------------------------------------------------------------------------------

    def _account(self, kind: str, group: int, owner: str = "", player: str = "") -> int:
        number = len(self._accounts) + 1
        self._accounts.append((number, kind, group_name(group), owner, player))
        self._balances[number] = 0
        return number

    def _moved(
        self, hand: int, source: int, target: int, amount: int, reason: str, number: int | None
    ) -> tuple[Any, ...]:
        self._transfers += 1
        self._balances[source] -= amount
        self._balances[target] += amount
        return (self._transfers, _at(hand), source, target, amount, reason, number, "", "")

    def _line(self, wallet: int, hand: int, amount: int, number: int | None, transfer: int | None) -> tuple[Any, ...]:
        end = self._ends.setdefault(wallet, [0, 0])
        end[0] += 1
        end[1] += amount
        return (wallet, end[0], _at(hand), number, transfer, amount, end[1], end[1] - GRANT, 0)

    def _found(self, group: int, transfers: list[tuple[Any, ...]], lines: list[tuple[Any, ...]]) -> None:
        """A group whose people are given their first chips."""
        hand = group * self._hands_a_group
        mint = self._account("mint", group)
        people = [player_name(group, each) for each in range(PEOPLE_A_GROUP)]
        self._wallets = [self._account("wallet", group, player, player) for player in people]
        for wallet in self._wallets:
            transfers.append(self._moved(hand, mint, wallet, GRANT, "newcomer", None))
            lines.append(self._line(wallet, hand, GRANT, None, self._transfers))
        self._insert("chat_group", ("id", "settings"), [(group_name(group), SETTINGS)])
        names = [(group_name(group), player, f"Player {player}", "") for player in people]
        self._insert("person", ("group_id", "player", "name", "language"), names)

    def _sit_down(self, group: int, hand: int, transfers: list[tuple[Any, ...]]) -> None:
        table = _table(hand)
        self._seats = [(hand // HANDS_A_TABLE + each) % PEOPLE_A_GROUP for each in range(SEATS)]
        self._pot = self._account("pot", group, table)
        self._stacks = []
        for seat in self._seats:
            player = player_name(group, seat)
            stack = self._account("stack", group, f"{table}/{player}", player)
            self._stacks.append(stack)
            transfers.append(self._moved(hand, self._wallets[seat], stack, BUY_IN, "sit-down", None))
        columns = ("id", "number", "group_id", "channel", "game", "state", "open")
        row = (table, hand // HANDS_A_TABLE + 1, group_name(group), "main", "qiuqiu", "{}", False)
        self._insert("game_table", columns, [row])

    def _hand(self, group: int, hand: int, transfers: list[tuple[Any, ...]], lines: list[tuple[Any, ...]]) -> None:
        for stake in range(MOVEMENTS_A_HAND - 1):
            source = self._stacks[stake % SEATS]
            transfers.append(self._moved(hand, source, self._pot, STAKE, "stake", hand + 1))
        winner = hand % SEATS
        won = STAKE * (MOVEMENTS_A_HAND - 1)
        transfers.append(self._moved(hand, self._pot, self._stacks[winner], won, "won", hand + 1))
        for seat, net in zip(self._seats, _nets(hand), strict=True):
            lines.append(self._line(self._wallets[seat], hand, net, hand + 1, None))

    def _get_up(self, group: int, hand: int, transfers: list[tuple[Any, ...]]) -> None:
        for seat, stack in zip(self._seats, self._stacks, strict=True):
            transfers.append(self._moved(hand, stack, self._wallets[seat], self._balances[stack], "get-up", None))

    # --- all else ----------------------------------------------------------------------------------------------

    def _hand_row(self, hand: int) -> tuple[Any, ...]:
        group, table = hand // self._hands_a_group, hand // HANDS_A_TABLE
        players = [player_name(group, (table + each) % PEOPLE_A_GROUP) for each in range(SEATS)]
        return (
            hand + 1, _table(hand), group_name(group), hand % HANDS_A_TABLE + 1, "qiuqiu", "hash", json.dumps(players),
            json.dumps([BUY_IN] * SEATS), 0, 0, _at(hand) - 60 * SECOND, _at(hand), json.dumps(_nets(hand)), True,
        )  # fmt: skip

    def _receipts(self, hands: range) -> Iterator[tuple[Any, ...]]:
        for hand in hands:
            for each in range(RECEIPTS_A_HAND):
                yield (f"update:{hand}:{each}", "f" * 32, "", _at(hand))

    def _append_to_log(self, hands: range) -> None:
        """One entry for each hand, and the subtrees that there are because of them."""
        entries, nodes = [], []
        for hand in hands:
            index = self._log.size
            entry = Entry(EntryKind.SEALED, hand.to_bytes(16), hand % HANDS_A_TABLE + 1, 0, b"\0" * 32)
            entries.append((index, *entry))
            self._log, made = self._log.appended(entry.leaf)
            nodes += [(stored_at(level, index >> level), node) for level, node in enumerate(made)]
        self._insert("log_entry", ("id", "kind", "identity", "number", "attempt", "value"), entries)
        self._insert("log_node", ("id", "hash"), nodes)


def _nets(hand: int) -> list[int]:
    staked = [STAKE * len(range(seat, MOVEMENTS_A_HAND - 1, SEATS)) for seat in range(SEATS)]
    nets = [-each for each in staked]
    nets[hand % SEATS] += STAKE * (MOVEMENTS_A_HAND - 1)
    return nets


def _at(hand: int) -> int:
    return BEGAN + hand * 30 * SECOND


def group_name(group: int) -> str:
    """The id of a group."""
    return f"bench:{group}"


def player_name(group: int, number: int) -> str:
    """The id of one of its people."""
    return f"bench:{group}.{number}"


def _table(hand: int) -> str:
    return f"t{hand // HANDS_A_TABLE}"
