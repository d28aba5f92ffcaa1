"""The database of many groups that have played for years, filled as this version of the program would have left it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.groups.settings import GroupSettings
from bot.ledger import Ledger
from bot.ledger.identities import Identities
from engine.fairness.transparency_log import Entry, EntryKind, LogTail, stored_at

HANDS_A_TABLE: Final = 100
HANDS_A_GROUP: Final = 1_000
PEOPLE_A_GROUP: Final = 12
SEATS: Final = 6
MOVEMENTS_A_HAND: Final = 20
KEYS_A_HAND: Final = 2
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
        for _, sql in indexes:
            database.execute(sql)
        database.commit()


async def _empty(path: Path) -> None:
    await (await Ledger.open(f"sqlite+aiosqlite:///{path}", now=lambda: datetime.now(UTC))).close()


class _People:
    """Groups of people who play at one table after another."""

    def __init__(self, database: sqlite3.Connection, hands: int, hands_a_group: int) -> None:
        self._database, self._identities = database, Identities()
        self._identities.load(database.cursor())
        self._hands = hands
        self._hands_a_group = hands_a_group
        self._balances: dict[int, int] = {}
        self._accounts: list[tuple[Any, ...]] = []
        self._gains: Counter[tuple[int, str]] = Counter()
        """The sums of each player, by wallet and name."""

        self._postings: list[tuple[Any, ...]] = []
        self._entries: list[tuple[Any, ...]] = []
        self._newest_posting = 0
        self._log = LogTail()

    def play(self) -> None:
        """Store everything."""
        self._database.execute("INSERT INTO rule_set VALUES ('hash', '{}')")
        for first in range(0, self._hands, HANDS_AT_ONCE):
            self._store(range(first, min(first + HANDS_AT_ONCE, self._hands)))
            self._database.commit()
        rows = [(*account, self._balances[account[0]]) for account in self._accounts]
        self._insert("account", ("id", "kind", "group_id", "owner", "player", "balance"), rows)
        sums = [(*key, amount) for key, amount in self._gains.items()]
        self._insert("player_sum", ("account", "reason", "amount"), sums)
        self._database.commit()

    def _store(self, hands: range) -> None:
        self._postings, self._entries = [], []
        for hand in hands:
            group, in_group = divmod(hand, self._hands_a_group)
            if not in_group:
                self._found(group)
            if not hand % HANDS_A_TABLE:
                self._sit_down(group, hand)
            self._hand(hand)
            if hand % HANDS_A_TABLE == HANDS_A_TABLE - 1:
                self._get_up(hand)
        self._insert(
            "hand",
            (
                "id", "table_id", "group_id", "number", "game", "rules_hash", "players", "stacks", "dealer", "carried",
                "opened_at", "closed_at", "settlement", "announced",
            ),
            (self._hand_row(hand) for hand in hands),
        )  # fmt: skip
        columns = ("id", "at", "reason", "hand", "ranked", "actor", "note")
        self._insert("posting", columns, self._postings)
        self._insert("entry", ("posting", "account", "amount", "holder"), self._entries)
        self._insert("once", ("key",), self._keys(hands))
        self._append_to_log(hands)

    def _insert(self, table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> None:
        values = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"  # noqa: S608
        self._database.executemany(insert, self._identities.rows(rows, self._database.cursor()))

    # --- chips -------------------------------------------------------------------------------------------------

    def _account(self, kind: str, group: int, owner: str = "", player: str = "") -> int:
        number = len(self._accounts) + 1
        self._accounts.append((number, kind, group_name(group), owner, player))
        self._balances[number] = 0
        return number

    def _post(
        self, hand: int, reason: str, entries: Iterable[tuple[int, int, int | None]], result: bool = False
    ) -> None:
        """A posting with its entries: the account, the amount and the wallet in whose statement it stands."""
        self._newest_posting += 1
        number = hand + 1 if result else None
        self._postings.append((self._newest_posting, _at(hand), reason, number, True if result else None, "", ""))
        for account, amount, holder in entries:
            self._balances[account] += amount
            self._entries.append((self._newest_posting, account, amount, holder))
            if holder is not None:
                self._gains[holder, "won" if result else reason] += amount

    def _found(self, group: int) -> None:
        """A group whose people are given their first chips."""
        hand = group * self._hands_a_group
        mint = self._account("mint", group)
        people = [player_name(group, each) for each in range(PEOPLE_A_GROUP)]
        self._wallets = [self._account("wallet", group, player, player) for player in people]
        for wallet in self._wallets:
            self._post(hand, "newcomer", ((mint, -GRANT, None), (wallet, GRANT, wallet)))
        self._insert(
            "chat_group",
            ("id", "settings", "version", "book", "change"),
            [(group_name(group), SETTINGS, 1, "", group + 1)],
        )
        names = [(group_name(group), player, f"Player {player}", "") for player in people]
        self._insert("person", ("group_id", "player", "known_as", "language"), names)

    def _sit_down(self, group: int, hand: int) -> None:
        table = _table(hand)
        self._seats = [(hand // HANDS_A_TABLE + each) % PEOPLE_A_GROUP for each in range(SEATS)]
        self._stacks = []
        for seat in self._seats:
            player = player_name(group, seat)
            stack = self._account("stack", group, f"{table}/{player}", player)
            self._stacks.append(stack)
            self._post(hand, "sit-down", ((self._wallets[seat], -BUY_IN, None), (stack, BUY_IN, None)))
        columns = ("id", "number", "group_id", "channel", "game", "state", "open", "version")
        row = (table, hand // HANDS_A_TABLE + 1, group_name(group), "main", "qiuqiu", "{}", False, 1)
        self._insert("game_table", columns, [row])

    def _hand(self, hand: int) -> None:
        holders = [self._wallets[seat] for seat in self._seats]
        self._post(hand, "hand", zip(self._stacks, _nets(hand), holders, strict=True), result=True)

    def _get_up(self, hand: int) -> None:
        for seat, stack in zip(self._seats, self._stacks, strict=True):
            left = self._balances[stack]
            self._post(hand, "get-up", ((stack, -left, None), (self._wallets[seat], left, None)))

    # --- all else ----------------------------------------------------------------------------------------------

    def _hand_row(self, hand: int) -> tuple[Any, ...]:
        group, table = hand // self._hands_a_group, hand // HANDS_A_TABLE
        players = [player_name(group, (table + each) % PEOPLE_A_GROUP) for each in range(SEATS)]
        return (
            hand + 1, _table(hand), group_name(group), hand % HANDS_A_TABLE + 1, "qiuqiu", "hash", json.dumps(players),
            json.dumps([BUY_IN] * SEATS), 0, 0, _at(hand) - 60 * SECOND, _at(hand), json.dumps(_nets(hand)), True,
        )  # fmt: skip

    def _keys(self, hands: range) -> Iterator[tuple[Any, ...]]:
        for hand in hands:
            for each in range(KEYS_A_HAND):
                yield (f"update:{hand}:{each}",)

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
