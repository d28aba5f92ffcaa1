"""The process ends in mid-hand, cleanly or killed, and the next one goes on."""

from __future__ import annotations

import pytest

from tests.chats.discord.scenario import Scenario


@pytest.mark.parametrize("how", ["cleanly", "killed"])
async def test_a_hand_goes_on_after_a_restart(scenario: Scenario, how: str) -> None:
    sari, _ = await scenario.seated("Sari", "Budi")
    player = scenario.asked()
    await scenario.act("Bet 20")
    live_message, private, tiles = sari.live_message, player.hands[0], scenario.tiles(player)
    other = scenario.asked()
    call = other.button("Call 20")
    await scenario.restart(how)
    assert scenario.tiles(player) == tiles
    assert scenario.asked().name == other.name
    assert (await other.press(call)).silent, "a button from before the restart works"
    await scenario.app.wait_until_idle()
    assert sari.live_message is live_message, "the same message is edited"
    assert scenario.staked(other) == 10 + 20
    assert player.hands == [private, *player.inbox], "an ephemeral hand cannot be edited any more"
    assert len(player.inbox) == 1, "so it is sent once more"
    await scenario.finish_hand()
    assert " the pot: " in sari.live_message.text


async def test_a_modal_opened_before_a_restart_can_be_submitted_after_it(scenario: Scenario) -> None:
    await scenario.seated("Sari", "Budi")
    player = scenario.asked()
    modal = await player.press("Bet …")
    await scenario.restart()
    assert (await player.fill(modal, "20")).silent
    assert scenario.staked(player) == 10 + 20
