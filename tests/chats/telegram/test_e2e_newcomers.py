"""The first minutes on Telegram: the welcome, a game to choose, links that lead to a table, and being told of one."""

from __future__ import annotations

import asyncio

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.double.chats import Post
from tests.chats.telegram.scenario import Scenario
from tests.removed_features import needs


def start_of(address: str) -> str:
    """The parameter of a deep link that starts the private chat."""
    return address.partition("?start=")[2]


def links_of(post: Post) -> list[str]:
    """The addresses that buttons of a message open."""
    return [button["url"] for row in post.markup["inline_keyboard"] for button in row if "url" in button]


async def test_start_welcomes_in_the_language_of_the_phone_and_play_now_deals(
    scenario: Scenario, sari: Person, budi: Person
) -> None:
    needs("languages")
    await budi.starts()
    welcome = await budi.sees("Selamat datang di Kiu", in_=budi.private)
    assert welcome.labels[:3] == ["Main sekarang", "Buka meja", "Cara main"]

    await budi.presses("Bahasa Indonesia", in_=budi.private)
    await budi.presses("Main sekarang", in_=budi.private)
    await scenario.wait(10)

    assert scenario.state(budi.private).practice
    assert scenario.hand(budi.private).number == 1


async def test_whoever_adds_the_bot_reads_the_welcome_in_their_language_and_so_does_the_group(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    telegram.bot_member_of(group).status = "left"
    await telegram.handled(telegram.set_bot_status(group, "member", budi))
    welcome = await sari.sees("Selamat datang di Kiu", in_=group)
    assert welcome.labels[:3] == ["Main sekarang", "Buka meja", "Cara main"]

    await sari.presses("Main sekarang", in_=group)

    assert scenario.state(group).practice
    assert scenario.app.groups.of(f"telegram:{group.id}").language == "id"


async def test_open_a_table_offers_the_games_also_to_whom_nothing_can_be_shown_alone(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, dewi: Person
) -> None:
    telegram.bot_member_of(group).status = "left"
    await telegram.handled(telegram.set_bot_status(group, "member", sari))
    await dewi.sees("Welcome to Kiu", in_=group)

    said = await dewi.presses("Open a table", in_=group)
    assert not said.alert, "a newcomer is sent nowhere else first"
    await dewi.sees("Which game?", in_=group)
    await dewi.presses("Open Koo Kiew", in_=group)

    assert scenario.state(group).game_name == "koo-kiew"
    assert scenario.state(group).host == f"telegram:{dewi.user.id}"


async def test_a_shared_link_leads_members_to_the_table_and_nobody_else(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    await budi.types("/share", in_=group)
    shared = await budi.sees("Invite people to this QiuQiu table", in_=group)
    address = f"https://t.me/{telegram.bot.username}?start=table-{scenario.state(group).id}"
    assert address in shared.text.splitlines()

    await budi.starts(start_of(address))
    (link,) = links_of(await budi.sees("1 of 6 seats taken", in_=budi.private))
    assert link.startswith("https://t.me/c/")
    await budi.presses("Join with 500", in_=budi.private)
    assert len(scenario.state(group).seated) == 2

    stranger = telegram.person("Xena")
    await stranger.starts(start_of(address))
    await stranger.sees("That table is gone", in_=stranger.private)
    assert len(scenario.state(group).seated) == 2


async def test_who_has_left_the_group_is_not_told(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    from bot.features.notifying.waiting_tables import PATIENCE

    await budi.starts()
    await budi.types("/notify_me", in_=group)
    group.members[budi.user.id].status = "left"
    await sari.types("/open qiuqiu", in_=group)
    await scenario.wait(PATIENCE + 1)
    await asyncio.sleep(0.2)

    assert "needs more players" not in "".join(post.text for post in budi.private.posts.values())
