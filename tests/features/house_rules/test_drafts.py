"""House rules by command: shown before they hold, in force with the next hand, kept per group, and never nonsense."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.groups import GroupSettings, TableRules
from bot.messages import Place
from bot.presenting import house_words
from bot.wording import in_language
from engine.house_rules import BadRule, HouseRules
from engine.qiuqiu.rules import PRESETS, QiuQiuRules
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario
from tests.engine.stories import Story, stories
from tests.features.stories import lived
from tests.rows import rows

CHOSEN = {"specials": "murni_besar>enam_dewa", "min_bet": "20,40", "max_bet": "none"}
"""Values that are written in a way of their own."""


def another_value(rules: HouseRules, name: str) -> str:
    """A value that a rule does not have: one that is chosen above, or the first that its kind allows."""
    kind, usual = rules.kinds()[name], rules.texts()[name]
    near = [str(int(usual) + by) for by in (1, -1)] if usual.isdigit() else [str(kind.least)]
    for text in [CHOSEN[name]] if name in CHOSEN else [*kind.choices, *near]:
        with suppress(BadRule):
            if rules.replace(name, text).texts()[name] != usual:
                return text
    raise LookupError(f"nothing is known that {name} can be besides {usual}: add it to CHOSEN")


ANOTHER_VALUE = {name: another_value(rules, name) for rules in (QiuQiuRules(), TableRules()) for name in rules.kinds()}


@pytest.fixture
async def boss(scenario: Scenario) -> Scenario:
    scenario.admins.add("boss")
    await scenario.do("boss", "house")
    return scenario


def rule(scenario: Scenario, name: str) -> str:
    return scenario.app.groups.of(GROUP).rules_of("qiuqiu", name).texts()[name]


def in_words(scenario: Scenario, name: str) -> str:
    rules = scenario.app.groups.of(GROUP).rules_of("qiuqiu", name)
    return house_words.value_of(rules, name, in_language("en"))


def test_every_rule_there_is_has_another_value_here() -> None:
    assert set(ANOTHER_VALUE) == {*QiuQiuRules.kinds(), *TableRules.kinds()}
    assert ANOTHER_VALUE.items() >= {"hui": "on", "tie": "highest_double", "raise_cap": "1", "buy_in": "501"}.items()


@pytest.mark.parametrize("name", ANOTHER_VALUE)
async def test_every_rule_can_be_set_is_kept_and_is_shown(boss: Scenario, name: str) -> None:
    usual = rule(boss, name)
    assert usual != ANOTHER_VALUE[name]
    before = in_words(boss, name)
    summary = await boss.do("boss", f"house set {name} {ANOTHER_VALUE[name]}")
    assert rule(boss, name) == usual, "nothing holds before it is applied"
    await boss.do("boss", "house apply")
    assert rule(boss, name) == ANOTHER_VALUE[name]
    assert f"{in_language('en')(f'rule-name-{name}')} {before} → {in_words(boss, name)}" in summary
    assert f": {in_words(boss, name)} (preset: {before})" in await boss.do("sari", f"house rule {name}")
    assert "✱" in await boss.do("sari", "house")
    await boss.die()
    assert rule(boss, name) == ANOTHER_VALUE[name]
    await boss.do("boss", "house reset")
    await boss.do("boss", "house apply")
    assert rule(boss, name) == usual


@stories(Path(__file__).with_name("drafts.txt"))
async def test_rules_change_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_is_taken_over_whole(boss: Scenario, preset: str) -> None:
    await boss.set_rules("ante 20")
    await boss.do("boss", f"house preset {preset}")
    await boss.do("boss", "house apply")
    assert boss.app.groups.of(GROUP).game("qiuqiu").rules == PRESETS[preset]
    assert preset in await boss.do("sari", "house")


@rows(__file__)
async def test_nonsense_is_refused_with_what_is_allowed(boss: Scenario, line: str, reason: str, told: str) -> None:
    before = boss.app.groups.of(GROUP)
    assert await boss.refused("boss", line) == reason
    assert told in words((await boss.say("boss", line)).message)
    assert boss.app.groups.of(GROUP) == before
    assert await boss.refused("boss", "house apply") == "nothing-to-apply"


async def test_a_hand_is_resumed_under_the_rules_it_was_dealt_with(boss: Scenario) -> None:
    await boss.sit("sari", "budi")
    await boss.do("sari", "start")
    await boss.act("bet 10")
    await boss.set_rules("ante 25", "rounds three", "first_to_act left_of_dealer")
    before = boss.hand()
    await boss.die()
    assert boss.hand() == before


async def test_every_group_has_rules_and_wallets_of_its_own(boss: Scenario) -> None:
    await boss.set_rules("ante 25", "grant 5000")
    elsewhere = Place("test:elsewhere", "main")
    await boss.app.dispatcher.handle(replace(boss.command("sari", "chips"), where=elsewhere))
    assert boss.app.groups.of("test:elsewhere").rules_of("qiuqiu", "ante").texts()["ante"] == "10"
    await boss.do("sari", "chips")
    assert await boss.in_wallet("sari") == 5000


async def test_rules_changed_by_two_admins_at_once_are_both_seen(boss: Scenario) -> None:
    boss.admins.add("other")
    await boss.do("boss", "house set ante 20")
    await boss.do("other", "house set hui on")
    replies = await asyncio.gather(
        *(boss.app.dispatcher.handle(boss.command(name, "house apply")) for name in ("boss", "other"))
    )
    applied = [not reply.refused for reply in replies]
    assert (rule(boss, "ante") == "20", rule(boss, "hui") == "on") == tuple(applied)


def test_settings_are_read_as_they_were_stored() -> None:
    settings = GroupSettings(language="id").with_rule("qiuqiu", "hui", "on")
    assert GroupSettings.from_json(settings.to_json()) == settings
    away = replace(settings, away=True, moved_to="test:super")
    assert GroupSettings.from_json(away.to_json()) == away
