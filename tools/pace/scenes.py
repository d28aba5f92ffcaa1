"""The evenings that are measured: which game on which platform, and how many people at how many tables."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from structlog.testing import capture_logs

from bot.environment.entropy import Entropy
from tools.pace.discord_evening import DiscordEvening, discord_evening
from tools.pace.figures import Figures, figures_of
from tools.pace.people import USUAL_HABITS, Habits
from tools.pace.telegram_evening import Ephemeral, TelegramEvening, telegram_evening


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

    seed: str = "evening"
    habits: Habits = USUAL_HABITS
    alone: bool = False
    """Whether nobody on Telegram has opened a private chat."""

    ephemeral: Ephemeral = ""
    """Whether the bot is an admin there, and messages for one member count."""

    @property
    def name(self) -> str:
        tables = f", {self.tables} tables" if self.tables > 1 else ""
        undecided = "" if self.habits.ahead else ", nobody decides in advance"
        decided = f", {self.habits.standing}" if self.habits.standing else ""
        alone = f", no private chats {self.ephemeral}".rstrip() if self.alone else ""
        return f"{self.platform} {self.game}, {self.players} players{tables}{undecided}{decided}{alone}"


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

ALONE: Final = replace(SCENES[1], hands=20, alone=True)
"""QiuQiu on Telegram where nobody has opened a private chat and the bot is no admin."""

IN_GROUP: Final = replace(ALONE, ephemeral="free")
"""The same where it is an admin, and messages for one member do not count."""

OPENED_EVERY: Final = 1.5
"""Seconds between two tables at which people sit down."""


class Failed(Exception):
    """Something broke behind the scenes; the logged errors say what."""


async def measured(scene: Scene) -> Figures:
    """Play an evening and count; the loop must be one in virtual time.

    Raises:
        Failed: an error was logged.
    """
    with tempfile.TemporaryDirectory() as folder, capture_logs() as logged:
        options: dict[str, Any] = {"alone": True, "ephemeral": scene.ephemeral} if scene.alone else {}
        evening_on = evening(
            scene.platform, Path(folder), scene.tables, seed=scene.seed, strict=scene.strict, **options
        )
        async with evening_on as played:
            figures = await _played(played, scene)
    errors = [entry for entry in logged if entry["log_level"] == "error"]
    if errors:
        raise Failed(str(errors[:3]))
    return figures


async def _played(evening: AnyEvening, scene: Scene) -> Figures:
    async with asyncio.TaskGroup() as opening:
        for number in range(scene.tables):
            opening.create_task(evening.open_table(f"Group {number}", scene.game, scene.players, scene.habits))
            await asyncio.sleep(OPENED_EVERY)
    await evening.play(hands=0 if scene.seconds else scene.hands, seconds=scene.seconds)
    return figures_of(evening.observed, evening.ended)


AnyEvening: TypeAlias = DiscordEvening | TelegramEvening


def evening(
    platform: str,
    folder: Path,
    tables: int = 1,
    *,
    seed: str = "evening",
    strict: bool = False,
    entropy: Entropy | None = None,
    **options: Any,
) -> AbstractAsyncContextManager[AnyEvening]:
    """An evening on a platform with room for so many tables."""
    if platform == "discord":
        return discord_evening(folder, tables, seed=seed, strict=strict, entropy=entropy)
    return telegram_evening(folder, seed=seed, strict=strict, entropy=entropy, **options)


@asynccontextmanager
async def one_table(
    platform: str, game: str, players: int, habits: Habits, *, entropy: Entropy | None = None, **options: Any
) -> AsyncIterator[AnyEvening]:
    """An evening at one table, at which people have sat down."""
    with tempfile.TemporaryDirectory() as folder:
        async with evening(platform, Path(folder), entropy=entropy) as one:
            await one.open_table("Group", game, players, habits, **options)
            yield one
