"""An evening of one group: its people come, put their house rules in force, play, and go on until the world ends."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.messages import Place, PlayerId
from engine.games import GAMES
from tests.bot.evening_player import Done
from tools.simulation import deeds
from tools.simulation.chance import Chance
from tools.simulation.chats import ChatWorld
from tools.simulation.groups import DrawnPerson
from tools.simulation.habits import Habit
from tools.simulation.people import PersonInGroup, Seat

RULE_TRIES = 4
"""How often a house rule is typed to which no answer comes."""


class Evening:
    """The people of one group.

    Args:
        world: their platform, where they have accounts already.
        name: the name of the group in the plan; their whims are drawn under it.
        places: the channels of the group; people are spread over them.
        game: what they play.
        people: who they are, the one who opens the table first; with their ids.
        rules: the house rules that they put in force first, as of :func:`simulation.groups.house_rules`.
        chance: where their whims come from.
        done: counts what people have done.
        practice: whether their tables are for practice.
        computers: how many computer players they add to each table.
    """

    def __init__(
        self,
        world: ChatWorld,
        name: str,
        places: Sequence[Place],
        game: str,
        people: Sequence[tuple[DrawnPerson, PlayerId]],
        rules: Sequence[tuple[str, str]],
        chance: Chance,
        done: Done,
        *,
        practice: bool = False,
        computers: int = 0,
    ) -> None:
        self._rules = rules
        self._game = game
        self.people: list[PersonInGroup] = []
        taken: set[Place] = set()
        for person, id in people:
            # Drawn for each of them, so that leaving somebody out moves nobody else.
            place = chance.stream("channel", name, person.name).choice(places)
            seat = Seat(place, game, practice, opens=place not in taken, computers=computers)
            taken.add(place)
            self.people.append(
                PersonInGroup(
                    world,
                    id,
                    person.name.capitalize(),
                    [other.name.capitalize() for other, _ in people if other != person],
                    seat,
                    person.habit,
                    chance.stream("people", name, person.name),
                    deeds.something,
                    done,
                )
            )

    async def run(self) -> None:
        """Let them live, until cancelled."""
        if self.people:
            await self._set_rules(self.people[0])
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(person.live())

    async def _set_rules(self, admin: PersonInGroup) -> None:
        """Put the house rules in force, as an admin does: one after the other, then all together."""
        if not self._rules:
            return
        for name, value in self._rules:
            line = f"house preset {value} {self._game}" if name == "preset" else self._setting(name, value)
            await self._typed(admin, line)
        await self._typed(admin, "house apply")

    def _setting(self, name: str, value: str) -> str:
        from_game = name in GAMES[self._game].rules.kinds()
        return f"house set {f'{self._game}.{name}' if from_game else name} {value}"

    @staticmethod
    async def _typed(admin: PersonInGroup, line: str) -> None:
        for _ in range(RULE_TRIES):
            said = await admin.type(line)
            if said.answered:
                return


def is_admin(habit: Habit, number: int) -> bool:
    """Whether somebody administers their group: the first of them does, and whoever is in the habit."""
    return number == 0 or habit is Habit.ADMIN
