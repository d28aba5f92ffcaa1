"""Whoever has left a group or was banned from it: in private they get their own chips back, and nothing else."""

from __future__ import annotations

import pytest

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.double.chats import Status
from tests.chats.telegram.scenario import Scenario, group_of

GONE = "You left that group"
UNKNOWN = "Telegram can't tell me whether you are in that group"
STATUSES: tuple[Status, ...] = ("left", "kicked")
READING = ("/hand", "/chips", "/ledger", "/ledger Sari", "/top", "/status", "/verify 1", "/verify_mine", "/fairness")
CHANGING = ("/sit_out", "/rebuy", "/daily", "/shuffle rain", "/disclose 1", "/language id", "/add_computer")


@pytest.fixture
def budi(telegram: Telegram) -> Person:
    return telegram.person("Budi")


async def told(person: Person, line: str) -> str:
    """Type a line in private; return what it is answered with."""
    before = len(person.private.by_bots())
    await person.types(line, in_=person.private)
    await person._telegram.until(f"an answer to {line}", lambda: len(person.private.by_bots()) > before)
    return person.private.by_bots()[-1].text


async def seated(scenario: Scenario, group: Chat, *people: Person) -> None:
    """Let people play a hand, and begin the next one; all of them have opened the private chat."""
    for person in people:
        await person.starts()
    await scenario.sit(group, *people)
    await scenario.app.wait_until_idle()


async def presses_forged(person: Person, data: str) -> str:
    """Press a button of one's own making under a message of the private chat; return what it is answered with."""
    post = next(post for post in reversed(person.private.visible()) if post.sender.is_bot)
    query = person._telegram.press(person.user, post, data)
    await person._telegram.handled(query.update)
    return (await person.hears(query)).text


@pytest.mark.parametrize("status", STATUSES)
async def test_they_read_nothing_in_private_and_change_nothing(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, status: Status
) -> None:
    await seated(scenario, group, sari, budi)
    telegram.set_status(group, budi, status, sari)
    before = (scenario.state(group), await scenario.total_chips(budi, group))
    for line in (*READING, *CHANGING, "/check", "/fold", "/bet 20"):
        answer = await told(budi, line)
        assert GONE in answer, (line, answer)
    assert (scenario.state(group), await scenario.total_chips(budi, group)) == before
    assert scenario.app.members.language(group_of(group), f"telegram:{budi.user.id}") == ""
    assert len(telegram.calls("getChatMember")) == 1, "it is asked once a minute"
    assert "/open" in await told(budi, "/commands table")


async def test_after_the_bot_was_kicked_its_absence_is_said_in_private(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await seated(scenario, group, sari, budi)
    await telegram.handled(telegram.set_bot_status(group, "kicked", budi))
    for line in ("/chips", "/hand"):
        assert "I'm no longer in that group" in await told(sari, line), line


@pytest.mark.parametrize("status", STATUSES)
async def test_they_are_seated_neither_by_a_forged_press_nor_by_a_link(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, status: Status
) -> None:
    await budi.starts()
    await budi.types("/chips", in_=group)
    await sari.types("/open qiuqiu", in_=group)
    telegram.set_status(group, budi, status, sari)
    table = scenario.state(group).id
    assert GONE in await presses_forged(budi, f"{table}::join")
    await budi.starts(f"table-{table}")
    await budi.sees("its group is not yours", in_=budi.private)
    assert not scenario.sits(budi, group)
    assert await scenario.total_chips(budi, group) == 2000


async def test_they_get_their_own_chips_back_even_if_telegram_says_nothing(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    for person in (budi, dewi):
        await person.starts()
    await sari.types("/open qiuqiu", in_=group)
    for person in (budi, dewi):
        await person.presses("Join", in_=group)
        telegram.set_status(group, person, "kicked", sari)
    with telegram.server.held("getChatMember"):
        await budi.types("/leave", in_=budi.private)
        await budi.sees("left the table", in_=budi.private)
        assert not scenario.sits(budi, group)
        await presses_forged(dewi, f"{scenario.state(group).id}::leave")
        assert not scenario.sits(dewi, group)
    assert await scenario.total_chips(budi, group) == 2000
    assert telegram.calls("getChatMember") == []


@pytest.mark.parametrize("trouble", ["silence", "refusal"])
async def test_as_long_as_telegram_does_not_say_nothing_is_done_and_that_is_said(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, trouble: str
) -> None:
    await seated(scenario, group, sari, budi)
    before = scenario.state(group)
    line, button = "/sit_out", f"{before.id}::sit out"
    if trouble == "silence":
        for _ in range(6):
            telegram.server.cut("getChatMember", after=False)
    else:
        telegram.hides_members = True
    assert UNKNOWN in await told(budi, line)
    assert UNKNOWN in await presses_forged(budi, button)
    assert scenario.state(group) == before
    telegram.hides_members = False
    await budi.types(line, in_=budi.private)
    chair = scenario.state(group).chair_of(f"telegram:{budi.user.id}")
    assert chair is not None
    assert chair.out, "it is not remembered that Telegram did not say"


@pytest.mark.parametrize("news", ["chat_member", "left_chat_member"])
async def test_what_was_remembered_is_lost_by_the_news_and_their_seat_with_it(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person, news: str
) -> None:
    if news == "chat_member":
        telegram.bot_member_of(group).status = "administrator"
    for person in (sari, budi, dewi):
        await person.starts()
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)
    assert "on tables" in await told(budi, "/chips")

    update = telegram.set_status(group, budi, "kicked", sari)
    await telegram.handled(update or telegram.say_who(group, budi, sari))
    assert not scenario.sits(budi, group)
    assert await scenario.total_chips(budi, group) == 2000
    assert GONE in await told(budi, "/chips")

    update = telegram.set_status(group, budi, "member", sari)
    await telegram.handled(update or telegram.say_who(group, budi, sari))
    assert "on tables" in await told(budi, "/chips"), "nor is it remembered that they were gone"
    assert len(telegram.calls("getChatMember")) == 3
