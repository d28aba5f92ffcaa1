"""The evenings that are measured: which game on which platform, and how many people at how many tables."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from structlog.testing import capture_logs

from tests.chats.pace.discord_evening import discord_evening
from tests.chats.pace.evening import Evening
from tests.chats.pace.figures import Figures, figures_of
from tests.chats.pace.people import USUAL_HABITS, Habits
from tests.chats.pace.telegram_evening import telegram_evening


@dataclass(frozen=True, slots=True)
class Scene:
    """One evening: either a number of hands at each table, or a number of seconds."""

    platform: str
    game: str
    players: int
    hands: int = 1
    seconds: float = 0.0
    tables: int = 1
    strict: bool = True
    """Whether every request is validated by the official contracts."""

    story: bool = False
    """Whether to keep what happened, line by line."""

    seed: str = "evening"
    habits: Habits = USUAL_HABITS

    @property
    def name(self) -> str:
        tables = f", {self.tables} tables" if self.tables > 1 else ""
        undecided = "" if self.habits.ahead else ", nobody decides in advance"
        decided = f", {self.habits.standing}" if self.habits.standing else ""
        return f"{self.platform} {self.game}, {self.players} players{tables}{undecided}{decided}"

    def longer(self, hands: int) -> Scene:
        """The same with more hands."""
        return replace(self, hands=hands)


SCENES: Final = (
    Scene("discord", "qiuqiu", 6, hands=2),
    Scene("telegram", "qiuqiu", 6, hands=2),
    Scene("discord", "koo-kiew", 24, hands=2),
    Scene("discord", "koo-kiew", 56, hands=1),
    Scene("telegram", "koo-kiew", 24, hands=2),
    Scene("telegram", "koo-kiew", 56, hands=1),
    # A hand that ends after four discards says little of the calls for each, so there are more of them.
    Scene("discord", "quan-dui", 6, hands=3),
    Scene("telegram", "quan-dui", 6, hands=3),
)
"""One of each row of the aims, as short as the rest of the tests wants it."""


UNDECIDED: Final = replace(SCENES[1], habits=replace(USUAL_HABITS, ahead=0.0))
"""QiuQiu on Telegram, where that matters most, with people who never decide before their turn."""

STEPPING: Final = replace(SCENES[1], habits=replace(USUAL_HABITS, own_amount=0.4, steps=(1, 4)))
"""QiuQiu on Telegram with people who choose their amounts step by step."""

UNASKED: Final = tuple(
    replace(scene, hands=2, habits=replace(USUAL_HABITS, standing="pass-unless-dui"))
    for scene in SCENES
    if scene.game == "quan-dui"
)
"""Quan Dui with people who have decided to be asked only about what makes a dui or a win."""

OPENED_EVERY: Final = 1.5
"""Seconds between two tables at which people sit down."""

STORY: Final[list[str]] = []
"""What happened in the evenings that keep it."""


class Failed(Exception):
    """Something broke behind the scenes; the logged errors say what."""


async def measured(scene: Scene) -> Figures:
    """Play an evening and count; the loop must be one in virtual time.

    Raises:
        Failed: an error was logged.
    """
    with tempfile.TemporaryDirectory() as folder, capture_logs() as logged:
        figures = await (_on_discord if scene.platform == "discord" else _on_telegram)(scene, Path(folder))
    errors = [entry for entry in logged if entry["log_level"] == "error"]
    if errors:
        raise Failed(str(errors[:3]))
    return figures


async def _on_discord(scene: Scene, folder: Path) -> Figures:
    async with discord_evening(folder, scene.tables, seed=scene.seed, strict=scene.strict) as (evening, guilds):
        return await _played(
            evening,
            scene,
            [evening.open_table(guild, scene.game, scene.players, scene.habits) for guild in guilds],
        )


async def _on_telegram(scene: Scene, folder: Path) -> Figures:
    async with telegram_evening(folder, seed=scene.seed, strict=scene.strict) as evening:
        titles = [f"Group {number}" for number in range(scene.tables)]
        return await _played(
            evening, scene, [evening.open_table(title, scene.game, scene.players, scene.habits) for title in titles]
        )


async def _played(evening: Evening, scene: Scene, openings: Iterable[Coroutine[Any, Any, object]]) -> Figures:
    async with asyncio.TaskGroup() as opening:
        for each in openings:
            opening.create_task(each)
            await asyncio.sleep(OPENED_EVERY)
    if scene.story:
        evening.observed.story = STORY
    await evening.play(hands=0 if scene.seconds else scene.hands, seconds=scene.seconds)
    return figures_of(evening.observed, evening.ended)
