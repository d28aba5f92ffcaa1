"""What happens in a simulated world, decided beforehand: the hours, the groups with their people, and the faults.

A plan follows from a seed, and a smaller one, with something left out, is a plan as well. Everything else that chance
decides is drawn from streams of the seed, under names of people, groups and faults, so that what is left out changes
nothing of the others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from string import ascii_lowercase

from engine.games import GAMES
from tools.simulation import groups
from tools.simulation.chance import Chance
from tools.simulation.habits import Habit

HOUR = 3600.0


class ChatKind(StrEnum):
    """How the people of a group are reached."""

    TELEGRAM = "telegram"
    """The real adapter, connected to a double of Telegram."""

    DISCORD = "discord"
    """The real adapter, connected to a double of Discord."""

    ROOM = "local"
    """The local room with its real server; it is one group, so a plan has it once at most."""


class FaultKind(StrEnum):
    """What goes wrong."""

    KILL = "kill"
    """The process is killed, between any two awaits, and started again."""

    KILL_IN_START = "kill-in-start"
    """It is killed, and killed once more while it starts."""

    STOP = "stop"
    """The process is stopped cleanly and started again."""

    CLOCK = "clock"
    """The clock of the machine jumps by ``seconds``."""

    AWAY = "away"
    """A platform answers nobody for ``seconds``."""

    CUT = "cut"
    """All connections to a platform are cut."""

    LATE = "late"
    """A platform answers late for ``seconds``."""

    TOO_MANY = "too-many"
    """A platform answers 429 with ``retry_after`` for ``seconds``."""

    SERVER_ERROR = "server-error"
    """A platform answers 5xx for ``seconds``."""

    LOST_ANSWER = "lost-answer"
    """A platform does what it is asked to, and the answer is lost, for ``seconds``."""

    REPEATED = "repeated"
    """A platform delivers updates twice and out of order for ``seconds``."""

    DELETED = "deleted"
    """Messages of the bot are deleted in a group."""

    REMOVED = "removed"
    """The bot is removed from a group, and invited again after ``seconds``."""

    MIGRATED = "migrated"
    """A group gets another id."""

    BLOCKED = "blocked"
    """Somebody of a group takes no private messages from the bot for ``seconds``."""

    DISK_FULL = "disk-full"
    """The disk is full for ``seconds``."""

    DISK_ERROR = "disk-error"
    """A write or sync fails."""

    POWER_CUT = "power-cut"
    """The power is cut at an operation of the disk: what was not synced is torn and out of order."""


LASTING = {
    FaultKind.CLOCK: (-7200.0, 7200.0),
    FaultKind.AWAY: (5.0, 120.0),
    FaultKind.LATE: (30.0, 300.0),
    FaultKind.TOO_MANY: (10.0, 60.0),
    FaultKind.SERVER_ERROR: (5.0, 60.0),
    FaultKind.LOST_ANSWER: (10.0, 60.0),
    FaultKind.REPEATED: (30.0, 300.0),
    FaultKind.REMOVED: (30.0, 600.0),
    FaultKind.BLOCKED: (30.0, 600.0),
    FaultKind.DISK_FULL: (5.0, 120.0),
}
"""From how many to how many seconds these faults last."""

OF_A_GROUP = (FaultKind.DELETED, FaultKind.REMOVED, FaultKind.MIGRATED, FaultKind.BLOCKED)
"""Faults that happen to one group."""

OF_A_PLATFORM = (
    FaultKind.AWAY,
    FaultKind.CUT,
    FaultKind.LATE,
    FaultKind.TOO_MANY,
    FaultKind.SERVER_ERROR,
    FaultKind.LOST_ANSWER,
    FaultKind.REPEATED,
)
"""Faults that happen to one platform."""

IN_A_CIRCLE = 0.4
"""The share of groups that join with an earlier one."""

FAULTS_AN_HOUR = 50.0
"""How many things go wrong in an hour, on average, besides what each platform does wrong all the time."""


@dataclass(frozen=True)
class Person:
    """Somebody in a group."""

    name: str
    """Unique among the people of their group."""

    habit: Habit


@dataclass(frozen=True)
class Group:
    """A group with a table, or with several one after the other."""

    id: str
    """Its name in the plan, in transcripts and in streams; unique."""

    chat: ChatKind
    game: str
    rules: tuple[tuple[str, str], ...]
    """House rules that its admin puts in force before they play, by name, with ``preset`` for a preset; without one
    of them, others may be refused."""

    people: tuple[Person, ...]
    """The first of them opens the table."""

    practice: bool = False
    computers: int = 0
    """How many computer players are added to each table."""

    channels: tuple[str, ...] = ("main",)
    """The channels over which its people are spread; the first people open a table in each."""

    joins: str = ""
    """The group with which it joins into a circle; empty for none."""


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong."""

    kind: FaultKind
    at: float
    """When, in seconds since the world began."""

    name: str
    """Under which its streams are drawn; unique."""

    seconds: float = 0.0
    """How long it lasts, or how far the clock jumps; 0 if it is a matter of a moment."""

    where: str = ""
    """The group, or the platform, to which it happens; empty if that is the machine."""


@dataclass(frozen=True)
class Plan:
    """What happens in a world."""

    seed: int
    hours: float
    groups: tuple[Group, ...]
    faults: tuple[Fault, ...]

    @classmethod
    def of(cls, seed: int, hours: float, tables: int = 2) -> Plan:
        """The plan that follows from a seed.

        Args:
            seed: any number.
            hours: how long the world lasts, in virtual time.
            tables: how many groups play.
        """
        chance = Chance(seed)
        drawn: tuple[Group, ...] = ()
        for number in range(tables):
            group = _group(chance.stream("plan", "group", number), number)
            drawn += (_joined(chance.stream("plan", "circle", number), group, drawn),)
        return cls(seed, hours, drawn, _faults(chance.stream("plan", "faults"), hours * HOUR, drawn))


def _joined(rng: Random, group: Group, earlier: tuple[Group, ...]) -> Group:
    """The group, perhaps in a circle: each of such in one channel, and with people of other names."""
    others = [each for each in earlier if len(each.channels) == 1]
    if not others or rng.random() >= IN_A_CIRCLE:
        return group
    people = tuple(replace(each, name=each.name + ascii_lowercase[len(earlier)]) for each in group.people)
    return replace(group, people=people, channels=group.channels[:1], joins=rng.choice(others).id)


def _group(rng: Random, number: int) -> Group:
    game = rng.choice(list(GAMES))
    people = groups.people(rng, game)
    practice = rng.random() < 0.1
    return Group(
        id=f"group-{number}",
        chat=rng.choice([kind for kind in ChatKind if number == 0 or kind is not ChatKind.ROOM]),
        game=game,
        rules=tuple(groups.house_rules(rng, game)),
        people=tuple(Person(*each) for each in people),
        practice=practice,
        computers=rng.randint(1, 2) if practice or rng.random() < 0.3 else 0,
        channels=tuple(groups.channels(rng, len(people))),
    )


def where_of(kind: FaultKind, group: Group) -> str:
    """Where something goes wrong that concerns a group: there, on its platform, or everywhere."""
    return group.id if kind in OF_A_GROUP else str(group.chat) if kind in OF_A_PLATFORM else ""


def _faults(rng: Random, seconds: float, groups: tuple[Group, ...]) -> tuple[Fault, ...]:
    faults: list[Fault] = []
    at = rng.expovariate(FAULTS_AN_HOUR / HOUR)
    while at < seconds:
        kind = rng.choice(list(FaultKind))
        group = rng.choice(groups)
        where = where_of(kind, group)
        lasts = rng.uniform(*LASTING[kind]) if kind in LASTING else 0.0
        faults.append(Fault(kind, round(at, 3), f"{kind}-{len(faults)}", round(lasts, 3), where))
        at += rng.expovariate(FAULTS_AN_HOUR / HOUR)
    return tuple(faults)
