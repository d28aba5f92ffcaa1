"""Scripts are played on databases that cost little."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bot.fast_database import fast_database


@pytest.fixture(autouse=True)
def _fast_database() -> Iterator[None]:
    with fast_database():
        yield
