"""Rankings and seasons: what counts for whom, how long, and what a season leaves behind."""

from __future__ import annotations

import pytest

from bot.features.rankings.seasons import seasons_of
from bot.messages import Button, Message
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id

pytestmark = pytest.mark.usefixtures("no_pictures")

DAY = 24 * 3600.0
BEST, WORST = "5-4, 0-0, 6-3", "1-0, 2-0, 5-1"


async def page(scenario: Scenario, name: str, text: str) -> Message:
    reply = await scenario.say(name, text)
    assert not reply.refused, words(reply.message)
    assert reply.menu
    return reply.message


async def pressed(scenario: Scenario, name: str, shown: Message, label: str) -> Message:
    """The page that a button of another page leads to."""
    button = next(each for each in shown.pressable if each.label == label)
    reply = await scenario.press(name, button)
    assert not reply.refused, words(reply.message)
    return reply.message


async def lines(scenario: Scenario, name: str, text: str) -> list[str]:
    return [line for line in (await page(scenario, name, text)).lines if line]


async def a_hand(scenario: Scenario, *, winner: str, loser: str, pot: int) -> None:
    """Two play one hand, in which so many chips change hands, and get up."""
    await scenario.sit(winner, loser)
    scenario.stack(f"{winner}: {BEST}; {loser}: {WORST}; then: 3-1, 4-1", dealer=winner)
    await scenario.do(winner, "start")
    staked = scenario.hand().round.staked
    await scenario.act(f"bet {pot - staked[0]}", "call")
    await scenario.finish_hand()
    await scenario.do(winner, "close")
    assert not scenario.is_open()


async def test_a_ranking_goes_by_chips_or_by_what_was_won_in_a_time(scenario: Scenario) -> None:
    await scenario.do("wati", "chips")
    await a_hand(scenario, winner="sari", loser="budi", pot=60)
    assert await lines(scenario, "sari", "top") == [
        "1. Sari · 2,060 (you)", "2. Wati · 2,000", "3. Budi · 1,940",
    ]  # fmt: skip
    shown = await page(scenario, "wati", "top")
    assert [each.label for each in shown.buttons[0]] == ["Balance", "Week", "Month", "Season"]
    for label in ("Week", "Month"):
        shown = await pressed(scenario, "wati", shown, label)
        assert list(shown.lines) == [
            "1. Sari · +60", "2. Budi · −60", "", "Play a hand with other people to have a place here.",
        ]  # fmt: skip

    await scenario.wait(7 * DAY)
    assert await lines(scenario, "sari", "top week") == ["Nobody is ahead or behind yet."]
    assert len(await lines(scenario, "sari", "top month")) == 2
    await scenario.wait(31 * DAY)
    assert await lines(scenario, "sari", "top month") == ["Nobody is ahead or behind yet."]
    assert len(await lines(scenario, "sari", "top")) == 3
    assert await scenario.refused("sari", "top height") == "no-such-ranking"


async def test_the_own_line_is_shown_below_the_first_ten_and_level_players_share_a_place(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    names = [f"guest{number:02}" for number in range(12)]
    for name in names:
        await scenario.do(name, "chips")
    for number, name in enumerate(names[:9]):
        await scenario.do("boss", f"bank grant {name} {900 - 100 * number} to rank them")
    await scenario.do("boss", "bank take guest11 500 to rank them")

    shown = await lines(scenario, "guest11", "top")

    assert shown[9].startswith("10. ")
    assert shown[10:] == ["…", "13. Guest11 · 1,500 (you)"]
    assert {line.split(".")[0] for line in shown[9:10]} == {"10"}, "guests 9 and 10 and the boss are level"


async def test_a_hand_with_a_computer_player_changes_no_ranking(scenario: Scenario) -> None:
    await scenario.do("budi", "chips")
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    scenario.stack(f"sari: {BEST}; anoman: {WORST}; then: 3-1, 4-1", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    assert await scenario.fortune("sari") != 2000

    assert await lines(scenario, "sari", "top") == ["1. Budi · 2,000", "1. Sari · 2,000 (you)"]
    assert await lines(scenario, "sari", "top week") == ["Nobody is ahead or behind yet."]


async def test_a_hand_declared_void_counts_for_nobody(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await a_hand(scenario, winner="sari", loser="budi", pot=60)
    await scenario.do("boss", "bank void 1 misdeal")
    assert await lines(scenario, "sari", "top week") == ["Nobody is ahead or behind yet."]
    assert await lines(scenario, "sari", "top") == [
        "1. Boss · 2,000", "1. Budi · 2,000", "1. Sari · 2,000 (you)",
    ]  # fmt: skip


# --- seasons -----------------------------------------------------------------------------------------------------


async def test_a_season_is_opened_closed_and_kept(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await a_hand(scenario, winner="budi", loser="sari", pot=30)
    assert await lines(scenario, "sari", "top season") == [
        "No season is running. An admin begins one with /season open NAME."
    ]
    assert not [each for each in (await page(scenario, "sari", "season")).pressable if "Begin" in each.label]
    shown = await pressed(scenario, "boss", await page(scenario, "boss", "season"), "Begin a season")
    assert shown.title == "Season 1"
    assert "Boss opened season 1:" in scenario.chat.text()
    await scenario.wait(60)
    await a_hand(scenario, winner="sari", loser="budi", pot=60)
    assert await lines(scenario, "sari", "top season") == ["1. Sari · +60 (you)", "2. Budi · −60"]

    preview = await pressed(scenario, "boss", await page(scenario, "boss", "season"), "Close the season …")
    assert "1. Sari · +60" in preview.lines
    assert seasons_of(scenario.app.groups.of(GROUP)).running is not None, "nothing is done yet"
    await pressed(scenario, "boss", preview, "Close it")

    said = scenario.chat.newest()
    assert said.title == "Season 1 is over"
    assert said.lines[:2] == ("First: Sari +60", "Second: Budi −60")
    again = next(each for each in preview.pressable if each.label == "Close it")
    assert (await scenario.press("boss", again)).refused, "a second press finds it closed"
    await scenario.wait(60)
    await a_hand(scenario, winner="budi", loser="sari", pot=100)
    scenario.admins.add("boss")
    await scenario.do("boss", "bank void 2 too late for the season")
    await scenario.restart()

    old = await page(scenario, "wati", "seasons")
    assert old.lines == ("1: 1 Jan 2026 to 1 Jan 2026",)
    assert old.select is not None
    table = await pressed(scenario, "wati", old, old.select.options[0].label)
    assert table.lines[2:4] == ("1. Sari · +60", "2. Budi · −60"), "its final table stands for ever"


async def test_only_one_season_runs_and_each_has_a_name_of_its_own(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    assert await scenario.refused("sari", "season open Spring") == "admin-only"
    assert await scenario.refused("boss", "season close") == "no-season-runs"
    await scenario.do("boss", "season open Spring")
    assert await scenario.refused("boss", "season open Summer") == "season-runs-already"
    assert await scenario.refused("boss", "season close 7") == "season-closed-already"
    assert await scenario.refused("sari", "season close 1") == "admin-only"
    await scenario.do("boss", "season close 1")
    assert await scenario.refused("boss", "season open spring") == "season-name-taken"
    assert await scenario.refused("boss", f"season open {'x' * 25}") == "bad-season-name"
    assert await scenario.refused("boss", "season table 2") == "no-such-season"
    assert await scenario.refused("boss", "season close reset 1") == "no-season-runs"


async def test_seasons_of_two_groups_that_become_one_are_joined(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    for number, said in enumerate(("open A", "open B", "close 1", "close 1", "open C", "open D")):
        scenario.name = (GROUP, "test:super")[number % 2]
        await scenario.wait(60)
        await scenario.do("boss", f"season {said}")
    await scenario.app.membership.moved(GROUP, "test:super")
    assert [each.name for each in seasons_of(scenario.app.groups.of("test:super")).all] == ["A", "B", "C"]


async def test_wallets_are_reset_by_transfers_that_everybody_can_read(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("boss", "season open Spring")
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    scenario.stack(f"sari: {BEST}; anoman: {WORST}; then: 3-1, 4-1", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.act("bet 60")
    await scenario.finish_hand()
    await scenario.do("sari", "close")
    await scenario.wait(60)
    await a_hand(scenario, winner="wati", loser="budi", pot=100)
    farmed = await scenario.in_wallet("sari") - 2000
    assert farmed > 0
    given = await scenario.all_chips()
    asked = await page(scenario, "boss", "season close")
    first = await pressed(scenario, "boss", asked, "Reset wallets too")
    assert "Wallets that change: 3" in words(first)
    assert f"back: {100 + farmed} chips; given: 100." in words(first)
    await scenario.sit("sari", "budi")
    assert await scenario.refused("boss", "season close reset 1") == "season-tables-open"
    assert "Close it first" in words(await page(scenario, "boss", "season close reset"))
    await scenario.do("sari", "close")
    assert await scenario.all_chips() == given, "nothing has moved"

    await pressed(scenario, "boss", first, "Close and reset")

    assert {name: await scenario.fortune(name) for name in ("sari", "budi", "wati", "boss")} == dict.fromkeys(
        ("sari", "budi", "wati", "boss"), 2000
    )
    assert await scenario.all_chips() == given - farmed
    assert "Every wallet was set to 2,000 chips" in words(scenario.chat.newest())
    assert "First: Wati +100" in scenario.chat.newest().lines
    assert "back to the starting chips after season Spring" in words((await scenario.say("sari", "ledger")).message)
    await scenario.sound()
    assert {line.split(" · ")[1] for line in await lines(scenario, "joko", "top")} == {"2,000", "2,000 (you)"}, (
        "what was won from computer players before went back with the rest"
    )
    await scenario.restart()
    await scenario.wait(60)
    await a_hand(scenario, winner="sari", loser="budi", pot=40)
    assert (await lines(scenario, "sari", "top"))[0] == "1. Sari · 2,040 (you)"


async def test_old_seasons_are_turned_page_by_page(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    for number in range(1, 11):
        await scenario.do("boss", f"season open {number}")
        await scenario.wait(1)
        if number < 10:
            await scenario.do("boss", f"season close {number}")
    shown = await page(scenario, "sari", "seasons")
    assert shown.lines[0] == "10: since 1 Jan 2026, running"
    assert len(shown.lines) == 8
    shown = await pressed(scenario, "sari", shown, "Older")
    assert [line.split(":")[0] for line in shown.lines] == ["2", "1"]
    shown = await pressed(scenario, "sari", shown, "Newer")
    assert shown.lines[0].startswith("10: ")
    labels: list[Button] = buttons(shown)
    assert "Newer" not in {each.label for each in labels}
    assert player_id("boss") not in words(shown)
