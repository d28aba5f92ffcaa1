from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.groups.settings import GroupSettings, Untold
from bot.ledger import GroupSaved, Ledger, WriteRefused, WriteSet, move_group, queries
from bot.messages import Place, PlayerId
from bot.wording import languages


class Groups:
    def __init__(self, ledger: Ledger, language: str = "en") -> None:
        self._ledger = ledger
        self._usual = GroupSettings(language=language)
        self._settings: dict[str, GroupSettings] = {}
        self._versions: dict[str, int] = {}
        self._newest = 0
        """The last change that was read."""

        self._changing = asyncio.Lock()
        self.on_joined: Callable[[str], object] = lambda group: None
        """Called with a circle that another process has begun, ended or enlarged."""

    async def load(self) -> None:
        self._newest, self._versions = 0, {}
        await self.reload()

    async def reload(self) -> None:
        """Read what other processes have changed."""
        if (newest := await self._ledger.read(queries.newest_group)) == self._newest:
            return
        for each in await self._ledger.read(queries.groups, self._newest):
            if self._versions.get(each.group) != each.version:
                settings = GroupSettings.from_json(each.settings)
                if settings.places != self.of(each.group).places:
                    self.on_joined(each.group)
                self._settings[each.group] = settings
                self._versions[each.group] = each.version
        self._newest = newest

    async def book_now(self, group: str) -> str:
        """Return the group that keeps the book for a group, after changes of other processes."""
        await self.reload()
        return self.book(group)

    def of(self, group: str) -> GroupSettings:
        return self._settings.get(group, self._usual)

    def all(self) -> Mapping[str, GroupSettings]:
        return self._settings

    async def speak(self, group: str, language: str) -> None:
        """Set the language of a group where nothing was ever set."""
        if group not in self._settings and language in languages():
            await self.change(group, lambda now: replace(now, language=language))

    def untold(self) -> list[tuple[str, Untold]]:
        return [(group, each) for group, settings in self._settings.items() for each in settings.untold]

    def present(self, group: str) -> str:
        """Return the present id of a group that may have moved."""
        while moved_to := self.of(group).moved_to:
            group = moved_to
        return group

    def book(self, group: str) -> str:
        """Return the group that keeps the book for a group: its circle, or its present id."""
        present = self.present(group)
        return self.of(present).circle or present

    def books(self, group: str) -> dict[str, int]:
        """Return the books that a group may read, its own first, each from a second since 1970 on."""
        own, circles = self.book(group), self.of(group).circles
        return {own: 0, group: 0, **{each: circles[each] for each in reversed([*circles]) if each != own}}

    def of_book(self, group: str) -> GroupSettings:
        return self.of(self.book(group))

    def table_place(self, place: Place) -> Place:
        """Return the place of the tables that are played at a place of a chat; a circle has one for all."""
        circle = self.of(self.present(place.group)).circle
        return Place(circle, "") if circle else place

    def person(self, group: str, account: PlayerId) -> PlayerId:
        return self.of(group).accounts.get(account, account)

    def accounts(self, group: str, player: PlayerId) -> list[PlayerId]:
        """Return all accounts of a player, the one that they play under first."""
        return [player, *(each for each, first in self.of(group).accounts.items() if first == player)]

    def places(self, place: Place) -> tuple[Place, ...]:
        """Return the places of chats in which the tables of a place stand, except those that are silent."""
        joined = [each._replace(group=self.present(each.group)) for each in self.of(place.group).places]
        return tuple(each for each in joined if not self.is_silent(each)) if joined else (place,)

    def is_silent(self, place: Place) -> bool:
        """True if the bot was removed from a place of a circle, or its channel is gone."""
        return not place.channel or self.of(self.present(place.group)).away

    def shown_at(self, place: Place, group: str) -> GroupSettings:
        """Return the settings of tables shown at a place: language and time zone are its own."""
        own = self.of(place.group)
        return replace(self.of(group), language=own.language, zone=own.zone)

    async def change(
        self,
        group: str,
        made_of: Callable[[GroupSettings], GroupSettings],
        receipt: WriteSet = (),
        *,
        store: Callable[[WriteSet], Awaitable[None]] | None = None,
    ) -> None:
        """Put new settings in force, once they are durable."""
        await self.change_together(lambda: {group: made_of(self.of(group))}, receipt, store or self._ledger.commit)

    async def change_together(
        self,
        made: Callable[[], Mapping[str, GroupSettings]],
        receipt: WriteSet,
        store: Callable[[WriteSet], Awaitable[None]],
    ) -> None:
        # One after another, so that none is made of settings that another change is about to replace.
        async with self._changing:
            try:
                await self._change(made(), receipt, store)
            except WriteRefused:
                await self.reload()
                await self._change(made(), receipt, store)

    async def _change(
        self, made: Mapping[str, GroupSettings], receipt: WriteSet, store: Callable[[WriteSet], Awaitable[None]]
    ) -> None:
        versions = {group: self._versions.get(group, 0) + 1 for group in made}
        saved = [
            GroupSaved(group, each.to_json(), versions[group], each.circle or each.moved_to)
            for group, each in made.items()
        ]
        await store((*saved, *receipt))
        self._settings |= made
        self._versions |= versions

    async def move(self, old: str, new: str) -> None:
        """Give a group another id, with everything in the ledger; settings stay."""

        def made() -> Mapping[str, GroupSettings]:
            usual = self._settings.get(new, self._usual)
            moved = replace(self._settings.get(old, usual), away=False, away_since=0)
            moved = replace(moved, of_features={**usual.of_features, **moved.of_features})
            return {new: moved, old: replace(self._usual, moved_to=new)}

        async def store(writes: WriteSet) -> None:
            await self._ledger.change(move_group, old, new, writes)

        await self.change_together(made, (), store)
