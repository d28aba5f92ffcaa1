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
from tests.chats.local.browser_pages import IN_CHROMIUM
from tests.chats.virtual_time import in_virtual_time, now
from tests.features.circles.people import (
    SLOW,
    Guest,
    InActivity,
    OnDiscord,
    OnPage,
    OnTelegram,
    PersonInPlace,
    in_mini_app,
)
from tests.features.circles.places import Places, three_places
from tests.features.circles.told import Told

WHOLE, BRIEF = 1_200.0, 240.0
"""Seconds of each game: of an hour in all, and as each run of the tests has it."""

ASKED_WITHIN = 5.0
"""Seconds."""

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
    """Six people: two in each chat, and one of each who has only the page open, of whom one has a real browser.

    A guest watches, and plays where there is room.
    """

    def __init__(self, places: Places, seconds: float) -> None:
        self.places = places
        self._seconds = seconds
        sari, budi, wati = (places.telegram.person(name, language="id") for name in ("Sari", "Budi", "Wati"))
        rina, made = (places.discord.member(places.guild, name) for name in ("Rina", "Made"))
        joko = places.discord.member(places.guild, "Joko", admin=True)
        places.group = places.telegram.group("Friday", sari, budi, wati)
        self._sari, self._budi, self._joko = sari, budi, joko
        self.admin, self.guest, self.browser = OnDiscord(places, joko), Guest(places), InActivity(places, made)
        self.pages: dict[str, OnPage] = {
            "telegram": in_mini_app(places, wati),
            "discord": self.browser,
            "guest": self.guest,
        }
        self.people: list[PersonInPlace] = [
            *(OnTelegram(places, sari), OnTelegram(places, budi, SLOW)),
            *(self.admin, OnDiscord(places, rina)),
            *(self.pages["telegram"], self.browser),
        ]
        self.told = Told(places, self.pages)
        self.left = {at: later for at, later in KILLS.items() if seconds == WHOLE or at in BRIEFLY}
        self.killed: set[str] = set()
        """The hands in which the process was killed."""

        self._due: asyncio.Queue[float] = asyncio.Queue()
        places.on_change.append(self._reached)

    def _reached(self, state: TableState) -> None:
        for game, number, actions in list(self.left):
            hand = state.hand
            if hand is None or (game, number) != (state.game_name, hand.number):
                continue
            if hand.over if actions == OVER else hand.actions >= actions:
                self.killed.add(str(hand.id))
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
            tasks = [running.create_task(each.play()) for each in (*self.people, self.guest)]
            tasks.append(running.create_task(self._kills()))
            for game, host in zip(GAMES, (self.people[0], self.people[2], self.people[4]), strict=True):
                await host.types(f"open {game}")
                await self._until(lambda: self.places.state)
                if game == "qiuqiu":
                    await self.guest.comes(self.admin)
                    tasks += [running.create_task(each.looks()) for each in self.pages.values()]
                    await self.guest.is_let_in(self.admin)
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
        end, roomy = now() + self._seconds, len(state.chairs) > len(self.people)
        for each in (*self.people, self.guest) if roomy else self.people:
            if state.chair_of(each.player) is None:
                await each.press(await each.finds("join"))
                await asyncio.sleep(1)
        if roomy:
            # A full table begins by itself.
            await self.people[0].press(await self.people[0].finds("start"))
        await self._until(lambda: now() > end)

    async def check(self) -> None:
        told, ledger = self.told, self.places.app.ledger
        assert not self.left
        told.check_hands()
        assert told.leaks == []
        assert told.searched.keys() == {"telegram", "discord", "guest"}
        assert told.calls.limited == []
        assert told.calls.worst_minute <= 20

        audit = await ledger.audit()
        assert audit.sound, audit.faults
        everybody = (*self.people, self.guest)
        for each in everybody:
            played = [hand for hand in told.over.values() if each.player in hand.players]
            nets = [(hand.round.settlement or {})[hand.players.index(each.player)] for hand in played]
            wealth = await ledger.read(queries.wealth, self.places.circle, each.player)
            assert wealth.total == CHIPS + sum(nets), each.player
        assert await ledger.read(queries.balance, mint(self.places.circle)) == -CHIPS * len(everybody)

        acknowledged, cut_off = Counter(self.places.acknowledged.values()), Counter(self.places.cut_off.values())
        assert cut_off.keys() <= self.killed
        for number, hand in told.over.items():
            # Nobody lapses, and what a kill cut off is done once all the same.
            assert acknowledged[number] <= hand.actions <= acknowledged[number] + cut_off[number], number
        asked = [each for person in everybody for each in person.asked_after.values()]
        assert [each for each in asked if each[1] > ASKED_WITHIN and each[0] not in self.killed] == []
        assert all([await ledger.read(queries.is_done, key) for key in self.places.acknowledged])

        assert self.browser.came_in > len(self.killed)
        assert self.browser.errors == []
        for where in ("telegram", "discord"):
            usual = max(len(told.posts[where, each]) for each in told.over if each not in self.killed)
            assert max(len(told.posts[where, each]) for each in self.killed) <= usual


async def hour(folder: Path, seconds: float) -> None:
    async with three_places(folder) as places:
        one = Hour(places, seconds)
        await one.play()
        await one.check()


@IN_CHROMIUM[0]
@pytest.mark.parametrize("seconds", [BRIEF, pytest.param(WHOLE, marks=pytest.mark.soak)])
def test_an_hour_of_one_table_in_three_places(tmp_path: Path, seconds: float) -> None:
    with capture_logs() as logged:
        in_virtual_time(hour(tmp_path, seconds))
    assert [each for each in logged if each["log_level"] == "error"] == []
