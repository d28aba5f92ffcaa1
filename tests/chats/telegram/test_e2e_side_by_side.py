"""What hangs at Telegram delays the person who caused it alone; what a kill leaves unhandled comes again."""

from __future__ import annotations

import pytest

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario, group_of

UNKNOWN = "Telegram can't tell me whether you are in that group"


@pytest.fixture
async def other(telegram: Telegram) -> Chat:
    """Another group, of other people."""
    return telegram.group("Another group", telegram.person("Eka"), telegram.person("Fitri"))


def ante(scenario: Scenario, group: Chat) -> str:
    return scenario.app.groups.of(group_of(group)).rules_of("qiuqiu", "ante").texts()["ante"]


async def test_a_question_about_a_member_that_hangs_delays_neither_the_group_nor_another(
    telegram: Telegram, scenario: Scenario, group: Chat, other: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    eka, fitri = (telegram.people[number] for number in list(other.members)[:2])
    await scenario.sit(group, sari, budi)
    await scenario.sit(other, eka, fitri)

    with telegram.server.held("getChatMember"):
        await dewi.types("/house_set ante 20", in_=group, wait=False)
        for _ in range(2):
            await scenario.press_first(group, "Check")
            await scenario.press_first(other, "Check")
        assert (await budi.presses("My hand", in_=group)).text
        assert telegram.calls("getChatMember") == []
    await dewi.sees("Only an admin", in_=group)
    assert len(telegram.calls("getChatMember")) == 1


async def test_ordinary_moves_and_the_hosts_own_commands_ask_telegram_nothing(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, budi, sari)
    await scenario.finish_hand(group)
    await budi.types("/kick Sari", in_=group)
    assert telegram.calls("getChatMember") == []


async def test_dice_that_hang_delay_only_their_own_table(
    telegram: Telegram, scenario: Scenario, other: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    gita = telegram.person("Gita")
    forum = telegram.group("Forum", sari, budi, dewi, gita, topics=(7, 9))
    eka, fitri = (telegram.people[number] for number in list(other.members)[:2])
    await scenario.sit(forum, dewi, gita, topic=9)
    await scenario.sit(other, eka, fitri)
    await sari.types("/open qiuqiu", in_=forum, topic=7)
    await budi.presses("Join", in_=forum, topic=7)
    await budi.types("/shuffle rain", in_=forum, topic=7)
    thrown = len(telegram.calls("sendDice"))

    with telegram.server.held("sendDice"):
        await sari.types("/start", in_=forum, topic=7, wait=False)
        await scenario.deal_closes(forum, 7)
        await scenario.press_first(forum, "Check", topic=9)
        await scenario.press_first(other, "Check")
        assert len(telegram.calls("sendDice")) == thrown
        assert scenario.state(forum, 7).hand is None
    await telegram.until("the hand", lambda: scenario.state(forum, 7).hand is not None)


async def test_if_telegram_does_not_say_who_is_an_admin_nothing_is_done_and_that_is_said(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person
) -> None:
    for _ in range(3):
        telegram.server.cut("getChatMember", after=False)
    await sari.types("/house_set ante 20", in_=group)
    await sari.sees(UNKNOWN, in_=group)
    await sari.types("/house_set ante 20", in_=group)
    scenario.chat._context.directory._members.clear()
    for _ in range(3):
        telegram.server.cut("getChatMember", after=False)
    said = await sari.presses("Apply", in_=group)
    assert (said.alert, UNKNOWN in said.text) == (True, True)
    assert ante(scenario, group) == "10"

    await sari.presses("Apply", in_=group)
    assert ante(scenario, group) == "20", "it is not remembered"


async def test_what_was_not_handled_before_a_kill_comes_again_before_anything_newer(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    with telegram.server.held("getChatMember"):
        for line in ("/house_set ante 20", "/house_apply", "/open qiuqiu"):
            await sari.types(line, in_=group, wait=False)
        await telegram.until("all to be delivered", lambda: len(telegram.updates.deliveries) == 3)
        assert len(telegram.updates.waiting) == 3
        assert not scenario.is_open(group)
        await scenario.die()
    await sari.types("/join 300", in_=group, wait=False)
    await scenario.begin()

    await telegram.until("the table", lambda: scenario.is_open(group))
    assert ante(scenario, group) == "20"
    await budi.types("/join 300", in_=group)
    assert scenario.sits(budi, group)
