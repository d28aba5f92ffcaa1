"""A process of its own with a ledger and its share of tables: rounds of actions when it is told to."""

from __future__ import annotations

import asyncio
import sys

from bot.ledger import Ledger
from tools.benchmarks.bench_storing import LedgerLoad, now


async def play(url: str, name: str, tables: int) -> None:
    """Play a round for each line that comes, and answer each with a line."""
    async with await Ledger.open(url, now=now) as ledger:
        load = LedgerLoad(ledger, name, tables)
        await load.open_tables()
        # The first hand of a group takes its range of numbers.
        await load.act(0)
        print("ready", flush=True)
        while asked := (await asyncio.to_thread(sys.stdin.readline)).strip():
            await (load.at_once() if asked == "at once" else load.in_turn(int(asked)))
            print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3])))
