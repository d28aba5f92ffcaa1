"""The table's menu on Discord: an ephemeral message that each press in it updates, and nothing in public."""

from __future__ import annotations

from tests.chats.discord.double.interactions import Callback, Interaction
from tests.chats.discord.double.member import Member
from tests.chats.discord.scenario import Scenario


async def opened(member: Member) -> Interaction:
    """Open the menu."""
    menu = await member.press("Table", member.public)
    assert menu.ephemeral
    return menu


async def test_a_press_puts_its_page_in_the_place_of_the_one_that_was_pressed(scenario: Scenario) -> None:
    sari, budi = await scenario.seated("Sari", "Budi")
    menu = await opened(budi)
    (page,) = menu.messages

    pressed = await budi.press("Sit out", menu.messages)

    assert pressed.callback is Callback.UPDATE
    assert pressed.silent
    assert "You sit out from the next hand on." in page.text
    assert budi.find("I'm back", [page]) is not None
    assert budi.find("Sit out", [page]) is None
    assert sari.find("I'm back", sari.visible) is None, "nobody else sees it"


async def test_an_amount_of_ones_own_leads_to_the_page_that_follows(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await sari.slash("table open", game="qiuqiu")
    await budi.is_offered("Join")
    menu = await opened(budi)
    (page,) = menu.messages

    modal = await budi.press("Join with …", menu.messages)
    assert "100 to 2,000" in str(modal.modal)
    submitted = await budi.fill(modal, "321")

    assert submitted.callback is Callback.UPDATE
    assert "You sat down with 321 chips." in page.text
    assert budi.find("Leave", [page]) is not None
    await scenario.app.wait_until_idle()
    assert scenario.state().seated[1].stack == 321


async def test_whom_to_remove_is_picked_from_a_select(scenario: Scenario) -> None:
    sari, budi, wati = scenario.members("Sari", "Budi", "Wati")
    await sari.slash("table open", game="qiuqiu")
    for member in (budi, wati):
        await member.is_offered("Join")
        await member.press("Join")
    await scenario.app.wait_until_idle()
    menu = await opened(sari)
    (page,) = menu.messages
    assert (await sari.press("Remove somebody", menu.messages)).callback is Callback.UPDATE

    picked = await sari.pick("Budi", menu.messages)

    assert picked.callback is Callback.UPDATE
    assert "Budi was removed." in page.text
    assert [chair.name for chair in scenario.state().seated] == ["Sari", "Wati"]
    assert (await opened(wati)).messages[0].text != page.text
    assert wati.find("Remove somebody") is None
    await scenario.check_books()
