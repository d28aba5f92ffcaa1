"""What happens to groups: topics, upgrades, anonymous admins, channels, and the bot removed and added again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.ledger import NotStored
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.double.chats import commands_in
from tests.chats.telegram.scenario import Scenario, group_of
from tests.patience import LONGEST_WAIT


@pytest.fixture
def small(telegram: Telegram, sari: Person, budi: Person) -> Chat:
    """A group that is not yet a supergroup."""
    return telegram.group("Friday dominoes", sari, budi, supergroup=False)


async def test_topics_are_places_of_their_own(
    telegram: Telegram, scenario: Scenario, sari: Person, budi: Person, dewi: Person
) -> None:
    eka = telegram.person("Eka")
    forum = telegram.group("Forum", sari, budi, dewi, eka, topics=(7, 9))

    await scenario.sit(forum, sari, budi, topic=7)
    await scenario.sit(forum, dewi, eka, topic=9)
    await scenario.sit(forum, telegram.person("Gita"), telegram.person("Hadi"))

    await telegram.until("a hand in every topic", lambda: all("· hand" in forum.text(topic) for topic in (0, 7, 9)))
    assert scenario.table(forum, 7) is not scenario.table(forum, 9)
    await scenario.press_first(forum, "Check", topic=7)
    await sari.sees("checked", in_=forum)
    assert "checked" in forum.text(7)
    assert "checked" not in forum.text(9) + forum.text(0)


@pytest.mark.parametrize("told", ["at once", "by a refusal", "after a restart"])
async def test_a_group_becomes_a_supergroup_in_mid_hand(
    telegram: Telegram, scenario: Scenario, small: Chat, sari: Person, budi: Person, told: str
) -> None:
    await scenario.sit(small, sari, budi, buy_ins=(200, 300))
    await scenario.press_first(small, "Bet 10")
    await scenario.app.wait_until_idle()
    tiles, turn = scenario.tiles(sari, small), scenario.hand(small).turn
    fortune = await scenario.total_chips(sari, small)
    if told == "by a refusal":
        telegram.updates.dropping = 2
    if told == "after a restart":
        await scenario.end()

    new = telegram.migrate(small, sari)
    if told == "after a restart":
        await scenario.begin()
    if told == "by a refusal":
        await scenario.wait(23)
    await telegram.until("the table in the new group", lambda: scenario.is_open(new))

    assert not scenario.is_open(small)
    assert scenario.tiles(sari, new) == tiles
    assert scenario.hand(new).turn == turn
    assert await scenario.total_chips(sari, new) == fortune
    assert await scenario.all_chips(small) == 0
    await scenario.finish_hand(new)
    await sari.sees("Next hand:", in_=new)
    await scenario.restart()
    assert await scenario.all_chips(new) == 2 * 2000


async def test_an_upgrade_that_is_told_as_leaving_and_joining_is_no_farewell(
    telegram: Telegram, scenario: Scenario, small: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(small, sari, budi)
    telegram.set_bot_status(small, "left", sari)
    new = telegram.migrate(small, sari)
    telegram.bot_member_of(new).status = "left"
    await telegram.handled(telegram.set_bot_status(new, "member", sari))

    await telegram.until("the table in the new group", lambda: scenario.is_open(new))
    await scenario.finish_hand(new)
    await sari.sees("Next hand:", in_=new)


async def test_anonymous_admins_settle_rules_and_hold_no_chair(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.types("/house_set ante 20", in_=group, anonymous=True)
    await sari.types("/house_apply", in_=group, anonymous=True)
    assert scenario.app.groups.of(group_of(group)).rules_of("qiuqiu", "ante").texts()["ante"] == "20"

    await budi.types("/open qiuqiu", in_=group)
    await sari.types("/join", in_=group, anonymous=True)
    await sari.sees("Switch to your own account", in_=group)
    assert [chair.name for chair in scenario.state(group).seated] == ["Budi"]


async def test_channels_edits_and_other_bots_are_not_listened_to(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person
) -> None:
    channel = telegram.channel("News of dominoes")
    group.members[telegram.bot.id].status = "administrator"
    before = len(telegram.calls("sendMessage"))

    await sari.edits(await sari.types("good evening", in_=group), "/open qiuqiu")
    await sari.types("/open@other_bot qiuqiu", in_=group)
    await telegram.handled(telegram.say(Post(channel, 1, sari.user, "/open qiuqiu", in_the_name_of=channel)))
    for forwarded in (True, False):
        number = next(group.numbers)
        post = Post(group, number, sari.user, "/open qiuqiu", in_the_name_of=channel, is_automatic_forward=forwarded)
        await telegram.handled(telegram.say(post))

    assert not scenario.is_open(group)
    assert len(telegram.calls("sendMessage")) == before


async def test_what_an_admin_forwards_is_no_command_of_theirs(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, dewi: Person
) -> None:
    await dewi.types("/chips", in_=group)
    await telegram.until("the answer", lambda: telegram.calls("sendMessage"))
    before = len(telegram.calls("sendMessage"))

    for line in ("/bank_grant Dewi 500 x !", "/open qiuqiu"):
        post = Post(group, next(group.numbers), sari.user, line, commands_in(line), forwarded=True)
        await telegram.handled(telegram.say(post))

    assert await scenario.total_chips(dewi, group) == 2000
    assert not scenario.is_open(group)
    assert len(telegram.calls("sendMessage")) == before


@pytest.mark.parametrize("how", ["kicked", "left", "restricted"])
async def test_a_removal_pauses_the_table_and_a_return_resumes_it(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, how: str
) -> None:
    await scenario.sit(group, sari, budi)
    await scenario.press_first(group, "Bet 10")
    await scenario.app.wait_until_idle()
    turn, chips = scenario.hand(group).turn, await scenario.total_chips(sari, group)

    await telegram.handled(telegram.set_bot_status(group, how, sari))  # type: ignore[arg-type]
    calls = len(telegram.calls(chat=group))
    await scenario.wait(600)
    await scenario.restart()
    await scenario.wait(600)
    assert scenario.hand(group).turn == turn
    assert len(telegram.calls(chat=group)) == calls
    assert await scenario.total_chips(sari, group) == chips

    posts = len(group.posts)
    await telegram.handled(telegram.set_bot_status(group, "member", sari))
    await telegram.until("the table again", lambda: len(group.posts) > posts and "· hand 1" in group.newest().text)
    assert scenario.hand(group).turn == turn
    await scenario.finish_hand(group)
    assert await scenario.all_chips(group) == 2 * 2000


async def test_a_return_while_the_disk_is_full_comes_again(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    await telegram.handled(telegram.set_bot_status(group, "left", sari))
    tried = asyncio.Event()

    async def refused_by_the_disk(*_: object) -> None:
        tried.set()
        raise NotStored("nothing was stored: database or disk is full")

    posts = len(group.posts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenario.app.ledger, "commit", refused_by_the_disk)
        scenario.expected_errors.add("updates not stored")
        returned = telegram.set_bot_status(group, "member", sari)
        async with asyncio.timeout(LONGEST_WAIT):
            await tried.wait()
    assert scenario.app.groups.of(group_of(group)).away
    await telegram.confirmed(returned)
    await telegram.until(
        "the table again", lambda: any("· hand 1" in each.text for each in list(group.posts.values())[posts:])
    )
    assert not scenario.app.groups.of(group_of(group)).away
    await scenario.finish_hand(group)


async def test_a_kick_that_nobody_told_of_is_learnt_from_the_first_refusal(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    await scenario.app.wait_until_idle()
    turn = scenario.hand(group).turn
    telegram.bot_member_of(group).status = "kicked"

    await scenario.wait(23)
    await scenario.wait(600)
    calls = len(telegram.calls(chat=group))
    await scenario.wait(600)

    assert len(telegram.calls(chat=group)) == calls
    telegram.bot_member_of(group).status = "left"
    await telegram.handled(telegram.set_bot_status(group, "member", sari))
    assert scenario.hand(group).number == int(turn.split(".")[0])


async def test_menus_and_descriptions_are_set_once_and_not_again(telegram: Telegram, tmp_path: Path) -> None:
    setting = ("setMyCommands", "setMyDescription", "setMyShortDescription")
    async with Scenario(telegram, tmp_path, first_start=True) as scenario:
        assert "help" in telegram.api.menu("default")
        for scope in ("all_private_chats", "all_group_chats", "all_chat_administrators"):
            for language in ("", "id"):
                assert "hand" in telegram.api.menu(scope, language)
        assert "house_set" in telegram.api.menu("all_chat_administrators")
        assert "house_set" not in telegram.api.menu("all_group_chats")
        calls = [len(telegram.calls(method)) for method in setting]
        assert calls == [8, 2, 2]
        for described in (telegram.api.descriptions, telegram.api.short_descriptions):
            assert described.keys() == {"", "id"}
            assert "QiuQiu" in described[""]
            assert described["id"] not in ("", described[""])

        await scenario.restart()

        assert [len(telegram.calls(method)) for method in setting] == calls


async def test_the_table_is_found_by_a_link_to_its_message(
    scenario: Scenario, sari: Person, budi: Person, group: Chat
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    lobby = await budi.sees("QiuQiu table", in_=group)
    address = f"https://t.me/c/{-group.id - 10**12}/{lobby.number}"

    await budi.types("/table", in_=group)
    assert (await budi.sees_button("To the table", in_=group)).url == address
    await sari.starts()
    await sari.types("/table", in_=sari.private)
    assert (await sari.sees_button("To the table", in_=sari.private)).url == address
    asked = await budi.types("/open qiuqiu", in_=group)
    refused = await budi.sees("There is a table here", in_=group)
    assert refused.reply_to is asked
    assert refused.keyboard[0][0]["url"] == address


async def test_where_messages_have_no_address_the_answer_replies_to_the_table(
    scenario: Scenario, sari: Person, small: Chat
) -> None:
    await sari.types("/open qiuqiu", in_=small)
    lobby = await sari.sees("QiuQiu table", in_=small)

    await sari.types("/table", in_=small)

    found = await scenario.telegram.until(
        "the answer", lambda: next((post for post in small.visible() if post.reply_to is lobby), None)
    )
    assert "1 of" in found.text
    assert not found.keyboard


async def test_a_link_carries_out_no_command_that_changes_anything(
    scenario: Scenario, sari: Person, group: Chat
) -> None:
    await sari.types("/open qiuqiu", in_=group)

    await sari.starts("leave")

    assert scenario.sits(sari, group)
