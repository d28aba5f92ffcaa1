"""What keeps a group pleasant, on Telegram: pausing, handing over, removing for a time, bans, channels, stopping."""

from __future__ import annotations

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


def administers(telegram: Telegram, group: Chat, like: Person) -> Person:
    """Somebody new who administers a group."""
    admin = telegram.person("Ani")
    group.members[admin.user.id] = type(group.members[like.user.id])(admin.user, "administrator")
    return admin


async def test_a_table_stands_still_is_handed_over_and_stopped_by_presses(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    admin = administers(telegram, group, sari)
    for person in (admin, sari, budi):
        await person.starts()
    await scenario.sit(group, sari, budi)
    asked = scenario.asked(group)
    await sari.presses("Table", in_=group)
    await sari.presses("Pause", in_=sari.private)
    await sari.presses("At once", in_=sari.private)
    await budi.sees("paused by Sari", in_=group)
    assert asked.button("Check", group) is None
    await asked.types("/check", in_=group)
    await asked.sees("Sari paused the table. The host", in_=group)

    await sari.presses("Resume", in_=sari.private)
    await budi.sees("Sari resumed the table.", in_=group)
    await asked.presses("Check")
    await sari.presses("Hand over", in_=sari.private)
    await sari.presses("Budi", in_=sari.private)
    await sari.sees("Budi is the host now.", in_=sari.private)
    host = scenario.state(group).chair_of(scenario.state(group).host)
    assert host is not None
    assert host.name == "Budi"

    await admin.presses("Table", in_=group)
    for label in ("End", "Stop"):
        await admin.presses(label, in_=admin.private)
    assert scenario.is_open(group)
    await admin.presses("Give stakes back", in_=admin.private)
    await scenario.wait(1)
    assert not scenario.is_open(group)
    assert [await scenario.total_chips(each, group) for each in (sari, budi)] == [2000, 2000]
    await scenario.sound()


async def test_who_is_removed_or_banned_is_told_until_when_and_a_ban_is_lifted(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    admin = administers(telegram, group, sari)
    for person in (admin, budi):
        await person.starts()
    await scenario.sit(group, sari, budi)
    await sari.types(f"/kick {budi.name} 20m", in_=group)
    await budi.sees("You were removed from this table until", in_=budi.private)
    await scenario.finish_hand(group)
    await sari.sees("Budi was removed for 20 minutes.", in_=group)
    assert not scenario.sits(budi, group)

    await admin.types(f"/ban {budi.name} 2h Keeps shouting", in_=group)
    await sari.sees("Ani banned Budi from the tables for 2 hours. Reason: Keeps shouting", in_=group)
    await budi.sees("You can't play in that group until", in_=budi.private)
    await budi.types("/open qiuqiu", in_=group)
    await budi.sees("You can't play in this group until", in_=group)
    await admin.types("/unban Budi", in_=group)
    await sari.sees("Ani lifted the ban of Budi.", in_=group)
    await scenario.sound()


async def test_tables_are_opened_in_the_topics_that_admins_chose(
    telegram: Telegram, scenario: Scenario, sari: Person
) -> None:
    forum = telegram.group("Forum", sari, topics=(7, 9))
    admin = administers(telegram, forum, sari)
    await admin.starts()
    await admin.types("/channels_add", in_=forum, topic=7)
    await sari.sees("Ani chose where tables may be opened: topic 7", in_=forum)
    await sari.types("/open qiuqiu", in_=forum, topic=9)
    await sari.sees("Tables are opened in topic 7. Open yours there.", in_=forum)
    await sari.types("/open qiuqiu", in_=forum, topic=7)
    assert scenario.is_open(forum, 7)
