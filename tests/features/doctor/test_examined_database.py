"""Whether the database is in order, as the doctor sees it; looking changes nothing that is stored."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.chats.findings import Finding, Kind
from bot.environment.settings import Settings
from bot.features.doctor.database_probes import examine_database
from bot.features.doctor.examining import exit_code
from bot.features.doctor.queries import content
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_TO_MEND
from bot.ledger import Ledger, schema_version
from bot.ledger.database import PAGE_BYTES
from tests.bot.scenario import Scenario
from tests.manual_clock import ManualClock


@pytest.fixture
async def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a host in whose data folder a hand was played."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**12, free=10**11))
    async with Scenario(tmp_path) as scenario:
        await scenario.deal("Sari", "Budi")
        await scenario.finish_hand()
        return Settings(_env_file=None, data=scenario.file.parent)


async def database_findings(settings: Settings) -> list[Finding]:
    """What is found in the database of a stopped Kiu."""
    findings, _ = await examine_database(settings, None)
    return findings


def told(findings: list[Finding]) -> list[str]:
    """What was found, after where the database is; whatever is not as it should be has a remedy."""
    assert findings[0].text.startswith("It is /")
    assert all(each.remedy for each in findings if each.kind is not Kind.GOOD)
    return [each.text for each in findings[1:]]


def faults(findings: list[Finding]) -> int:
    """Count what has to be mended."""
    return sum(each.kind is Kind.FAULT for each in findings)


async def test_a_database_in_order_is_told_with_what_is_in_it(settings: Settings) -> None:
    findings = await database_findings(settings)

    (books,) = told(findings)
    assert re.fullmatch(r"The books balance: [1-9]\d* accounts, [1-9]\d* movements of chips\.", books)
    assert exit_code(findings) == 0


async def test_a_running_kiu_is_asked_and_says_the_same(settings: Settings) -> None:
    alone = await database_findings(settings)
    async with await Ledger.open(settings.database, now=ManualClock().utc) as ledger:
        unasked = await database_findings(settings)
        asked, _ = await examine_database(settings, await ledger.read(content))
    assert told(asked) == told(alone)
    assert told(unasked) == ["A running Kiu has it open and cannot be asked about it."]
    assert exit_code(unasked) == 0


async def test_where_there_is_none_none_is_made(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data=tmp_path / "new")
    findings = await database_findings(settings)

    assert [each.kind for each in findings] == [Kind.GOOD]
    assert not settings.data.exists()


async def test_an_older_database_is_told_and_stays_as_it_is(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema_version, "MIGRATIONS", [lambda _: None])
    before = settings.database_file.read_bytes()
    findings = await database_findings(settings)

    assert told(findings) == ["It is of an older version; the next start brings it up to date."]
    assert (exit_code(findings), settings.database_file.read_bytes()) == (0, before)


def _newer(file: Path) -> None:
    _changed(file, "PRAGMA user_version = 9999")


def _one_chip_more(file: Path) -> None:
    _changed(file, "UPDATE account SET balance = balance + 1 WHERE kind = 'wallet'")


def _of_another_program(file: Path) -> None:
    file.unlink()
    _changed(file, "CREATE TABLE recipe (name TEXT)")


def _no_database(file: Path) -> None:
    file.write_text("Once upon a time there was a database. " * 500)


def damage(file: Path, table: str = "account") -> None:
    """Overwrite the middle of a page, as a bad sector would."""
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    with file.open("r+b") as opened:
        opened.seek(PAGE_BYTES * (page - 1))
        opened.write(b"\xff" * 512)


def _miscounted(file: Path) -> None:
    """Let the head of the file count free pages that are not there."""
    with file.open("r+b") as opened:
        opened.seek(36)
        opened.write((5).to_bytes(4, "big"))


def _changed(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(sql)
        connection.commit()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_newer, "of version 9999, and this Kiu knows 1"),
        (_one_chip_more, "The ledger does not balance: the wallet of "),
        (_of_another_program, "belongs to another program"),
        (_no_database, "is damaged: file is not a database."),
        (damage, "is damaged: database disk image is malformed."),
    ],
)
async def test_a_database_that_kiu_does_not_start_with_is_told(
    settings: Settings, spoil: Callable[[Path], None], words: str
) -> None:
    spoil(settings.database_file)
    findings = await database_findings(settings)

    (sentence,) = told(findings)
    assert words in sentence
    assert "restore" in findings[-1].remedy
    assert exit_code(findings) == EXIT_CANNOT_START


async def test_damage_with_which_kiu_would_start_is_told(settings: Settings) -> None:
    _miscounted(settings.database_file)
    findings = await database_findings(settings)

    assert told(findings)[0].startswith("It is damaged: ")
    assert (exit_code(findings), faults(findings)) == (EXIT_TO_MEND, 1)


async def test_too_little_space_to_write_it_anew_is_told(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    free = 2 * settings.database_file.stat().st_size - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**12, free=free))
    findings = await database_findings(settings)

    assert "forgetting somebody can need" in told(findings)[0]
    assert (exit_code(findings), faults(findings)) == (EXIT_TO_MEND, 1)
