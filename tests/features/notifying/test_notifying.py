"""News of tables that wait, and none after one press."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.notifying.waiting_tables import PATIENCE, REST, asking
from bot.ledger import GroupSaved, Ledger, NotStored, WriteSet
from bot.messages import Message, Place
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.engine.stories import Story, stories
from tests.features.stories import lived

LONG_ENOUGH = PATIENCE + 1


def told(scenario: Scenario, name: str) -> list[Message]:
    """What somebody was told in private of tables that wait."""
    messages = scenario.chat.private_messages(player_id(name))
    return [each for each in messages if "notify off" in [button.command for button in buttons(each)]]


async def test_whoever_asked_is_told_in_private_of_a_table_that_waits_and_off_again_with_one_press(
    scenario: Scenario,
) -> None:
    await scenario.do("budi", "notify me")
    await scenario.do("wati", "chips")
    await scenario.do("sari", "open qiuqiu")
    await scenario.wait(LONG_ENOUGH)

    (message,) = told(scenario, "budi")
    assert "A QiuQiu table needs more players: Sari." in words(message)
    assert message.link is not None
    assert message.link.number == scenario.app.announcer.stands_at(scenario.state(), scenario.name)[1]
    assert told(scenario, "wati") == [], "it is off until somebody asks"
    assert told(scenario, "sari") == []

    (stop,) = buttons(message)
    command = replace(scenario.command("budi", stop.command), in_private=True, where=Place("test:@budi", "private"))
    assert "any group" in words((await scenario.app.dispatcher.handle(command)).message)
    await scenario.do("sari", "close")
    await scenario.wait(REST + 1)
    await scenario.do("sari", "open qiuqiu")
    await scenario.wait(LONG_ENOUGH)
    assert len(told(scenario, "budi")) == 1


async def test_off_everywhere_may_be_repeated_after_a_part_of_it_could_not_be_stored(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    for group in (GROUP, "test:other"):
        asks = replace(scenario.command("budi", "notify me"), where=Place(group, "main"))
        assert not (await scenario.app.dispatcher.handle(asks)).refused
    off = replace(scenario.command("budi", "notify off"), in_private=True, where=Place("test:@budi", "private"))
    groups, commit, stored = scenario.app.groups, Ledger.commit, list[WriteSet]()

    async def fills_up(ledger: Ledger, writes: WriteSet) -> None:
        if any(isinstance(each, GroupSaved) for each in writes):
            if stored:
                raise NotStored("the disk is full")
            stored.append(writes)
        await commit(ledger, writes)

    with monkeypatch.context() as patched:
        patched.setattr(Ledger, "commit", fills_up)
        assert (await scenario.app.dispatcher.handle(off)).refused
    assert len(stored) == 1
    assert "any group" in words((await scenario.app.dispatcher.handle(off)).message)
    assert not any(map(asking, groups.all().values()))


@stories(Path(__file__).with_name("notifying.txt"))
async def test_people_are_told_of_tables_as_it_is_told(story: Story, scenario: Scenario) -> None:
    await lived(story, scenario)


async def test_who_has_left_the_group_or_cannot_be_reached_is_passed_over(scenario: Scenario) -> None:
    for name in ("budi", "wati", "joko"):
        await scenario.do(name, "notify me")
    scenario.chat.strangers.add(player_id("budi"))
    scenario.chat.deaf.add(player_id("wati"))
    await scenario.do("sari", "open qiuqiu")
    await scenario.wait(LONG_ENOUGH)

    assert player_id("budi") not in scenario.chat.tried
    assert player_id("wati") in scenario.chat.tried
    assert [len(told(scenario, name)) for name in ("budi", "wati", "joko")] == [0, 0, 1]


async def test_what_was_asked_for_outlives_a_restart_and_a_move(scenario: Scenario) -> None:
    await scenario.do("budi", "notify me quan-dui")
    await scenario.do("budi", "notify me qiuqiu")
    await scenario.restart()
    asked = {player_id("budi"): ["qiuqiu", "quan-dui"]}
    assert asking(scenario.app.groups.of(GROUP)) == asked

    await scenario.app.membership.moved(GROUP, "test:moved")
    assert asking(scenario.app.groups.of("test:moved")) == asked
