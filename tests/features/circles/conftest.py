"""Two groups on two platforms whose admins may join them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.circle_scenario import CircleScenario


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[CircleScenario]:
    """Sari and Boss are at home, Andi and Chief far away; Boss and Chief are admins."""
    async with CircleScenario(tmp_path) as one:
        one.admins |= {"boss", "far:chief"}
        yield one
        await one.sound()
