"""The settings of every house, kept in memory and in the ledger's database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.houses.settings import HouseSettings
from bot.ledger import HouseSaved, Ledger, Row


class Houses:
    """Where tables and commands ask for the settings of a server or group."""

    def __init__(self, ledger: Ledger, language: str = "en") -> None:
        self._ledger = ledger
        self._usual = HouseSettings(language=language)
        self._settings: dict[str, HouseSettings] = {}
        self._changing = asyncio.Lock()

    async def load(self) -> None:
        """Read what is stored."""
        stored = await self._ledger.houses()
        self._settings = {house: HouseSettings.from_json(text) for house, text in stored.items()}

    def of(self, house: str) -> HouseSettings:
        """The settings in force; a house that has set nothing has the usual ones."""
        return self._settings.get(house, self._usual)

    def present(self, house: str) -> str:
        """The name a house goes by now, for one that may be of old."""
        while moved_to := self.of(house).moved_to:
            house = moved_to
        return house

    async def change(
        self, house: str, made_of: Callable[[HouseSettings], HouseSettings], done: tuple[Row, ...] = ()
    ) -> None:
        """Put new settings in force, once they are durable together with ``done``.

        Args:
            house: whose settings.
            made_of: makes the new settings of those in force; what it raises leaves them as they are.
            done: rows to be stored with them.
        """
        # One after another, so that none is made of settings that another change is about to replace.
        async with self._changing:
            settings = made_of(self.of(house))
            await self._ledger.commit((HouseSaved(house, settings.to_json()), *done))
            self._settings[house] = settings

    async def move(self, old: str, new: str) -> None:
        """Let a house go by another name, with everything that the ledger has of it; its own settings go on."""
        async with self._changing:
            usual = self._settings.get(new, self._usual)
            moved = replace(self._settings.get(old, usual), away=False)
            gone = replace(self._usual, moved_to=new)
            await self._ledger.move_house(old, new, (HouseSaved(new, moved.to_json()), HouseSaved(old, gone.to_json())))
            self._settings |= {new: moved, old: gone}
