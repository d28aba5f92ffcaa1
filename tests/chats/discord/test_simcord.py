"""A whole hand in simcord, a simulator of Discord by others."""

from __future__ import annotations

from pathlib import Path

from tests.chats.discord.simcord_scenario import SimcordScenario, button_labels, text_of


async def test_a_hand_in_simcord(tmp_path: Path) -> None:
    async with SimcordScenario(tmp_path) as scenario:
        sari, budi = scenario.member("Sari"), scenario.member("Budi")
        assert "admin house-set" not in sari.available_commands(scenario.channel), (
            "hidden from members who are no admins"
        )
        assert await scenario.slash(sari, "table open", game="qiuqiu") == ""
        assert "Sari opened a table." in text_of(scenario.live_message())
        await scenario.press(budi, "Join")
        assert "Budi" in text_of(scenario.live_message())
        await scenario.press(sari, "Start")

        for member in (sari, budi):
            (private,) = scenario.hands(member)
            assert scenario.inbox(member) == []
            assert text_of(private).startswith("### Your dominoes are ready")
            mine = await scenario.press(member, "My hand")
            for tile in scenario.tiles(member):
                assert tile in text_of(private)
                assert tile in mine
                assert tile not in text_of(scenario.live_message())

        player = scenario.asked()
        other = budi if player is sari else sari
        assert await scenario.press(other, "Check") == f"It's {player.name}'s turn. Wait for yours."
        assert await scenario.press(player, "Bet 20") == ""
        assert await scenario.fill(other, "Raise to …", "60") == ""

        live_message, tiles = scenario.live_message(), scenario.tiles(player)
        await scenario.restart()
        assert scenario.tiles(player) == tiles
        assert await scenario.press(player, "Call 40") == "", "a button from before the restart"
        assert scenario.live_message().id == live_message.id, "in the message from before the restart"
        assert [len(scenario.inbox(member)) for member in (sari, budi)] == [1, 1], "sent again: no token is left"

        while scenario.hand().round.awaited:
            labels = button_labels(scenario.live_message())
            await scenario.press(scenario.asked(), "Check" if "Check" in labels else labels[0])
        assert any(each in text_of(scenario.live_message()) for each in (" won ", "They share "))
        assert (await scenario.app.ledger.audit()).sound
