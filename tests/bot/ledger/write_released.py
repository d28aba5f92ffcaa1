"""Write the database that test_released.py opens from then on: an evening of two, left in the middle of a hand."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.app import open_app
from bot.environment.clock import ManualClock
from bot.environment.entropy import StackedEntropy
from bot.ledger.schema_upgrade import HEAD
from bot.messages import Chat, Command, Person, Place
from tests.bot.fake_chat import Connection, FakeChat
from tests.bot.ledger.test_released import GROUP, RELEASED
from tests.bot.scenario import url_of

EVENING = (
    "sari open qiuqiu", "budi join", "sari start",
    *("budi check", "sari check") * 4, "sari close", *("budi check", "sari check") * 4,
    "sari open koo-kiew", "budi join", "sari start", "budi stake 20", "sari stake 20", "sari show", "budi show",
    "sari close", "budi daily", "sari open qiuqiu", "budi join", "sari start", "sari check", "budi check",
)  # fmt: skip


async def written(folder: Path) -> bytes:
    """The database as it lies on the disk after the last move, with what its write-ahead log still holds."""
    people = {name: Person(f"local:{name}", name.capitalize()) for name in ("sari", "budi")}
    chats: dict[str, Chat] = {"local": Connection(FakeChat())}
    clock = ManualClock()
    async with open_app(url_of(folder), chats=chats, clock=clock, entropy=StackedEntropy(f"v{HEAD}")) as app:
        for number, line in enumerate(EVENING):
            name, _, text = line.partition(" ")
            await app.dispatcher.handle(Command(people[name], Place(GROUP, "home"), text, "", f"typed:{number}"))
            await app.wait_until_idle()
        return _as_left(folder)


def _as_left(folder: Path) -> bytes:
    left, whole = folder / "left", folder / "whole.sqlite3"
    left.mkdir()
    for file in folder.glob("kiu.sqlite3*"):
        shutil.copy(file, left)
    with closing(sqlite3.connect(left / "kiu.sqlite3")) as database:
        database.execute("VACUUM INTO ?", (str(whole),))
    return whole.read_bytes()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        packed = gzip.compress(asyncio.run(written(Path(made))), mtime=0)
    (RELEASED / f"v{HEAD}.sqlite3.gz").write_bytes(packed)
