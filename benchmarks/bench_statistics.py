"""Statistics and records of a group with 100,000 hands and 2 million movements, through the whole dispatcher."""

from __future__ import annotations

import asyncio
import time

from benchmarks.long_history import HANDS, MOVEMENTS, REGULAR, fill
from benchmarks.measuring import Row, duration
from benchmarks.scenario import SilentChat
from benchmarks.storage import folder
from bot.app import open_app
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.messages import Chat, Command, Person, Place

AIM = 0.1
"""In how many seconds each is to be answered."""

ROUNDS = 9
LINES = {
    "`stats` of whoever sat in every second hand": f"stats {REGULAR}",
    "its page of hand types, with the chart": f"stats page qiuqiu 2 {REGULAR}",
    "one's own chips over 50,000 hands, with the chart": "stats page qiuqiu 3",
    "`records`": "records",
}


def measure() -> list[Row]:
    """Time each answer, and building the sums from an older database."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    chats: dict[str, Chat] = {"bench": SilentChat()}
    regular, where = Person(REGULAR, "Regular"), Place("bench:home", "main")
    with folder() as path:
        file = path / "kiu.db"
        fill(file)
        began = time.perf_counter()
        async with open_app(
            f"sqlite+aiosqlite:///{file}", chats=chats, clock=SystemClock(), entropy=SystemEntropy()
        ) as app:
            opened = time.perf_counter() - began
            what = f"opening {HANDS:,} hands and {MOVEMENTS:,} movements of version six"
            rows = [Row(what, duration(opened), "–", "–")]
            for what, line in LINES.items():
                taken = []
                for number in range(ROUNDS + 1):
                    began = time.perf_counter()
                    key = f"bench:{line}:{number}"
                    reply = await app.dispatcher.handle(Command(regular, where, line, key=key))
                    taken.append(time.perf_counter() - began)
                    assert not reply.refused, reply.message.lines
                # The first loads the plotting library.
                usual = sorted(taken[1:])[ROUNDS // 2]
                rows.append(Row(what, duration(usual), f"at first {duration(taken[0])}", "–", "≤ 100 ms", usual <= AIM))
    return rows
