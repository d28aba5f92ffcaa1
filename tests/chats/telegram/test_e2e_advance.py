"""Deciding in advance on Telegram, in private: the group is shown nothing of it."""

from __future__ import annotations

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario

AHEAD = "Ahead: check/call"


async def test_a_press_is_answered_in_passing_and_a_chain_is_one_edit(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    for person in (sari, budi, dewi):
        await person.starts()
    await scenario.sit(group, sari, budi, dewi)
    players, (first,) = scenario.hand(group).players, scenario.hand(group).round.awaited
    second, third = map(scenario.person_of, players[first + 1 :] + players[:first])
    await scenario.app.wait_until_idle()
    before = len(telegram.calls())

    for person in (second, third):
        said = await person.presses(AHEAD, in_=person.private)
        assert said.text.startswith("When it's your turn: check.")
        assert not said.alert
    assert AHEAD not in group.newest().labels, "somebody reads it whose turn it is"
    await scenario.app.wait_until_idle()
    made = [call.method for call in telegram.calls()[before:] if call.method not in ("getUpdates", "getChatMember")]
    assert made == ["answerCallbackQuery"] * 2, "nothing else tells of it"

    edits = len(telegram.calls("editMessageText"))
    await scenario.asked(group).presses("Check", in_=group)
    shown = await sari.sees(f"{third.name} checked.", in_=group)
    await scenario.app.wait_until_idle()
    assert f"{second.name} checked." in shown.text
    assert len([call for call in telegram.calls("editMessageText")[edits:] if call.chat == group.id]) == 1
