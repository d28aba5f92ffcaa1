"""Statements: every change of what somebody has, with the balance after it, by line and by day in the group's zone."""

from __future__ import annotations

import asyncio
import re
import tempfile
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.features.statements.queries import days
from bot.groups.time_zones import by_region, day_of, zone_of
from bot.ledger import StatementLine, statement_queries
from bot.messages import Button, Reply, is_computer
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.engine.stories import Story, stories
from tests.features.stories import lived
from tests.thoroughness import examples

PEOPLE = ("sari", "budi", "wati")
SAID = ("check", "call", "fold", "bet 20", "raise 60", "all-in", "sit out", "sit back", "leave", "join", "rebuy 50")


def button(reply: Reply, label: str) -> Button:
    """The button of an answer whose label begins like this."""
    found = [each for each in reply.message.pressable if each.label.startswith(label)]
    assert found, (label, [each.label for each in reply.message.pressable])
    return found[0]


async def tell_of_everybody(scenario: Scenario) -> None:
    """What a statement says is what ``chips`` says, day by day as well as line by line."""
    ledger = scenario.app.ledger
    for name in (*PEOPLE, "boss"):
        player = player_id(name)
        lines = await ledger.read(statement_queries.statement, GROUP, player, limit=10_000)
        balance = 0
        for line in reversed(lines):
            balance += line.amount
            assert line.balance == balance
        assert [line.number for line in lines] == sorted({line.number for line in lines}, reverse=True)
        assert balance == await scenario.fortune(name)
        told = "\n".join((await scenario.say(name, "chips")).message.lines)
        assert f"All together: {balance:,}" in told
        in_jakarta = partial(day_of, zone=zone_of("Asia/Jakarta"))
        found = (await ledger.read(days, GROUP, player, in_jakarta, limit=10_000)).days
        assert sum(day.amount for day in found) == balance
        assert [day.balance for day in found[:1]] == [line.balance for line in lines[:1]]
        assert all(day.first <= day.last for day in found)


async def with_computers(scenario: Scenario, line: StatementLine) -> bool:
    """Whether a line is about a hand in which a computer player was dealt in."""
    assert line.hand is not None
    return any(map(is_computer, (await scenario.stored(line.hand)).players))


async def random_evening(folder: Path, rng: Random) -> None:
    async with Scenario(folder, seed=str(rng.random()), connected=False) as scenario:
        scenario.admins.add("boss")
        for name in (*PEOPLE, "boss"):
            await scenario.do(name, "chips")
        await scenario.sit(*PEOPLE, game="qiuqiu")
        if rng.random() < 0.5:
            await scenario.set_rules("computer_chips always")
            await scenario.do("sari", "add computer")
        await scenario.do("sari", "start")
        for _ in range(25):
            if not scenario.is_open():
                await scenario.say("sari", "open qiuqiu")
            hand = scenario.state().playing
            if hand is not None and rng.random() < 0.7:
                asked = scenario.asked()
                await scenario.say(asked if asked in PEOPLE else "sari", rng.choice(SAID[:6]))
            else:
                line = rng.choice(
                    (*SAID, "daily", "bank grant sari 10 why !", "bank take budi 5 why !", "bank void 1 why !")
                )
                await scenario.say("boss" if line.startswith("bank") else rng.choice(PEOPLE), line)
            if rng.random() < 0.1:
                scenario.clock.move_to(scenario.clock.now() + 40_000)
            await scenario.wait(rng.choice((0, 0, 3, 8, 8, 80)))
        await tell_of_everybody(scenario)
        await scenario.sound()
        while scenario.is_open() and (sealed := scenario.state().sealed) is not None and sealed.stands:
            await scenario.wait(3)
        if scenario.is_open():
            await scenario.do("boss", "close")
            await scenario.wait(3000)
        await tell_of_everybody(scenario)
        # The ranking counts the same chips, but for those of hands with computer players.
        top = "\n".join((await scenario.say("boss", "top")).message.lines)
        for name in PEOPLE:
            lines = await scenario.app.ledger.read(statement_queries.statement, GROUP, player_id(name), limit=10_000)
            counted = [line.amount for line in lines if line.hand is None or not await with_computers(scenario, line)]
            assert f" · {sum(counted):,}" in top, (name, top)


@settings(max_examples=examples(4), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_the_sums_of_statements_are_what_chips_and_top_say(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(random_evening(Path(folder), Random(seed)))


@stories(Path(__file__).with_name("statements.txt"))
async def test_statements_are_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_a_hand_of_the_statement_leads_to_what_is_known_of_it(bank: Scenario) -> None:
    await bank.sit("sari", "budi")
    await bank.do("sari", "start")
    await bank.finish_hand()
    select = (await bank.say("sari", "ledger")).message.select
    assert select is not None
    (hand,) = select.options
    assert hand.label == f"QiuQiu, hand {bank.hand().id}"
    assert not (await bank.press("sari", hand)).refused


async def test_days_are_those_of_the_groups_time_zone(bank: Scenario) -> None:
    """In Jakarta it is seven hours later: what happens at 20:00 in UTC happens on the next day."""
    for day in range(10):
        await bank.do("boss", f"bank grant sari {day + 1} gift")
        bank.clock.move_to(bank.clock.now() + 24 * 3600)
    page = await bank.say("sari", "ledger days")
    assert page.message.lines[0] == "10 Jan 2026: hands ±0, other +10\xa0→\xa02,055"
    assert len(page.message.lines) == 8
    older = await bank.press("sari", button(page, "Older"))
    assert older.message.lines == (
        "2 Jan 2026: hands ±0, other +2\xa0→\xa02,003",
        "1 Jan 2026: hands ±0, other +2,001\xa0→\xa02,001",
    )
    assert (await bank.press("sari", button(older, "Newer"))).message.lines == page.message.lines
    jumped = await bank.press("sari", button(page, "9 Jan 2026"))
    assert jumped.message.lines[:2] == ("9 Jan 2026", "20:00 · +9\xa0→\xa02,045 · given by Boss: gift")

    await bank.do("boss", "house zone jakarta")
    page = await bank.say("sari", "ledger days")
    assert page.message.lines[0] == "11 Jan 2026: hands ±0, other +10\xa0→\xa02,055"
    assert "03:00 · +10\xa0→\xa02,055 · given by Boss: gift" in await bank.do("sari", "ledger")
    assert "Asia/Jakarta" in (await bank.say("sari", "ledger")).message.footer
    await bank.restart()
    assert "Asia/Jakarta" in (await bank.say("sari", "ledger")).message.footer


async def test_a_statement_of_nobody_is_empty_and_one_of_another_is_turned_as_theirs(bank: Scenario) -> None:
    await bank.do("sari", "practice qiuqiu", channel="other")
    for number in range(12):
        await bank.do("boss", f"bank grant budi 1 gift {number}")
    page = await bank.say("sari", "ledger budi")
    assert page.message.title == "Statement of Budi"
    older = await bank.press("sari", button(page, "Older"))
    assert older.message.title == "Statement of Budi"
    assert "+2,000\xa0→\xa02,000 · chips for newcomers" in older.message.lines[-1]
    days = await bank.press("sari", button(older, "By day"))
    assert days.message.title == "Statement of Budi, by day"
    assert await bank.refused("sari", "ledger nobody") == "nobody-of-that-name"
    computer = next(each.player for each in bank.state("other").seated if each.computer)
    empty = await bank.say("sari", f"ledger {computer}")
    assert empty.message.lines == ("Nothing yet.",), "practice chips stand in no statement"


# --- the time zone ----------------------------------------------------------------------------------------------


async def test_an_admin_chooses_the_zone_by_buttons_alone(bank: Scenario) -> None:
    page = await bank.say("boss", "house zone")
    assert page.menu
    region = await bank.press("boss", button(page, "Asia"))
    following = await bank.press("boss", button(region, "Next"))
    assert following.message.title.startswith("Asia, page 2")
    back = await bank.press("boss", button(following, "Previous"))
    assert back.message.lines == region.message.lines
    chosen = await bank.press("boss", button(region, "Bangkok"))
    assert "Asia/Bangkok, where it is 03:00" in chosen.message.lines[0]
    assert "Asia/Bangkok" in await bank.do("sari", "settings")
    assert await bank.refused("sari", "house zone utc") == "admin-only"
    assert await bank.refused("boss", "house zone Atlantis") == "no-such-zone"
    some = await bank.say("boss", "house zone argentina")
    assert len([each for each in some.message.pressable if "house zone America/Argentina" in each.command]) > 5


def test_every_zone_that_is_offered_exists_and_fits_on_a_button() -> None:
    zones = [zone for zones in by_region().values() for zone in zones]
    assert len(zones) > 300
    for zone in zones:
        assert str(zone_of(zone)) == zone
        Button(zone, f"house zone {zone}", in_menu=True)


def test_a_day_without_an_hour_is_a_day() -> None:
    begins, ends = day_of(datetime(2026, 3, 29, 12, tzinfo=UTC), zone_of("Europe/Berlin"))
    assert ends - begins == timedelta(hours=23)
    assert begins == datetime(2026, 3, 28, 23, tzinfo=UTC)


# --- the page about chips ---------------------------------------------------------------------------------------


async def test_the_page_about_chips_says_where_they_are_and_how_they_come(bank: Scenario) -> None:
    await bank.sit("sari", "budi")
    await bank.do("sari", "start")
    await bank.act("bet 50", "call")
    page = await bank.press_in_menu("sari", "Chips")
    assert page.menu
    text = "\n".join(page.message.lines)
    assert re.search(r"Wallet 1,500 · on tables 440 · in the pot 60$", text, re.MULTILINE)
    for said in ("All together: 2,000", "100 to 2,000 chips, usually 500", "get 2,000", "up to 500", "Gifts", "off"):
        assert said in text
    for each in page.message.pressable:
        assert not (await bank.press("sari", each)).refused, each.label
    assert button(page, "Back").command == "menu"


# --- gifts between players --------------------------------------------------------------------------------------


async def test_ten_gifts_at_once_stay_within_the_limit(bank: Scenario) -> None:
    await bank.set_rules("gifts 100")
    replies = await asyncio.gather(
        *(bank.app.dispatcher.handle(bank.command("sari", "gift budi 30")) for _ in range(10))
    )
    assert [reply.refused for reply in replies].count(False) == 3
    assert await bank.in_wallet("budi") == 2090
