"""What is asked about chips and players where a group has played for years: 100,000 hands, 2 million movements."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final, cast

from sqlalchemy import create_engine

from bot.app import App, open_app
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.features.statistics.counting import Tally
from bot.features.statistics.queries import recounted, store_tally
from bot.messages import Chat, Command, Person, Place
from tools.benchmarks.measuring import Row, duration, share_reached, times
from tools.benchmarks.played_years import MOVEMENTS_A_HAND, PEOPLE_A_GROUP, SEATS, fill, group_name, player_name
from tools.benchmarks.scenario import KEYS, SilentChat
from tools.benchmarks.storage import folder

HANDS: Final = 100_000
ROUNDS: Final = 40
AIM: Final = 0.1
"""Seconds that an answer may take."""

ASKED: Final = (
    *("chips", "fairness", "ledger", "ledger 20000", "ledger days", "ledger days 20000"),
    *("top", "top week", "settle"),
    *(f"stats {player_name(0, 0)}", f"stats page qiuqiu 2 {player_name(0, 0)}", "stats page qiuqiu 3", "records"),
)
"""What is asked; what needs more than hands and movements, such as a replay, is measured elsewhere."""


def measure() -> list[Row]:
    """Time every answer on such a database."""
    with folder() as path:
        file = path / "kiu.db"
        fill(file, HANDS, hands_a_group=HANDS)
        _count_moves(file)
        return asyncio.run(_answers(file))


async def _answers(file: Path) -> list[Row]:
    url, chats = f"sqlite+aiosqlite:///{file}", {"bench": cast(Chat, SilentChat())}
    async with open_app(url, chats=chats, clock=SystemClock(), entropy=SystemEntropy()) as app:
        return [await _asked(app, text) for text in ASKED]


def _count_moves(file: Path) -> None:
    """Store what everybody did in each hand, and the counts of it."""
    with closing(sqlite3.connect(file)) as database:
        for winner in range(SEATS):
            seat = {"showdown": True, "moves": {"call": 3}}
            facts = json.dumps([{**seat, "pots": [190]} if each == winner else seat for each in range(SEATS)])
            database.execute("UPDATE hand SET facts = ? WHERE (id - 1) % ? = ?", (facts, SEATS, winner))
        database.commit()
        wallets = database.execute("SELECT id FROM account WHERE kind = 'wallet'").fetchall()
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        for (wallet,) in wallets:
            store_tally(connection, wallet, "qiuqiu", recounted(connection, wallet, "qiuqiu", Tally()))
    engine.dispose()


async def _asked(app: App, text: str) -> Row:
    """How long an answer takes; the first one of its kind, which finds nothing prepared, is not counted."""
    waits = []
    for number in range(ROUNDS + 1):
        player = player_name(0, number % PEOPLE_A_GROUP)
        start = time.perf_counter()
        reply = await app.dispatcher.handle(
            Command(Person(player, f"Player {player}"), Place(group_name(0), "c0"), text, key=f"bench:{next(KEYS)}")
        )
        if number:
            waits.append(time.perf_counter() - start)
        assert not reply.refused, reply.message.lines
        await app.wait_until_idle()
    slowest = share_reached(waits, 0.99)
    return Row(
        f"`{text}` with {HANDS:,} hands and {HANDS * MOVEMENTS_A_HAND:,} movements",
        f"p50 {duration(share_reached(waits, 0.5))}, p99 {duration(slowest)}",
        "100 ms",
        times(AIM / slowest),
        "p99 ≤ 100 ms",
        slowest <= AIM,
    )
