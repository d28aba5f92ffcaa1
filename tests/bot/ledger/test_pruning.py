"""Old hands go to archives beside the database: they are read as before, and no kill on the way loses anything."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.ledger import HandVoided, Ledger, LedgerError, StoredHand
from bot.ledger import archives as archives_module
from bot.ledger import pruning as pruning_module
from engine.fairness.records import with_reversal
from engine.fairness.verifying import verify
from tests.bot.scenario import Scenario, url_of

DAY = timedelta(days=1)


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with Scenario(tmp_path) as opened:
        yield opened


async def played(scenario: Scenario, hands: int = 3) -> list[int]:
    """Let two people play some hands and close their table; the numbers of the hands."""
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    for number in range(hands):
        await scenario.finish_hand()
        if number < hands - 1:
            await scenario.wait(8)
    await scenario.do("sari", "close")
    return list(range(1, hands + 1))


async def stored(scenario: Scenario, hands: list[int]) -> list[StoredHand | None]:
    """All that can be read of hands."""
    return [await scenario.app.ledger.stored_hand(hand) for hand in hands]


def archived(file: Path) -> list[int]:
    """The hands that are in archives."""
    found = []
    for archive in sorted(Path(f"{file}.archives").glob("*.zip")):
        with zipfile.ZipFile(archive) as opened:
            found += list(map(int, opened.namelist()))
    return found


def contents(file: Path) -> list[bytes]:
    """The archives, byte by byte."""
    return [archive.read_bytes() for archive in Path(f"{file}.archives").iterdir()]


async def test_what_was_archived_is_read_as_before(scenario: Scenario) -> None:
    hands = await played(scenario)
    ledger = scenario.app.ledger
    before = await stored(scenario, hands)
    export = (await scenario.say("sari", "export me")).message.file
    shown = await scenario.say("sari", "replay 2")
    ledger_before = await ledger.statement(scenario.name, "test:sari")
    told: list[int] = []

    assert await ledger.prune(scenario.clock.utc() - DAY, told.append) == 0
    assert archived(scenario.file) == []
    await scenario.wait(2 * DAY.total_seconds())
    assert await ledger.prune(scenario.clock.utc() - DAY, told.append) == len(hands)

    assert told == [len(hands)]
    assert archived(scenario.file) == hands
    assert await stored(scenario, hands) == before
    assert all(each is not None and verify(each.row.record).valid and each.journal for each in before)
    assert (await scenario.say("sari", "replay 2")).message == shown.message
    assert await ledger.statement(scenario.name, "test:sari") == ledger_before
    again = (await scenario.say("sari", "export me")).message.file
    assert export is not None
    assert again is not None
    assert _journal(again.content) == _journal(export.content)
    assert before[-1] is not None
    assert await ledger.last_seq("1") >= before[-1].journal[-1].seq
    await scenario.sound()
    assert await ledger.prune(scenario.clock.utc() - DAY) == 0, "nothing is archived twice"
    await scenario.restart()
    assert await stored(scenario, hands) == before


def _journal(content: bytes) -> list[Any]:
    rows: list[Any] = json.loads(content)["tables"]["journal"]
    return sorted(rows, key=lambda row: row["seq"])


async def test_an_archived_hand_can_still_be_declared_void(scenario: Scenario) -> None:
    hands = await played(scenario)
    await scenario.wait(2 * DAY.total_seconds())
    ledger = scenario.app.ledger
    await ledger.prune(scenario.clock.utc() - DAY)
    row = await scenario.stored(2)
    await ledger.commit((HandVoided(2, "telegram:7 saw the cards", with_reversal(row.record, "telegram:7 saw them")),))
    after = await scenario.stored(2)
    assert (await scenario.record(2))["reversed"] == "telegram:7 saw them"
    assert after.record_hash == row.record_hash
    assert await ledger.journal(2)
    assert len(hands) == 3


async def test_whoever_is_forgotten_stands_in_no_archive(scenario: Scenario) -> None:
    hands = await played(scenario)
    await scenario.wait(2 * DAY.total_seconds())
    await scenario.app.ledger.prune(scenario.clock.utc() - DAY)
    (content,) = contents(scenario.file)
    assert b"sari" not in content.lower()
    assert b"test:" not in content
    before = [hand.journal for hand in await stored(scenario, hands) if hand is not None]
    await scenario.app.ledger.erase_history({"test:sari": "anon:1"})
    after = [hand.journal for hand in await stored(scenario, hands) if hand is not None]
    assert {line.actor for lines in before for line in lines} >= {"test:sari", "test:budi"}
    assert {line.actor for lines in after for line in lines} <= {"", "anon:1", "test:budi"}
    assert [[line.text for line in lines] for lines in before] == [[line.text for line in lines] for lines in after]


STEPS = ("mkdir", "write", "fsync", "read", "replace", "folder", "rows", "records", "commit")


def stop_before(step: str, left: Path, scenario: Scenario, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a step of pruning, copy what a kill would leave on the disk, and let the step fail."""

    def killed(*_: object, **__: object) -> Any:
        if not left.exists():
            shutil.copytree(scenario.file.parent, left)
        raise OSError("killed")

    objects: dict[str, tuple[Any, str, Any]] = {
        "mkdir": (Path, "mkdir", killed),
        "write": (zipfile.ZipFile, "writestr", killed),
        "fsync": (os, "fsync", killed),
        "read": (archives_module, "contents_of", killed),
        "replace": (Path, "replace", killed),
        "folder": (archives_module, "sync_folder", killed),
        "rows": (pruning_module, "update", killed),
        "records": (pruning_module, "drop_records", killed),
        "commit": (ledger._database._engine.dialect, "do_commit", killed),
    }
    monkeypatch.setattr(*objects[step])


@pytest.mark.parametrize("step", STEPS)
async def test_a_kill_at_any_step_loses_nothing(
    scenario: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    hands = await played(scenario, 2)
    before = await stored(scenario, hands)
    await scenario.wait(2 * DAY.total_seconds())
    ledger, over = scenario.app.ledger, scenario.clock.utc() - DAY
    left = tmp_path / "left"
    with monkeypatch.context() as patched:
        stop_before(step, left, scenario, ledger, patched)
        with pytest.raises(LedgerError, match="killed"):
            await ledger.prune(over)
    if step != "commit":
        # Who goes on without a restart has lost nothing either; where nobody knows what is stored, nobody goes on.
        assert await stored(scenario, hands) == before
    async with await Ledger.open(url_of(left), now=scenario.clock.utc) as again:
        assert [await again.stored_hand(hand) for hand in hands] == before
        assert await again.prune(over) == len(hands)
        assert [await again.stored_hand(hand) for hand in hands] == before
        assert (await again.audit()).sound
    assert archived(left / scenario.file.name) == hands


async def test_an_archive_that_is_gone_is_told_and_breaks_nothing(scenario: Scenario) -> None:
    hands = await played(scenario, 1)
    await scenario.wait(2 * DAY.total_seconds())
    await scenario.app.ledger.prune(scenario.clock.utc() - DAY)
    shutil.rmtree(f"{scenario.file}.archives")
    scenario.expected_errors.add("archive not read")
    assert await scenario.refused("sari", "replay 1") == "no-replay"
    assert await scenario.refused("sari", "verify 1") == "no-record"
    assert "archive not read" in {entry["event"] for entry in scenario.logged}
    assert len(hands) == 1
