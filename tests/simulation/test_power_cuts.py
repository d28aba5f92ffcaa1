"""Power is cut at the operations of a session of all games: what is found afterwards is whole, and nothing is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from bot.ledger import database
from engine.games import GAMES
from tools.simulation.disk import Disk
from tools.simulation.disk_session import DiskSession, made_disk
from tools.simulation.power_cuts import PowerCuts

HEADERS = 2
"""How many states there are before the first transaction."""

SOAK_IMAGES = 34
SOAK_LINES = 25


async def cut(
    folder: Path,
    *,
    lines: int,
    images: int,
    every: int = 1,
    synchronous: int = 2,
    how_far: Callable[[str], None] = lambda _: None,
) -> PowerCuts:
    """Play a session in which checkpoints are frequent, as the log is short, and cut the power at its operations."""
    session = DiskSession(folder / "session", await made_disk())
    cuts = PowerCuts(session, Random(1), images, every, how_far=how_far)
    with patch.dict(database.PRAGMAS, wal_autocheckpoint=150, synchronous=synchronous):
        cuts.begin()
        async with session:
            for game in GAMES:
                await session.play(game, lines, Random(game))
    return cuts


async def test_whenever_the_power_is_cut_everything_is_there_that_anybody_was_told(tmp_path: Path) -> None:
    cuts = await cut(tmp_path, lines=5, images=2, every=7)
    assert cuts.faults() == []
    assert cuts.taken > 150
    cuts.to_start = dict([*cuts.to_start.items()][:: len(cuts.to_start) // 4])
    assert await cuts.start_all(tmp_path) >= 4


async def test_the_power_may_be_cut_while_the_database_is_made(tmp_path: Path) -> None:
    session = DiskSession(tmp_path / "session", Disk())
    cuts = PowerCuts(session, Random(1), images=2, every=8)
    cuts.begin()
    async with session:
        await session.send("sari", "open qiuqiu 150", "qiuqiu")
    # Before the first transaction there is at most a header, which says nothing to anybody.
    assert [each for each in cuts.faults() if each.commits > HEADERS or each.state not in cuts.states] == []
    cuts.to_start = dict([*cuts.to_start.items()][:3])
    assert await cuts.start_all(tmp_path) == 3


@pytest.mark.parametrize("weaker", [1, 0])
async def test_a_ledger_that_syncs_too_little_is_found_out(tmp_path: Path, weaker: int) -> None:
    cuts = await cut(tmp_path, lines=2, images=2, every=11, synchronous=weaker)
    kinds = Counter(each.state in cuts.states for each in cuts.faults())
    assert kinds[True], "something acknowledged is lost"


@pytest.mark.soak
@pytest.mark.timeout(7200)
async def test_a_hundred_thousand_images(tmp_path: Path, how_far: Callable[[str], None]) -> None:
    cuts = await cut(tmp_path, lines=SOAK_LINES, images=SOAK_IMAGES, how_far=how_far)
    assert cuts.faults() == []
    started = await cuts.start_all(tmp_path)
    how_far(f"{cuts.taken} images, {started} starts, {dict(cuts.operations)}")
    assert cuts.taken >= 100_000
