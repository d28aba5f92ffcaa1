"""Books of real files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.ledger import HandOpened, Ledger

HOUSE = "local:home"
RULES = '{"ante":10}'


def now() -> datetime:
    return datetime.now(UTC)


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def hand_opened(hand: int, table: str = "t", *, number: int | None = None) -> HandOpened:
    return HandOpened(
        hand, table, HOUSE, hand if number is None else number, "qiuqiu", RULES, "hash", ("ann", "bo"), (100, 90),
        1, 3, 2, b"k" * 32,
    )  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "books" / "kiu.db"


@pytest.fixture
async def ledger(path: Path) -> AsyncIterator[Ledger]:
    async with await Ledger.open(url_of(path), now=now) as opened:
        yield opened
