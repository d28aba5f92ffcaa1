"""The house rules of a group as one short text, and undoing the last change of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands import LONGEST_LINE
from bot.features.house_rules.exchange import exported, imported
from bot.features.house_rules.rule_drafts import in_force
from bot.features.house_rules.saved_presets import saved
from bot.groups import GroupSettings, TableRules
from engine.game import Game
from engine.games import GAMES
from engine.house_rules import BadRule
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario
from tests.features.house_rules.test_menu import any_settings
from tests.rows import rows
from tests.thoroughness import examples

USUAL = "kiu1 qiuqiu sumatra koo-kiew usual quan-dui amsterdam tables"


@pytest.fixture
async def boss(scenario: Scenario) -> Scenario:
    scenario.admins.add("boss")
    return scenario


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
@settings(max_examples=examples(30), deadline=None)
def test_what_goes_out_comes_in_the_same(game: Game[Any, Any], data: st.DataObject) -> None:
    here, there = data.draw(any_settings(game)), data.draw(any_settings(game))

    text = exported(here)

    assert in_force(imported(there, text)) == in_force(here)
    assert exported(imported(GroupSettings(), text)) == text
    alone = imported(there, exported(here, [game.name]))
    assert (alone.game(game.name), alone.tables) == (here.game(game.name), there.tables)


def test_it_has_only_what_differs_and_is_read_by_people() -> None:
    now = GroupSettings()
    assert exported(now) == USUAL
    for game, rule, value in (("qiuqiu", "ante", "20"), ("qiuqiu", "hui", "on"), ("quan-dui", "turn_seconds", "60")):
        now = now.with_rule(game, rule, value)
    assert exported(now) == (
        "kiu1 qiuqiu sumatra hui=on ante=20 koo-kiew usual quan-dui amsterdam tables turn_seconds=60"
    )
    assert exported(now, ["qiuqiu"]) == "kiu1 qiuqiu sumatra hui=on ante=20"


def test_the_longest_there_can_be_is_still_a_line_that_is_read() -> None:
    words = ["house import kiu1"]
    for game in GAMES.values():
        words.append(f"{game.name} {max(game.presets, key=len)}")
        words += [f"{name}={longest(kind)}" for name, kind in game.rules.kinds().items()]
    words += ["tables", *(f"{name}={longest(kind)}" for name, kind in TableRules.kinds().items())]
    assert len(" ".join(words)) < LONGEST_LINE


def longest(kind: Any) -> str:
    if kind.choices:
        return ">".join(kind.choices) if kind.many else max(kind.choices, key=len)
    return ",".join([str(kind.most)] * 3)


def test_presets_of_the_group_go_out_as_what_they_go_back_to() -> None:
    changed = GroupSettings().with_preset("qiuqiu", "ceblok").with_rule("qiuqiu", "ante", "20")
    text = exported(saved(changed, "qiuqiu", "friday").with_preset("qiuqiu", "friday"), ["qiuqiu"])
    assert text == "kiu1 qiuqiu ceblok ante=20"


@rows(__file__, text=lambda cell: cell.replace("xxx", "x" * 300), word=lambda cell: cell.replace("xxx", "x" * 40))
async def test_what_cannot_be_read_is_refused_with_the_word(boss: Scenario, text: str, word: str) -> None:
    before = boss.app.groups.of(GROUP)
    reply = await boss.say("boss", f"house import {text}")
    assert reply.refused
    assert f"“{word}”" in words(reply.message)
    assert boss.app.groups.of(GROUP) == before
    assert await boss.refused("boss", "house apply") == "nothing-to-apply"


async def test_an_empty_text_and_rules_that_contradict_each_other_are_refused(boss: Scenario) -> None:
    assert await boss.refused("boss", "house import kiu1") == "house-text-word"
    assert await boss.refused("boss", "house import") == "something-missing"
    assert await boss.refused("boss", "house import kiu1 qiuqiu min_bet=500") == "max-below-min"
    with pytest.raises(BadRule):
        imported(GroupSettings(), "")


async def test_it_comes_in_through_a_draft_and_goes_out_again(boss: Scenario) -> None:
    text = "kiu1 qiuqiu sumatra hui=on ante=20 koo-kiew usual quan-dui strict stake=20 tables turn_seconds=60"
    shown = await boss.do("boss", f"house import {text.upper()}")
    for line in ("QiuQiu: ante 10 → 20", "Quan Dui: preset amsterdam → strict", "Quan Dui: stake 10 → 20",
                 "All tables: seconds for a turn 45 → 60"):  # fmt: skip
        assert line in shown
    assert boss.app.groups.of(GROUP).rules_of("qiuqiu", "ante").texts()["ante"] == "10"
    await boss.do("boss", "house apply")
    assert text in await boss.do("sari", "house export")
    assert "kiu1 quan-dui strict stake=20" in await boss.do("sari", "house export quan-dui")
    await boss.die()
    boss.name = "test:elsewhere"
    await boss.do("boss", f"house import {text}")
    await boss.do("boss", "house apply")
    assert in_force(boss.app.groups.of("test:elsewhere")) == in_force(boss.app.groups.of(GROUP))
    assert await boss.do("boss", f"house import {text}") == "That's already the rule."


async def test_a_change_with_much_in_it_is_one_short_message(boss: Scenario) -> None:
    everything = "specials=none seri=on hui=on tie=highest_double ante=20 raise_cap=3 checking=never"
    await boss.do("boss", f"house import kiu1 qiuqiu {everything} koo-kiew sharp tables grant=5000")
    await boss.do("boss", "house apply")
    (said,) = [line for line in boss.chat.text().splitlines() if "from the next hand" in line]
    assert said.startswith("QiuQiu: special hands Six Gods, Four Doubles, Pure Big, Pure Small → none, seri off → on, ")
    assert said.endswith(" and 5 more from the next hand, by Boss.")
    assert len(said) < 250


# --- undoing ---------------------------------------------------------------------------------------------------


async def test_the_last_change_is_undone_and_done_again(boss: Scenario) -> None:
    assert await boss.refused("boss", "house undo") == "nothing-to-undo"
    await boss.do("boss", "house set ante 20")
    await boss.do("boss", "house set koo-kiew.second_card on")
    await boss.do("boss", "house set turn_seconds 60")
    await boss.do("boss", "house apply")
    changed = in_force(boss.app.groups.of(GROUP))
    await boss.die()

    shown = await boss.do("boss", "house undo")

    for line in ("QiuQiu: ante 20 → 10", "Koo Kiew: second card decides on → off", "seconds for a turn 60 → 45"):
        assert line in shown
    assert in_force(boss.app.groups.of(GROUP)) == changed, "nothing holds before it is applied"
    await boss.do("boss", "house apply")
    assert in_force(boss.app.groups.of(GROUP)) == in_force(GroupSettings())
    assert "QiuQiu: ante 20 → 10; Koo Kiew: " in boss.chat.text()
    await boss.do("boss", "house undo")
    await boss.do("boss", "house apply")
    assert in_force(boss.app.groups.of(GROUP)) == changed


async def test_undoing_is_offered_to_admins_where_there_is_something_to_undo(boss: Scenario) -> None:
    async def offered(name: str) -> bool:
        page = (await boss.say(name, "house")).message
        return "house undo" in {button.command for button in page.pressable}

    assert not await offered("boss")
    await boss.set_rules("ante 20")
    assert await offered("boss")
    assert not await offered("sari")
    await boss.do("boss", "house undo")
    await boss.do("boss", "house apply")
    assert await offered("boss"), "the undoing itself can be undone"


async def test_a_language_or_a_preset_saved_is_no_change_of_rules(boss: Scenario) -> None:
    await boss.do("boss", "house set ante 20")
    await boss.do("boss", "house language id")
    await boss.do("boss", "house save jumat")
    await boss.do("boss", "house apply")
    assert boss.app.groups.of(GROUP).rules_of("qiuqiu", "ante").texts()["ante"] == "20"
    assert "QiuQiu: ante 10 → 20 mulai ronde berikutnya, oleh Boss." in boss.chat.text()
