"""House rules by command: shown before they hold, in force with the next hand, kept per group, and never nonsense."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

import pytest

from bot.groups import GroupSettings, TableRules
from bot.messages import Place
from bot.presenting import house_words
from bot.wording import in_language
from engine.house_rules import BadRule, HouseRules
from engine.qiuqiu.rules import PRESETS, QiuQiuRules
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import GROUP, Scenario

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
    return scenario.app.groups.of(GROUP).texts("qiuqiu")[name]


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


async def test_only_the_admin_who_saw_the_summary_applies_it(boss: Scenario) -> None:
    boss.admins.add("other")
    await boss.do("boss", "house set ante 20")
    assert await boss.refused("other", "house apply") == "nothing-to-apply"
    assert rule(boss, "ante") == "10"


async def test_a_change_that_another_admin_overtook_is_not_applied_unseen(boss: Scenario) -> None:
    boss.admins.add("other")
    await boss.do("boss", "house set ante 20")
    await boss.do("other", "house set hui on")
    await boss.do("other", "house apply")
    assert await boss.refused("boss", "house apply") == "rules-changed-meanwhile"
    assert (rule(boss, "ante"), rule(boss, "hui")) == ("10", "on")
    await boss.do("boss", "house set ante 20")
    await boss.do("boss", "house apply")
    assert (rule(boss, "ante"), rule(boss, "hui")) == ("20", "on")


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_is_taken_over_whole(boss: Scenario, preset: str) -> None:
    await boss.set_rules("ante 20")
    await boss.do("boss", f"house preset {preset}")
    await boss.do("boss", "house apply")
    assert boss.app.groups.of(GROUP).game("qiuqiu").rules == PRESETS[preset]
    assert preset in await boss.do("sari", "house")


async def test_a_draft_may_change_the_rules_of_several_games(boss: Scenario) -> None:
    await boss.do("boss", "house set ante 20")
    await boss.do("boss", "house set second_card on")
    shown = await boss.do("boss", "house set turn_seconds 60")
    assert "QiuQiu: ante 10 → 20" in shown
    assert "Koo Kiew: second card off → on" in shown
    assert "All tables: seconds for a turn 45 → 60" in shown
    await boss.do("boss", "house apply")
    said = "QiuQiu: ante 10 → 20; Koo Kiew: second card off → on; All tables: seconds for a turn 45 → 60 from the next"
    assert said in boss.chat.text()
    settings = boss.app.groups.of(boss.name)
    assert settings.texts("koo-kiew")["second_card"] == "on"
    assert (rule(boss, "ante"), rule(boss, "turn_seconds")) == ("20", "60")


async def test_a_draft_can_be_discarded(boss: Scenario) -> None:
    await boss.do("boss", "house set hui on")
    _, discard, *_ = buttons((await boss.say("boss", "house set ante 20")).message)
    await boss.press("boss", discard)
    assert await boss.refused("boss", "house apply") == "nothing-to-apply"
    assert (rule(boss, "ante"), rule(boss, "hui")) == ("10", "off")
    assert await boss.refused("boss", "house discard") == "nothing-to-apply"


async def test_a_draft_that_takes_everything_back_is_none(boss: Scenario) -> None:
    await boss.do("boss", "house set ante 20")
    await boss.do("boss", "house set ante 10")
    assert await boss.refused("boss", "house apply") == "nothing-to-apply"


async def test_a_draft_that_another_admin_overtook_is_not_gone_on_with_unseen(boss: Scenario) -> None:
    boss.admins.add("other")
    await boss.do("boss", "house set ante 20")
    await boss.do("other", "house set hui on")
    await boss.do("other", "house apply")
    assert await boss.refused("boss", "house set turn_seconds 60") == "rules-changed-meanwhile"
    assert "seconds for a turn 45 → 60" in await boss.do("boss", "house set turn_seconds 60")
    await boss.do("boss", "house apply")
    assert (rule(boss, "ante"), rule(boss, "turn_seconds")) == ("10", "60")


NONSENSE = [
    ("house set ante 0", "bad-rule-value", "1"),
    ("house set ante １０", "bad-rule-value", "1,000,000"),
    ("house set ante -5", "bad-rule-value", "1"),
    ("house set ante ten", "bad-rule-value", "1"),
    ("house set hui maybe", "bad-rule-value", "on, off"),
    ("house set rounds four", "bad-rule-value", "two, three, one"),
    ("house set specials murni_besar>murni_besar", "bad-rule-value", "enam_dewa"),
    ("house set specials royal_flush", "bad-rule-value", "enam_dewa"),
    ("house set min_bet 10,20,30,40", "bad-rule-value", "1"),
    ("house set min_bet 200", "max-below-min", "200"),
    ("house set turn_seconds 4", "bad-rule-value", "5"),
    ("house set min_buy_in 600", "buy-ins-out-of-order", "600"),
    ("house set flying on", "no-such-rule", "flying"),
    ("house preset poker", "no-such-preset", "sumatra"),
    ("house preset sumatra chess", "no-such-game", "qiuqiu"),
    ("house chess", "no-such-game", "qiuqiu"),
]


@pytest.mark.parametrize(("line", "reason", "told"), NONSENSE, ids=[line for line, _, _ in NONSENSE])
async def test_nonsense_is_refused_with_what_is_allowed(boss: Scenario, line: str, reason: str, told: str) -> None:
    before = boss.app.groups.of(GROUP)
    assert await boss.refused("boss", line) == reason
    assert told in words((await boss.say("boss", line)).message)
    assert boss.app.groups.of(GROUP) == before
    assert await boss.refused("boss", "house apply") == "nothing-to-apply"


async def test_a_change_in_mid_hand_holds_with_the_next_hand_only(boss: Scenario) -> None:
    await boss.sit("sari", "budi")
    await boss.do("sari", "start")
    await boss.set_rules("ante 25", "max_bet none", "rounds one")
    assert boss.hand().rules == PRESETS["sumatra"].without_beacon()
    assert await boss.refused(boss.asked(), "bet 400") == "amount-out-of-range"
    await boss.finish_hand()
    await boss.wait(8)
    assert boss.hand().round.staked == (25, 25)
    await boss.act("bet 400")
    await boss.die()
    assert boss.hand().rules.texts()["ante"] == "25"


async def test_a_hand_is_resumed_under_the_rules_it_was_dealt_with(boss: Scenario) -> None:
    await boss.sit("sari", "budi")
    await boss.do("sari", "start")
    await boss.act("bet 10")
    await boss.set_rules("ante 25", "rounds three", "first_to_act left_of_dealer")
    before = boss.hand()
    await boss.die()
    assert boss.hand() == before


async def test_a_table_opened_with_a_preset_keeps_to_it(boss: Scenario) -> None:
    await boss.do("sari", "open qiuqiu ceblok")
    await boss.do("budi", "join")
    await boss.set_rules("ante 25")
    await boss.do("sari", "start")
    assert boss.hand().rules == PRESETS["ceblok"].without_beacon()


async def test_every_group_has_rules_and_wallets_of_its_own(boss: Scenario) -> None:
    await boss.set_rules("ante 25", "grant 5000")
    elsewhere = Place("test:elsewhere", "main")
    await boss.app.dispatcher.handle(replace(boss.command("sari", "chips"), where=elsewhere))
    assert boss.app.groups.of("test:elsewhere").texts("qiuqiu")["ante"] == "10"
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


async def test_the_rules_of_every_game_can_be_set_where_no_table_is(scenario: Scenario) -> None:
    await scenario.set_rules("stake_seconds 60", "ante 20")
    settings = scenario.app.groups.of(GROUP)
    assert settings.texts("koo-kiew")["stake_seconds"] == "60"
    assert settings.texts("qiuqiu")["ante"] == "20"

    reply = await scenario.say("admin", "house set colours yellow")
    assert reply.refused
    assert "yellow, red, green, white, all of them" in words(reply.message)
    assert "Seconds for a stake: 60 (preset: 30)" in await scenario.do("sari", "house rule stake_seconds")


async def test_at_a_table_its_own_rules_are_meant(scenario: Scenario) -> None:
    await scenario.do("sari", "open koo-kiew")
    scenario.admins.add("admin")

    assert await scenario.refused("admin", "house set ante 20") == "no-such-rule"
    await scenario.set_rules("pair_payout 2")
    assert "a pair pays 2 times the stake ✱" in await scenario.do("sari", "house")
