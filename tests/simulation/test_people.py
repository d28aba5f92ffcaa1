"""People of the simulation play evenings by what they see, each with their habit."""

from __future__ import annotations

from dataclasses import replace

from bot.groups import GroupSettings
from engine.games import GAMES
from tests.seeds import SEED
from tools.simulation.chance import Chance
from tools.simulation.deeds import name_of as name_of_way
from tools.simulation.deeds import ways_of
from tools.simulation.groups import house_rules, name_of, people
from tools.simulation.habits import Habit
from tools.simulation.plan import ChatKind, Person, Plan
from tools.simulation.world import World

HOURS = 0.07


def test_each_habit_is_seen_at_work_on_a_bad_day_of_the_platform() -> None:
    plan = Plan.of(SEED, HOURS, tables=1)
    everybody = tuple(Person(name_of(place), habit) for place, habit in enumerate((Habit.ADMIN, *Habit)))
    group = replace(plan.groups[0], chat=ChatKind.TELEGRAM, game="koo-kiew", people=everybody, practice=False)
    outcome = World(replace(plan, groups=(group,), faults=())).run()
    assert outcome.violation is None
    assert outcome.hands > 1
    done = {way for way, _ in outcome.done}
    for habit in Habit:
        assert not done.isdisjoint(map(name_of_way, ways_of(habit))), habit


def test_every_rule_of_a_group_can_be_put_in_force_after_those_before_it() -> None:
    from bot.features.house_rules.rule_drafts import Draft

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
