"""What stays of who is forgotten: no name, and every ban, break and removal that they come back to."""

from __future__ import annotations

from dataclasses import replace

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


async def test_ids_and_names_stand_in_one_row(scenario: Scenario) -> None:
    """Nothing else is searched or changed when somebody is forgotten."""
    scenario.admins |= {"zorblatta", "boss"}
    for name in ("zorblatta", "joko", "wati"):
        await scenario.do(name, "chips")
    await scenario.do("zorblatta", "ban wati 1h")
    await scenario.do("zorblatta", "bank grant joko 50 nice")
    await scenario.do("boss", "ban zorblatta 1h")
    await scenario.do("boss", "unban zorblatta")
    await scenario.sit("zorblatta", "budi", "rini")
    await scenario.do("zorblatta", "start")
    await scenario.finish_hand()
    await scenario.sit("agus", channel="second")
    await scenario.do("zorblatta", "pause", channel="second")
    await scenario.do("boss", "kick zorblatta 20h")
    assert set(await rows_with(scenario, NAME)) == {"person"}

    told = Untold("main", "granted", {"name": NAME, "amount": 50})
    await scenario.app.groups.change(GROUP, lambda was: replace(was, untold=(told,)))
    await forget(scenario, "zorblatta")
    await scenario.wait(30)
    assert traces(scenario.file, SPELLINGS) == []
    assert scenario.state("second").paused is not None
    await scenario.restart()
    assert traces(scenario.file, SPELLINGS) == []
    assert str(scenario.state("second").paused).count("anon-") == 1


async def test_who_is_banned_is_banned_still_when_they_come_back(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    await scenario.do("boss", "ban sari 30d shouts")
    await come_back(scenario, "sari")
    assert await scenario.refused("sari", "open qiuqiu") == "banned"
    assert await scenario.in_wallet("sari") == 0, "and are given no chips anew"
    ((player, ban),) = scenario.app.groups.of(GROUP).of_features["bans"].items()
    assert (player, ban[-1]) == ("test:sari", "shouts")

    await scenario.do("boss", "unban sari")
    await come_back(scenario, "sari")
    assert await scenario.refused("sari", "open qiuqiu") == "too-few-chips-to-sit"


async def test_a_ban_of_who_was_forgotten_can_be_lifted(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    await scenario.do("boss", "ban sari")
    await forget(scenario, "sari")
    await scenario.wait(5)
    (known,) = scenario.app.groups.of(GROUP).of_features["bans"]
    assert known.startswith("anon:")
    await scenario.do("boss", f"unban {scenario.app.members.name(GROUP, known)}")
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
