"""Replays in the local room: pages for one person alone, and a result and shown cards for everybody."""

from __future__ import annotations

import base64
from pathlib import Path

from bot.presenting.proof_files import record_in
from engine.fairness.verifying import verify
from engine.qiuqiu.tiles import hand_names
from tests.chats.local.test_e2e_hands import scenario, words
from tests.chats.local.test_e2e_house_rules import pressable


async def test_a_hand_is_followed_shared_and_its_cards_shown(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        await served.sits("qiuqiu")
        for line in ("bet 10", "fold"):
            hand = served.hand
            folder = served.tab_of(hand.round.awaited[0])
            await folder.does(line)
            await served.app.wait_until_idle()
        seat = hand.round.awaited[0]
        other = served.tab_of(1 - seat)
        tiles = [each.replace("-", "\u2011") for each in hand_names(hand.round.view(seat).hand)]  # type: ignore[attr-defined]

        page = (await folder.does("/history", kind="say"))["message"]
        reply = await folder.does(pressable(page)[f"▷ {hand.id}"]["command"])
        assert reply["menu"]
        assert all(tile in words(reply["message"]) for tile in tiles)
        page = (await folder.does(pressable(reply["message"])["Result"]["command"]))["message"]
        assert "took the pot" in words(page)
        await folder.does(pressable(page)["Share"]["command"])
        await served.app.wait_until_idle()
        seen = words(await other.sees())
        assert "Shared by" in seen
        assert not any(tile in seen for tile in tiles)

        page = (await folder.does(f"/show cards {hand.id}", kind="say"))["message"]
        await folder.does(pressable(page)[tiles[0]]["command"])
        await served.app.wait_until_idle()
        post = await other.sees()
        seen = words(post)
        assert f"shows what they folded: {tiles[0]}" in seen
        assert not any(tile in seen for tile in tiles[1:])
        assert verify(record_in(base64.b64decode(post["file"]["src"].partition(",")[2]))).valid
