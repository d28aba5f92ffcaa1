"""Replays on Discord: pages for one person alone, and a result and shown cards for everybody."""

from __future__ import annotations

from bot.presenting.proof_files import record_in
from engine.fairness.verifying import verify
from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.scenario import Scenario


async def test_a_hand_is_followed_shared_and_its_cards_shown(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    hand = scenario.hand().id
    running = await sari.slash("history replay", hand=hand)
    assert f"Hand {hand} is still being played" in running.text
    bettor = await scenario.act("Bet 10")
    folder = await scenario.act("Fold")
    tiles = scenario.tiles(folder)

    opened = await folder.slash("history mine")
    (page,) = opened.messages
    assert opened.ephemeral
    assert f"{hand} · QiuQiu · " in page.text
    followed = await folder.press(f"▷ {hand}", [page])
    assert followed.callback is Callback.UPDATE
    assert "Step 1 of" in page.text
    assert all(tile in page.text for tile in tiles[:3])
    await folder.press("Next", [page])
    assert "Step 2 of" in page.text
    await folder.press("Back", [page])
    await folder.press("Result", [page])
    assert "took the pot" in page.text
    public = len(folder.public)
    await folder.press("Share", [page])
    await scenario.app.wait_until_idle()
    assert len(folder.public) == public + 1
    assert f"Shared by {folder.name}" in bettor.public[-1].text
    assert not any(tile in bettor.public[-1].text for tile in tiles)

    menu = await folder.press("Table", folder.public)
    (page,) = menu.messages
    await folder.press("Show my last cards", [page])
    assert all(tile in page.text for tile in tiles)
    await folder.press("Show all", [page])
    await scenario.app.wait_until_idle()
    shown = bettor.public[-1]
    assert f"{folder.name} shows what they folded" in shown.text
    assert all(tile in shown.text for tile in tiles)
    (proof,) = [each for each in shown.attachments if each.filename.endswith(".html")]
    assert verify(record_in(proof.data)).valid
    assert len(shown.attachments) == 2, "with a picture of the dominoes"

    anybody = await bettor.press("Replay", [shown])
    assert anybody.ephemeral
    await bettor.press("Result", anybody.messages)
    assert f"{folder.name} showed afterwards" in anybody.text
