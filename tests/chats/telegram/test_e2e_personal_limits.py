"""Limits for oneself, floods and the integrity report on Telegram: in private, and nothing of it in the group."""

from __future__ import annotations

from bot.dispatch.admission import FloodLimits, Rate
from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_a_limit_is_set_by_buttons_in_private_and_the_group_hears_only_who_sits_out(
    scenario: Scenario, group: Chat, telegram: Telegram, sari: Person
) -> None:
    wati = telegram.person("Wati")
    group.members[wati.user.id] = type(group.members[sari.user.id])(wati.user, "member")
    await wati.starts()
    await scenario.sit(group, sari, wati)
    await wati.types("/limit", in_=wati.private)
    page = await wati.sees("My limits", in_=wati.private)
    await wati.presses("Hands", in_=wati.private)
    await wati.sees("How many hands may you play", in_=wati.private)
    await wati.presses("Another amount …", in_=wati.private)
    await wati.answers("1", in_=wati.private)
    page = await wati.sees("Hands a day: 1 hand", in_=wati.private)
    assert "Take a break …" in page.labels
    await scenario.finish_hand(group)
    await wati.sees("Wati is sitting out.", in_=group)
    await wati.sees("That is your limit", in_=wati.private)
    posts = len(group.posts)
    await wati.types("/sit_back", in_=group)
    await wati.sees("That is your own limit", in_=wati.private)
    assert len(group.posts) == posts + 1, "others read what was typed, and no answer"
    assert "limit" not in group.text().lower()


async def test_a_break_begins_with_a_second_press_in_private(
    scenario: Scenario, group: Chat, sari: Person, telegram: Telegram
) -> None:
    wati = telegram.person("Wati")
    await wati.starts()
    await wati.types("/break", in_=wati.private)
    await wati.presses("A week", in_=wati.private)
    await wati.sees("Do you mean it?", in_=wati.private)
    assert not (await scenario.app.personal_limits.of(f"telegram:{wati.user.id}")).break_until
    await wati.presses("Yes, begin the break", in_=wati.private)
    await wati.sees("You are taking a break until", in_=wati.private)
    assert (await scenario.app.personal_limits.of(f"telegram:{wati.user.id}")).break_until


async def test_a_flood_is_answered_once_in_private_and_others_play_on(
    scenario: Scenario, group: Chat, sari: Person, budi: Person, telegram: Telegram
) -> None:
    scenario.flood_limits = FloodLimits(person=Rate(0.2, 8))
    await scenario.restart()
    flooder = telegram.person("Tono")
    group.members[flooder.user.id] = type(group.members[sari.user.id])(flooder.user, "member")
    await flooder.starts()
    await scenario.sit(group, sari, budi)
    posts = len(group.posts)
    for _ in range(30):
        await flooder.types("/sit_back", in_=group)
    await flooder.sees("more than I can follow", in_=flooder.private)
    await scenario.app.wait_until_idle()
    told = [post for post in flooder.private.posts.values() if "more than I can follow" in post.text]
    assert len(told) == 1
    assert len(group.posts) - posts <= 30 + 8, "what was within the limit was answered, and nothing after it"
    await scenario.finish_hand(group)
    assert scenario.hand(group).over


async def test_an_admin_reads_the_integrity_report_in_private(
    scenario: Scenario, group: Chat, sari: Person, budi: Person, telegram: Telegram
) -> None:
    admin = telegram.person("Ani")
    group.members[admin.user.id] = type(group.members[sari.user.id])(admin.user, "administrator")
    await admin.starts()
    await scenario.sit(group, sari, budi)
    await scenario.finish_hand(group)
    posts = len(group.posts)
    await admin.types("/integrity", in_=group)
    await admin.sees("Integrity report", in_=admin.private)
    await admin.presses("Details", in_=admin.private)
    await admin.sees("no hidden cards", in_=admin.private)
    assert len(group.posts) == posts + 1, "others read what was typed, and no answer"
