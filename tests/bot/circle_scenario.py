"""A circle of two groups on two platforms, with the people of both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bot.groups import GroupSettings
from bot.ledger.identities import Identities
from bot.messages import Command, Person, Place
from tests.bot.fake_chat import FakeChat
from tests.bot.scenario import GROUP, Scenario

FAR = "far:hall"
CIRCLE = "circle:1"
Identities.platforms = (*Identities.platforms, "far")


class CircleScenario(Scenario):
    """``sari`` is somebody of the group at home, and ``far:andi`` of the one on the other platform."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        super().__init__(folder, **settings)
        self.far = self.elsewhere["far"] = FakeChat()
        self.far.platform = "far"

    def command(self, name: str, text: str, **how: Any) -> Command:
        command = super().command(name, text, **how)
        if not name.startswith("far:"):
            return command
        who = Person(name, name.removeprefix("far:").capitalize(), admin=name in self.admins)
        return replace(command, who=who, where=Place(FAR, command.where.channel))

    async def code(self, name: str, line: str = "link group") -> str:
        """Return the code that somebody is given."""
        (code,) = re.findall(r"^(\w{8})$", await self.do(name, line), re.MULTILINE)
        return str(code)

    async def link(self) -> None:
        """Let the admins join both groups, the one at home offering it."""
        code = await self.code("boss")
        await self.do("far:chief", f"link agree {code}")
        await self.do("boss", f"link agree {code}")

    async def join(self, languages: Mapping[str, str] = {GROUP: "en", FAR: "id"}) -> None:
        """Put both groups into one circle, as an agreement of their admins does."""
        places = tuple(Place(group, "main") for group in languages)
        await self.app.groups.change(CIRCLE, lambda _: GroupSettings(places=places))
        for group, language in languages.items():
            await self.app.groups.change(group, partial(replace, circle=CIRCLE, language=language))
