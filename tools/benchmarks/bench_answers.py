"""From a command to the answer for its sender, through the whole dispatcher, one command at a time."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

from bot.app import App, open_app
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.ledger import JournalLine, Ledger, Once, Transfer, carried, mint, stack
from bot.messages import Chat, Command, Person
from bot.tables.table import Table
from tools.benchmarks.measuring import Row, duration, share_reached, side_by_side_awaited, times
from tools.benchmarks.scenario import GROUP, KEYS, SilentChat, next_move, now, open_table, without_storage
from tools.benchmarks.storage import folder

SEATS = 6
COMMANDS = 300

UPDATE = json.dumps(
    {
        "update_id": 873_412_345,
        "callback_query": {
            "id": "4382bfdwdsb323b2d9",
            "from": {
                "id": 812_345_678,
                "is_bot": False,
                "first_name": "Sari",
                "username": "sari",
                "language_code": "id",
            },
            "message": {
                "message_id": 4321,
                "from": {"id": 5_012_345_678, "is_bot": True, "first_name": "Kiu", "username": "kiu_bot"},
                "chat": {"id": -1_001_234_567_890, "title": "QiuQiu", "type": "supergroup"},
                "date": 1_790_000_000,
                "text": "QiuQiu · hand 12\n" + "\n".join(f"{n} Sari · 480 · bet 20" for n in range(1, 7)),
                "reply_markup": {
                    "inline_keyboard": [
                        [{"text": "Call 20", "callback_data": "a1:12.7:call"} for _ in range(5)] for _ in range(2)
                    ]
                },
            },
            "chat_instance": "-3442321232345678901",
            "data": "a1:12.7:call",
        },
    }
)
"""A pressed button as a platform sends it."""


def measure() -> list[Row]:
    """Time an action, a look at the private hand, and a refusal."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    rows: list[Row] = []
    chats: dict[str, Chat] = {"bench": SilentChat()}
    with folder() as path:
        async with open_app(
            f"sqlite+aiosqlite:///{path / 'kiu.db'}", chats=chats, clock=SystemClock(), entropy=SystemEntropy()
        ) as app:
            table = await open_table(app, 0, SEATS)
            async with await Ledger.open(f"sqlite+aiosqlite:///{path / 'beside.db'}", now=now) as beside:
                rows.extend(await _by_the_clock(app, table, beside))
    rows.extend(await _own_share())
    return rows


async def _by_the_clock(app: App, table: Table, beside: Ledger) -> list[Row]:
    """How long the sender waits, each command answered and shown before the next."""
    seq = 0

    async def stored() -> None:
        nonlocal seq
        seq += 1
        if seq == 1:
            await beside.commit((Transfer(mint(GROUP), stack(GROUP, "t", "p"), 10**6, "sit-down"),))
        line = JournalLine("t", seq, None, "p", "check")
        move = Transfer(stack(GROUP, "t", "p"), carried(GROUP, "t"), 10, "stake")
        await beside.commit((line, move, Once(f"beside:{seq}")))

    kinds: dict[str, Callable[[], Awaitable[object]]] = {
        "an action of the game": lambda: next_move(app, table),
        "`hand`, with its picture": lambda: _send(app, table, "hand"),
        "a refusal": lambda: _send(app, table, "raise 1e9"),
        "beside": stored,
    }
    waits: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(COMMANDS):
        if table.state.playing is None:
            await next_move(app, table)
            await app.wait_until_idle()
        for kind, send in kinds.items():
            start = time.perf_counter()
            await send()
            waits[kind].append(time.perf_counter() - start)
            await app.wait_until_idle()
    usual = share_reached(waits.pop("beside"), 0.5)
    return [
        Row(
            f"from command to answer, one at a time: {kind}",
            f"p50 {duration(share_reached(each, 0.5))}, p99 {duration(share_reached(each, 0.99))}",
            f"the ledger alone: p50 {duration(usual)}",
            times(usual / share_reached(each, 0.5)),
        )
        for kind, each in waits.items()
    ]


async def _send(app: App, table: Table, text: str) -> None:
    who = Person(table.state.host, "Host")
    await app.dispatcher.handle(Command(who, table.state.place, text, key=f"bench:{next(KEYS)}"))


async def _own_share() -> list[Row]:
    """Processor time of one action of the game without storing, beside reading the update it came in."""
    async with without_storage({}) as unseen, without_storage({"bench": SilentChat()}) as seen:
        return await _shares(unseen, seen)


async def _shares(unseen: App, seen: App) -> list[Row]:
    tables = await open_table(unseen, 0, SEATS), await open_table(seen, 0, SEATS)

    async def act() -> None:
        for _ in range(100):
            await next_move(unseen, tables[0])

    async def act_and_show() -> None:
        for _ in range(100):
            await next_move(seen, tables[1])
            await seen.announcer.wait_until_idle()

    async def read() -> None:
        for _ in range(100):
            json.loads(UPDATE)

    works = {"act": act, "shown": act_and_show, "read": read}
    timings = await side_by_side_awaited(works, clock=time.process_time, rounds=11)
    rows = []
    for name, what in (
        ("act", "our own share of a pressed button: read, decide, answer; nothing stored or shown"),
        ("shown", "the same with the live message, six private hands and their pictures"),
    ):
        ratio = timings.ratio("read", name)
        rows.append(
            Row(
                what,
                duration(timings[name] / 100),
                f"parsing the update's JSON: {duration(timings['read'] / 100)}",
                f"as {ratio:.0f}",
                "as ≤ 29 (a library's 290 µs where parsing took 10)",
                ratio <= 29,
            )
        )
    return rows


def work() -> None:
    """Two thousand actions through the dispatcher, shown in a chat, nothing stored."""

    async def run() -> None:
        async with without_storage({"bench": SilentChat()}) as app:
            table = await open_table(app, 0, SEATS)
            for _ in range(2000):
                await next_move(app, table)
                await app.announcer.wait_until_idle()

    asyncio.run(run())
