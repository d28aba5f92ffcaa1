"""Presets of a group's own: saved under a name, compared, switched to, played by one table, and deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.house_rules.saved_presets import MOST_PRESETS, saved
from bot.groups import GroupSettings
from bot.messages import Place
from engine.games import GAMES
from engine.house_rules import BadRule
from engine.qiuqiu.rules import CEBLOK
from tests.bot.scenario import GROUP, Scenario
from tests.bot.test_autocomplete import suggested, values
from tests.engine.stories import Story, stories
from tests.features.stories import lived
from tests.rows import rows


@pytest.fixture
async def boss(scenario: Scenario) -> Scenario:
    """An admin whose group plays Ceblok for 20, saved as a preset, and then again by the usual rules."""
    scenario.admins.add("boss")
    await scenario.do("boss", "house preset ceblok")
    await scenario.do("boss", "house set ante 20")
    await scenario.do("boss", "house apply")
    await scenario.do("boss", "house save friday")
    await scenario.do("boss", "house preset sumatra")
    await scenario.do("boss", "house apply")
    return scenario


def settings_of(scenario: Scenario) -> GroupSettings:
    return scenario.app.groups.of(GROUP)


@stories(Path(__file__).with_name("presets.txt"))
async def test_presets_are_saved_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_what_comes_with_kiu_has_no_button_to_delete_it(boss: Scenario) -> None:
    assert [each.command for each in (await boss.say("boss", "house compare ceblok")).message.buttons[0]] == [
        "house preset ceblok qiuqiu"
    ]


@rows(__file__)
async def test_names_that_cannot_be(boss: Scenario, name: str, reason: str) -> None:
    before = settings_of(boss)
    assert await boss.refused("boss", f"house save {name}") == reason
    assert settings_of(boss) == before


async def test_a_name_that_looks_the_same_means_the_same_preset(boss: Scenario) -> None:
    await boss.do("sari", "open qiuqiu fridаy")
    assert boss.state().preset == "friday"


@pytest.mark.parametrize("name", ["x" * 24, "пятница", "अआइईउऊऋ", "jumat"])
async def test_any_name_that_is_allowed_is_pressed_on_a_button(boss: Scenario, name: str) -> None:
    await boss.do("boss", f"house save {name}")
    page = (await boss.say("boss", "house presets")).message
    button = next(each for each in page.pressable if each.label.startswith(name))
    assert name in button.command
    compared = await boss.press("boss", button)
    assert compared.message.title.startswith(name)
    delete = next(each for each in compared.message.pressable if each.command.startswith("house delete"))
    assert not (await boss.press("boss", delete)).refused
    assert name not in settings_of(boss).preset_names("qiuqiu")


async def test_each_game_has_presets_of_its_own(boss: Scenario) -> None:
    await boss.do("boss", "house save friday koo-kiew")
    await boss.do("boss", "house save usual")
    assert settings_of(boss).preset_names("koo-kiew")[-1] == "friday"
    assert "friday" not in settings_of(boss).preset_names("quan-dui")
    assert await boss.refused("boss", "house save usual koo-kiew") == "preset-name-taken"


async def test_another_group_knows_nothing_of_it(boss: Scenario) -> None:
    boss.name = "test:elsewhere"
    assert await boss.refused("sari", "open qiuqiu friday") == "no-such-preset"


def test_a_group_saves_so_many_and_no_more() -> None:
    settings = GroupSettings()
    for number in range(MOST_PRESETS):
        settings = saved(settings, "qiuqiu", f"evening-{chr(ord('a') + number) * 3}")
    with pytest.raises(BadRule, match="too-many-presets"):
        saved(settings, "qiuqiu", "once-more")
    saved(settings, "koo-kiew", "once-more")
    assert GroupSettings.from_json(settings.to_json()) == settings


async def test_saved_presets_are_suggested(boss: Scenario) -> None:
    of_kiu = list(GAMES["qiuqiu"].presets)
    for command in ("open", "house preset", "house compare"):
        assert values(suggested(boss, command, "preset", game="qiuqiu")) == [*of_kiu, "friday"]


async def test_a_preset_that_is_gone_is_not_taken_over_by_a_draft(boss: Scenario) -> None:
    """Its rules are: they were shown."""
    boss.admins.add("other")
    await boss.do("boss", "house preset friday")
    await boss.do("other", "house delete friday")
    await boss.do("boss", "house apply")

    now = settings_of(boss).game("qiuqiu")
    assert (now.preset, now.rules) == ("sumatra", CEBLOK.replace("ante", "20"))
    assert await boss.do("sari", "house")


async def test_a_table_in_another_channel_keeps_the_rules_of_the_group(boss: Scenario) -> None:
    await boss.do("sari", "open qiuqiu friday", channel="side")
    await boss.do("budi", "open qiuqiu")
    tables = boss.app.tables
    antes = [tables.at(Place(GROUP, channel)).rules.texts()["ante"] for channel in ("side", "main")]  # type: ignore[union-attr]
    assert antes == ["20", "10"]
