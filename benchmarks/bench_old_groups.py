"""What is asked about chips where a group has played for years: 100,000 hands, and 2 million movements of chips.

The database is filled as the version before statements would have left it, so its first start builds them.
"""

from __future__ import annotations

import asyncio
import io
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, redirect_stderr
from pathlib import Path
from random import Random
from typing import Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from benchmarks.measuring import Row, duration, share_reached, times
from benchmarks.scenario import GROUP, KEYS, SilentChat
from benchmarks.storage import folder
from bot.app import App, open_app
from bot.environment.clock import SystemClock
from bot.environment.entropy import SystemEntropy
from bot.ledger.schema_upgrade import MIGRATIONS
from bot.messages import Command, Person, Place

HANDS: Final = 100_000
MOVEMENTS_A_HAND: Final = 20
PEOPLE: Final = 12
SEATS: Final = 6
HANDS_A_TABLE: Final = 200
ROUNDS: Final = 40
AIM: Final = 0.1
"""Seconds that an answer may take."""

ASKED: Final = ("chips", "ledger", "ledger 20000", "ledger days", "ledger days 20000", "top", "top week", "settle")
"""What is asked; what needs more than hands and movements, such as a replay, is measured elsewhere."""

SECOND: Final = 1_000_000
BEGAN: Final = 1_700_000_000 * SECOND
MINT, POT = 1, 2


def measure() -> list[Row]:
    """Time the first start on such a database, and every answer on it."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    with folder() as path:
        file = path / "kiu.db"
        _fill(file)
        started = time.perf_counter()
        with redirect_stderr(io.StringIO()):
            async with _opened(file):
                built = time.perf_counter() - started
        started = time.perf_counter()
        async with _opened(file) as app:
            again = time.perf_counter() - started
            rows = [
                Row(
                    f"building the statements of {HANDS:,} hands at the first start",
                    duration(built),
                    f"any other start on it: {duration(again)}",
                    times(again / built),
                )
            ]
            return [*rows, *[await _asked(app, text) for text in ASKED]]


def _opened(file: Path) -> Any:
    return open_app(
        f"sqlite+aiosqlite:///{file}", chats={"bench": SilentChat()}, clock=SystemClock(), entropy=SystemEntropy()
    )


async def _asked(app: App, text: str) -> Row:
    """How long an answer takes; the first one of its kind, which finds nothing prepared, is not counted."""
    waits = []
    for number in range(ROUNDS + 1):
        who = Person(_player(number % PEOPLE), _name(number % PEOPLE))
        start = time.perf_counter()
        reply = await app.dispatcher.handle(Command(who, Place(GROUP, "c0"), text, key=f"bench:{next(KEYS)}"))
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


def _player(number: int) -> str:
    return f"bench:{number}"


def _name(number: int) -> str:
    return f"Player {number}"


# --- filling a database ------------------------------------------------------------------------------------------


def _fill(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, "0006")
    engine.dispose()
    with closing(sqlite3.connect(file)) as database:
        _play(database)
        database.commit()


def _play(database: sqlite3.Connection) -> None:
    """Twelve people at one table after another, six in each hand; what they stake goes to one of them."""
    rng, held = Random(1), dict.fromkeys(range(1, 3 + 2 * PEOPLE), 0)
    database.execute("INSERT INTO rule_set VALUES ('x', '{}')")

    def hands() -> Iterator[tuple[Any, ...]]:
        for hand in range(1, HANDS + 1):
            seated, nets = dealt[hand - 1]
            table, number = divmod(hand - 1, HANDS_A_TABLE)
            players, at = json.dumps([_player(each) for each in seated]), BEGAN + hand * 600 * SECOND
            stacks, settlement = json.dumps([1000] * SEATS), json.dumps(nets)
            yield (
                hand,
                f"t{table}",
                GROUP,
                number + 1,
                "qiuqiu",
                "x",
                players,
                stacks,
                at,
                at + 60 * SECOND,
                settlement,
            )

    def transfers() -> Iterator[tuple[Any, ...]]:
        for number in range(PEOPLE):
            yield moved(BEGAN, MINT, _wallet(number), 10**7, "newcomer", None)
            yield moved(BEGAN, _wallet(number), _stack(number), 9 * 10**6, "sit-down", None)
        for hand, (seated, _) in enumerate(dealt, start=1):
            at = BEGAN + (hand * 600 + 60) * SECOND
            for each in range(MOVEMENTS_A_HAND - 1):
                yield moved(at, _stack(seated[each % SEATS]), POT, STAKE, "stake", hand)
            yield moved(at, POT, _stack(seated[0]), STAKE * (MOVEMENTS_A_HAND - 1), "won", hand)

    def moved(at: int, source: int, target: int, amount: int, reason: str, hand: int | None) -> tuple[Any, ...]:
        held[source] -= amount
        held[target] += amount
        party = source if source > POT else target
        return (at, GROUP, source, target, amount, reason, hand, party)

    dealt = [_dealt(rng) for _ in range(HANDS)]
    database.executemany(
        "INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried,"
        " opened_at, closed_at, settlement, announced) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, 1)",
        hands(),
    )
    database.executemany(
        "INSERT INTO transfer (at, group_id, source_account, target_account, amount, reason, hand, actor, note, party)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, '', '', ?)",
        transfers(),
    )
    tables = [(f"t{each}", each, GROUP, "c0", "{}") for each in range(HANDS // HANDS_A_TABLE)]
    database.executemany("INSERT INTO game_table VALUES (?, ?, ?, ?, 'qiuqiu', ?, 0)", tables)
    accounts = [(MINT, "mint", GROUP, "", "", held[MINT]), (POT, "pot", GROUP, "t0", "", held[POT])]
    for number in range(PEOPLE):
        player = _player(number)
        accounts.append((_wallet(number), "wallet", GROUP, player, player, held[_wallet(number)]))
        accounts.append((_stack(number), "stack", GROUP, f"t0/{player}", player, held[_stack(number)]))
    database.executemany("INSERT INTO account VALUES (?, ?, ?, ?, ?, ?)", accounts)
    people = [(GROUP, _player(number), _name(number)) for number in range(PEOPLE)]
    database.executemany("INSERT INTO person VALUES (?, ?, ?, '')", people)


STAKE: Final = 5


def _dealt(rng: Random) -> tuple[list[int], list[int]]:
    """Who is dealt in, the winner first, and their nets."""
    seated = rng.sample(range(PEOPLE), SEATS)
    staked = [STAKE * len(range(seat, MOVEMENTS_A_HAND - 1, SEATS)) for seat in range(SEATS)]
    return seated, [sum(staked) - staked[0], *(-each for each in staked[1:])]


def _wallet(number: int) -> int:
    return 3 + 2 * number


def _stack(number: int) -> int:
    return 4 + 2 * number
