"""Every schema that a host may have opens: databases that older versions wrote, most of them left in mid-hand.

They were written by the program as it was at the time, played in its local room by two people and then killed.
``python -m tests.bot.ledger.write_released`` writes the one of today's schema.
"""

from __future__ import annotations

import gzip
import itertools
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app import open_app
from bot.environment.clock import ManualClock
from bot.environment.entropy import StackedEntropy
from bot.ledger.schema_upgrade import HEAD
from bot.messages import Chat, Command, Person
from tests.bot.fake_chat import Connection, FakeChat, words
from tests.bot.fast_database import fast_database
from tests.bot.scenario import url_of

RELEASED = Path(__file__).parent / "released"
GROUP = "local:home"
CALLED_OFF = ("v0001", "v0002", "v0003", "v0004", "v0005")
"""A hand that ran when one of these was left cannot be dealt again, because packs were sealed in another way."""

MOVES = ("check", "fold", "stake 10", "show", "pass")


def test_todays_schema_is_among_them() -> None:
    assert (RELEASED / f"v{HEAD}.sqlite3.gz").is_file(), "run python -m tests.bot.ledger.write_released"


@pytest.mark.parametrize("version", [each.name.removesuffix(".sqlite3.gz") for each in sorted(RELEASED.iterdir())])
async def test_it_opens_and_the_hand_goes_on(tmp_path: Path, version: str) -> None:
    file = tmp_path / "kiu.sqlite3"
    file.write_bytes(gzip.decompress((RELEASED / f"{version}.sqlite3.gz").read_bytes()))
    with closing(sqlite3.connect(file)) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == (version.removeprefix("v"),)
        chips = dict(old.execute("SELECT player, sum(balance) FROM account WHERE player != '' GROUP BY player"))
        in_pots = old.execute("SELECT sum(balance) FROM account WHERE kind = 'pot'").fetchone()[0]
        given_out = -old.execute("SELECT balance FROM account WHERE kind = 'mint'").fetchone()[0]
        finished = old.execute("SELECT count(*) FROM hand WHERE closed_at IS NOT NULL AND voided = ''").fetchone()[0]
        hand_id, running = old.execute("SELECT id, closed_at IS NULL FROM hand ORDER BY id DESC LIMIT 1").fetchone()
    assert sum(chips.values()) + in_pots == given_out
    assert finished > 0

    people = {player: Person(player, name) for player, name in zip(sorted(chips), ("Sari", "Budi"), strict=True)}
    chats: dict[str, Chat] = {"local": Connection(FakeChat())}
    opened = open_app(url_of(tmp_path), chats=chats, clock=ManualClock(), entropy=StackedEntropy("released"))
    with fast_database():
        async with opened as app:
            await app.resume()
            await app.wait_until_idle()
            keys = itertools.count()

            (table,) = app.tables.of_group(GROUP)

            async def say(player: str, text: str) -> str:
                command = Command(people[player], table.state.place, text, "", f"typed:{next(keys)}")
                reply = await app.dispatcher.handle(command)
                await app.wait_until_idle()
                return words(reply.message)

            async def check_chips() -> None:
                assert (await app.ledger.audit()).faults == ()
                assert sum([(await app.ledger.wealth(GROUP, each)).total for each in chips]) == given_out

            await check_chips()
            if running and version not in CALLED_OFF:
                assert table.state.playing is not None, "the hand is there again"
                assert table.state.playing.id == hand_id
            for _ in range(20):
                for player in people:
                    for move in MOVES:
                        await say(player, move)
                if table.state.playing is None or table.state.playing.id != hand_id:
                    break
            row = await app.ledger.hand(hand_id)
            assert row is not None
            assert row.closed is not None
            assert bool(row.voided) == (running and version in CALLED_OFF)
            assert "QiuQiu" in await say(next(iter(people)), "history")
            await check_chips()
