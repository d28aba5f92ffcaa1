"""Killing a process between storing and handling: ``python -m tests.chats.telegram.killing FOLDER KILLS SEED``.

Each run is a fork that takes updates as fast as it can and handles them, on a file of its own, and ends by SIGKILL at a
random moment; every second one takes and handles nothing, so that it is killed between the two. The next one is given
what was not confirmed, as Telegram would. In the end a last run handles what is left, and what has been found is
printed as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import cast

from telegram import Bot, Chat, Message, Update, User

from bot.chats.telegram_chat import Timeouts
from bot.chats.telegram_chat.inbox import Inbox
from bot.chats.telegram_chat.update_order import OrderedUpdate, UpdateOrder
from bot.environment.clock import SystemClock
from bot.ledger import Ledger, queries
from tests.bot.killing import Wire

CHATS = 4
BATCH_MOST = 8
MOST_LINES = 60
"""How many lines a run has told at most before it is killed."""


def typed(number: int) -> Update:
    """What somebody types, always the same under the same number."""
    chat = -1 - number % CHATS
    sender = User(500 + number % 7, "Somebody", is_bot=False)
    return Update(
        number, message=Message(number, datetime(2026, 1, 1, tzinfo=UTC), Chat(chat, "group"), sender, text="x")
    )


async def serve(folder: Path, offset: int, wire: Wire, rng: Random, *, taking: bool, handling: bool) -> None:
    """Take updates from ``offset`` on and handle them; without taking, return when all that was left is handled."""

    async def handle(ordered: OrderedUpdate) -> None:
        if not handling:
            await asyncio.Event().wait()
        await asyncio.sleep(rng.choice((0, 0, 0.001)))
        wire.tell(handled=ordered.number)

    async with await Ledger.open(f"sqlite+aiosqlite:///{folder / 'kiu.sqlite3'}", now=SystemClock().utc) as ledger:
        bot = cast(Bot, SimpleNamespace(id=7, defaults=None))
        inbox = Inbox(ledger, bot, UpdateOrder(handle), Timeouts())
        left = len(await ledger.read(queries.updates_waiting))
        wire.tell(ready=True, left=left)
        await inbox.restore()
        while taking:
            batch = [typed(offset + each) for each in range(rng.randint(1, BATCH_MOST))]
            await inbox.take(batch)
            offset += len(batch)
            wire.tell(confirmed=offset)
        while await ledger.read(queries.updates_waiting):  # noqa: ASYNC110 - the database tells nobody
            await asyncio.sleep(0.001)


def run(folder: Path, offset: int, seed: str, *, taking: bool, handling: bool) -> list[dict[str, int]]:
    """Let one run live until it is killed, or to its end; return what it has told."""
    rng = Random(seed)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            asyncio.run(serve(folder, offset, Wire(writing), rng, taking=taking, handling=handling))
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        os._exit(0)
    os.close(writing)
    said, lines = b"", rng.randint(1, MOST_LINES)
    while more := os.read(reading, 65536):
        said += more
        if taking and said.count(b"\n") > lines:
            time.sleep(rng.uniform(0, 0.003))
            os.kill(child, signal.SIGKILL)
            taking = False
    os.close(reading)
    os.waitpid(child, 0)
    return [json.loads(line) for line in said.splitlines()]


def main(folder: Path, kills: int, seed: str) -> None:
    """Kill so often, let a last run come to its end, and tell what was lost, repeated or handled out of order."""
    offset, left, handled = 1, 0, []
    for number in range(kills + 1):
        ways = {"taking": number < kills, "handling": number % 2 == 0 or number == kills}
        for line in run(folder, offset, f"{seed}/{number}", **ways):
            offset = line.get("confirmed", offset)
            left += line.get("left", 0)
            handled += [line["handled"]] if "handled" in line else []
    first = list(dict.fromkeys(handled))
    chats = [[number for number in first if number % CHATS == chat] for chat in range(CHATS)]
    report = {
        "confirmed": offset - 1,
        "lost": len(set(range(1, offset)) - set(handled)),
        "left": left,
        "repeated": sum(times - 1 for times in Counter(handled).values()),
        "out of order": sum(chat != sorted(chat) for chat in chats),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
