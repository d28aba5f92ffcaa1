"""The people of a plan on their platforms."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from bot.messages import Place, PlayerId
from simulation.chance import Chance
from simulation.chats import ChatWorld
from simulation.light_faults import LightFaults
from simulation.light_style import STYLES
from simulation.light_world import LightWorld
from simulation.plan import LIGHT, Group, Person, Plan

CHANNEL = "main"

FIRST_GROUP, FIRST_PERSON = 1_001, 500_001
"""The first numbers of groups and people on a light platform."""

PEOPLE_A_GROUP = 1_000
"""How many numbers there are for the people of each group."""


class Inhabited(NamedTuple):
    """A group of the plan on its platform."""

    group: Group
    world: LightWorld
    place: Place
    people: tuple[tuple[PlayerId, Person], ...]


class Population:
    """Everybody in the world; made in the loop of the world.

    Args:
        plan: who is there.
        chance: what they do.
    """

    def __init__(self, plan: Plan, chance: Chance) -> None:
        self._chance = chance
        used = [kind for kind in LIGHT if any(group.chat is kind for group in plan.groups)]
        self._light = {kind: LightWorld(STYLES[kind], chance, LightFaults()) for kind in used}
        self.groups = {group.id: self._settle(number, group) for number, group in enumerate(plan.groups)}

    @property
    def worlds(self) -> list[ChatWorld]:
        """The platforms."""
        return list(self._light.values())

    @property
    def light_worlds(self) -> list[LightWorld]:
        """Those of them that are in memory."""
        return list(self._light.values())

    def light(self, platform: str) -> LightWorld | None:
        """A light platform by its name."""
        return next((world for world in self._light.values() if world.platform == platform), None)

    def _settle(self, number: int, group: Group) -> Inhabited:
        world = self._light[group.chat]
        here = world.add_group(FIRST_GROUP + number, [CHANNEL])
        people = []
        for each, person in enumerate(group.people):
            account = FIRST_PERSON + number * PEOPLE_A_GROUP + each
            player = world.add_person(account, person.name, [here], admin_of=[here] if each == 0 else [])
            people.append((player, person))
        return Inhabited(group, world, Place(here, CHANNEL), tuple(people))

    async def live(self) -> None:
        """Let everybody do what they do, for ever."""
        await asyncio.gather(*self._lives())

    def _lives(self) -> Iterator[asyncio.Task[None]]:
        for inhabited in self.groups.values():
            for player, person in inhabited.people:
                rng = self._chance.stream("people", inhabited.group.id, person.name)
                yield asyncio.create_task(_press(inhabited, player, rng))


async def _press(here: Inhabited, player: PlayerId, rng: Random) -> None:
    world, place = here.world, here.place
    first = here.people[0][0] == player
    while True:
        await asyncio.sleep(rng.uniform(1, 6))
        seen = world.messages(player, place)
        buttons = [each for message in seen[:3] if message.asked is not False for each in message.buttons]
        if rng.random() < 0.1:
            verb = "practice" if here.group.practice else "open"
            line = f"{verb} {here.group.game}" if first else "join"
            await world.type(player, place, line)
        elif buttons:
            button = rng.choice(buttons)
            said = await world.press(player, place, button)
            if said.asked is not None:
                value = rng.choice(said.asked.choices or (str(said.asked.least),))
                await world.give(player, place, said.asked, value)
            elif said.confirms and said.buttons:
                await world.press(player, place, said.buttons[0])
        else:
            with suppress(TimeoutError):
                await world.changed(player, place, 20)
