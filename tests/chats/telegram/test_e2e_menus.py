"""The table's menu on Telegram: in the group for the eyes of one where that can be, else in the private chat."""

from __future__ import annotations

from pathlib import Path

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import SECOND, Scenario


async def test_in_the_private_chat_each_page_is_put_in_the_place_of_the_last(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await budi.starts()
    await scenario.sit(group, sari, budi)
    public = len(group.posts)

    said = await budi.presses("Table", in_=group)
    assert said.text == "Your menu is in our private chat."
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


async def test_a_refusal_is_an_alert_and_the_page_stays(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await budi.starts()
    await scenario.sit(group, sari, budi)
    await budi.presses("Table", in_=group)
    page = await budi.sees("You sit in seat 2", in_=budi.private)
    await budi.types("/sit_out", in_=group)

    said = await budi.presses("Sit out", in_=budi.private)

    assert said.alert
    assert not page.edited


async def test_an_amount_is_typed_in_the_private_chat_and_answered_with_the_page(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await budi.starts()
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Table", in_=group)

    await budi.presses("Join with …", in_=budi.private)
    await budi.answers("321", in_=budi.private)

    page = await budi.sees("You sat down with 321 chips.", in_=budi.private)
    assert "Leave" in page.labels
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
    await admin.presses("Stop", in_=admin.private)
    await admin.presses("Only this hand", in_=admin.private)
    asked = await admin.sees("Call this hand off?", in_=admin.private)
    assert asked.labels == ["Yes, do it", "No"]
    assert scenario.state(group).voids == 0
    await admin.presses("Yes, do it", in_=admin.private)
    await admin.sees("was called off", in_=admin.private)
    assert scenario.state(group).voids == 1

    await budi.presses("Table", in_=group)
    await budi.sees("You sit in seat 2", in_=budi.private)
    assert budi.button("End", budi.private) is None


async def test_for_whom_it_can_be_shown_nowhere_an_alert_says_where_it_can(
    scenario: Scenario, group: Chat, sari: Person, dewi: Person
) -> None:
    await scenario.sit(group, sari, dewi)
    public = len(group.posts)

    said = await dewi.presses("Table", in_=group)

    assert said.alert
    assert "Open our private chat (@" in said.text
    assert len(group.posts) == public


async def test_where_the_server_can_it_stands_in_the_group_for_its_reader_alone(tmp_path: Path) -> None:
    async with Telegram(second=SECOND, has_ephemeral=True) as telegram:
        sari, budi = telegram.person("Sari"), telegram.person("Budi")
        group = telegram.group("Friday dominoes", sari, budi)
        async with Scenario(telegram, tmp_path) as scenario:
            await scenario.sit(group, sari, budi)
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
