"""The rules, turned page by page through the dispatcher, with one's own hand marked for oneself alone."""

from __future__ import annotations

import pytest

from bot.messages import Button, Message, Reply
from engine.games import GAMES
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario

HAND = "sari: 6-4, 5-4, 6-2; budi: 6-6, 5-5, 1-0; then: 2-0, 5-1"
"""What two are dealt: Sari a 9 / 4."""


def button(message: Message, label: str) -> Button:
    return next(each for each in buttons(message) if each.label == label)


async def rules_from_private_hand(scenario: Scenario, name: str) -> Reply:
    return await scenario.press(name, button((await scenario.say(name, "hand")).message, "Rules"))


@pytest.mark.parametrize("game", GAMES)
async def test_the_ladder_is_one_press_from_the_lobby_and_pages_turn_from_there(scenario: Scenario, game: str) -> None:
    await scenario.sit("sari", "budi", game=game)
    page = await scenario.press("wati", button((await scenario.say("wati", "status")).message, "Rules"))
    titles = [page.message.title]

    while any(each.label == "Next" for each in buttons(page.message)):
        assert page.menu
        assert not page.secret
        page = await scenario.press("wati", button(page.message, "Next"))
        titles.append(page.message.title)
    assert len(titles) == len(set(titles)) >= 5
    assert "what beats what (1 of" in titles[0]
    assert "house rules" in titles[-1]
    for title in reversed(titles[:-1]):
        page = await scenario.press("wati", button(page.message, "Back"))
        assert page.message.title == title
    menu = await scenario.press("wati", button(page.message, "Back"))
    assert "Join" in " ".join(each.label for each in buttons(menu.message)), "and back to the menu of the table"


async def test_any_page_can_be_picked_or_typed(scenario: Scenario) -> None:
    page = await scenario.say("sari", "rules quan-dui")
    assert page.message.select is not None
    claims = next(each for each in page.message.select.options if each.label == "Claiming a discard")

    picked = await scenario.press("sari", claims)

    assert picked.message.title == "Quan Dui: claiming a discard (3 of 7)"
    assert (await scenario.say("sari", "rules quan-dui 3")).message == picked.message
    assert "(7 of 7)" in (await scenario.say("sari", "rules quan-dui 99")).message.title
    assert "(1 of 7)" in (await scenario.say("sari", "rules quan-dui 0")).message.title
    assert await scenario.refused("sari", "rules poker") == "no-such-game"
    assert await scenario.refused("sari", "rules quan-dui two") == "not-a-number"
    assert all(each.label != "Back" for each in buttons(page.message)), "nobody came from a table's menu"


async def test_ones_own_dominoes_are_marked_for_oneself_alone(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi", cards=HAND)
    early = await rules_from_private_hand(scenario, "sari")
    assert early.secret
    assert early.message.lines[0].startswith("Your dominoes: ")

    await scenario.act("check", "check")
    sari = await rules_from_private_hand(scenario, "sari")
    budi = await rules_from_private_hand(scenario, "budi")
    wati = await scenario.say("wati", "rules")

    assert sari.secret
    assert sari.message.lines[0].startswith("★ Yours: 9\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}4 (")
    assert sari.message.hides_cards, "no preview of a notification shows it"
    assert budi.secret
    assert "5‑1" not in words(budi.message)
    assert not wati.secret
    assert "Yours" not in words(wati.message)
    assert len({reply.message.picture.png for reply in (sari, budi, wati) if reply.message.picture}) == 3
    assert "★ Yours" in words(sari.message).rsplit("\n", 1)[1], "the picture in words says it as well"
    following = await scenario.press("sari", button(sari.message, "Next"))
    assert not following.secret
    assert "Yours" not in words(following.message)
