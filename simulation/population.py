"""The people of a plan on their platforms."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import NamedTuple

from bot.messages import Place, PlayerId
from simulation.chance import Chance
from simulation.chats import ChatWorld
from simulation.evenings import Evening, is_admin
from simulation.groups import DrawnPerson
from simulation.light_faults import LightFaults
from simulation.light_style import STYLES
from simulation.light_world import LightWorld
from simulation.plan import LIGHT, Group, Person, Plan

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
    evening: Evening


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
        self.done: Counter[str] = Counter()
        """How often people have done what, by their habits."""

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
        here = world.add_group(FIRST_GROUP + number, group.channels)
        people = []
        for each, person in enumerate(group.people):
            account = FIRST_PERSON + number * PEOPLE_A_GROUP + each
            admin_of = [here] if is_admin(person.habit, each) else []
            people.append((world.add_person(account, person.name.capitalize(), [here], admin_of=admin_of), person))
        evening = Evening(
            world,
            group.id,
            here,
            group.channels,
            group.game,
            [(DrawnPerson(person.name, person.habit), player) for player, person in people],
            group.rules,
            self._chance,
            self.done,
            practice=group.practice,
            computers=group.computers,
        )
        return Inhabited(group, world, Place(here, group.channels[0]), tuple(people), evening)

    async def live(self) -> None:
        """Let everybody do what they do, for ever."""
        await asyncio.gather(*(inhabited.evening.run() for inhabited in self.groups.values()))
