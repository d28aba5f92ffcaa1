"""Telegram's limits: what is asked of it in a hand, and what happens when it wants to be left alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.chats.telegram.double import Chat, Telegram
from tests.chats.telegram.scenario import SECOND, Scenario
from tests.chats.telegram.usual_limits import with_usual_limits


async def test_hands_of_six_at_human_speed_and_the_deal_between_stay_within_twenty_calls_a_minute(
    telegram: Telegram, scenario: Scenario
) -> None:
    names = ("Sari", "Budi", "Dewi", "Eka", "Fitri", "Gita")
    people = [telegram.person(name) for name in names]
    group = telegram.group("Six people", *people)
    await people[0].starts()
    await scenario.sit(group, *people)
    await scenario.app.wait_until_idle()
    await scenario.live(60)
    began = len(telegram.server.calls)

    actions = 0
    while scenario.hand(group).number == 1:
        await scenario.live(5)
        if scenario.hand(group).round.awaited:
            await scenario.press_first(group, "Bet 10" if actions in (2, 9) else "Check", "Call")
            actions += 1
    assert actions >= 15
    for _ in range(6):
        await scenario.live(5)
        await scenario.press_first(group, "Check")
        actions += 1

    calls = [call for call in telegram.server.calls[began:] if call.chat == group.id]
    assert [call.failure for call in calls if call.failure] == []
    times = [call.at for call in calls]
    assert max(sum(at <= other < at + 60 * SECOND for other in times) for at in times) <= 18
    counted = Counter(call.method for call in calls)
    assert counted["sendDice"] == 1
    assert counted["deleteMessage"] == 0
    assert sum(counted.values()) <= 3 * actions + counted["sendDice"], counted


def test_however_fast_friends_play_telegram_never_has_to_ask_for_patience(tmp_path: Path) -> None:
    async def story(scenario: Scenario, group: Chat) -> None:
        await scenario.finish_hand(group)

        assert len([call for call in scenario.telegram.calls(chat=group) if call.counts]) >= 10
        failures = [call.failure for call in scenario.telegram.calls(chat=group) if call.failure]
        # That is how a server is found to have no ephemeral messages.
        assert failures in ([], ["Not Found: method not found"])

    with_usual_limits(tmp_path, story)
