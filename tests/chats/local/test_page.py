"""The page in a real browser: two people, their buttons, an amount of their own, a phone, and a restart."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import expect

from bot.chats.local_chat import place_of
from bot.messages import AmountQuestion, Button, ChoiceQuestion, Command, File, Message, Select
from tests.chats.local.browser_pages import IN_CHROMIUM, browsing, types
from tests.chats.local.served_room import MemoryStore, ServedRoom, picture, served_room

MAIN = place_of("main")

pytestmark = IN_CHROMIUM


def table(asked: str | None, turn: str = "t1:4") -> Message:
    return Message(
        title="QiuQiu · hand 12",
        lines=("Pot 180", "1. Budi · 860 · bet 40", "2. Sari · 940 · bet 20"),
        footer="45 s",
        buttons=(
            (
                Button("Call 20", "call", turn, "success"),
                Button("Raise to 60", "raise 60", turn, "primary"),
                Button("Raise to…", "raise", turn, ask=AmountQuestion("Raise to how many?", 60, 940)),
            ),
            (Button("Fold", "fold", turn, "danger"), Button("My hand", "hand", "t1:")),
        ),
        asked=(asked,) if asked else (),
    )


async def test_two_people_play_each_from_a_tab_of_their_own(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        budi = await pages.open(beside=sari)
        await expect(budi.locator("#who-list")).to_contain_text("Sari")  # this browser's people can be chosen again
        await types(budi, "sari", "#who-name")
        await expect(budi.locator("#who-problem")).to_contain_text("already called")
        await types(budi, "Budi", "#who-name")
        await expect(budi.locator("#me .my-name")).to_have_text("Budi")
        await expect(sari.locator("#welcome")).to_be_visible()

        async def react(command: Command) -> None:
            if command.text == "open qiuqiu":
                await served.room.post(MAIN, table(served.player("Sari")))
            if command.text == "call":
                await served.room.edit(MAIN, "1", table(served.player("Budi"), "t1:5"))

        served.dispatcher.react = react
        await sari.click("text=Open a QiuQiu table")
        await expect(sari.locator("#welcome")).to_be_hidden()
        await expect(sari.locator(".card .turn")).to_have_text("Your turn")
        await expect(budi.locator(".card .turn")).to_have_count(0)
        assert "Your turn" in await sari.title()
        await served.room.send_private(
            served.player("Sari"), Message("Your hand", ("6-3",), picture=picture("red", "6-3"), pane="t1")
        )
        await expect(sari.locator("#hand img")).to_have_attribute("alt", "6-3")
        await sari.click("text=Call 20")
        await expect(sari.locator("#answers")).to_contain_text("Sari: call")
        await expect(budi.locator(".card .turn")).to_have_text("Your turn")
        await expect(budi.locator("#hand img")).to_have_count(0)
        await expect(budi.locator("#answers")).not_to_contain_text("call")
        assert served.dispatcher.commands[-1].turn == "t1:4"

        await types(budi, "<img src=x onerror=alert(1)> <b>hi</b>")
        await expect(sari.locator(".chat .bubble")).to_have_text("<img src=x onerror=alert(1)> <b>hi</b>")
        await budi.reload()
        await expect(budi.locator("#me .my-name")).to_have_text("Budi")
        await expect(budi.locator(".chat.own")).to_have_count(1)


async def test_each_of_several_who_are_asked_sees_that_and_nobody_else(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        people = {name: await pages.open(name) for name in ("Sari", "Budi", "Dewi")}
        asked = (served.player("Sari"), served.player("Budi"))
        await served.room.post(MAIN, replace(table(None), asked=asked))

        for name, turns in (("Sari", 1), ("Budi", 1), ("Dewi", 0)):
            page = people[name]
            await expect(page.locator(".card .buttons")).not_to_have_count(0)
            await expect(page.locator(".card .turn")).to_have_count(turns)
            await expect(page.locator(".card .button.primary")).to_have_count(turns)
            assert ("Your turn" in await page.title()) == bool(turns)


def hand(turn: str) -> Message:
    rows = (Button("3 suo", "discard 3-suo", turn, "primary"), Button("da hong", "discard da-hong", turn))
    shown = picture("red", "3 suo, da hong")
    return Message("Your hand", ("3 suo, da hong",), "", (rows, (Button("Win", "win", turn),)), shown, pane="t1")


async def test_a_choice_is_asked_among_what_the_private_hand_offers(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari, budi = await pages.open("Sari"), await pages.open("Budi")
        which = Button("Discard …", "discard", "t1:4", ask=ChoiceQuestion("Which card do you discard?", "Name it."))
        await served.room.post(MAIN, Message("Quan Dui", ("Sari to discard",), buttons=((which,),)))
        await served.room.send_private(served.player("Sari"), hand("t1:4"))
        await served.room.send_private(served.player("Budi"), hand("t1:3"))
        await expect(budi.locator("#hand")).to_contain_text("3 suo")

        await sari.click("#posts >> text=Discard …")
        await expect(sari.locator("#choice-title")).to_have_text("Which card do you discard?")
        await expect(sari.locator("#choice-list .button")).to_have_text(["3 suo", "da hong"])
        await sari.keyboard.press("Escape")
        await expect(sari.locator("#choice")).to_be_hidden()
        await sari.click("#posts >> text=Discard …")
        await sari.click("#choice-list >> text=da hong")
        await expect(sari.locator("#answers")).to_contain_text("Sari: discard da-hong")
        assert served.dispatcher.commands[-1].turn == "t1:4"

        await budi.click("#posts >> text=Discard …")
        await expect(budi.locator("#answers")).to_contain_text("Budi: discard")
        await expect(budi.locator("#choice")).to_be_hidden()
        assert [each.text for each in served.dispatcher.commands] == ["discard da-hong", "discard"]


async def test_the_pane_follows_the_table_and_a_refusal_goes_when_it_is_overcome(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", phone=True)
        who, pane, sheet = served.player("Sari"), sari.locator("#hand"), sari.locator("#newest")
        await served.room.send_private(who, hand("t1:4"))
        await expect(pane).to_contain_text("3 suo")
        more = Button("More chips", "rebuy", "t1:", "primary")
        broke = Message("Quan Dui table", ("Hand 4 is over: you lost 20.",), buttons=((more,),), pane="t1")
        await served.room.send_private(who, broke)
        await expect(pane).to_contain_text("Hand 4 is over: you lost 20.")
        await expect(pane.locator("img")).to_have_count(0)
        await expect(pane.get_by_role("button", name="More chips")).to_be_visible()  # though the sheet is folded

        await types(sari, "/nonsense")
        await expect(sheet).to_contain_text("nonsense")
        assert await sheet.evaluate("each => each.scrollWidth <= each.clientWidth"), "a refusal is whole"
        await types(sari, "/chips")
        await expect(sheet).to_contain_text("chips")
        await expect(sari.locator("#answers .answer")).to_have_count(1)
        await expect(sari.locator("#answers")).not_to_contain_text("nonsense")
        await types(sari, "/nonsense")
        await expect(sari.locator("#answers .refused")).to_have_count(1)
        await served.room.send_private(who, hand("t1:5"))
        await expect(sari.locator("#answers .refused")).to_have_count(0)

        await served.room.send_private(who, Message(lines=("At another table.",), pane="t2"))
        await expect(pane.locator(".pane")).to_have_count(2)
        await served.room.send_private(who, Message(pane="t1"))
        await expect(pane).not_to_contain_text("3 suo")
        await expect(pane).to_contain_text("At another table.")
        await served.room.send_private(who, Message(pane="t2"))
        await expect(pane.locator(".no-hand")).to_have_count(1)


async def test_the_pane_has_no_button_that_would_only_show_the_pane(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        rows = ((Button("My move", "hand", "t1:", "primary"), Button("Rules", "rules")),)
        await served.room.send_private(served.player("Sari"), Message("Your dominoes", buttons=rows, pane="t1"))
        await expect(sari.locator("#hand .button")).to_have_text(["Rules"])


async def test_what_confirms_bears_no_cross(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sure = Button("Yes, all-in", "bet 500 !", "t1:4", "danger")
        served.dispatcher.questions["bet 500"] = Message(lines=("All-in with 500?",), buttons=((sure,),))
        sari = await pages.open("Sari")
        await types(sari, "/bet 500")
        yes = sari.locator("#choice-list .button")
        await expect(yes).to_have_text("Yes, all-in")
        assert await yes.evaluate("each => getComputedStyle(each, '::before').content") in ("none", "normal")


async def test_a_question_leaves_the_screen_with_its_turn(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sure = Button("Yes, all-in", "bet 500 !", "t1:4.2", "danger")
        served.dispatcher.questions["bet 500"] = Message(lines=("All-in with 500?",), buttons=((sure,),))
        sari = await pages.open("Sari")
        hand = Message("Your dominoes", buttons=((Button("Bet 500", "bet 500", "t1:4.2"),),), pane="t1")
        await served.room.send_private(served.player("Sari"), hand)
        await types(sari, "/bet 500")
        await expect(sari.locator("#choice")).to_be_visible()
        await served.room.send_private(served.player("Sari"), Message("Another table", pane="t2"))
        await expect(sari.locator("#hand")).to_contain_text("Another table")
        await expect(sari.locator("#choice")).to_be_visible()
        await served.room.send_private(served.player("Sari"), Message("Hand 4 is over", pane="t1"))
        await expect(sari.locator("#choice")).to_be_hidden()


async def test_an_amount_is_asked_for_no_longer_than_its_turn(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        bet = Button("Bet …", "bet", "t1:4.2", ask=AmountQuestion("How many?", 10, 100))
        await served.room.send_private(served.player("Sari"), Message("Your dominoes", buttons=((bet,),), pane="t1"))
        await sari.click("#hand .button:has-text('Bet …')")
        await expect(sari.locator("#amount")).to_be_visible()
        await served.room.send_private(served.player("Sari"), Message("Hand 4 is over", pane="t1"))
        await expect(sari.locator("#amount")).to_be_hidden()


PROBE = """<!doctype html><title>Check</title><p id="told">nothing</p><script>
let told = [];
try { told.push(`storage ${localStorage.length}`); } catch { told.push("no storage"); }
try { await_nothing = fetch("/").then(() => "room", () => "no room"); } catch { told.push("no room"); }
await_nothing.then((each) => { document.getElementById("told").textContent = [...told, each].join(", "); });
</script>"""


async def test_a_file_is_saved_from_its_line_and_checked_on_a_page_that_reaches_nothing(
    chromium: Chromium, tmp_path: Path
) -> None:
    checker = tmp_path / "index.html"
    checker.write_text(PROBE)
    async with served_room(checker=checker) as served, browsing(chromium, served) as pages:
        sari, budi = await pages.open("Sari"), await pages.open("Budi")
        served.dispatcher.files["verify mine"] = File("kiu-hand-12-mine.json", b"x" * 4120)
        await types(sari, "/verify mine")
        await expect(sari.locator("#answers .file .save")).to_have_text("kiu-hand-12-mine.json · 5 kB")
        async with sari.expect_download() as saving:
            await sari.click("#answers .save")
        saved = await saving.value
        assert saved.suggested_filename == "kiu-hand-12-mine.json"
        assert (await saved.path()).read_bytes() == b"x" * 4120
        await expect(budi.locator(".file")).to_have_count(0)

        async with sari.context.expect_page() as opening:
            await sari.click("text=Check it here")
        await expect((await opening.value).locator("#told")).to_have_text("no storage, no room")


async def test_an_own_amount_is_asked_in_its_range(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        await served.room.post(MAIN, table(served.player("Sari")))
        for wrong in ("59", "941", "1e9", "-5", "１００", "", "60.5"):
            await sari.click("text=Raise to…")
            await sari.fill("#amount-number", wrong)
            await sari.press("#amount-number", "Enter")
            await expect(sari.locator("#amount-problem")).to_contain_text("from 60 to 940")
            await sari.keyboard.press("Escape")
            await expect(sari.locator("#amount")).to_be_hidden()
        assert served.dispatcher.commands == []
        await sari.click("text=Raise to…")
        await expect(sari.locator("#amount-number")).to_be_focused()
        await sari.click("#amount-more")
        await expect(sari.locator("#amount-number")).to_have_value("100")
        await sari.fill("#amount-number", "260")
        await sari.press("#amount-number", "Enter")
        await expect(sari.locator("#answers")).to_contain_text("Sari: raise 260")
        assert [(each.text, each.turn) for each in served.dispatcher.commands] == [("raise 260", "t1:4")]


async def test_the_keyboard_is_enough(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        await sari.locator("#stream").focus()
        await sari.keyboard.press("/")
        await expect(sari.locator("#line")).to_be_focused()
        await expect(sari.locator("#suggestions li")).to_have_count(4)
        await sari.keyboard.type("ra")
        await expect(sari.locator("#suggestions code")).to_have_text(["/raise N"])
        await sari.keyboard.press("Tab")
        await expect(sari.locator("#line")).to_have_value("/raise ")
        await sari.keyboard.type("60")
        await sari.keyboard.press("Enter")
        await expect(sari.locator("#answers .answer")).to_have_text("Sari: raise 60")
        await sari.keyboard.press("ArrowUp")
        await expect(sari.locator("#line")).to_have_value("/raise 60")
        await served.room.post(MAIN, table(served.player("Sari")))
        await sari.get_by_role("button", name="Fold").focus()
        await served.room.edit(MAIN, "1", replace(table(served.player("Sari"), "t1:6"), footer="30 s"))
        await expect(sari.locator(".card")).to_contain_text("30 s")
        await expect(sari.get_by_role("button", name="Fold")).to_be_focused()
        await sari.keyboard.press("Enter")
        await expect(sari.locator("#answers .answer").last).to_have_text("Sari: fold")
        assert served.dispatcher.commands[-1].turn == "t1:6"


@pytest.mark.parametrize("turn", ["t1:4", "t1:5"])
async def test_a_press_that_meets_an_edit_counts_if_the_question_is_the_same(chromium: Chromium, turn: str) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        await served.room.post(MAIN, table(served.player("Sari")))
        await sari.get_by_role("button", name="Fold").hover()
        await sari.mouse.down()
        await served.room.edit(MAIN, "1", replace(table(served.player("Sari"), turn), footer="30 s"))
        await expect(sari.locator(".card")).to_contain_text("30 s")
        await sari.mouse.up()
        await sari.get_by_role("button", name="My hand").first.click()
        pressed = ["fold", "hand"] if turn == "t1:4" else ["hand"]
        await expect(sari.locator("#answers .answer").last).to_contain_text("hand")
        assert [each.text for each in served.dispatcher.commands if each.text != "look"] == pressed


async def test_a_press_counts_if_a_new_post_moves_its_button(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", phone=True)
        for _ in range(6):
            await served.room.post(MAIN, Message(lines=("Here is one more line.",)))
        await served.room.post(MAIN, table(served.player("Sari")))
        fold = sari.get_by_role("button", name="Fold")
        await fold.hover()
        before = await fold.bounding_box()
        await sari.mouse.down()
        await served.room.post(MAIN, Message(lines=("Here is one more line.",) * 12))
        await expect(sari.locator(".card")).to_have_count(8)
        after = await fold.bounding_box()
        assert before is not None
        assert after is not None
        assert before["y"] - after["y"] > before["height"]
        await sari.mouse.up()
        await expect(sari.locator("#answers .answer").last).to_contain_text("fold")
        assert [each.text for each in served.dispatcher.commands if each.text != "look"] == ["fold"]


async def test_a_phone_has_everything_within_reach(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", phone=True)
        number = await served.room.post(MAIN, table(served.player("Sari")))
        await served.room.send_private(
            served.player("Sari"),
            Message(
                "Your hand",
                ("6-3 5-5",),
                buttons=((Button("Check", "check", "t1:4"),),),
                picture=picture("red"),
                pane="t1",
            ),
        )
        assert await sari.evaluate("document.documentElement.scrollWidth") <= 390
        for button in await sari.locator(".card .button").all():
            box = await button.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["y"] + box["height"] <= 844
        await expect(sari.locator("#hand img")).to_be_visible()
        await expect(sari.locator("#hand .title")).to_be_hidden()
        await sari.tap("#sheet")
        await expect(sari.locator("#hand .title")).to_be_visible()
        await expect(sari.get_by_role("button", name="Check")).to_be_visible()
        await served.room.edit(MAIN, number, table(None, "t1:5"))
        await expect(sari.get_by_role("button", name="Check")).to_be_hidden()  # the turn it stood for has passed
        await sari.tap("#sheet")
        for count in range(12):
            await served.room.post(MAIN, Message(title=f"note {count}", lines=("a line",)))
        await sari.tap("#jump")
        await expect(sari.get_by_role("button", name="Fold")).to_be_in_viewport()


async def test_a_restart_loses_nothing_and_doubles_nothing(chromium: Chromium) -> None:
    store = MemoryStore()
    async with served_room(store) as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari", path="#kitchen")
        await served.room.post(place_of("kitchen"), table(None))
        await expect(sari.locator(".card")).to_have_count(1)
        port = int(re.findall(r":(\d+)/", served.address)[0])
        await served.server.stop()
        await expect(sari.locator("#banner")).to_contain_text("Nothing is lost")
        await types(sari, "/raise 60")
        await types(sari, "still here")
        async with ServedRoom(store, port) as again:
            await expect(sari.locator("#banner")).to_be_hidden(timeout=10_000)
            await expect(sari.locator("#answers .answer")).to_have_text("Sari: raise 60")
            await expect(sari.locator(".chat .bubble")).to_have_text("still here")
            await again.room.edit(place_of("kitchen"), "1", Message(title="QiuQiu · resumed"))
            await expect(sari.locator(".card .title")).to_have_text("QiuQiu · resumed")
            assert [(each.text, each.where.channel) for each in again.dispatcher.commands] == [("raise 60", "kitchen")]
            assert len(store.registered) == 1
        assert await sari.evaluate("Object.values(JSON.parse(sessionStorage['kiu.waiting']))[0].length") == 0


async def test_a_password_is_asked_on_the_page_and_remembered(chromium: Chromium) -> None:
    async with served_room(password="open sesame") as served, browsing(chromium, served) as pages:
        sari = await pages.open()
        await types(sari, "Sari", "#who-name")
        await expect(sari.locator("#who-password")).to_be_focused()
        await expect(sari.locator("#who-name")).to_have_value("Sari")
        await sari.fill("#who-password", "wrong")
        await sari.press("#who-password", "Enter")
        await expect(sari.locator("#who-problem")).to_contain_text("not the room's password")
        await sari.fill("#who-password", "open sesame")
        await sari.press("#who-password", "Enter")
        await expect(sari.locator("#me .my-name")).to_have_text("Sari")
        await sari.reload()
        await expect(sari.locator("#me .my-name")).to_have_text("Sari")


async def test_light_and_dark_follow_the_system_until_chosen(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        sari = await pages.open("Sari")
        ground = "getComputedStyle(document.body).backgroundColor"
        await sari.emulate_media(color_scheme="light")
        light = await sari.evaluate(ground)
        await sari.emulate_media(color_scheme="dark")
        assert light != await sari.evaluate(ground)
        await sari.click("#theme")
        assert await sari.evaluate(ground) == light
        await sari.reload()
        assert await sari.evaluate(ground) == light


FIRST = Message(
    "Table", ("You are in.",), buttons=((Button("Sit out", "sit out", "t1:"), Button("Whom", "menu", "t1:")),)
)
SECOND = Message(
    "Table",
    ("You are out.",),
    buttons=((Button("Back", "table", "t1:"),),),
    select=Select("Remove \u2026", (Button("Budi", "kick local:1", "t1:"), Button("Nobody", "nonsense", "t1:"))),
)


async def test_a_page_of_a_menu_takes_the_place_of_the_one_that_was_pressed(chromium: Chromium) -> None:
    async with served_room() as served, browsing(chromium, served) as pages:
        served.dispatcher.pages = {"table": FIRST, "sit out": SECOND}
        sari = await pages.open("Sari", phone=True)
        await served.room.post(MAIN, Message("QiuQiu", buttons=((Button("Table", "table", "t1:"),),)))
        await sari.click("#posts >> text=Table")
        menu = sari.locator("#answers .menu")
        await expect(menu.locator(".lines")).to_have_text("You are in.")

        await menu.locator(".button", has_text="Sit out").press("Enter")
        await expect(menu.locator(".lines")).to_have_text("You are out.")
        assert served.dispatcher.commands[-1].in_menu
        await expect(menu.locator(".options .button")).to_have_text(["Budi", "Nobody"])
        await expect(menu.locator(".button:focus")).to_have_count(1)

        await menu.locator("text=Nobody").click()
        await expect(sari.locator("#answers .refused")).to_have_count(1)
        await expect(menu.locator(".lines")).to_have_text("You are out.")
        await menu.locator("text=Back").click()
        await expect(menu.locator(".lines")).to_have_text("You are in.")
        await expect(sari.locator("#answers .refused")).to_have_count(0)  # it is overcome
        await expect(sari.locator("#answers .answer")).to_have_count(1)
        await expect(menu.locator(".button").first).to_be_visible()
