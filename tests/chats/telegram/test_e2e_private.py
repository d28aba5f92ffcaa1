"""The private chat: commands that are about a table elsewhere, and a table of one's own to practise at."""

from __future__ import annotations

import pytest

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def asked(scenario: Scenario, person: Person) -> None:
    """Wait until a person is asked at their own table."""
    for _ in range(60):
        await scenario.wait(1)
        hand = scenario.state(person.private).playing
        if hand is not None and hand.seat(f"telegram:{person.user.id}") in hand.round.awaited:
            return
    raise AssertionError(f"{person.name} is never asked")


async def test_leave_in_the_private_chat_leaves_the_table(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)
    await sari.types("/leave", in_=sari.private)
    answer = await sari.sees("left the table", in_=sari.private)
    assert f"In {group.title}" in answer.text, "it says in which group"
    assert not scenario.sits(sari, group)
    await sari.types("/chips", in_=sari.private)
    assert f"In {group.title}" in (await sari.sees("Wallet 2,000", in_=sari.private)).text
    assert await scenario.total_chips(sari, group) == 2000


async def test_the_title_of_a_group_is_asked_for_after_a_restart(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person
) -> None:
    await sari.starts()
    await sari.types("/open qiuqiu", in_=group)
    await scenario.restart()
    await sari.types("/chips", in_=sari.private)
    await sari.sees(f"In {group.title}", in_=sari.private)
    await sari.types("/leave", in_=sari.private)
    await sari.sees("left the table", in_=sari.private)
    assert len(telegram.calls("getChat")) == 1


async def test_practice_in_the_private_chat_is_one_message_with_the_hand_in_it(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person
) -> None:
    await sari.starts()
    await sari.types("/open qiuqiu", in_=group)
    await sari.types("/practice qiuqiu", in_=sari.private)
    await asked(scenario, sari)
    board = await sari.sees("· hand 1", in_=sari.private)
    assert all(tile in board.text for tile in scenario.tiles(sari, sari.private))
    pictures = [post for post in sari.private.by_bots() if post.photo is not None]
    assert len(pictures) == 1, "the hand is shown once"
    assert not {"My hand", "My move"} & set(board.labels)
    assert telegram.calls("sendPhoto", group) == [], "nobody's group is taken"

    await sari.types("/leave", in_=sari.private)
    await sari.sees("Sari will leave after this hand.", in_=sari.private)
    await scenario.wait(300)
    assert not scenario.is_open(sari.private)
    assert scenario.sits(sari, group), "the table of the group is another one"


@pytest.mark.parametrize("line", ["/open qiuqiu", "/practice qiuqiu"])
async def test_where_the_bot_may_not_write_neither_opens_a_table(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, line: str
) -> None:
    await telegram.confirmed(telegram.set_bot_status(group, "restricted", sari))
    await sari.types(line, in_=group)
    assert not scenario.is_open(group)
