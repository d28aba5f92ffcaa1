"""Rankings and seasons in the local room: pages for one person, and the final table for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.chats.local.test_e2e_hands import Shown, scenario, words
from tests.chats.local.test_e2e_house_rules import pressable


async def pressed(tab: Any, page: Shown, label: str) -> Shown:
    reply = await tab.does(pressable(page)[label]["command"])
    assert reply["menu"], words(reply["message"])
    shown: Shown = reply["message"]
    return shown


async def test_a_season_is_opened_played_and_closed_by_buttons(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, budi = served.tabs
        page = await pressed(ani, (await ani.does("/season", kind="say"))["message"], "Begin a season")
        assert page["title"] == "Season 1"
        await served.passes(1.0)
        await served.sits("qiuqiu")
        for move in ("bet 10", "fold"):  # one wins and one loses, whatever the cards
            await served.tab_of(served.hand.round.awaited[0]).does(move)
            await served.app.wait_until_idle()
        assert served.hand.over
        page = (await budi.does("/top season", kind="say"))["message"]
        first, second = page["lines"][:2]
        assert first.startswith("1. ")
        assert second.startswith("2. ")
        for label in ("Week", "Balance"):
            page = await pressed(budi, page, label)
            assert page["lines"][0].split(" · ")[0] == first.split(" · ")[0]
        assert "What the mint gave" not in pressable(page)

        preview = await pressed(ani, (await ani.does("/season", kind="say"))["message"], "Close the season …")
        assert "is over" not in "".join(map(words, await budi.ever_saw()))
        await pressed(ani, preview, "Close it")
        await served.app.wait_until_idle()
        assert "Season 1 is over" in "".join(map(words, await budi.ever_saw()))
        audit = (await ani.does("/audit", kind="say"))["message"]
        assert any("It adds up: the sum is zero." in line for line in audit["lines"])
