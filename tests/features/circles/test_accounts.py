"""Somebody in both groups of a circle links their accounts: one wallet, one seat, reached where they acted last."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.ledger import queries, wallet
from tests.bot.circle_scenario import CIRCLE, FAR, CircleScenario
from tests.bot.scenario import GROUP

CARDS = "sari: 6-6, 6-5, 3-2; andi: 5-5, 4-1, 1-0; then: 6-1, 4-3"


@pytest.fixture
async def circle(tmp_path: Path) -> AsyncIterator[CircleScenario]:
    """Sari is at home and far away; Andi is far away."""
    async with CircleScenario(tmp_path) as one:
        one.admins |= {"boss", "far:chief"}
        await one.join({GROUP: "en", FAR: "en"})
        for name in ("sari", "far:sari", "far:andi"):
            await one.do(name, "chips")
        yield one
        await one.sound()


async def linked(circle: CircleScenario) -> None:
    code = await circle.code("sari", "link me")
    assert "Your 2,000 chips here become theirs" in await circle.do("far:sari", f"link {code}")
    await circle.do("far:sari", f"link mine {code}")


async def test_two_accounts_have_one_wallet_and_one_seat(circle: CircleScenario) -> None:
    await linked(circle)
    assert await circle.in_wallet("sari") == 4000
    assert "4,000" in await circle.do("far:sari", "chips")
    await circle.do("far:sari", "open qiuqiu")
    assert await circle.refused("sari", "join") == "already-seated"
    assert circle.sits("sari")


async def test_one_of_two_who_take_up_a_code_at_once_is_linked(circle: CircleScenario) -> None:
    code = await circle.code("sari", "link me")
    replies = await asyncio.gather(*(circle.say(name, f"link mine {code}") for name in ("far:sari", "far:andi")))
    assert [reply.refused for reply in replies] == [False, True]
    assert await circle.in_wallet("sari") == 4000


async def test_accounts_that_sit_at_a_table_of_another_process_are_neither_linked_nor_parted(
    circle: CircleScenario,
) -> None:
    for name in ("sari", "far:sari"):
        code = await circle.code("sari", "link me")
        await circle.do(name, "open qiuqiu")
        with patch.object(circle.app.tables, "_open", {}):
            assert await circle.refused("far:sari", f"link mine {code}") == "accounts-at-table"
        await circle.do(name, "close")
    await circle.do("far:sari", f"link mine {code}")
    await circle.do("sari", "open qiuqiu")
    with patch.object(circle.app.tables, "_open", {}):
        assert await circle.refused("far:sari", "link undo") == "accounts-at-table"


async def test_a_hand_is_shown_where_its_player_acted_last(circle: CircleScenario) -> None:
    await linked(circle)
    await circle.sit("sari", "far:andi")
    await circle.do("far:andi", "start")
    assert circle.chat.private_messages("test:sari")
    assert not circle.far.private_messages("far:sari")
    if circle.asked() != "sari":
        await circle.act("check")
    await circle.do("far:sari", "check")
    before = len(circle.chat.private_messages("test:sari"))
    await circle.wait(20)
    assert circle.far.private_messages("far:sari")
    assert len(circle.chat.private_messages("test:sari")) == before
    assert "test:sari" not in circle.far.tried


async def test_undone_the_accounts_are_two_and_bans_hold_for_both(circle: CircleScenario) -> None:
    await linked(circle)
    await circle.do("boss", "ban sari")
    assert await circle.refused("far:sari", "open qiuqiu") == "banned"
    await circle.do("far:sari", "link undo")
    assert await circle.refused("far:sari", "open qiuqiu") == "banned"
    assert await circle.in_wallet("sari") == 4000
    assert await circle.in_wallet("far:sari") == 0


async def test_the_end_divides_among_both_groups(circle: CircleScenario) -> None:
    await linked(circle)
    await circle.do("boss", "bank take sari 3993 too many")
    await circle.do("boss", "link end 1")
    held = [
        await circle.app.ledger.read(queries.balance, wallet(group, player))
        for group, player in ((GROUP, "test:sari"), (FAR, "far:sari"))
    ]
    assert held == [4, 3]


async def test_links_outlive_a_kill_under_the_first_name(circle: CircleScenario) -> None:
    await circle.do("far:andi", f"link mine {await circle.code('sari', 'link me')}")
    await circle.die()
    await circle.do("far:andi", "open qiuqiu")
    assert circle.chair("sari").name == circle.app.members.name(CIRCLE, "test:sari") == "Sari"
    assert circle.app.members.name(FAR, "far:andi") == "Andi"


async def test_an_account_is_forgotten_alone_and_linked_no_more(circle: CircleScenario) -> None:
    await linked(circle)
    asked = await circle.say("far:sari", "forget me")
    for _ in range(2):
        asked = await circle.press("far:sari", list(asked.message.pressable)[-1])
    await circle.wait(120)
    assert not circle.app.groups.of(CIRCLE).accounts
    assert await circle.in_wallet("sari") == 4000


async def test_own_limits_of_either_account_hold_for_both(circle: CircleScenario) -> None:
    await linked(circle)
    await circle.do("far:sari", "limit hands 1")
    await circle.deal("sari", "far:andi", cards=CARDS)
    await circle.finish_hand()
    assert circle.chair("sari").out
    await circle.do("sari", "leave")
    await circle.do("far:sari", "break begin day")
    assert await circle.refused("sari", "join") == "own-limit"


async def test_accounts_are_not_linked_for_a_reason(circle: CircleScenario) -> None:
    code = await circle.code("sari", "link me")
    assert await circle.refused("budi", f"link {code}") == "accounts-elsewhere"
    assert await circle.refused("far:sari", "link undo") == "accounts-not-linked"
    assert await circle.refused("far:sari", "link mine AAAABBBB") == "circle-no-such-code"
    await circle.do("far:sari", "open qiuqiu")
    assert await circle.refused("far:sari", f"link mine {code}") == "accounts-at-table"
    await circle.do("far:sari", "close")
    await circle.do("far:chief", "ban far:sari")
    assert await circle.refused("far:sari", f"link {code}") == "banned"
    await circle.do("far:chief", "unban far:sari")
    await circle.do("far:sari", "break begin day")
    assert await circle.refused("far:sari", f"link {code}") == "own-limit"
    await circle.do("far:andi", f"link mine {code}")
    again = await circle.code("budi", "link me")
    assert await circle.refused("far:andi", f"link {again}") == "accounts-linked-already"
