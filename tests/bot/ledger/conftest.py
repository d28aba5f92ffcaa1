"""Ledgers on real files, and books in memory."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.ledger import HandOpened, Ledger
from tests.bot import scenario
from tests.bot.databases import url_of as url_of

from .books import BOOKS, in_memory, write

GROUP = "local:home"
RULES = '{"ante":10}'
SEALED = '{"seats":{}}'
KEYS = b"".join(bytes([letter]) * 32 for letter in b"klmn")
"""Of four packs."""


def now() -> datetime:
    return datetime.now(UTC)


def hand_opened(hand: int, table: str = "t", *, number: int | None = None) -> HandOpened:
    return HandOpened(
        hand, table, GROUP, hand if number is None else number, "qiuqiu", RULES, "hash", ("ann", "bo"), (100, 90),
        1, 3, 2, SEALED, KEYS,
    )  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "kiu.db"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database; creating one anew takes longer than most tests."""
    folder = tmp_path_factory.mktemp("empty")
    asyncio.run(scenario.empty_database(folder))
    return folder / "kiu.sqlite3"


@pytest.fixture
def made(path: Path, empty: Path) -> Path:
    """An empty database of the test's own."""
    path.parent.mkdir()
    return Path(shutil.copy(empty, path))


@pytest.fixture
async def ledger(made: Path) -> AsyncIterator[Ledger]:
    async with await Ledger.open(url_of(made), now=now) as opened:
        yield opened


@pytest.fixture
def empty_books() -> Iterator[Connection]:
    """Books in which nothing stands yet."""
    with in_memory() as connection:
        yield connection


@pytest.fixture
def books(empty_books: Connection) -> Connection:
    """Books that are written down by hand."""
    write(empty_books, *BOOKS)
    return empty_books
