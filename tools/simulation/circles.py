"""Circles: admins of two groups join them and part them again; somebody is in both, and plays by either account."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from tools.simulation.chats import UNANSWERED, Said
from tools.simulation.people import SECOND_LOOK, PersonInGroup

APART, TOGETHER = (20.0, 90.0), (100.0, 300.0)
"""From how long to how long two groups are no circle, and are one."""

LOOKS = 6
"""How often somebody looks for a page that does not come, or whether the other one has agreed."""

_CODE = re.compile(r"\b[2-9A-HJKMNP-Z]{8}\b")


class Circle:
    """Two groups with their people, the admin first and whoever is in both groups last.

    Args:
        first: those of the group that offers it.
        second: those of the group that joins.
    """

    def __init__(self, first: Sequence[PersonInGroup], second: Sequence[PersonInGroup]) -> None:
        self._people = (*first, *second)
        self._admins = first[0], second[0]
        self._accounts = first[-1], second[-1]

    async def run(self) -> None:
        """Join and part them again and again, until cancelled."""
        while True:
            await self._admins[0].pause(APART)
            if await self._undisturbed(self._join):
                await self._admins[0].pause(TOGETHER)
                await self._undisturbed(self._part)

    async def _undisturbed(self, change: Callable[[], Awaitable[bool]]) -> bool:
        """Nobody sits down meanwhile, and what is being played is stopped."""
        for person in self._people:
            person.plays = False
        for admin in self._admins:
            await _pages(admin, "stop", "stop now")
        done = await change()
        for person in self._people:
            person.plays = True
        return done

    async def _join(self) -> bool:
        first, second = self._admins
        code = await _code(first, "link group")
        if not code or not (await _pages(second, f"link {code}", f"link agree {code}")).answered:
            return False
        agreed = await _press(first, UNANSWERED, f"link agree {code}")
        one, other = self._accounts
        if agreed.answered and (code := await _code(one, "link me")):
            await _pages(other, f"link {code}", f"link mine {code}")
        return agreed.answered

    async def _part(self) -> bool:
        one, _ = self._accounts
        if one.random.random() < 0.5:
            await _pages(one, "link", "link me", "link undo")
        return (await _pages(one.random.choice(self._admins), "link", "link end", "link end ")).answered


async def _pages(person: PersonInGroup, line: str, *commands: str) -> Said:
    """Type a line, and press one button after the other of the pages that come."""
    said = await person.type(line)
    for command in commands:
        said = await _press(person, said, command)
    return said


async def _press(person: PersonInGroup, said: Said, command: str) -> Said:
    """Press the button of an answer, or of a message that comes a little later."""
    for _ in range(LOOKS):
        await person.pause(SECOND_LOOK)
        buttons = (*said.buttons, *(button for message in person.messages() for button in message.buttons))
        for button in buttons:
            if button.pressed.command.startswith(command):
                return await person.press(button)
    return UNANSWERED


async def _code(person: PersonInGroup, command: str) -> str:
    """Get a code, and read it wherever it is told."""
    said = await _pages(person, "link", command)
    await person.pause(SECOND_LOOK)
    found = map(_CODE.search, (said.words, *(each.text for each in person.messages())))
    return next((each[0].lower() for each in found if each), "")
