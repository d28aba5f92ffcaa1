"""Two processes believe to own the same tables: what is stored decides, and both tell what is true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.ledger import queries
from bot.tables.resume import played_again
from engine.fairness.verifying import verify
from engine.games import GAMES
from tests.bot.killing import PLACE
from tests.bot.scenario import url_of
from tests.bot.two_owners import TwoOwners, two_owners
from tests.postgresql import WITHOUT_SYNC, server
from tests.seeds import SEED
from tools.postgresql import Server


async def check(both: TwoOwners) -> int:
    """Look at all that is stored; return the number of hands that were played to their end."""
    ledger, entropy = both.ledger, both.first.tables._services.entropy
    audit = await ledger.audit()
    assert audit.sound, audit.faults
    people = await ledger.read(queries.people, PLACE.group)
    held = [(await ledger.read(queries.wealth, PLACE.group, each)).total for each in people]
    assert sum(held) == 2000 * len(people)
    for key, text in both.done.items():
        assert await ledger.read(queries.is_done, key), text
    over = 0
    for number in range(1, await ledger.next_hand(PLACE.group, practice=False)):
        row = await ledger.read(queries.hand, number)
        if row is None or row.voided or row.settlement is None:
            assert row is None or not row.voided, row.voided
            continue
        hand = await played_again(ledger, entropy, row)
        assert tuple((hand.round.settlement or {}).values()) == row.settlement
        assert verify(row.record).valid
        over += 1
    return over


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Server]:
    with server(*WITHOUT_SYNC) as started:
        yield started


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "SQLite":
        return url_of(tmp_path)
    started: Server = request.getfixturevalue("postgresql")
    return started.new_database()


@pytest.mark.parametrize("game", GAMES)
async def test_an_evening_of_two_owners_is_that_of_one(url: str, game: str) -> None:
    with capture_logs() as logged:
        async with two_owners(url, f"{SEED}/{game}") as both:
            await both.play(game, 300)
            hands = await check(both)
    assert hands
    assert [each for each in logged if each["log_level"] in ("warning", "error")] == []
    assert any(each["event"] == "table read anew" for each in logged)
