"""Whole hands on Telegram, as people play them: buttons, private hands, amounts of their own, side pots."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from bot.games.qiuqiu.hand_words import domino_text
from tests.bot.leaks import dominoes_in
from tests.chats.telegram.double import Button, Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_three_friends_play_a_hand_by_buttons_alone(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    lobby = await sari.sees("QiuQiu table", in_=group)
    said = await budi.presses("Join", in_=group)
    assert said.text.startswith("You sat down with 500 chips.")
    assert "Cards in private" in said.text
    assert said.alert
    await dewi.presses("Join", in_=group)
    await dewi.sees("3. Dewi", in_=group)
    await sari.presses("Start", in_=group)

    await sari.sees("· hand 1", in_=group)
    await scenario.finish_hand(group)

    result = await sari.sees("Next hand:", in_=group)
    assert result.photo is not None
    assert re.search(r"\d\s/\s\d beats \w+'s \d\s/\s\d: |Equal hands: |a special hand", result.text), "and says why"
    assert telegram.calls("deleteMessage") == [], "nothing that was shown is deleted"
    assert all(post.silent for post in group.by_bots())
    said = await sari.taps(Button(lobby, "Join", f"{scenario.state(group).id}::join", ""))
    assert said.alert, "an old button does no harm"
    assert await scenario.all_chips(group) == 3 * 2000


async def test_the_wrong_presser_a_stale_button_and_a_double_tap_change_nothing(
    scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await scenario.sit(group, sari, budi, dewi)
    first = scenario.asked(group)
    other = next(person for person in (sari, budi, dewi) if person is not first)
    check = await first.sees_button("Check", in_=group)

    said = await other.taps(check)
    assert said.alert
    assert first.name in said.text

    one, two = first.presses_without_waiting(check), first.presses_without_waiting(check)
    answers = [await first.hears(one), await first.hears(two)]
    assert [said.alert for said in answers].count(True) == 1
    second = scenario.asked(group)
    assert second is not first
    assert (await first.taps(check)).alert
    assert scenario.asked(group) is second
    await scenario.finish_hand(group)


async def test_private_hands_come_by_picture_to_those_who_opened_the_private_chat(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await scenario.sit(group, sari, budi)
    tiles = scenario.tiles(sari, group)

    hand = await sari.sees("Your dominoes are ready", in_=sari.private)
    assert hand.photo is not None
    assert hand.protected
    await telegram.until("the dominoes", lambda: all(tile in hand.text for tile in tiles))
    assert hand.versions[0].startswith("Your dominoes are ready\n")
    assert hand.preview.startswith("Your dominoes are ready\n▒")
    assert dominoes_in(hand.preview) == [], "a lock screen shows no tile"
    assert hand.hides_photo
    assert budi.private.posts == {}

    await scenario.finish_hand(group)
    assert len(scenario.tiles(sari, group)) == 4
    await telegram.until("its end", lambda: "Hand 1 is over" in hand.text)
    assert dominoes_in(hand.preview) == []
    assert hand.hides_photo
    assert [post for post in sari.private.by_bots() if post.photo is not None] == [hand]


async def test_my_hand_works_without_any_private_chat(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)

    assert dominoes_in((await telegram.person("Eka").presses("My hand", in_=group)).text) == [], "she plays no hand"
    for person in (sari, budi):
        said = await person.presses("My hand", in_=group)
        assert said.alert
        assert len(said.text) <= 200
        assert list(map(domino_text, dominoes_in(said.text)[:3])) == list(scenario.tiles(person, group))
    assert dominoes_in(group.ever()) == []


async def test_a_link_opens_the_private_chat_and_seats_the_player(
    scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)

    lobby = await dewi.sees("QiuQiu table", in_=group)
    link = next(each for row in lobby.keyboard for each in row if each["text"] == "Cards in private")
    await dewi.starts(parse_qs(urlsplit(link["url"]).query)["start"][0])

    assert not scenario.sits(dewi, group), "a link asks first"
    await dewi.presses("Join with 500", in_=dewi.private)
    assert scenario.sits(dewi, group)
    await sari.presses("Start", in_=group)
    assert (await dewi.sees("Your dominoes are ready", in_=dewi.private)).photo is not None


async def test_whoever_closes_the_private_chat_plays_on_by_my_hand(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await scenario.sit(group, sari, budi)
    await sari.sees("Your dominoes are ready", in_=sari.private)
    await sari.blocks_the_bot()

    await scenario.finish_hand(group)
    await scenario.wait(8)

    assert scenario.hand(group).number == 2
    said = await sari.presses("My hand", in_=group)
    assert list(map(domino_text, dominoes_in(said.text)[:3])) == list(scenario.tiles(sari, group))


async def test_only_the_player_on_turn_is_pinged_once_and_not_for_ever(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await scenario.sit(group, sari, budi, dewi)
    await scenario.press_first(group, "Check")
    slow = scenario.asked(group)
    await scenario.app.wait_until_idle()
    before, edits = len(group.posts), len(telegram.calls("editMessageText"))

    await scenario.wait(20)
    assert list(group.posts.values())[before:] == [], "at half the clock, not before"
    await scenario.wait(15)

    (ping,) = list(group.posts.values())[before:]
    assert ping.pinged == [slow.user.id]
    assert f"{slow.name}, it's your turn." in ping.text
    assert ping.reply_to is await slow.sees("· hand 1", in_=group)
    assert not ping.silent
    assert len(telegram.calls("editMessageText")) == edits, "the reply has told that the table is still there"
    await scenario.press_first(group, "Check")
    await scenario.app.wait_until_idle()
    assert not ping.deleted
    assert [post for post in group.by_bots() if not post.silent] == [ping], "nothing else makes a sound"


async def test_a_ping_finds_out_that_the_table_was_deleted(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    table = await sari.sees("· hand 1", in_=group)
    await scenario.app.wait_until_idle()
    table.deleted = True

    await scenario.wait(35)

    again = await telegram.until(
        "the table", lambda: next((each for each in group.visible() if "Check" in each.labels), None)
    )
    assert again is not table
