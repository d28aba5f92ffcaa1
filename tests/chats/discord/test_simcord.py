"""A second opinion: a whole hand in a Discord that somebody else has built."""

from __future__ import annotations

from pathlib import Path

from tests.chats.discord.simulated import Simulated, buttons, words


async def test_a_hand_in_somebody_elses_discord(tmp_path: Path) -> None:
    async with Simulated(tmp_path) as simulated:
        sari, budi = simulated.member("Sari"), simulated.member("Budi")
        assert "admin house-set" not in sari.available_commands(simulated.channel), "hidden from who is no admin"
        assert await simulated.slash(sari, "table open", game="qiuqiu") == "Your table is open. Others can press Join."
        assert (await simulated.press(budi, "Join")).startswith("You sat down with")
        await simulated.press(sari, "Start")

        for member in (sari, budi):
            (private,) = simulated.inbox(member)
            assert words(private).startswith("### Your hand is ready")
            mine = await simulated.press(member, "My hand")
            for tile in simulated.tiles(member):
                assert tile in words(private)
                assert tile in mine
                assert tile not in words(simulated.board())

        player = simulated.asked()
        other = budi if player is sari else sari
        assert await simulated.press(other, "Check") == f"It is {player.name}'s turn. Please wait for yours."
        assert await simulated.press(player, "Bet 20") == ""
        assert await simulated.fill(other, "Raise to …", "60") == ""

        board, tiles = simulated.board(), simulated.tiles(player)
        await simulated.restart()
        assert simulated.tiles(player) == tiles
        assert await simulated.press(player, "Call 40") == "", "a button from before the restart"
        assert simulated.board().id == board.id, "in the message from before the restart"
        assert [len(simulated.inbox(member)) for member in (sari, budi)] == [1, 1]

        while simulated.hand().round.awaited:
            labels = buttons(simulated.board())
            await simulated.press(simulated.asked(), "Check" if "Check" in labels else labels[0])
        assert "showed" in words(simulated.board())
        assert (await simulated.app.ledger.audit()).sound
