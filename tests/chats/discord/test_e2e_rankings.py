"""Rankings and seasons on Discord: pages in one ephemeral message, and the final table for everybody."""

from __future__ import annotations

from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.scenario import Scenario


async def test_a_season_is_opened_played_and_closed_by_buttons(scenario: Scenario) -> None:
    sari, budi, ani = scenario.member("Sari"), scenario.member("Budi"), scenario.member("Ani", admin=True)
    first = await ani.slash("money season")
    assert first.ephemeral
    (page,) = first.messages
    assert (await ani.press("Begin a season", first.messages)).callback is Callback.UPDATE
    assert "Season 1" in page.text
    await sari.sees("Season 1 has begun, opened by Ani.")
    await scenario.wait(1)

    await scenario.sit(sari, budi)
    await scenario.finish_hand()
    won = await scenario.total_chips(sari) - 2000
    assert won
    winner, loser = ("Sari", "Budi") if won > 0 else ("Budi", "Sari")
    ranking = await sari.slash("money top")
    (board,) = ranking.messages
    assert f"{winner} · {2000 + abs(won):,}" in board.text
    for label in ("Week", "Month", "Season"):
        assert (await sari.press(label, ranking.messages)).callback is Callback.UPDATE
        assert f"{winner} · +{abs(won)}" in board.text
        assert f"{loser} · −{abs(won)}" in board.text
    assert sari.find("What the mint gave", [board]) is None

    again = await ani.slash("money season")
    await ani.press("Close the season", again.messages)
    assert "Close this season?" in again.messages[0].text
    assert not sari.reads("Season 1 is over"), "nothing is done before the second press"
    await ani.press("Close it", again.messages)
    await budi.sees(f"First: {winner} +{abs(won)}")
    assert "It adds up: the sum is zero." in (await ani.slash("admin audit")).text
    await scenario.check_books()
