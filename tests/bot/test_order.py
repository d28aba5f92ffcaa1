"""What admins set so that a group stays pleasant: quiet hours, several tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.groups import GroupSettings
from bot.groups.local_time import moment, quiet_until
from bot.messages import Place
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario, player_id
from tests.rows import rows

EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


def quiet(begins: int, ends: int) -> GroupSettings:
    settings = GroupSettings()
    for rule, value in (("quiet_to", ends), ("quiet_from", begins), ("quiet_hours", "on")):
        settings = settings.with_rule("qiuqiu", rule, str(value))
    return settings


@rows(__file__)
def test_quiet_hours_end_on_the_same_day_or_the_next(begins: int, ends: int, hour: int, until: int | None) -> None:
    day = datetime(2026, 1, 1, tzinfo=UTC)
    found = quiet_until(day + timedelta(hours=hour, minutes=59), quiet(begins, ends))
    assert found == (None if until is None else day + timedelta(hours=until))
    assert quiet_until(day + timedelta(hours=hour), GroupSettings()) is None


def test_a_moment_has_its_date_if_that_is_another() -> None:
    assert moment(EVENING + timedelta(hours=1), EVENING, GroupSettings()) == "21:00"
    assert moment(EVENING + timedelta(hours=5), EVENING, GroupSettings()) == "2026-01-02 01:00"


# --- quiet hours ---------------------------------------------------------------------------------------------------


async def test_in_quiet_hours_the_running_hand_ends_and_the_table_rests_until_somebody_starts_it(
    scenario: Scenario,
) -> None:
    await scenario.set_rules("quiet_from 21", "quiet_hours on", "turn_seconds 3600", "pause_seconds 30")
    await scenario.sit("sari", "budi")
    scenario.stack(dealer="sari")
    await scenario.wait(59 * 60)
    await scenario.do("sari", "start")
    await scenario.wait(60)
    await scenario.do("budi" if scenario.asked() == "sari" else "sari", "hand")
    await scenario.wait(1800)
    assert scenario.chat.pings() == [], "quiet means that nobody is called"
    await scenario.finish_hand()
    said = "Quiet hours until 2026-01-02 07:00: no hand begins."
    assert sum(said in words(seen.message) for seen in scenario.chat.public()) == 1
    assert await scenario.refused("sari", "start") == "quiet-hours"
    assert not {"Start now"} & {each.label for each in await scenario.menu("sari")}
    await scenario.do("wati", "join")
    assert await scenario.refused("ani", "open qiuqiu", channel="side") == "quiet-hours"

    await scenario.wait(9.6 * 3600)
    assert scenario.state().hands_played == 1, "those who sit here may be asleep"
    (start,) = [each for each in buttons(scenario.chat.newest()) if each.command == "start"]
    await scenario.press(scenario.sealed().cutter.removeprefix("test:"), start)
    assert scenario.state().hands_played == 2
    await scenario.sound()


# --- several tables in one channel -----------------------------------------------------------------------------------


async def test_of_several_tables_in_a_channel_a_typed_line_is_for_ones_own_or_asks(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    assert await scenario.refused("wati", "open koo-kiew") == "table-here-already"
    await scenario.set_rules("tables_per_channel 2")
    await scenario.do("wati", "open koo-kiew")
    assert await scenario.refused("dewi", "open qiuqiu") == "table-here-already"
    first, second = scenario.app.tables.all_at(Place(scenario.name, "main"))

    await scenario.do("wati", "add computer")
    await scenario.do("sari", "sit out")
    assert len(second.state.seated) == 2
    assert first.state.chairs[0] is not None
    assert first.state.chairs[0].out

    asked = await scenario.say("dewi", "join")
    assert asked.refused
    assert [each.label for each in buttons(asked.message)] == ["QiuQiu · Sari", "Koo Kiew · Wati"]
    await scenario.press("dewi", buttons(asked.message)[1])
    assert second.state.chair_of(player_id("dewi")) is not None
    await scenario.do("wati", "close")
    assert [table.state.id for table in scenario.app.tables.all_at(Place(scenario.name, "main"))] == [first.state.id]
    await scenario.sound()
