"""A table of a circle stands in the chats of all its groups at once, and each chat serves its own people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock, patch

import pytest

from bot.app import App
from bot.messages import Place
from tests.bot.circle_scenario import CIRCLE, FAR, CircleScenario
from tests.bot.fake_chat import FakeChat, words
from tests.bot.scenario import GROUP, Scenario

CARDS = "sari: 6-6, 6-5, 3-2; andi: 5-5, 4-1, 1-0; then: 6-1, 4-3"


@pytest.fixture
async def circle(tmp_path: Path) -> AsyncIterator[CircleScenario]:
    """A group at home that speaks English, and one far away that speaks Indonesian."""
    async with CircleScenario(tmp_path) as one:
        await one.join()
        yield one
        await one.sound()


def reached(chat: FakeChat) -> set[str]:
    """Everybody whom a chat mentioned or wrote to."""
    mentioned = {seen.message.mention for seen in chat.seen if seen.message.mention is not None}
    return mentioned | {player for seen in chat.seen for player in seen.message.asked} | set(chat.tried)


async def test_a_hand_is_played_in_both_chats_at_once(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", cards=CARDS)
    assert circle.state().place == Place(CIRCLE, "")
    for chat in (circle.chat, circle.far):
        assert "Sari" in chat.text()
        assert "Andi" in chat.text()
    assert "6‑6" in words(circle.chat.private_messages("test:sari")[-1])
    await circle.finish_hand()
    assert "Sari won the pot: 20." in circle.chat.text()
    assert "Sari menang pot: 20." in circle.far.text()


async def test_each_chat_reaches_its_own_people_alone(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", "far:wati")
    while circle.hand().round.settlement is None:
        await circle.wait(circle.state().question_seconds(circle.hand()) / 2 + 1)
    await circle.do("far:andi", "leave")
    assert reached(circle.chat) == {"test:sari"}
    assert reached(circle.far) == {"far:andi", "far:wati"}


async def test_people_of_no_platform_here_play_without_being_reached(scenario: Scenario) -> None:
    await scenario.sit("sari", "guest:andi")
    await scenario.do("sari", "start")
    while scenario.hand().round.settlement is None:
        await scenario.wait(scenario.state().question_seconds(scenario.hand()) / 2 + 1)
    assert "Andi" in scenario.chat.text()
    assert reached(scenario.chat) == {"test:sari"}


async def test_after_a_kill_the_same_messages_go_on_in_both_chats(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", cards=CARDS)
    before = posts(circle)
    await circle.die()
    await circle.finish_hand()
    assert posts(circle) == before
    assert "Sari won the pot" in circle.chat.text()
    assert "Sari menang pot" in circle.far.text()


async def test_a_result_is_told_anew_until_the_first_chat_has_shown_it(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", cards=CARDS)
    await circle.act("check")
    circle.expected_errors.add("message not sent")
    circle.chat.broken = ConnectionError("no network")
    await circle.finish_hand()
    assert "Sari menang pot" in circle.far.text()
    circle.chat.broken = None
    await circle.die()
    assert "Sari won the pot" in circle.chat.text()


@pytest.mark.parametrize("shown_late", ["home", "far"])
async def test_time_begins_when_the_question_stands_where_its_player_is(
    circle: CircleScenario, shown_late: str
) -> None:
    late, punctual = (circle.chat, circle.far) if shown_late == "home" else (circle.far, circle.chat)
    await circle.deal("sari", "far:andi", cards=CARDS)
    late.gate.clear()
    shown = len(punctual.public())
    await circle.carry_out(circle.asked(), "check")
    asked = circle.asked()
    while len(punctual.public()) == shown:
        await circle.app.ledger.answers()
    await circle.app.ledger.answers()
    running = circle.app.tables.time_left(circle.state().id, circle.hand().turn)
    assert (running is None) == (asked.startswith("far:") == (shown_late == "far"))
    late.gate.set()


async def test_where_the_bot_is_removed_the_table_goes_on_elsewhere(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", cards=CARDS)
    await circle.app.membership.removed(FAR)
    shown = len(circle.far.seen)
    await circle.finish_hand()
    assert any("Sari won the pot" in words(seen.message) for seen in circle.chat.public())
    assert len(circle.far.seen) == shown
    await circle.app.membership.arrived(FAR)
    await circle.app.wait_until_idle()
    assert "Sari menang pot" in circle.far.text()


async def test_a_table_waits_while_the_bot_is_nowhere(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", cards=CARDS)
    for group in (GROUP, FAR):
        await circle.app.membership.removed(group)
    await circle.wait(600)
    assert circle.hand().round.settlement is None
    assert await circle.refused("sari", "check") == "group-away"
    await circle.app.membership.arrived(GROUP)
    await circle.finish_hand()
    assert "Sari won the pot" in circle.chat.text()


async def test_a_deleted_place_leaves_the_table_to_the_others(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", cards=CARDS)
    await circle.app.membership.place_gone(FAR)
    assert circle.sits("far:andi")
    await circle.finish_hand()
    assert any("Sari won the pot" in words(seen.message) for seen in circle.chat.public())


async def test_somebody_who_leaves_one_group_gets_up_from_the_circle(circle: CircleScenario) -> None:
    await circle.sit("sari", "far:andi")
    await circle.app.membership.member_gone(FAR, "far:andi")
    assert not circle.sits("far:andi")


@pytest.mark.parametrize("late", ["home", "far"])
async def test_a_table_goes_on_where_it_is_served(circle: CircleScenario, late: str) -> None:
    platform, chat = ("test", circle.chat) if late == "home" else ("far", circle.far)
    await circle.deal("sari", "far:andi", cards=CARDS)
    before = posts(circle)
    with patch.object(App, "resume", AsyncMock()):
        await circle.restart()
    served = circle.app.chats.pop(platform)
    (other,) = circle.app.chats
    assert await circle.app.resume(other) == 1
    await circle.finish_hand()
    circle.app.chats[platform] = served
    assert await circle.app.resume(platform) == 0
    await circle.app.wait_until_idle()
    assert ("Sari won the pot" if late == "home" else "Sari menang pot") in chat.text()
    assert posts(circle) == before


async def test_a_table_waits_once_no_platform_serves_it(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", cards=CARDS)
    circle.app.suspend("far")
    await circle.act("check")
    circle.app.suspend("test")
    assert await circle.refused(circle.asked(), "check") == "shutting-down"
    await circle.restart()
    await circle.finish_hand()


async def test_a_ping_stands_where_its_player_is(circle: CircleScenario) -> None:
    await circle.deal("sari", "far:andi", "far:wati")
    while circle.hand().round.settlement is None:
        await circle.wait(circle.state().question_seconds(circle.hand()) / 2 + 1)
    assert set(circle.chat.pings()) <= {"test:sari"}
    assert {"far:andi", "far:wati"} >= set(circle.far.pings()) != set()


def posts(circle: CircleScenario) -> dict[str, list[str]]:
    """The numbers of the messages that were posted in each chat."""
    return {
        name: [seen.number for seen in chat.seen if seen.how == "post"]
        for name, chat in (("home", circle.chat), ("far", circle.far))
    }
