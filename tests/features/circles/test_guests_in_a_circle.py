"""Guests by a link of one group watch and play at the circle's tables, with chips that stay in that group."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.features.circles.pages_of_groups import Pages, pages_of_groups


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[Pages]:
    async with pages_of_groups(tmp_path) as served:
        yield served


async def test_a_watcher_follows_both_groups_and_reads_the_rules(pages: Pages) -> None:
    both = pages.both
    await both.begin_hand()
    andi = await pages.says(pages.discord(both.andi))
    ani = await pages.says(await pages.link(andi, "watch everyone"))
    assert [seat["name"] for seat in ani.scene["seats"].values()] == ["Sari", "Andi"]
    assert "mine" not in ani.scene
    books = {pages.on_telegram, pages.on_discord, both.app.groups.book(pages.on_discord)}
    for line in ("rules", "rules qiuqiu 3", "help", "fairness"):
        answer = await ani.press(line)
        assert not answer["refused"], line
        assert answer["message"]["lines"], line
    for line in ("join", "chips", "top", "guests", "house", "settings", "daily", "open qiuqiu"):
        assert (await ani.press(line))["refused"], line
    for book in books:
        await both.app.members.recall("", book)
        assert not [each.player for each in both.app.members.of_group(book) if each.player.startswith("guest:")]
    await pages.play()
    await ani.press("rules")
    assert ani.scene["result"]["lines"]


async def test_a_guest_plays_with_both_groups_until_the_end(pages: Pages) -> None:
    both = pages.both
    await both.sari.types("/open qiuqiu", in_=both.group)
    await both.andi.is_offered("Gabung")
    await both.andi.press("Gabung")
    andi = await pages.says(pages.discord(both.andi))
    hello = await pages.link(andi, "play")
    ani = await pages.let_in(andi, hello)
    assert not (await ani.press("join", f"{pages.table}:"))["refused"]
    await both.app.wait_until_idle()
    assert "Ani" in both.group.ever()
    assert "Ani" in both.andi.screen()
    await both.sari.presses("Start", in_=both.group)
    await ani.until("playing")
    assert ani.scene["mine"]["groups"]
    (guest,) = [each for each in both.hand(both.group).players if each.startswith("guest:")]
    await pages.play(ani)
    assert "won the pot" in both.group.ever()
    await both.sari.types("/close", in_=both.group)
    await andi.press("link end 1")
    assert await pages.chips(pages.on_discord, guest) in (1990, 2000, 2020, 2010)
    assert not await pages.chips(pages.on_telegram, guest)
    again = await pages.says({**hello, "code": ""})
    assert not (await again.press("open qiuqiu", key="again"))["refused"]
    assert both.server.state().seated[0].player == guest
    await both.sari.types("/open koo-kiew", in_=both.group)
    await pages.settled()
    assert again.scene.get("game") != "koo-kiew"
