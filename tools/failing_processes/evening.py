"""An evening of both platforms on several processes, some of which fail again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg

from bot.cluster.locks import FIRST_CLASS, Kind
from bot.cluster.session import plain
from bot.cluster.slots import SLOTS
from tests.chats.discord.double.server import Discord
from tests.chats.telegram.double import Telegram
from tools.failing_processes.failures import Failures
from tools.failing_processes.people import Answered, OnDiscord, OnTelegram, Presses, TableOfPeople
from tools.failing_processes.processes import Processes, processes
from tools.postgresql import Server

_HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = %s"

SETTINGS = ("track_commit_timestamp=on",)
"""Of the server, by which each move tells when it became durable."""

MOVES = 10
"""More moves than these are carried out for each group of a platform, however quick the machine is."""

LAST_SECONDS = 8.0
"""Seconds of playing after the last failure, at least."""

LONGEST_SECONDS = 120.0
"""Seconds after which a table that no longer moves is given up."""

GAMES = ("qiuqiu", "koo-kiew", "quan-dui")
NAMES = ("Sari", "Budi", "Dewi", "Agus", "Tono", "Wati")


@dataclass(frozen=True, slots=True)
class Plan:
    """How an evening goes."""

    processes: int = 3
    groups: int = 3
    """Groups on each platform; their games take turns."""

    failures: tuple[tuple[str, int], ...] = (("kill", 4), ("freeze", 2))
    pause: tuple[float, float] = (1.5, 3.0)
    """Between how many seconds lie between two failures."""

    frozen: tuple[float, float] = (3.5, 6.0)
    """For how many seconds a process stands still, longer than the others wait for a sign of life."""

    at_once: int = 1
    """Failures that may be under way at once."""

    thought: tuple[float, float] = (0.5, 1.2)
    plant: str = ""
    seed: int = 1


@dataclass(slots=True)
class Told:
    """What an evening shows from outside."""

    presses: Presses
    failures: Failures
    posts: dict[str, list[str]]
    """The public messages of each group, as they stand at the end."""

    logs: str

    @property
    def carried_out(self) -> list[Answered]:
        return self.presses.carried_out


async def evening(plan: Plan, server: Server, database: str, folder: Path) -> Told:
    """Play an evening; at its end all processes end cleanly."""
    random, presses = Random(plan.seed), Presses()
    async with AsyncExitStack() as stack:
        discord, telegram = await stack.enter_async_context(Discord()), Telegram()
        discord.world.ids.tell_time()
        await telegram.server.start()
        stack.push_async_callback(telegram.server.stop)
        # A bot is told of a guild when it connects.
        tables = _tables(plan, discord, telegram, presses, random)
        several = await stack.enter_async_context(
            processes(plan.processes, database, folder, discord, telegram, plan.plant)
        )
        await _connected(several, database, discord)
        for each in tables:
            await each.open()
        playing = [asyncio.create_task(each.play(), name=each.name) for each in tables]
        failures = Failures(several, server, random, plan.pause, plan.frozen)
        failing = asyncio.create_task(failures.happen(dict(plan.failures), plan.at_once))
        enough = asyncio.create_task(_played(failing, presses, MOVES * plan.groups))
        await asyncio.wait([enough, *playing], return_when=asyncio.FIRST_COMPLETED)
        for task in (enough, *playing):
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        codes = [await several.end(number) for number in list(several.running)]
        assert codes == [0] * plan.processes, (codes, several.logs()[-4000:])
        for each in tables:
            each.read_answers()
        posts = {each.name: _posts(each) for each in tables}
        return Told(presses, failures, posts, several.logs())


async def _played(failing: asyncio.Task[None], presses: Presses, moves: int) -> None:
    await failing
    await asyncio.sleep(LAST_SECONDS)
    async with asyncio.timeout(LONGEST_SECONDS):
        while len(presses.carried_out) <= moves:  # noqa: ASYNC110 - people play at their own pace
            await asyncio.sleep(0.2)


async def _connected(several: Processes, database: str, discord: Discord) -> None:
    """Wait until every slot has an owner, both platforms a reader, and Discord its commands."""
    async with asyncio.timeout(60), await psycopg.AsyncConnection.connect(plain(database)) as connection:
        while True:
            found = await connection.execute(_HELD, (FIRST_CLASS + Kind.SLOT,))
            ((held,),) = await found.fetchall()
            reading = all(f'"platform": "{each}"' in several.logs() for each in ("discord", "telegram"))
            if held == SLOTS and reading and discord.world.commands:
                return
            await asyncio.sleep(0.1)


def _tables(
    plan: Plan, discord: Discord, telegram: Telegram, presses: Presses, random: Random
) -> Sequence[TableOfPeople]:
    tables: list[TableOfPeople] = []
    for number in range(plan.groups):
        how = (GAMES[number % len(GAMES)], presses, random, plan.thought)
        people = [telegram.person(f"{name}{number}") for name in NAMES[:3]]
        tables.append(OnTelegram(telegram, people, telegram.group(f"Telegram {number}", *people), *how))
        guild = discord.guild()
        members = [discord.member(guild, f"{name}{number}") for name in NAMES[3:]]
        tables.append(OnDiscord(members, *how))
    return tables


def _posts(table: TableOfPeople) -> list[str]:
    if isinstance(table, OnTelegram):
        return [post.text for post in table.group.by_bots()]
    assert isinstance(table, OnDiscord)
    return [message.text for message in table.people[0].public]
