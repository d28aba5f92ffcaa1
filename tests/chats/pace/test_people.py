"""People at a table press the buttons that they mean, and each press is measured by what came of it."""

from __future__ import annotations

from pathlib import Path

from tests.chats.pace.people import Habits, PersonAtTable
from tests.chats.pace.presses import Press
from tests.chats.pace.telegram_evening import telegram_evening
from tests.chats.virtual_time import in_virtual_time

WATCHING = Habits(lapse=1)
"""Nobody answers on their own."""


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
