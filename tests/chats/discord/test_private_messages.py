"""Private messages against the double."""

from __future__ import annotations

import asyncio

import pytest

from bot.messages import Unreachable
from tests.chats.discord.double.api_errors import opening_too_fast
from tests.chats.discord.guild_setup import RATE_LIMITS, GuildSetup
from tests.chats.discord.sample_messages import hand_message

OPEN = "POST /users/@me/channels"


async def test_direct_messages_are_opened_within_the_rate_limit(setup: GuildSetup) -> None:
    people = [setup.discord.member(setup.sari.guild, f"Player {number}") for number in range(6)]
    await asyncio.gather(*(setup.chat.send_private(each.player, hand_message("one")) for each in people))
    times = [call.at for call in setup.discord.calls.named(OPEN)]
    assert len(times) == 6
    assert all(
        later - earlier >= RATE_LIMITS.dm_opening_seconds / 2 for earlier, later in zip(times, times[3:], strict=False)
    )

    await asyncio.gather(*(setup.chat.send_private(each.player, hand_message("two")) for each in people))
    assert len(setup.discord.calls.named(OPEN)) == 6


async def test_who_is_refused_a_direct_message_for_haste_is_reached_with_the_next(setup: GuildSetup) -> None:
    setup.discord.fail_next(OPEN, opening_too_fast())
    with pytest.raises(Unreachable):
        await setup.chat.send_private(setup.sari.player, hand_message("one"))
    await setup.chat.send_private(setup.sari.player, hand_message("two"))
    assert len(setup.sari.inbox) == 1


async def test_a_user_who_takes_no_direct_messages_is_told_once_and_privately(setup: GuildSetup) -> None:
    notice = "I could not write to you privately."
    setup.sari.user.dms_closed = True
    for _ in range(2):
        with pytest.raises(Unreachable):
            await setup.chat.send_private(setup.sari.player, hand_message("one"))
    for _ in range(2):
        await setup.sari.slash("money chips")
    await setup.sari.sees(notice)
    assert not setup.budi.reads(notice)
    assert sum(notice in message.text for message in setup.sari.visible) == 1

    setup.sari.user.dms_closed = False
    await setup.chat.send_private(setup.sari.player, hand_message("one"))
    setup.sari.user.dms_closed = True
    with pytest.raises(Unreachable):
        await setup.chat.send_private(setup.sari.player, hand_message("two"))
    await setup.sari.slash("money chips")
    await setup.discord.until(
        lambda: sum(notice in message.text for message in setup.sari.visible) == 2, "a second time"
    )


async def test_a_user_without_a_recent_interaction_is_told_with_the_next_reply(setup: GuildSetup) -> None:
    setup.sari.user.dms_closed = True
    with pytest.raises(Unreachable):
        await setup.chat.send_private(setup.sari.player, hand_message("one"))
    assert setup.sari.visible == []

    await setup.sari.slash("money chips")
    await setup.sari.sees("I could not write to you privately.")
    assert "Wallet" in setup.sari.visible[0].text


async def test_players_of_other_platforms_cannot_be_reached_here(setup: GuildSetup) -> None:
    with pytest.raises(Unreachable):
        await setup.chat.send_private("telegram:42", hand_message("one"))
