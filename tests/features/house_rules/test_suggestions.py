"""Suggested house rules and their values."""

from __future__ import annotations

from bot.features.house_rules.values import names
from bot.groups import TableRules
from bot.messages import Choice
from engine.games import GAMES
from tests.bot.scenario import Scenario
from tests.bot.test_autocomplete import suggested, values
from tests.rows import rows


async def test_house_rules_are_found_by_a_piece_of_their_name_and_show_their_value(scenario: Scenario) -> None:
    await scenario.set_rules("hui on")
    assert suggested(scenario, "house set", "rule", "hui") == [Choice("hui · Hui: on", "hui")]
    assert values(suggested(scenario, "house rule", "rule", "buy_in")) == ["buy_in", "min_buy_in", "max_buy_in"]


async def test_rules_are_those_of_the_game_at_the_table_or_of_every_game_where_there_is_none(
    scenario: Scenario,
) -> None:
    both = {name for game in GAMES.values() for name in game.rules.kinds()} | set(TableRules.kinds())
    assert {each for name in both for each in values(suggested(scenario, "house set", "rule", name))} == both
    assert values(suggested(scenario, "house set", "value", rule="stake_seconds")) == ["30", "15", "60", "150"]
    await scenario.do("sari", "open koo-kiew")
    assert values(suggested(scenario, "house set", "rule", "stake_seconds")) == ["stake_seconds"]
    assert suggested(scenario, "house set", "rule", "hui") == []


@rows(__file__)
async def test_values_of_a_house_rule(scenario: Scenario, rule: str, typed: str, expected: list[str]) -> None:
    assert values(suggested(scenario, "house set", "value", typed, rule=rule)) == expected


async def test_the_value_in_force_is_marked(scenario: Scenario) -> None:
    await scenario.set_rules("hui on")
    assert suggested(scenario, "house set", "value", rule="hui") == [Choice("✓ on", "on"), Choice("off", "off")]


async def test_every_value_suggested_can_be_set(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    for rule in names("qiuqiu"):
        alone = [each.value for each in suggested(scenario, "house set", "value", rule=rule)]
        assert alone, rule
        for value in alone:
            await scenario.do("boss", f"house set {rule} {value}")
            await scenario.say("boss", "house discard")
