"""Evenings on Telegram: the card of a table, who owes whom, and corrections that are shown before they are made."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_the_closing_message_is_the_one_that_was_there_with_the_card_as_its_picture(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    await scenario.finish_hand(group)
    posts = len(group.posts)

    await sari.types("/close", in_=group)
    closed = await sari.sees("Table closed", in_=group)

    assert len([post for post in group.posts.values() if "Table closed" in post.text]) == 1
    assert len(group.posts) == posts + 1, "nothing but the command that was typed"
    assert "Settle up, in play chips:" in closed.text
    assert closed.photo is not None
    assert Image.open(BytesIO(closed.photo)).width == 1000
    assert closed.labels == ["Open again", "Evening"]


async def test_the_evening_is_leafed_through_and_settled(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await scenario.sit(group, sari, budi)
    await scenario.press_first(group, "Fold", "Check")
    await scenario.finish_hand(group)

    await sari.types("/evening", in_=group)
    page = await sari.sees("One hand so far. Chips now:", in_=group)
    assert page.photo is not None
    await sari.types("/evening_text", in_=group)
    await sari.sees("1 hand, ", in_=group)
    await sari.types("/settle", in_=group)
    await sari.sees("Since the beginning", in_=group)
    await sari.types("/settle_mark", in_=group)
    await sari.sees("Has everybody settled this?", in_=group)
    await sari.presses("Yes, all settled", in_=group)
    await budi.sees("Sari marked all play chips as settled up to now.", in_=group)


async def test_a_correction_is_shown_in_the_group_and_made_by_a_second_press_of_an_admin(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    admin = telegram.person("Ani")
    group.members[admin.user.id] = type(group.members[sari.user.id])(admin.user, "administrator")
    for person in (admin, sari):
        await person.types("/chips", in_=group)

    await admin.types("/bank_grant Sari 500 prize", in_=group)
    await admin.sees("Sari: +500 (wallet 2,000 → 2,500)", in_=group)
    assert await scenario.total_chips(sari, group) == 2000
    said = await budi.presses("Yes, do it", in_=group)
    assert said.alert
    assert await scenario.total_chips(sari, group) == 2000, "others press in vain"
    await admin.presses("Yes, do it", in_=group)
    await budi.sees("Ani gave Sari 500 chips. Reason: prize", in_=group)
    assert await scenario.total_chips(sari, group) == 2500
    await admin.types("/bank_grant Ani 5 tea !", in_=group)
    await budi.sees("Ani granted 5 chips to their own wallet. Reason: tea", in_=group)
