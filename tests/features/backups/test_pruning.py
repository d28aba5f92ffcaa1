"""Old hands lose their journals and records; chips, statements and all that binds the hands to each other stay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.features.backups import queries as backup_queries
from bot.features.backups.queries import prune, verify
from bot.ledger import Ledger, LedgerError, statement_queries
from tests.bot.scenario import Scenario, url_of

if TYPE_CHECKING:
    from bot.features.histories.queries import StoredHand

DAY = timedelta(days=1)


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as opened:
        yield opened


async def played(scenario: Scenario, hands: int = 3) -> list[int]:
    """Let two people play some hands, close their table, and wait two days; the numbers of the hands."""
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    for number in range(hands):
        await scenario.finish_hand()
        if number < hands - 1:
            await scenario.wait(8)
    await scenario.do("sari", "close")
    return list(range(1, hands + 1))


async def stored(ledger: Ledger, hands: list[int]) -> list[StoredHand]:
    """All that can be read of hands."""
    from bot.features.histories.queries import stored_hand

    found = [await ledger.read(stored_hand, hand) for hand in hands]
    return [each for each in found if each is not None]


async def test_chips_and_statements_stay_and_replays_and_proofs_go(scenario: Scenario) -> None:
    hands = await played(scenario)
    ledger = scenario.app.ledger
    before = await stored(ledger, hands)
    statement = await ledger.read(statement_queries.statement, scenario.name, "test:sari")

    assert await prune(ledger, scenario.clock.utc() - DAY) == 0
    await scenario.wait(2 * DAY.total_seconds())
    assert await prune(ledger, scenario.clock.utc() - DAY) == len(hands)

    for was, now in zip(before, await stored(ledger, hands), strict=True):
        assert was.journal
        assert was.row.record
        assert not now.journal
        assert now.row.record == ""
        assert (now.row.record_hash, now.row.settlement) == (was.row.record_hash, was.row.settlement)
    assert await ledger.read(statement_queries.statement, scenario.name, "test:sari") == statement
    assert await scenario.refused("sari", "replay 1") == "no-replay"
    assert await scenario.refused("sari", "verify 1") == "no-record"
    assert await prune(ledger, scenario.clock.utc() - DAY) == 0
    await scenario.sound()


async def test_hands_that_follow_are_bound_to_those_that_were_pruned(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    await scenario.finish_hand()
    await scenario.wait(8)
    assert await prune(scenario.app.ledger, scenario.clock.utc()) == 1
    await scenario.finish_hand()
    assert (await scenario.record(2))["previous"] == (await scenario.stored(1)).record_hash
    assert (await scenario.app.ledger.read(verify)).sound
    await scenario.restart()
    assert (await scenario.app.ledger.audit()).sound
    await scenario.wait(8)
    assert scenario.hand().number == 3


@pytest.mark.parametrize("step", ["update", "delete", "commit"])
async def test_an_error_at_any_step_leaves_each_hand_whole_or_pruned(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    hands = await played(scenario, 2)
    ledger = scenario.app.ledger
    before = await stored(ledger, hands)
    await scenario.wait(2 * DAY.total_seconds())
    over = scenario.clock.utc() - DAY

    def failed(*_: object, **__: object) -> Any:
        raise OSError("the disk failed")

    with monkeypatch.context() as patched:
        where = ledger._database._engine.dialect if step == "commit" else backup_queries
        patched.setattr(where, "do_commit" if step == "commit" else step, failed)
        with pytest.raises((LedgerError, OSError)):
            await prune(ledger, over)
    await scenario.end()
    async with await Ledger.open(url_of(scenario.file.parent), now=scenario.clock.utc) as again:
        assert await stored(again, hands) == before
        assert await prune(again, over) == len(hands)
        assert (await again.audit()).sound
    await scenario.begin()
