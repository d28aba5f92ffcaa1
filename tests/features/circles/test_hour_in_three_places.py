"""An hour of one table in three places: six people, three games, and a process that is killed again and again."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.ledger import mint, queries
from engine.games import GAMES
from engine.table.state import TableState
from tests.chats.virtual_time import in_virtual_time, now
from tests.features.circles.people import SLOW, OnDiscord, OnPage, OnTelegram, PersonInPlace, in_activity, in_mini_app
from tests.features.circles.places import Places, three_places
from tests.features.circles.told import Told

WHOLE, BRIEF = 1_200.0, 330.0
"""Seconds of each game: of an hour in all, and as each run of the tests has it."""

CHIPS = 2_000
"""What everybody is given once."""

OVER = 1_000
KILLS = {
    ("qiuqiu", 2, 4): 0.0,
    ("qiuqiu", 4, 9): 0.06,
    ("qiuqiu", 6, OVER): 0.0,
    ("koo-kiew", 2, 3): 0.0,
    ("koo-kiew", 4, 5): 0.2,
    ("quan-dui", 1, 10): 0.0,
    ("quan-dui", 2, 12): 3.0,
    ("quan-dui", 3, 40): 0.06,
}
"""After which action of which hand the process is killed, and how many seconds after it was stored."""

BRIEFLY = (("qiuqiu", 2, 4), ("koo-kiew", 4, 5), ("quan-dui", 1, 10))


class Hour:
    """Six people: two in each chat, and one of each who has only the page open."""

    def __init__(self, places: Places, seconds: float) -> None:
        self.places = places
        self._seconds = seconds
        sari, budi, wati = (places.telegram.person(name, language="id") for name in ("Sari", "Budi", "Wati"))
        rina, made = (places.discord.member(places.guild, name) for name in ("Rina", "Made"))
        joko = places.discord.member(places.guild, "Joko", admin=True)
        places.group = places.telegram.group("Friday", sari, budi, wati)
        self._sari, self._budi, self._joko = sari, budi, joko
        self.pages: dict[str, OnPage] = {"telegram": in_mini_app(places, wati), "discord": in_activity(places, made)}
        self.people: list[PersonInPlace] = [
            *(OnTelegram(places, sari), OnTelegram(places, budi, SLOW)),
            *(OnDiscord(places, joko), OnDiscord(places, rina)),
            *self.pages.values(),
        ]
        self.told = Told(places, self.pages)
        self.left = {at: later for at, later in KILLS.items() if seconds == WHOLE or at in BRIEFLY}
        self.killed: Counter[str] = Counter()
        """How often the process was killed in each hand."""

        self._due: asyncio.Queue[float] = asyncio.Queue()
        places.on_change.append(self._reached)

    def _reached(self, state: TableState) -> None:
        for game, number, actions in list(self.left):
            hand = state.hand
            if hand is None or (game, number) != (state.game_name, hand.number):
                continue
            if hand.over if actions == OVER else hand.actions >= actions:
                self.killed[str(hand.id)] += 1
                self._due.put_nowait(self.left.pop((game, number, actions)))

    async def _kills(self) -> None:
        while True:
            await asyncio.sleep(await self._due.get())
            await self.places.kill()

    async def _until(self, so: Callable[[], object]) -> None:
        async with asyncio.timeout(2 * self._seconds):
            while not (self.places.alive.is_set() and so()):
                await self.places.next_change(30)

    async def play(self) -> None:
        await self.places.create()
        await self.places.app.groups.change(self.places.circle, lambda usual: replace(usual, language="id"))
        for each in (self._sari, self._budi):
            await each.starts(wait=False)
            await asyncio.sleep(1)
        await self._join()
        async with asyncio.TaskGroup() as running:
            tasks = [running.create_task(each.play()) for each in self.people]
            tasks.append(running.create_task(self._kills()))
            for game, host in zip(GAMES, (self.people[0], self.people[2], self.people[5]), strict=True):
                await host.types(f"open {game}")
                await self._until(lambda: self.places.state)
                if game == "qiuqiu":
                    tasks += [running.create_task(each.looks()) for each in self.pages.values()]
                await self._play_at_table()
                await host.types("close")
                await self._until(lambda: self.places.state is None)
                await asyncio.sleep(20)
            for task in tasks:
                task.cancel()

    async def _join(self) -> None:
        """Join both groups into a circle, as their admins do."""
        sari, group = self._sari, self.places.group
        await sari.types("/link group", in_=group, wait=False)
        await asyncio.sleep(5)
        (code,) = re.findall(r"^(\w{8})$", sari.private.text(), re.MULTILINE)
        page = await self._joko.slash("link", code=code)
        await self._joko.press("Agree", page.messages)
        await sari.presses("Setuju", in_=group)
        await self._until(lambda: self.places.circle.startswith("circle:"))

    async def _play_at_table(self) -> None:
        state = self.places.state
        assert state is not None
        end = now() + self._seconds
        for each in self.people:
            if state.chair_of(each.player) is None:
                await each.press(await each.finds("join"))
                await asyncio.sleep(1)
        if len(state.chairs) > len(self.people):
            # A full table begins by itself.
            await self.people[0].press(await self.people[0].finds("start"))
        await self._until(lambda: now() > end)

    async def check(self) -> None:
        told, ledger = self.told, self.places.app.ledger
        assert not self.left
        told.check_hands()
        assert told.leaks == []
        assert told.searched.keys() == {"telegram", "discord"}
        assert told.calls.limited == []
        assert told.calls.worst_minute <= 20

        audit = await ledger.audit()
        assert audit.sound, audit.faults
        for each in self.people:
            nets = [(hand.round.settlement or {})[hand.players.index(each.player)] for hand in told.over.values()]
            wealth = await ledger.read(queries.wealth, self.places.circle, each.player)
            assert wealth.total == CHIPS + sum(nets), each.player
        assert await ledger.read(queries.balance, mint(self.places.circle)) == -CHIPS * len(self.people)

        acknowledged = Counter(self.places.acknowledged.values())
        for number, hand in told.over.items():
            done = acknowledged[number]
            # Nobody lapses, and what a kill cut off is done once all the same.
            assert done <= hand.actions <= done + self.killed[number], number
        assert all([await ledger.read(queries.is_done, key) for key in self.places.acknowledged])

        for where in self.pages:
            usual = max(len(told.posts[where, each]) for each in told.over if not self.killed[each])
            assert max(len(told.posts[where, each]) for each in self.killed) <= usual


async def hour(folder: Path, seconds: float) -> None:
    async with three_places(folder) as places:
        one = Hour(places, seconds)
        await one.play()
        await one.check()


@pytest.mark.parametrize("seconds", [BRIEF, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_an_hour_of_one_table_in_three_places(tmp_path: Path, seconds: float) -> None:
    with capture_logs() as logged:
        in_virtual_time(hour(tmp_path, seconds))
    assert [each for each in logged if each["log_level"] == "error"] == []
