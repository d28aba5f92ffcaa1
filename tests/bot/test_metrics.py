"""Every series counts what it says, in a whole Kiu that people play in."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from bot.chats.call_watch import CallWatch
from bot.dispatch.admission import FloodLimit
from bot.environment.metrics import Metrics
from bot.ledger import Transfer, WriteSet, mint, wallet
from bot.messages import AmountQuestion, PlatformCall
from engine.table.rules import TableRules
from tests.bot.metric_samples import samples, value
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.rows import rows

pytestmark = pytest.mark.usefixtures("no_pictures")

FULL = "database or disk is full"


class Read:
    """Reads the metrics of a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    def __call__(self, name: str, **labels: str) -> float:
        return value(self._scenario.app.metrics.text(), name, **labels)


@pytest.fixture
def read(scenario: Scenario) -> Read:
    return Read(scenario)


async def test_a_hand_is_counted_from_the_deal_to_its_end(scenario: Scenario, read: Read) -> None:
    assert read("kiu_tables", game="qiuqiu", status="waiting") == 0
    await scenario.sit("sari", "budi")
    assert read("kiu_tables", game="qiuqiu", status="waiting") == 1
    await scenario.do("sari", "start")
    assert read("kiu_tables", game="qiuqiu", status="waiting") == 0
    assert read("kiu_tables", game="qiuqiu", status="playing") == 1
    assert read("kiu_hands_dealt_total", game="qiuqiu") == 1
    assert read("kiu_hands_over_total", result="played") == 0
    await scenario.finish_hand()
    assert read("kiu_hands_over_total", result="played") == 1
    await scenario.do("sari", "close")
    assert read("kiu_tables", game="qiuqiu", status="waiting") == 0


async def test_a_hand_that_is_called_off_and_one_that_is_reversed_are_counted_apart(
    scenario: Scenario, read: Read
) -> None:
    scenario.admins.add("sari")
    await scenario.deal("sari", "budi")
    await scenario.finish_hand()
    over = scenario.hand().id
    await scenario.do("sari", f"bank void {over} wrong deal")
    await scenario.wait(TableRules().pause_seconds)
    await scenario.do("sari", f"bank void {scenario.hand().id} wrong deal")
    assert read("kiu_hands_over_total", result="played") == 1
    assert read("kiu_hands_over_total", result="reversed") == 1
    assert read("kiu_hands_over_total", result="called_off") == 1
    assert read("kiu_hands_dealt_total", game="qiuqiu") == 2


async def test_commands_are_counted_by_what_became_of_them(scenario: Scenario, read: Read) -> None:
    await scenario.sit("sari", "budi")
    done = read("kiu_commands_total", platform="test", result="done")
    await scenario.do("sari", "chips")
    assert read("kiu_commands_total", platform="test", result="done") == done + 1
    assert await scenario.refused("budi", "call") == "no-hand-now"
    assert read("kiu_commands_total", platform="test", result="refused") == 1
    assert read("kiu_refusals_total", reason="no-hand-now") == 1
    # The answer of the first is given again, and counts as what it is: one more press.
    await scenario.say("sari", "chips", key="once")
    await scenario.say("sari", "chips", key="once")
    assert read("kiu_commands_total", platform="test", result="done") == done + 3
    assert read("kiu_command_seconds_count", platform="test") == done + 4


async def test_a_question_and_a_flood_are_counted_as_what_they_are(tmp_path: Path) -> None:
    limits = FloodLimit(3)
    async with Scenario(tmp_path, flood_limit=limits) as scenario:
        read = Read(scenario)
        scenario.app.dispatcher.asked(scenario.command("sari", "chips"))
        assert read("kiu_commands_total", platform="test", result="refused") == 1, "that button asks nothing"
        await scenario.deal("budi", "dewi")
        bet = scenario.command(scenario.asked(), "bet")
        assert isinstance(scenario.app.dispatcher.asked(bet), AmountQuestion)
        assert read("kiu_commands_total", platform="test", result="asked") == 1
        for _ in range(9):
            await scenario.say("agus", "chips")
        assert read("kiu_refusals_total", reason="flood") == 1
        assert read("kiu_commands_total", platform="test", result="ignored") >= 4


async def test_what_is_stored_refused_and_failed_is_counted(
    scenario: Scenario, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = scenario.app.ledger

    def given(amount: int) -> WriteSet:
        return (Transfer(mint(GROUP), wallet(GROUP, player_id("sari")), amount, "grant"),)

    before = read("kiu_write_sets_total", result="stored")
    await ledger.commit(given(10))
    assert read("kiu_write_sets_total", result="stored") == before + 1
    assert read("kiu_store_seconds_count") == before + 1

    taken: WriteSet = (Transfer(wallet(GROUP, player_id("sari")), mint(GROUP), 11, "fine"),)
    with pytest.raises(Exception, match="sari"):
        await ledger.commit(taken)
    assert read("kiu_write_sets_total", result="refused") == 1

    def full(*_: object) -> None:
        raise sqlite3.OperationalError(FULL)

    with monkeypatch.context() as patched:
        patched.setattr("bot.ledger.ledger.run", full)
        with pytest.raises(Exception, match=FULL):
            await ledger.commit(given(10))
    assert read("kiu_write_sets_total", result="failed") == 1
    assert read("kiu_store_seconds_count") == before + 1, "only what is durable has a time"


async def test_how_long_a_change_takes_to_be_shown_counts_the_wait_for_the_chat(scenario: Scenario, read: Read) -> None:
    """A chat that takes nothing for eight seconds: two changes wait, and are shown together."""
    await scenario.deal("sari", "budi")
    shown, sum_before = read("kiu_show_seconds_count", platform="test"), read("kiu_show_seconds_sum", platform="test")
    assert shown > 0
    assert sum_before == 0, "time stands still"
    scenario.chat.admission.clear()
    await scenario.app.dispatcher.handle(scenario.command(scenario.asked(), "check"))
    scenario.clock.move_to(scenario.clock.now() + 5)
    assert read("kiu_queue_length", queue="showing") == 1
    await scenario.app.dispatcher.handle(scenario.command(scenario.asked(), "check"))
    scenario.clock.move_to(scenario.clock.now() + 3)
    scenario.chat.admission.set()
    await scenario.app.wait_until_idle()
    assert read("kiu_show_seconds_count", platform="test") == shown + 1
    assert read("kiu_show_seconds_sum", platform="test") == pytest.approx(8)
    assert read("kiu_queue_length", queue="showing") == 0


@rows(__file__)
def test_calls_to_a_platform_are_counted_by_what_it_made_of_them(status: int, result: str) -> None:
    metrics = Metrics()
    watch = CallWatch("telegram", metrics)
    with watch.watching() as seen:
        watch.add(PlatformCall("sendMessage", 0.25, status))
    assert len(seen) == 1
    assert value(metrics.text(), "kiu_platform_calls_total", platform="telegram", result=result) == 1
    assert value(metrics.text(), "kiu_platform_call_seconds_sum", platform="telegram") == 0.25


async def test_no_label_tells_of_anybody_and_there_are_few(scenario: Scenario) -> None:
    """Names, channels, groups and tables that are as telling as can be leave no trace."""
    telling = "rahasia"
    names = [f"{telling}{number}" for number in range(6)]
    channels = [f"{telling}-{number}" for number in range(6)]
    for name, channel in zip(names, channels, strict=True):
        await scenario.do(name, "open qiuqiu", channel=channel)
        await scenario.say(name, f"bet {telling}", channel=channel)
        await scenario.say(name, f"{telling} 7", channel=channel)
    text = scenario.app.metrics.text().decode()
    assert telling not in text
    assert "home" not in text, "the group"
    read = samples(text)
    for _, labels in read:
        for label, content in labels:
            assert re.fullmatch(r"[a-z][a-z_-]{1,30}|[0-9.]*|\+Inf", content), (label, content)
    assert len(read) < 200
