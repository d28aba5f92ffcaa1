"""People of the simulation play evenings in a light chat by what they see, each with their habit."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from bot.features.house_rules.rule_drafts import Draft
from bot.groups import GroupSettings
from bot.ledger import queries
from bot.messages import PlayerId
from engine.games import GAMES
from tests.bot.undrawn import undrawn_at_once
from tests.chats.fast_time import fast_forward
from tests.seeds import SEED
from tests.simulation.light_evening import kiu_on
from tools.simulation.chance import Chance
from tools.simulation.checks.conserved_chips import posted_at
from tools.simulation.deeds import BY_HABIT
from tools.simulation.evenings import Evening, is_admin
from tools.simulation.groups import DrawnPerson, house_rules, name_of, people
from tools.simulation.habits import Habit
from tools.simulation.light_style import POLLED, LightStyle
from tools.simulation.light_world import LightWorld
from tools.simulation.people import PersonInGroup
from tools.simulation.platform_faults import PlatformFaults

FIRST_NUMBER = 101

DEEDS = 2
"""How often everybody does at least what their habit is."""

SITTING_DOWN = 90.0
"""Seconds after which people sit and play."""

EACH_HABIT = [DrawnPerson(name_of(place), habit) for place, habit in enumerate(Habit)]


@dataclass
class Lived:
    """What an evening came to."""

    done: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    breaches: list[str] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    hands: int = 0


async def evening(style: LightStyle, game: str, there: list[DrawnPerson], faults: PlatformFaults) -> Lived:
    """Let a group live until everybody has done so much besides playing."""
    chance, lived = Chance(SEED), Lived()
    world = LightWorld(style, chance, faults)
    group = world.add_group(1, ["main"])
    accounts: list[tuple[DrawnPerson, PlayerId]] = []
    for place, person in enumerate(there):
        admin_of = [group] if is_admin(person.habit, place) else []
        account = world.add_person(FIRST_NUMBER + place, person.name.capitalize(), [group], admin_of=admin_of)
        accounts.append((person, account))
    rules = house_rules(chance.stream("rules"), game)
    playing = Evening(world, "home", world.places(group), game, accounts, rules, chance, lived.done)
    async with kiu_on(world) as app:
        living = asyncio.create_task(playing.run())
        await asyncio.sleep(SITTING_DOWN)
        await asyncio.gather(*(_do_own(person) for person in playing.people))
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)
        assert living.cancelled()
        await app.wait_until_idle()
        audit = await app.ledger.audit()
        assert audit.sound, audit.faults
        for table in app.tables.of_group(group):
            for holder, chips in posted_at(table.state).items():
                assert await app.ledger.read(queries.balance, holder) == chips
        lived.refusals, lived.hands = app.dispatcher.refusals, await app.ledger.next_hand(group, practice=False) - 1
    lived.happened, lived.breaches = world.happened, world.breaches
    return lived


async def _do_own(person: PersonInGroup) -> None:
    """Do so often what somebody's habit is; at other times they do it when they like."""
    for _ in range(DEEDS):
        await BY_HABIT[person.habit][0](person)


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at any."""
    undrawn_at_once(monkeypatch)


@pytest.fixture(autouse=True)
def no_log() -> Iterator[None]:
    """What goes wrong here is expected."""
    with capture_logs():
        yield


OWN_DEEDS = {
    Habit.QUICK: ("looked at hand", "looked at menu", "looked at shuffle", "looked at rules"),
    Habit.SLOW: ("looked at hand", "looked at menu", "looked at shuffle", "looked at rules"),
    Habit.SPAMMER: ("pressed many times", "flooded"),
    Habit.QUITTER: ("got up", "left the group"),
    Habit.RETURNER: ("sat out", "sat back"),
    Habit.ADMIN: (
        *("changed the rules", "undid or applied", "banned", "corrected chips", "declared void"),
        *("kept the books", "set the channels"),
    ),
    Habit.HOST: ("paused", "handed over", "removed somebody", "saw to computer players", "closed the table"),
    Habit.FORGER: ("pressed a stale button", "pressed a forged button"),
    Habit.BABBLER: ("typed rubbish",),
    Habit.READER: ("read a page", "exported", "asked to be forgotten", "gave a gift"),
}
"""By what each habit shows."""

OFTEN = ("delivered twice", "delivered late, perhaps after newer ones", "answered late", "server error")
"""What happens most on a bad day of a platform."""


def test_each_habit_is_seen_at_work_on_a_bad_day_of_the_platform() -> None:
    lived = fast_forward(evening(POLLED, "koo-kiew", EACH_HABIT, PlatformFaults()))
    assert lived.hands > 1
    assert lived.breaches == []
    for habit, own in OWN_DEEDS.items():
        assert sum(lived.done[f"{habit}: {deed}"] for deed in own) >= DEEDS, habit
    assert sum(count for deed, count in lived.done.items() if deed.endswith(": moved")) >= DEEDS
    assert not lived.done["quick: was refused a rule"]
    assert [each for each in OFTEN if not lived.happened[each]] == []


def test_every_rule_of_a_group_can_be_put_in_force_after_those_before_it() -> None:
    for seed in range(30):
        for game in GAMES:
            settings = GroupSettings()
            for name, value in house_rules(Chance(seed).stream("rules"), game):
                draft = Draft(settings, settings)
                draft = draft.with_preset(game, value) if name == "preset" else draft.with_rule(game, name, value)
                settings = draft.wanted
            settings.check_table(game)


def test_groups_have_from_2_to_56_people_of_whom_one_is_slow() -> None:
    groups = [people(Chance(seed).stream("people"), "koo-kiew") for seed in range(300)]
    sizes = [len(each) for each in groups]
    assert min(sizes) == 2
    assert 40 < max(sizes) <= 56
    for each in groups:
        assert each[-1].habit is Habit.SLOW
        assert len({person.name for person in each}) == len(each)
