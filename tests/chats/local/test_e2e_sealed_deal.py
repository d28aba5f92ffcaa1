"""A sealed deal in the local room, in a real browser: words, a hand, its proofs, and a page that checks them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import Locator, Page, expect

from engine.fairness.verifying import verify
from tests.bot.proof_pages import record_in
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing, types
from tests.chats.local.test_e2e_hands import Scenario, scenario

pytestmark = IN_CHROMIUM


async def press(page: Page, label: str) -> None:
    await page.locator("#posts .button", has_text=label).last.click()


async def saved(page: Page, act: Callable[[], Awaitable[None]], folder: Path) -> Path:
    """Save the file that an answer brings."""
    files = page.locator("#answers .save")
    before = await files.count()
    await act()
    await expect(files).to_have_count(before + 1)
    async with page.expect_download() as saving:
        await files.last.click()
    download = await saving.value
    await download.save_as(folder / download.suggested_filename)
    return folder / download.suggested_filename


async def folds(card: Locator, fingerprint: str) -> None:
    """Of a card all but one line is folded; nobody is read its letters, and all of it is one press away."""
    print = card.locator("details.footer")
    whole = print.get_by_text(fingerprint)
    await expect(whole).not_to_be_visible()
    await expect(print.locator("span[aria-hidden=true]")).to_have_text(f" {fingerprint[:8]}")
    assert fingerprint[:8] not in await card.aria_snapshot()
    await print.locator("summary").click()
    await expect(whole).to_be_visible()


async def play(served: Scenario, pages: list[Page]) -> None:
    """Let everybody check, and one fold in the end."""
    names = [await page.locator("#me .my-name").inner_text() for page in pages]
    for label in ("Bet 10", "Fold"):
        hand = served.hand
        page = pages[names.index(hand.names[hand.round.awaited[0]])]
        await press(page, label)
        await expect(page.locator("#posts .card .button", has_text=label)).to_have_count(0)
        await served.app.wait_until_idle()
    assert served.hand.over


async def test_friends_shuffle_play_and_check(chromium: Chromium, tmp_path: Path) -> None:
    async with scenario(tmp_path) as served, browsing(chromium, served) as pages:
        sari, budi = await pages.open("Sari", phone=True), await pages.open("Budi")
        await types(sari, "/open qiuqiu")
        await press(budi, "Join")
        await types(budi, "/shuffle kopi dulu")
        await press(sari, "Shuffle")
        await expect(sari.locator("#posts .card").last).to_contain_text(
            re.compile("Mixed in: Sari “.+” · Budi “kopi dulu”")
        )
        await press(sari, "Start")
        closing = sari.locator("#posts .card", has_text="drawn at random")
        await expect(closing).to_contain_text("Budi “kopi dulu”")
        await expect(closing.locator("summary")).to_have_text(re.compile("^ [0-9a-f]{8}Fingerprint$"))
        await expect(sari.locator("#posts .card", has_text="hand 1").locator(".button").first).to_be_visible()
        await folds(closing, served.hand.deal.seal.commitment.hex())
        await expect(closing.locator(".button")).to_have_count(0)
        await play(served, [sari, budi])

        async def verify_mine() -> None:
            await press(sari, "Table")
            await sari.locator("#answers .menu >> text=Verify my last cards").click()

        async def verify_all() -> None:
            await types(budi, "/verify 1")

        own, record = await saved(sari, verify_mine, tmp_path), await saved(budi, verify_all, tmp_path)
        assert (own.name, record.name) == ("kiu-hand-1-mine.html", "kiu-hand-1.html")
        assert verify(record_in(own.read_bytes())).valid
        assert verify(record_in(record.read_bytes())).valid
        await expect(budi.locator("#private")).not_to_contain_text("Your cards in hand")

        # On a phone the private side opens far enough to read the answer from its beginning.
        await expect(sari.locator("#answers .title").last).to_be_in_viewport()
        async with sari.context.expect_page() as opening:
            await sari.locator("#answers .checker").last.click()
        mine = await opening.value
        await expect(mine.get_by_text(re.compile("The proofs of one seat's own cards: 1. .?Sari"))).to_be_visible()

        await expect(budi.locator("#answers .lines").last).to_contain_text(
            re.compile("All [0-9]+ checks of hand 1 passed.")
        )
        await budi.locator("#answers .button", has_text="Details").click()
        await expect(budi.locator("#answers .menu .title")).to_have_text("Hand 1: what was checked")
        async with budi.context.expect_page() as opening:
            await budi.locator("#answers .checker").last.click()
        checking = await opening.value
        await expect(checking.locator(".record h2")).to_have_text("QiuQiu, hand 1 at its table")
        await expect(checking.locator(".verdict.less")).to_contain_text("whoever runs Kiu could have chosen")
        await expect(checking.locator(".seats .player")).to_have_text(["Sari", "Budi"])
        await expect(checking.locator(".verdict.bad")).to_have_count(0)
        await expect(checking.locator(".hash").first).to_have_text(served.hand.deal.seal.commitment.hex())
        lie = tmp_path / "lie.json"
        lie.write_bytes(record.read_bytes().replace(b"kopi".hex().encode(), b"teh!".hex().encode()))
        await checking.set_input_files("#files", lie)
        await expect(checking.locator(".verdict.bad")).not_to_have_count(0)
