"""The table's menu on Telegram: in the group for the eyes of one where that can be, else in the private chat."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.messages import Urgency
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import SECOND, Scenario
from tests.chats.telegram.usual_limits import with_usual_limits


async def test_in_the_private_chat_each_page_is_put_in_the_place_of_the_last(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await budi.starts()
    await scenario.sit(group, sari, budi)
    await scenario.app.wait_until_idle()
    public = len(group.posts)

    assert (await budi.presses("Table", in_=group)).text == "Your menu is in our private chat."
    page = await budi.sees("You sit in seat 2", in_=budi.private)
    assert "Friday dominoes" in page.text, "it says which group it is about"
    posts = len(budi.private.posts)
    await budi.presses("Sit out", in_=budi.private)
    await budi.sees("You sit out from the next hand on.", in_=budi.private)

    assert "You sit out from the next hand on." in page.text
    assert "I'm back" in page.labels
    assert len(budi.private.posts) == posts
    assert len(group.posts) == public
    await scenario.sound()


async def test_an_amount_is_typed_in_the_private_chat_and_answered_with_the_page(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await budi.starts()
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Table", in_=group)

    await budi.presses("Join with …", in_=budi.private)
    await budi.answers("321", in_=budi.private)

    assert "Leave" in (await budi.sees("You sat down with 321 chips.", in_=budi.private)).labels
    assert scenario.state(group).seated[1].stack == 321


async def test_an_admin_of_the_group_is_one_in_the_menu_in_private_too_and_nobody_else(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    admin = telegram.person("Ani")
    group.members[admin.user.id] = type(group.members[sari.user.id])(admin.user, "administrator")
    for person in (admin, budi):
        await person.starts()
    await scenario.sit(group, sari, budi)

    await admin.presses("Table", in_=group)
    await admin.presses("End", in_=admin.private)
    page = await admin.sees("When the table closes", in_=admin.private)
    assert page.labels == ["Close after the hand", "Stop …", "Back"]

    await budi.presses("Table", in_=group)
    await budi.sees("You sit in seat 2", in_=budi.private)
    assert budi.button("End", budi.private) is None


async def test_for_whom_it_can_be_shown_nowhere_an_alert_says_where_it_can(
    scenario: Scenario, group: Chat, sari: Person, dewi: Person
) -> None:
    await scenario.sit(group, sari, dewi)
    await scenario.app.wait_until_idle()
    public = len(group.posts)

    said = await dewi.presses("Table", in_=group)

    assert said.alert
    assert "Press Start in our private chat (@" in said.text
    assert len(group.posts) == public


async def test_where_the_server_can_it_stands_in_the_group_for_its_reader_alone(tmp_path: Path) -> None:
    async with Telegram(second=SECOND, has_ephemeral=True) as telegram:
        sari, budi = telegram.person("Sari"), telegram.person("Budi")
        group = telegram.group("Friday dominoes", sari, budi)
        async with Scenario(telegram, tmp_path) as scenario:
            await scenario.sit(group, sari, budi)
            await scenario.rest()
            await budi.presses("Table", in_=group)
            page = await budi.sees("You sit in seat 2", in_=group)
            assert page.receiver == budi.user.id
            posts = len(group.posts)

            await budi.presses("Sit out", in_=group)
            await budi.sees("You sit out from the next hand on.", in_=group)

            assert "I'm back" in page.labels
            assert len(group.posts) == posts
            assert "You sit in seat" not in "".join(post.text for post in group.posts.values() if not post.receiver)
            await scenario.sound()


MANY_PAGES = ("Table", "Rules", *["Next"] * 6)
"""More than a group has room for in a busy minute."""

READING = 2.0
"""Seconds for which a page is read before the next button is pressed."""


async def turned(scenario: Scenario, reader: Person, group: Chat, *labels: str) -> list[Chat | None]:
    """Press one button of the menu after the other; return where each page came, and ``None`` for an alert.

    Each is answered within a second.
    """
    clock, telegram, shown = asyncio.get_running_loop(), scenario.telegram, []
    changed: list[Chat] = []
    telegram.watchers.append(lambda post, _: changed.append(post.chat) if is_for(reader, post) else None)
    for label in labels:
        await asyncio.sleep(READING)
        changed.clear()
        pressed = clock.time()
        said = await reader.presses(label)
        if said.alert:
            assert "Press Start in our private chat" in said.text
        assert said.alert or changed, f"nothing came of {label}: {said}"
        assert clock.time() - pressed < 1
        shown.append(None if said.alert else changed[0])
    return shown


def is_for(person: Person, post: Post) -> bool:
    return post.chat is person.private or post.receiver == person.user.id


def test_a_menu_turns_within_a_second_beside_a_table(tmp_path: Path) -> None:
    async def story(scenario: Scenario, group: Chat) -> None:
        _, budi, dewi = scenario.telegram.people.values()
        await budi.starts()
        await scenario.press_first(group, "Check")

        await scenario.rest()
        for _ in range(6):
            await scenario.chat._calls.acquire(group.id, Urgency.RESULT)
        places = await turned(scenario, budi, group, *MANY_PAGES)
        assert places == [group] * places.count(group) + [budi.private] * places.count(budi.private)
        assert min(map(places.count, (group, budi.private))) > 1
        assert [post for post in group.visible() if post.receiver == budi.user.id] == [], "it has moved"
        await scenario.rest()
        for _ in range(6):
            await scenario.chat._calls.acquire(group.id, Urgency.RESULT)
        places = await turned(scenario, dewi, group, *MANY_PAGES)
        assert places == [group] * places.count(group) + [None] * places.count(None)
        assert min(map(places.count, (group, None))) > 1

    with_usual_limits(tmp_path, story, has_ephemeral=True)


def test_what_was_done_is_said_where_its_page_has_no_room(tmp_path: Path) -> None:
    async def story(scenario: Scenario, group: Chat) -> None:
        _, budi, dewi = scenario.telegram.people.values()
        await scenario.press_first(group, "Check")
        await scenario.rest()
        await turned(scenario, dewi, group, *MANY_PAGES)
        await turned(scenario, budi, group, "Table")
        sit_out = await budi.sees_button("Sit out")
        await turned(scenario, budi, group, "Rules")

        said = await budi.taps(sit_out)

        assert said.alert
        assert "You sit out from the next hand on." in said.text

    with_usual_limits(tmp_path, story, has_ephemeral=True)
