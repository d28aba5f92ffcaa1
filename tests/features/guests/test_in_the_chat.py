"""The chat beside the page shows a guest like anybody, and sends and calls nothing to them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.chats.frames import RefusedByRoom
from bot.features.guests.links import LINKS, PLAY, hashed
from tests.bot.scenario import Scenario

CODE = "c0de"
HELLO = {"guest": "a1" * 16, "mark": "here", "code": CODE, "name": "Ani"}


async def test_the_group_is_asked_about_somebody_who_waits(scenario: Scenario) -> None:
    await opened(scenario, everyone=False)
    with pytest.raises(RefusedByRoom, match="guest-waits"):
        await scenario.app.identities["guest"](HELLO)
    await scenario.app.wait_until_idle()
    assert "Ani wants to play." in scenario.chat.text()
    let_in = scenario.chat.button("Let in")
    assert (await scenario.press("sari", let_in)).refused
    scenario.admins.add("boss")
    assert not (await scenario.press("boss", let_in)).refused


async def opened(scenario: Scenario, *, everyone: bool) -> None:
    ends = (scenario.clock.utc() + timedelta(hours=1)).isoformat()
    links = {"mark": "here", "links": {hashed(CODE): [PLAY, "main", everyone, ends]}}
    await scenario.app.groups.change(scenario.name, lambda now: now.with_feature(LINKS, links))
    await scenario.do("sari", "open qiuqiu")


async def test_the_chat_names_a_guest_and_never_calls_them(scenario: Scenario) -> None:
    await opened(scenario, everyone=True)
    ani = await scenario.app.identities["guest"](HELLO)
    place, player = scenario.state().place, ani.person.id
    assert not (await ani.carry_out(place, "join", turn=f"{scenario.state().id}:")).refused
    scenario.stack(dealer="sari")
    await scenario.do("sari", "start")
    await scenario.app.wait_until_idle()
    while (hand := scenario.state().playing) is not None and hand.players[hand.round.awaited[0]] != player:
        await scenario.act("check")
    assert hand is not None
    assert "Ani" in scenario.chat.text()
    await scenario.wait(120)
    assert scenario.chat.private_messages(player) == []
    assert player not in scenario.chat.tried
    assert player not in scenario.chat.pings()
    assert all(each.message.mention != player and player not in each.message.asked for each in scenario.chat.seen)
    assert scenario.hand().over or scenario.state().playing is not hand
