"""Evenings at human pace in a group in which somebody floods Kiu with what it has to answer there.

The table is shown as quickly as without them, whoever else asks is answered, and Telegram never has to say stop.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.double.chats import PostChange
from tests.chats.virtual_time import in_virtual_time
from tools.pace.figures import ALWAYS, Aim, Figures, figures_of, missed
from tools.pace.observing import now
from tools.pace.telegram_evening import telegram_evening

AIMS = (
    *ALWAYS,
    Aim("table_p99", "seconds from press to table, p99", most=5),
    Aim("worst_minute", "public calls in the worst minute", most=20),
    Aim("least_window", "share of its time for which a window was shown, at least", least=0.8),
)

AT_ONCE = 50
"""How many lines somebody pastes at once who floods a group; the flood control of Kiu takes a few more than that."""

AGAIN = 0.5
"""Seconds after which they send the next, again and again."""

GUEST_EVERY = {1: 45.0, 2: 60.0}
"""Seconds between two questions of somebody who does not flood, by how many do: no more than their share of what a
group is answered while a table is played."""


@dataclass
class Evening:
    """What came of one."""

    asked: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When each of the others typed."""

    answered: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """When Kiu replied to each of them."""

    figures: Figures | None = None


async def types_on(person: Person, group: Chat, asked: list[float]) -> None:
    for number in range(1_000_000):
        asked.append(now())
        await person.types("/status", in_=group, wait=False)
        await asyncio.sleep(0 if number < AT_ONCE else AGAIN)


async def asks_now_and_then(every: float, person: Person, group: Chat, asked: list[float]) -> None:
    while True:
        await asyncio.sleep(every)
        asked.append(now())
        await person.types("/status", in_=group, wait=False)


async def evening(game: str, *, flooders: int, hands: int, seed: str = "flood") -> Evening:
    """Five people play, and others type beside them."""
    with tempfile.TemporaryDirectory() as folder:
        async with telegram_evening(Path(folder), strict=False, seed=seed) as telegram:
            group = await telegram.open_table("Group", game, 5)
            found = Evening()

            def told(post: Post, change: PostChange) -> None:
                if post.chat is group and change == "posted" and post.reply_to is not None:
                    found.answered[post.reply_to.sender.first_name].append(now())

            telegram.telegram.watchers.append(told)
            guests = [guest(telegram.telegram, group, f"Guest {number}") for number in range(flooders + 1)]
            now_and_then = partial(asks_now_and_then, GUEST_EVERY[flooders])
            typing = [
                asyncio.create_task((types_on if number else now_and_then)(each, group, found.asked[each.name]))
                for number, each in enumerate(guests)
            ]
            await telegram.play(hands=hands)
            for each in typing:
                each.cancel()
            await asyncio.gather(*typing, return_exceptions=True)
            found.figures = figures_of(telegram.observed, telegram.ended)
            return found


def guest(telegram: Telegram, group: Chat, name: str) -> Person:
    """Somebody in the group who does not play."""
    person = telegram.person(name)
    telegram.set_status(group, person, "member", person)
    return person


def played(game: str, flooders: int, hands: int) -> Evening:
    """Play an evening, and look at what everybody else has of it."""
    found = in_virtual_time(evening(game, flooders=flooders, hands=hands))

    assert found.figures is not None
    assert missed(found.figures, AIMS) == []
    quiet, *others = found.asked
    delays = [at - asked for asked, at in zip(found.asked[quiet], found.answered[quiet], strict=False)]
    assert delays
    most = 4.5 if flooders == 1 else 15.0
    assert max(delays) <= most, "who asks now and then is answered at once, or soon if several flood the group"
    for name in others:
        asked, answered = found.asked[name], found.answered[name]
        assert len(asked) > 20 * len(answered), "this is a flood"
        assert answered[0] - asked[0] <= 4.5, "their first question is answered as well"
    return found


def test_a_table_keeps_its_pace_while_somebody_floods_its_group() -> None:
    played("qiuqiu", flooders=1, hands=1)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("flooders", [1, 2])
@pytest.mark.parametrize("game", ["qiuqiu", "koo-kiew", "quan-dui"])
def test_a_table_keeps_its_pace_all_evening(game: str, flooders: int) -> None:
    played(game, flooders, hands=6)
