"""The private chat: commands that are about a table elsewhere, and a table of one's own to practise at."""

from __future__ import annotations

import pytest

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


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
    # Or it would come again, with the title.
    await telegram.until("all confirmed", lambda: not telegram.updates.waiting)
    await scenario.restart()
    await sari.types("/chips", in_=sari.private)
    await sari.sees(f"In {group.title}", in_=sari.private)
    await sari.types("/leave", in_=sari.private)
    await sari.sees("left the table", in_=sari.private)
    assert len(telegram.calls("getChat")) == 1


@pytest.mark.parametrize("line", ["/open qiuqiu", "/practice qiuqiu"])
async def test_where_the_bot_may_not_write_neither_opens_a_table(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, line: str
) -> None:
    await telegram.confirmed(telegram.set_bot_status(group, "restricted", sari))
    await sari.types(line, in_=group)
    assert not scenario.is_open(group)
