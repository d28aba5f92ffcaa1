"""A question and its answer through a table's mailbox, without storing anything, beside the plainest actor there is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from bot.app import App
from bot.commands import Request, parse
from bot.messages import Person
from bot.tables.table import Table
from bot.wording import in_language
from tests.bot.evening_player import quiet_move
from tools.benchmarks.measuring import Row, rate, side_by_side_awaited, times
from tools.benchmarks.scenario import asked, beginner, open_tables, without_storage

MANY = 1000
QUESTIONS = 20
"""What each table is asked in a round."""


class QueueActor:
    """A queue, and a task that answers what is put in it."""

    def __init__(self) -> None:
        self._jobs: asyncio.Queue[tuple[int, asyncio.Future[int]]] = asyncio.Queue()
        self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while True:
            question, answer = await self._jobs.get()
            answer.set_result(question)

    async def ask(self, question: int) -> int:
        """Ask and wait."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((question, answer))
        return await answer

    async def stop(self) -> None:
        """End the task."""
        self._worker.cancel()
        await asyncio.wait([self._worker])


def request(text: str, table: Table, who: Person) -> Request:
    """A command as the dispatcher hands it to a table."""
    hand = table.state.playing
    turn = "" if hand is None else f"{table.state.id}:{hand.turn}"
    return Request(parse(text), who, table.state.place, in_language("en"), turn)


def measure() -> list[Row]:
    """Time a look at the table, which is nothing but the way there and back, and an action of the game."""
    return asyncio.run(_measure())


async def _measure() -> list[Row]:
    async with without_storage({}) as app:
        return await _measured(app)


async def _measured(app: App) -> list[Row]:
    tables = await open_tables(app, MANY)
    actors = [QueueActor() for _ in range(MANY)]
    hosts = {table.state.id: Person(table.state.host, "Host") for table in tables}
    played = 0

    statuses = {table.state.id: request("status", table, hosts[table.state.id]) for table in tables}

    async def ask_tables() -> None:
        async def one(table: Table) -> None:
            for _ in range(QUESTIONS):
                await app.tables.look(statuses[table.state.id])

        await asyncio.gather(*map(one, tables))

    async def ask_actors() -> None:
        async def one(actor: QueueActor) -> None:
            for question in range(QUESTIONS):
                await actor.ask(question)

        await asyncio.gather(*map(one, actors))

    async def play() -> None:
        nonlocal played

        async def one(table: Table) -> None:
            nonlocal played
            for _ in range(5):
                hand = table.state.playing
                if hand is None:
                    await table.ask(request("start", table, Person(beginner(table), "Somebody")))
                else:
                    await table.ask(request(quiet_move(hand), table, Person(asked(hand), "Somebody")))

        await asyncio.gather(*map(one, tables))

    timings = await side_by_side_awaited(
        {"Kiu": ask_tables, "actor": ask_actors, "play": play}, clock=time.process_time, rounds=7
    )
    for actor in actors:
        await actor.stop()
    ratio = timings.ratio("Kiu", "actor")
    return [
        Row(
            f"question and answer through a table's mailbox, {MANY:,} tables, nothing stored",
            rate(MANY * QUESTIONS / timings["Kiu"]),
            f"queue and task: {rate(MANY * QUESTIONS / timings['actor'])}",
            times(ratio),
            f"≥ {times(1)}",
            ratio >= 1,
        ),
        Row(
            "deal, check and call through the mailbox, nothing stored or shown",
            rate(MANY * 5 / timings["play"]),
            f"queue and task: {rate(MANY * QUESTIONS / timings['actor'])}",
            times(timings.ratio("play", "actor") * 5 / QUESTIONS),
        ),
    ]


def work() -> None:
    """A thousand tables asked for their status, twenty times each."""

    async def run() -> None:
        async with without_storage({}) as app:
            tables: Sequence[Table] = await open_tables(app, MANY)
            for _ in range(QUESTIONS):
                for table in tables:
                    await app.tables.look(request("status", table, Person(table.state.host, "Host")))

    asyncio.run(run())
