"""People at a table press the buttons that they mean, and each press is measured by what came of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from bot.app import App
from bot.groups.settings import GroupSettings
from tests.chats.pace.discord_evening import discord_evening
from tests.chats.pace.people import Habits, PersonAtTable
from tests.chats.pace.presses import Press
from tests.chats.pace.telegram_evening import telegram_evening
from tests.chats.virtual_time import in_virtual_time

CHOOSING = Habits(own_amount=1, twice=0, lapse=0, look=0, ahead=0)
"""Whoever may choose an amount does so."""

WATCHING = Habits(lapse=1)
"""Nobody answers on their own."""

RULES = {"min_buy_in": "21", "buy_in": "21"}
"""After an ante of ten, one more than the least bet is all that is left."""


def poor(now: GroupSettings) -> GroupSettings:
    """A group where every bet of one's own amount is all-in."""
    for name, value in RULES.items():
        now = now.with_rule("qiuqiu", name, value)
    return now


async def presses_of_a_hand(platform: str, folder: Path) -> list[Press]:
    """All presses of a hand of three people who bet all they have."""

    async def prepare(app: App, group: str) -> None:
        await app.groups.change(group, poor)

    if platform == "discord":
        async with discord_evening(folder, strict=False) as (discord, (guild,)):
            prepared = partial(prepare, discord.app)
            await discord.open_table(guild, "qiuqiu", 3, CHOOSING, slow=0, prepare=prepared)
            await discord.play(hands=1)
            return discord.observed.presses.all
    async with telegram_evening(folder, strict=False) as telegram:
        await telegram.open_table("Group", "qiuqiu", 3, CHOOSING, slow=0, prepare=partial(prepare, telegram.app))
        await telegram.play(hands=1)
        return telegram.observed.presses.all


@pytest.mark.parametrize("platform", ["discord", "telegram"])
def test_who_chooses_all_their_chips_confirms_that_very_amount(platform: str, tmp_path: Path) -> None:
    chosen, confirmed = in_virtual_time(presses_of_a_hand(platform, tmp_path))[:2]

    assert chosen.player == confirmed.player
    assert (chosen.effect, chosen.refused) == ("none", True), "they are asked whether they mean it"
    assert (confirmed.effect, confirmed.refused) == ("question", False), "they go all-in"


async def presses_of_who_wavers(folder: Path) -> tuple[Press, Press]:
    """A press that only shows which amounts there are, and the call that follows it."""
    async with telegram_evening(folder, strict=False) as evening:
        await evening.open_table("Group", "qiuqiu", 3, WATCHING, slow=0)
        asked = await _asked(evening.seated)
        choosing = next(each for each in asked.buttons() if each.pressed.asks)
        checking = next(each for each in asked.buttons() if each.verb == "check")
        return await asked.press(choosing), await asked.press(checking)


async def _asked(people: list[PersonAtTable]) -> PersonAtTable:
    """Who can see that it is their turn."""
    watch = people[0].watch
    while watch.seen is None or not watch.seen.asked:
        await watch.change(60)
    (player,) = watch.seen.asked
    return next(person for person in people if person.player == player)


def test_a_press_that_is_no_command_is_not_taken_for_the_next(tmp_path: Path) -> None:
    opened, checked = in_virtual_time(presses_of_who_wavers(tmp_path))

    assert (opened.handled, opened.refused, opened.effect) == (False, True, "none"), "it only shows amounts"
    assert (checked.handled, checked.refused, checked.effect) == (True, False, "question")
