"""Putting a sentence in words, and a whole six-player hand."""

from __future__ import annotations

import asyncio
import itertools
from typing import NamedTuple

from bot.groups import GroupSettings
from bot.presenting import table_messages
from bot.wording import in_language
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.benchmarks.measuring import Row, duration, side_by_side, times
from tools.benchmarks.scenario import next_move, open_table, without_storage

ACTIONS = 9
"""How far the hand has come that is put in words."""


class Shown(NamedTuple):
    """A table in the middle of a hand, and just after it."""

    running: TableState
    running_hand: AnyHand
    over: TableState
    over_hand: AnyHand


async def _played() -> Shown:
    async with without_storage({}) as app:
        table = await open_table(app, 0, 6)
        await next_move(app, table)
        for _ in range(ACTIONS):
            await next_move(app, table)
        running = table.state
        while table.state.playing is not None:
            await next_move(app, table)
    assert running.hand is not None
    assert table.state.hand is not None
    return Shown(running, running.hand, table.state, table.state.hand)


def measure() -> list[Row]:
    """Time a sentence beside the formatting of Python, and a message beside a sentence."""
    played, translate, settings = asyncio.run(_played()), in_language("en"), GroupSettings()
    pattern = "{number}. {name} · {stack:,}"
    fresh = itertools.count()
    timings = side_by_side(
        {
            # Another amount each time, because a sentence that was said before is only looked up.
            "sentence": lambda: translate("hand-seat", number=3, name="Sari", stack=next(fresh)),
            "said before": lambda: translate("hand-seat", number=3, name="Sari", stack=1480),
            "plain": lambda: pattern.format(number=3, name="Sari", stack=1480),
            "running": lambda: table_messages.hand_message(
                played.running, played.running_hand, settings, (), translate
            ),
            "over": lambda: table_messages.hand_message(played.over, played.over_hand, settings, (), translate),
        },
        rounds=11,
    )
    rows = [
        Row(
            "a sentence with two numbers and a name",
            duration(timings["sentence"]),
            f"str.format: {duration(timings['plain'])}",
            times(timings.ratio("sentence", "plain")),
        ),
        Row(
            "the same sentence again",
            duration(timings["said before"]),
            f"str.format: {duration(timings['plain'])}",
            times(timings.ratio("said before", "plain")),
        ),
    ]
    for name, what in (("running", f"public message of a six-player hand after {ACTIONS} actions, mostly said before"),
                       ("over", "public message of a finished six-player hand, without its picture")):  # fmt: skip
        sentences = timings.ratio("sentence", name)
        rows.append(
            Row(
                what,
                duration(timings[name]),
                f"one sentence: {duration(timings['sentence'])}",
                f"as {sentences:.0f} sentences",
            )
        )
    return rows


def work() -> None:
    """A hundred public messages of a hand in play."""
    played, translate, settings = asyncio.run(_played()), in_language("en"), GroupSettings()
    for _ in range(100):
        table_messages.hand_message(played.running, played.running_hand, settings, (), translate)
