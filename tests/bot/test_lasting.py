"""What stays of who is forgotten: no name, and every ban, break and removal that they come back to."""

from __future__ import annotations

from dataclasses import replace

from bot.features.rankings.seasons import seasons_of
from bot.groups.settings import Untold
from bot.ledger import queries
from tests.bot.scenario import GROUP, Scenario
from tests.bot.traces import traces
from tests.features.privacy.test_forgetting import forget, rows_with

NAME = "Zorblatta"
SPELLINGS = (NAME, NAME.lower(), NAME.upper(), "test:zorblatta")
DAY = 24 * 3600.0


async def come_back(scenario: Scenario, name: str, *, days: float = 1) -> None:
    """Somebody is forgotten, and may come again a day later, after a restart."""
    await forget(scenario, name)
    await scenario.wait(5)
    assert await scenario.app.ledger.read(queries.erasures) == []
    await scenario.wait(days * DAY)
    await scenario.restart()


async def test_a_name_is_nowhere_in_any_letter_case_after_forgetting(scenario: Scenario) -> None:
    scenario.admins |= {"zorblatta", "boss"}
    await scenario.do("zorblatta", "chips")
    await scenario.do("joko", "chips")
    await scenario.do("boss", "ban joko 30d shouts at ZORBLATTA")
    await scenario.do("wati", "chips")
    await scenario.do("zorblatta", "ban wati 1h")
    await scenario.do("boss", "bank grant joko 50 zorblatta is nice")
    await scenario.do("boss", "season open Zorblatta Cup")
    await scenario.set_rules("ante 20")
    await scenario.do("boss", "house save zorblatta-night")
    await scenario.app.groups.change(GROUP, lambda was: was.with_preset("qiuqiu", "zorblatta-night"))
    await scenario.do("doni", "open qiuqiu zorblatta-night", channel="third")
    await scenario.sit("zorblatta", "budi", "rini")
    await scenario.sit("agus", channel="second")
    await scenario.do("zorblatta", "pause", channel="second")
    await scenario.do("boss", "kick zorblatta 20h")
    await scenario.do("boss", "ban zorblatta 30d ask zorblatta why")
    told = Untold("main", "granted", {"name": NAME, "amount": 50})
    await scenario.app.groups.change(GROUP, lambda was: replace(was, untold=(told,)))
    assert set(await rows_with(scenario, NAME)) >= {"chat_group", "game_table", "posting", "person"}

    await forget(scenario, "zorblatta")
    await scenario.wait(30)

    assert await rows_with(scenario, NAME) == {}
    assert traces(scenario.file, SPELLINGS) == []
    settings = scenario.app.groups.of(GROUP)
    assert settings.untold == ()
    assert len(seasons_of(settings).all) == 1
    assert [name[:5] for name in settings.presets["qiuqiu"]] == ["anon-"]
    assert settings.game("qiuqiu").preset in settings.presets["qiuqiu"], "the rules in force are still found"
    assert scenario.state("third").preset in settings.presets["qiuqiu"]
    assert scenario.state("second").paused is not None
    await scenario.restart()
    assert scenario.app.groups.of(GROUP) == settings
    assert traces(scenario.file, SPELLINGS) == []


async def test_who_is_banned_is_banned_still_when_they_come_back(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    await scenario.do("boss", "ban sari 30d shouts")
    await come_back(scenario, "sari")
    assert await scenario.refused("sari", "open qiuqiu") == "banned"
    assert await scenario.in_wallet("sari") == 0, "and are given no chips anew"
    ((player, ban),) = scenario.app.groups.of(GROUP).bans.items()
    assert (player, ban.name, ban.reason) == ("test:sari", "Sari", "shouts")

    await scenario.do("boss", "unban sari")
    await come_back(scenario, "sari")
    assert await scenario.refused("sari", "open qiuqiu") == "too-few-chips-to-sit"


async def test_a_ban_of_who_was_forgotten_can_be_lifted(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    await scenario.do("boss", "ban sari")
    await forget(scenario, "sari")
    await scenario.wait(5)
    ((known, ban),) = scenario.app.groups.of(GROUP).bans.items()
    assert known.startswith("anon:")
    await scenario.do("boss", f"unban {ban.name}")
    assert await scenario.refused("sari", "open qiuqiu") == "too-few-chips-to-sit"


async def test_who_takes_a_break_takes_it_still_when_they_come_back(scenario: Scenario) -> None:
    await scenario.do("sari", "chips")
    await scenario.do("sari", "break week")
    await scenario.do("sari", "break begin week")
    await come_back(scenario, "sari")
    assert await scenario.refused("sari", "open qiuqiu") == "own-limit"
    await scenario.wait(6 * DAY)
    await scenario.do("sari", "daily")
    await scenario.do("sari", "open qiuqiu")


async def test_who_was_removed_from_a_table_stays_removed_when_they_come_back(scenario: Scenario) -> None:
    await scenario.sit("budi", "wati", "sari")
    await scenario.do("budi", "kick sari 20h")
    await come_back(scenario, "sari", days=0.01)
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    await scenario.do("boss", "bank grant sari 900 welcome")
    assert await scenario.refused("sari", "join") == "kept-out"
