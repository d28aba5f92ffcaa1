"""What stays in sight, what keeps the keyboard's focus, and what is read aloud, in a real browser."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from io import BytesIO

from PIL import Image
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, Route, expect

from bot.chats.local_chat import place_of
from bot.messages import Button, Fold, Message, Picture
from tests.chats.local.browser_pages import IN_CHROMIUM, PHONE, browsing
from tests.chats.local.served_room import served_room, token

MAIN = place_of("main")
STANDING = ((Button("My hand", "hand", "t1:"), Button("Table", "menu", "t1:")),)
HEX = "ccabddf3b3f9443fdfd8366cce494d2a"

pytestmark = IN_CHROMIUM


def asking(asked: str | None, question: str, turn: str = "t1:4") -> Message:
    """A running hand."""
    return Message(
        "QiuQiu · hand 12",
        ("Pot 180", "1. Budi · 860 · bet 40", "2. Sari · 940 · bet 20", "", "Budi bet 40.", "", f"▸ {question}"),
        "Play chips only",
        buttons=((Button("Call 20", "call", turn), Button("Fold", "fold", turn)), *STANDING),
        brief=question,
        fold=Fold(f"🔒 {HEX[:8]}", (HEX,)),
        asked=(asked,) if asked else (),
    )


def result(seats: int = 3) -> Message:
    """The same hand when it is over."""
    file = BytesIO()
    Image.new("RGB", (1000, 420), "green").save(file, "PNG")
    return Message(
        "QiuQiu · hand 12",
        (
            "Budi won the pot: 180.", "", *(f"{seat}. Wayan {seat} · 500" for seat in range(seats)),
            "", "Next hand soon",
        ),
        "Play chips only",
        buttons=STANDING,
        brief="Budi won the pot: 180.",
        picture=Picture(file.getvalue(), "All hands"),
    )  # fmt: skip


async def top_of(page: Page, text: str) -> float:
    """How far below the upper edge of the stream the line with a text begins."""
    line = await page.locator("#posts").get_by_text(text, exact=True).bounding_box()
    stream = await page.locator("#stream").bounding_box()
    assert line is not None
    assert stream is not None
    return line["y"] - stream["y"]


async def in_sight(page: Page, text: str) -> bool:
    stream = await page.locator("#stream").bounding_box()
    assert stream is not None
    return 0 <= await top_of(page, text) <= stream["height"] - 20


async def said(page: Page) -> list[str]:
    """What a screen reader was told so far."""
    return [each for each in (await page.locator("#announced").inner_text()).split("\n") if each]


async def test_the_winner_of_a_long_result_is_on_the_first_screen_though_its_picture_comes_late(
    chromium: Chromium,
) -> None:
    arrived = asyncio.Event()

    async def late(route: Route) -> None:
        await arrived.wait()
        await route.continue_()

    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", look=PHONE)
        budi = await served.room.guests.register(token(), "Budi")
        await sari.route("**/picture/*", late)
        for hand in range(3):
            number = await served.room.post(MAIN, asking(None, f"Budi to act in hand {hand}"))
        await expect(sari.locator("#posts .card")).to_have_count(3)
        assert await in_sight(sari, "▸ Budi to act in hand 2")
        await served.room.edit(MAIN, number, result(seats=20))
        winner = sari.locator("#posts").get_by_text("Budi won the pot: 180.")
        await expect(winner).to_be_in_viewport()
        before = await top_of(sari, "Budi won the pot: 180.")
        arrived.set()
        await sari.locator("#posts img.picture").evaluate("picture => picture.decode()")
        assert await top_of(sari, "Budi won the pot: 180.") == before, "nothing moves when the picture comes"
        assert await in_sight(sari, "Budi won the pot: 180.")

        # A line of chat takes nobody away from it, the next hand does, and a question to oneself shows its buttons.
        await served.room.chat(budi, MAIN, "hm")
        await expect(sari.locator("#posts .chat")).to_have_count(1)
        await expect(winner).to_be_in_viewport()
        await served.room.post(MAIN, asking(served.player("Sari"), "Sari to act"))
        await expect(sari.locator("#posts .card.mine [data-command='fold']")).to_be_in_viewport()


async def test_a_deal_to_which_nobody_added_a_word_is_closed_in_two_words(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", look=PHONE)
        await served.room.post(MAIN, Message(fold=Fold(f"🔒 {HEX[:8]}", ("Budi deals", HEX))))
        closing = sari.locator("#posts .post")
        await expect(closing).to_be_visible()
        assert (await closing.inner_text()).split() == [HEX[:8], "Fingerprint"]
        await closing.locator("summary").click()
        await expect(closing.get_by_text("Budi deals")).to_be_visible()
        await expect(closing.get_by_text(HEX, exact=True)).to_be_visible()


async def test_the_focus_survives_a_press(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        own = served.player("Sari")
        number = await served.room.post(MAIN, asking(own, "Sari to act"))
        call = sari.locator("#posts [data-command='call']")
        served.dispatcher.gate = asyncio.Event()
        await call.focus()
        await sari.keyboard.press("Enter")
        await expect(call).to_have_attribute("aria-busy", "true")
        await expect(call).to_be_focused()
        await sari.keyboard.press("Enter")
        served.dispatcher.gate.set()
        await expect(call).not_to_have_attribute("aria-busy", "true")
        await expect(call).to_be_focused()
        assert [each.text for each in served.dispatcher.commands] == ["call"], "a press that waits is not sent twice"
        # Where the button is gone, the focus goes to one that can do no harm.
        await served.room.edit(MAIN, number, replace(asking(None, "Budi to act"), buttons=STANDING))
        await expect(sari.locator("#posts [data-command='hand']")).to_be_focused()
        await served.room.edit(MAIN, number, asking(own, "Sari to act", "t1:6"))
        await expect(sari.locator("#posts [data-command='hand']")).to_be_focused()


async def test_a_screen_reader_is_told_what_matters_once(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        await expect(sari.locator("[aria-live]")).to_have_count(1)
        own = served.player("Sari")
        number = await served.room.post(MAIN, asking(None, "Budi to act"))
        await expect(sari.locator("#announced p")).to_have_count(1)
        # A bet changes lines and no question.
        changed = replace(asking(None, "Budi to act"), lines=("Pot 999", "", "▸ Budi to act"))
        await served.room.edit(MAIN, number, changed)
        await expect(sari.locator("#posts")).to_contain_text("Pot 999")
        pane = Message("Your dominoes", ("6-3", "It's your turn: 20 to call."), pane="t1", brief="6-3\nIt's your turn.",
                       buttons=((Button("Call 20", "call", "t1:4"),),))  # fmt: skip
        await served.room.send_private(own, pane)
        await served.room.edit(MAIN, number, asking(own, "Sari to act"))
        await served.room.send_private(own, replace(pane, footer="again"))
        await served.room.edit(MAIN, number, result())
        await expect(sari.locator("#announced")).to_contain_text("Budi won")
        assert await said(sari) == [
            "Budi to act", "Your dominoes. 6-3. It's your turn.", "Budi won the pot: 180.",
        ]  # fmt: skip
        assert HEX[:8] not in "".join(await said(sari))


async def test_a_slash_is_typed_once(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        await sari.locator("#stream").focus()
        await sari.keyboard.type("/")
        await expect(sari.locator("#line")).to_have_value("/")
        await sari.keyboard.type("/chi")
        await sari.keyboard.press("Tab")
        await expect(sari.locator("#line")).to_have_value("/chips")
        await sari.fill("#line", "//chips")
        await sari.keyboard.press("Enter")
        await expect(sari.locator("#answers")).to_contain_text("Sari: chips")
        assert [each.text for each in served.dispatcher.commands] == ["chips"]
