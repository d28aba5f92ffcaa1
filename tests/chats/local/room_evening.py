"""Evenings in the local room: everybody has a tab of their own, and what reaches it is what they get to see."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import aiohttp

from bot.chats.local_chat import guests, place_of
from bot.messages import PlayerId
from tests.bot.evenings import Evening, Heard, Setting
from tests.bot.played_hands import GivenPacks
from tests.bot.scenario import Scenario
from tests.chats.local.served_room import SocketClient, whole_room

OF_ALL = ("post", "edit", "people")
"""The frames that everybody gets."""


class RoomScenario(Scenario):
    """A Kiu of which the only chat is the local room, served on a free port."""

    async def begin(self) -> None:
        self.name = place_of("main").group
        running = whole_room(self._folder, self.clock, self.entropy, flood_limit=self.flood_limit)
        self.app, self.address = await self._stack.enter_async_context(running)
        self.session = await self._stack.enter_async_context(aiohttp.ClientSession())

    async def enter(self, name: str, number: int) -> tuple[SocketClient, PlayerId]:
        """A guest who comes in: their tab and their id."""
        tab = await SocketClient(self.session, self.address).open()
        self._stack.callback(tab.drop)
        return tab, (await tab.hello(f"{number:032x}", name))["you"]["id"]


class RoomEvening(Evening):
    """An evening of people who have come in already."""

    def __init__(self, scenario: Scenario, setting: Setting, tabs: dict[str, SocketClient], ids: dict[str, PlayerId]):
        super().__init__(scenario, setting)
        self._tabs, self._ids, self._keys = tabs, ids, itertools.count()

    def id_of(self, name: str) -> PlayerId:
        return self._ids[name]

    async def type(self, who: str, line: str) -> bool:
        key, tab = f"line:{next(self._keys)}", self._tabs[who]
        await tab.say(type="say", id=key, text=f"/{line}")
        while (answer := await tab.next("reply", "refused")).get("id") != key:
            pass
        await self._quiet()
        return answer["type"] == "reply" and not answer["refused"]

    async def wait(self, seconds: float) -> None:
        clock = self.scenario.clock
        until = clock.now() + seconds
        while (due := clock.next_due()) is not None and due <= until:
            clock.move_to(due)
            await self._quiet()
        clock.move_to(until)
        await self._quiet()

    async def _quiet(self) -> None:
        """Wait until everything has come through, and write down what each tab got."""
        await self.scenario.app.wait_until_idle()
        for name, tab in self._tabs.items():
            for frame in await tab.settle():
                if not str(frame.get("id", "")).startswith("settle:"):
                    self.say(frame["type"], self.id_of(name), "", frame)
            tab.seen.clear()

    def reaching(self, observer: str, deeds: int, otherwise: Collection[str] = ()) -> list[Heard]:
        """All that reaches the tab of one of the people, and after it in which order what reaches each other tab.

        What others alone are told is left out, but not that they are told, unless they do something else.
        """
        said = self.heard[: self.marks[deeds - 1].heard if deeds else 0]
        others = [name for name in self._ids if name != observer]
        return [
            each._replace(whom=name) if name == observer or each.how in OF_ALL else each._replace(whom=name, what=None)
            for name in (observer, *others)
            for each in said
            if each.whom == self.id_of(name) and (each.how in OF_ALL or name == observer or name not in otherwise)
        ]


def _with_number_alone(newest: int) -> PlayerId:
    """An id that is the same in every room, because nothing in it is drawn by chance."""
    return f"local:{newest + 1:04x}0000"


@asynccontextmanager
async def in_the_room(folder: Path, setting: Setting, packs: GivenPacks) -> AsyncIterator[RoomEvening]:
    """Everybody comes in, and nobody sits yet."""
    scenario = RoomScenario(folder)
    scenario.entropy = packs
    async with scenario:
        with patch.object(guests, "_next_player", _with_number_alone):
            entered = {name: await scenario.enter(name, number) for number, name in enumerate(setting.people)}
        tabs = {name: tab for name, (tab, _) in entered.items()}
        ids = {name: player for name, (_, player) in entered.items()}
        evening = RoomEvening(scenario, setting, tabs, ids)
        for tab in tabs.values():
            await tab.settle()
            tab.seen.clear()
        yield evening
