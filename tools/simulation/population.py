"""The people of a plan on their platforms."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from bot.messages import Place, PlayerId
from tests.bot.evening_player import Done
from tools.simulation.chance import Chance
from tools.simulation.chats import ChatWorld, PlatformWorld
from tools.simulation.checks import Call
from tools.simulation.circles import Circle
from tools.simulation.evenings import Evening, is_admin
from tools.simulation.groups import DrawnPerson
from tools.simulation.plan import ChatKind, Group, Person, Plan

if TYPE_CHECKING:
    from tools.simulation.room_world import RoomWorld

FIRST_GROUP, FIRST_PERSON = 1_001, 500_001
"""The first numbers of groups and people."""

PEOPLE_A_GROUP = 1_000
"""How many numbers there are for the people of each group."""


class Inhabited(NamedTuple):
    """A group of the plan on its platform."""

    group: Group
    world: ChatWorld
    place: Place
    people: tuple[tuple[PlayerId, Person], ...]
    evening: Evening


async def _opened(kind: ChatKind, chance: Chance, called: Callable[[Call], None]) -> ChatWorld:
    """A platform with nobody there yet."""
    match kind:
        case ChatKind.TELEGRAM:
            from tools.simulation.telegram_world import TelegramWorld

            return await TelegramWorld.open(chance, called)
        case ChatKind.DISCORD:
            from tools.simulation.discord_world import DiscordWorld

            return await DiscordWorld.open(chance, called)
        case ChatKind.ROOM:
            from tools.simulation.room_world import RoomWorld

            return RoomWorld(chance)


class Population:
    """Everybody in the world; made in the loop of the world.

    Args:
        plan: who is there.
        chance: what they do.
        worlds: the platforms of all kinds that the plan has.
    """

    def __init__(self, plan: Plan, chance: Chance, worlds: Mapping[ChatKind, ChatWorld]) -> None:
        self._chance = chance
        self._worlds = worlds
        self.done: Done = Counter()
        """How often people have done what besides playing, by what they saw of their table."""

        self.groups = {group.id: self._settle(number, group) for number, group in enumerate(plan.groups)}

    @classmethod
    async def open(cls, plan: Plan, chance: Chance, called: Callable[[Call], None]) -> Population:
        """Open every platform that a plan has, and let its people come.

        Args:
            plan: who is there.
            chance: what they do.
            called: told of every call that Kiu makes to a platform.
        """
        kinds = dict.fromkeys(group.chat for group in plan.groups)
        return cls(plan, chance, {kind: await _opened(kind, chance, called) for kind in sorted(kinds)})

    @property
    def worlds(self) -> list[ChatWorld]:
        """The platforms."""
        return list(self._worlds.values())

    @property
    def room(self) -> RoomWorld | None:
        """The local room, if anybody is there."""
        return cast("RoomWorld | None", self._worlds.get(ChatKind.ROOM))

    @property
    def platforms(self) -> list[PlatformWorld]:
        """The platforms that Kiu connects to: all but the room."""
        return [cast(PlatformWorld, world) for kind, world in self._worlds.items() if kind is not ChatKind.ROOM]

    def on(self, platform: str) -> ChatWorld | None:
        """A platform by its name; ``None`` if the plan has nobody there."""
        return next((world for world in self.worlds if world.platform == platform), None)

    def _settle(self, number: int, group: Group) -> Inhabited:
        world = self._worlds[group.chat]
        here = world.add_group(FIRST_GROUP + number, group.channels)
        people = []
        for each, person in enumerate(group.people):
            account = FIRST_PERSON + number * PEOPLE_A_GROUP + each
            admin_of = [here] if is_admin(person.habit, each) else []
            people.append((world.add_person(account, person.name.capitalize(), [here], admin_of=admin_of), person))
        evening = Evening(
            world,
            group.id,
            world.places(here),
            group.game,
            [(DrawnPerson(person.name, person.habit), player) for player, person in people],
            group.rules,
            self._chance,
            self.done,
            practice=group.practice,
            computers=group.computers,
        )
        return Inhabited(group, world, world.places(here)[0], tuple(people), evening)

    async def live(self) -> None:
        """Let everybody do what they do, for ever."""
        people = {name: each.evening.people for name, each in self.groups.items()}
        pairs = [(people.get(each.group.joins), each.evening.people) for each in self.groups.values()]
        circles = [Circle(first, second).run() for first, second in pairs if first and second]
        await asyncio.gather(*circles, *(each.evening.run() for each in self.groups.values()))
