"""Statistics in the local room: pages on the private side, with charts, and nothing of it for others."""

from __future__ import annotations

from pathlib import Path

from tests.chats.local.test_e2e_hands import scenario, words
from tests.chats.local.test_e2e_rules import labelled


async def test_pages_are_turned_on_the_private_side(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, budi = served.tabs
        await served.sits("koo-kiew")
        while served.hand.round.settlement is None:
            hand = served.hand
            tab = served.tab_of(hand.round.awaited[0])
            await tab.does("/show" if not hand.round.window else "/stake 20", kind="say")
            await served.app.wait_until_idle()

        opened = await ani.does("/stats", kind="say")
        page = opened["message"]
        assert opened["menu"]
        assert page["title"] == "Koo Kiew · stats of Ani"
        types = (await ani.does(labelled(page, "Hand types")["command"]))["message"]
        assert types["picture"]
        assert "1 of your hands" in words(types)
        back = (await ani.does(labelled(types, "Back")["command"]))["message"]
        assert back == page
        assert (await ani.does(labelled(page, "Chips over time")["command"]))["message"]["picture"]
        records = (await ani.does(labelled(page, "Records")["command"]))["message"]
        assert "Biggest win: 20, " in words(records)
        others = (await budi.does("/stats Ani", kind="say"))["message"]
        assert others["footer"] == "What everybody at the table could see"
        assert "stats of" not in "".join(map(words, await budi.ever_saw()))
