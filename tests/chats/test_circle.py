"""A Telegram group and a Discord server become one circle and play at one table, each with what its platform has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chats.both_platforms import OnBoth, on_both


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[OnBoth]:
    async with on_both(tmp_path) as one:
        yield one


async def test_one_hand_is_played_from_both_platforms(both: OnBoth) -> None:
    await both.begin_hand()
    assert "Andi" in both.group.ever()
    for tile in both.tiles(both.sari, both.group):
        assert tile in both.sari.private.ever()
        assert tile not in both.andi.screen()
    await both.play()
    assert "won the pot: 20" in both.group.ever()
    assert any("menang pot: 20" in message.text for message in both.andi.public)
    assert both.telegram.calls("sendDice")


async def test_after_a_kill_both_platforms_show_the_rest_in_the_same_messages(both: OnBoth) -> None:
    await both.begin_hand()
    posted = len(both.group.posts), len(both.andi.public)
    await both.restart("killed")
    await both.app.wait_until_idle()
    await both.play()
    assert (len(both.group.posts), len(both.andi.public)) == posted
    assert "won the pot: 20" in both.group.ever()
    assert any("menang pot: 20" in message.text for message in both.andi.public)


async def test_the_end_brings_everybody_their_own_chips(both: OnBoth) -> None:
    await both.begin_hand()
    await both.play()
    await both.sari.types("/close", in_=both.group)
    page = await both.andi.slash("link", part="end")
    assert "Telegram" in page.text
    await both.andi.press("Akhiri sekarang", page.messages)
    await both.sari.sees("Andi ended the circle", in_=both.group)
    sari, andi = await both.total_chips(both.sari, both.group), await both.wealth_on_discord()
    assert {sari, andi} in ({2010, 1990}, {2000})
