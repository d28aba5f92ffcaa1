"""Gifts of players to each other."""

from __future__ import annotations

import pytest

from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario


async def test_a_gift_moves_chips_within_the_limit_of_the_day(scenario: Scenario) -> None:
    for name in ("sari", "budi"):
        await scenario.do(name, "chips")
    assert await scenario.refused("sari", "gift budi 5") == "gifts-off"
    await scenario.set_rules("gifts 100")
    before = await scenario.in_wallet("sari"), await scenario.in_wallet("budi")

    assert "You gave Budi 60 chips." in await scenario.do("sari", "gift budi 60")

    assert "Sari gave Budi 60 chips of their own." in scenario.chat.text()
    assert (await scenario.in_wallet("sari"), await scenario.in_wallet("budi")) == (before[0] - 60, before[1] + 60)
    reply = await scenario.say("sari", "gift budi 41")
    assert reply.refused
    assert "40 more chips" in words(reply.message)
    await scenario.wait(24 * 60 * 60)
    await scenario.do("sari", "gift budi 41")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("gift sari 5", "gift-to-yourself"),
        ("gift budi 0", "gift-of-nothing"),
        ("gift budi 999999", "gift-beyond-wallet"),
    ],
)
async def test_a_gift_that_cannot_be_given_is_refused(scenario: Scenario, line: str, reason: str) -> None:
    for name in ("sari", "budi"):
        await scenario.do(name, "chips")
    await scenario.set_rules("gifts 1000000")
    assert await scenario.refused("sari", line) == reason
