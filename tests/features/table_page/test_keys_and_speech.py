"""The page of a table for those who see or point at nothing: every action by keys, and every change spoken once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from tests.chats.local.browser_pages import IN_CHROMIUM, PHONE, Look
from tests.features.table_page.players_at_pages import PagePlayer
from tests.features.table_page.table_tour import NAMES, company

pytestmark = IN_CHROMIUM

MOST_TABS = 40

SPOKEN = """window.spoken = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    const element = target instanceof Element ? target : target.parentElement;
    if (!element?.closest("[aria-live]:not([aria-live=off]), [role=status], [role=alert]")) continue;
    const texts = target instanceof Text ? [target] : [...addedNodes];
    spoken.push(...texts.map((each) => each.textContent.trim()).filter(Boolean));
  }
}).observe(document.body, { childList: true, subtree: true, characterData: true }));"""
"""Every line that comes into a live region."""


async def test_a_hand_is_played_with_the_keyboard_alone(chromium: Chromium, tmp_path: Path) -> None:
    async with company(chromium, tmp_path, Look(), *NAMES) as sitting:
        me = sitting.me
        await sitting.opens("qiuqiu")
        await presses_by_keys(me, me.label_of("join"))
        await sitting.settled()
        await sitting.starts()
        await sitting.until_asked("check")
        await tab_to(me, next(each["label"] for each in me.asked_for if "ask" in each))
        await me.page.keyboard.press("Enter")
        await expect(me.controls.get_by_role("slider")).to_be_focused()
        await me.page.keyboard.press("ArrowRight")
        before = len(me.answers)
        await me.page.keyboard.press("Enter")
        assert not (await me.answer_after(before))["refused"]
        await sitting.settled()
        assert me.scene["seats"][str(me.scene["mine"]["chair"])]["bet"] == 20
        while me.scene["phase"] == "playing":
            await sitting.until_asked("call", "check")
            shown = await me.controls.get_by_role("button").all_inner_texts()
            before = len(me.answers)
            await me.page.keyboard.press(next(text.split()[-1] for text in shown if text.startswith(me.quiet)))
            assert not (await me.answer_after(before))["refused"]
            await sitting.settled()
            while await sitting.another_acts("call", "check"):
                pass
        await me.has_seen_the_showdown()


async def test_a_guess_is_made_by_keys_and_its_outcome_spoken(chromium: Chromium, tmp_path: Path) -> None:
    heard = list[str]()
    async with company(chromium, tmp_path, PHONE, *NAMES, script=SPOKEN) as sitting:
        page = sitting.me.page
        await sitting.opens("qiuqiu")
        await sitting.starts()
        choices = page.get_by_role("group", name=sitting.me.words["guess-who"]).get_by_role("radio")
        await choices.first.focus()
        await page.keyboard.press("Space")
        await expect(choices.first).to_be_checked()
        await page.keyboard.press("ArrowDown")
        await expect(choices.last).to_be_checked()
        await sitting.plays_on("check")
        await spoken_out(sitting.me, heard)
        guessed, won = NAMES[1], [seat["name"] for seat in sitting.me.scene["seats"].values() if seat["won"]]
        told = "guess-hit" if guessed in won else "guess-made"
        assert heard.count(sitting.me.words[told].format(name=guessed)) == 1
        assert heard.count(sitting.me.scene["result"]["guessed"]) == 1


async def presses_by_keys(player: PagePlayer, label: str) -> None:
    await tab_to(player, label)
    before = len(player.answers)
    await player.page.keyboard.press("Enter")
    assert not (await player.answer_after(before))["refused"]


async def tab_to(player: PagePlayer, label: str) -> None:
    """Go from control to control until one is reached, which shows that it is."""
    for _ in range(MOST_TABS):
        await player.page.keyboard.press("Tab")
        if await player.page.evaluate("document.activeElement?.innerText.split('\\n')[0]") == label:
            assert await player.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    raise AssertionError(f"no way to {label}")


async def test_each_change_is_spoken_once(chromium: Chromium, tmp_path: Path) -> None:
    heard = list[str]()
    async with company(chromium, tmp_path, PHONE, *NAMES, script=SPOKEN) as sitting:
        me = sitting.me
        await sitting.gathers("qiuqiu")
        await sitting.starts()
        turns, said = 0, [me.scene["said"]]
        while me.scene["phase"] == "playing":
            await spoken_out(me, heard)
            if me.asked:
                turns += 1
                await me.press(me.quiet)
                await sitting.settled()
            else:
                assert await sitting.another_acts("check", "call")
            said += [me.scene["said"]] * (me.scene["said"] != said[-1])
        await me.has_seen_the_showdown()
        await spoken_out(me, heard)
    assert len([line for line in heard if line.startswith(me.words["spoken-turn"])]) == turns
    assert {line: heard.count(line) for line in said if line} == dict(Counter(line for line in said if line))
    for line in me.scene["result"]["lines"]:
        assert heard.count(line) == 1, line


async def spoken_out(player: PagePlayer, heard: list[str]) -> None:
    """Wait until nothing is waiting to be spoken, and take what was."""
    await player.drawn()
    await player.page.evaluate("new Promise((done) => setTimeout(() => setTimeout(done), 150))")
    heard += await player.page.evaluate("spoken.splice(0)")


async def test_cards_of_koo_kiew_are_told_once_and_not_before_they_are_open(chromium: Chromium, tmp_path: Path) -> None:
    heard = list[str]()
    async with company(chromium, tmp_path, PHONE, *NAMES, script=SPOKEN) as sitting:
        me = sitting.me
        await sitting.gathers("koo-kiew")
        await sitting.starts()
        while me.scene["phase"] == "playing":
            if me.asked:
                await me.press(me.label("Stake 10", "Show"))
                await sitting.settled()
            await sitting.another_acts("stake 10", "show")
        await expect(me.cards).to_have_count(2)
        await spoken_out(me, heard)
        value = me.scene["mine"]["value"]
        assert heard.count(value) == 0
        await me.has_seen_the_showdown()
        await spoken_out(me, heard)
        assert heard.count(value) == 1
