"""The host's commands for a database on PostgreSQL, which has its own backups."""

from __future__ import annotations

from pathlib import Path

from bot.environment.settings import Settings
from bot.features.backups.backing_up import back_up, verify_ledger
from bot.features.backups.pruning import prune
from bot.features.backups.restoring import restore_backup
from bot.features.doctor.backups import backup_findings
from bot.features.doctor.database_probes import examine_database
from bot.hosting.backup_files import ON_A_SERVER
from bot.hosting.exit_codes import EXIT_CANNOT_START, EXIT_NOT_BACKED_UP
from bot.ledger import Ledger, Transfer, mint, wallet
from tests.manual_clock import ManualClock
from tools.postgresql import Server

GROUP = "local:home"


async def test_a_server_is_looked_at_and_copied_by_its_own_programs(tmp_path: Path, postgresql: Server) -> None:
    said, clock = list[str](), ManualClock()
    settings = Settings(_env_file=None, data=tmp_path, KIU_DATABASE=postgresql.new_database())
    async with await Ledger.open(settings.database, now=clock.utc) as ledger:
        await ledger.commit((Transfer(mint(GROUP), wallet(GROUP, "local:ann"), 10, "grant"),))
    assert await back_up(settings, said.append) == EXIT_NOT_BACKED_UP
    assert restore_backup(settings, tmp_path / "any", accept_loss=True, write=said.append) == EXIT_CANNOT_START
    assert said == [ON_A_SERVER] * 2
    said.clear()
    assert await verify_ledger(settings, said.append) == 0
    assert await prune(settings, 30, clock, said.append) == 0
    findings, _ = await examine_database(settings, None)
    findings += backup_findings(settings, clock.utc(), None)
    assert "Movements of chips: 1; they come to what 2 accounts say." in said
    assert said[-1] == "No hand older than 30 days has a journal or a record."
    assert [each.text for each in findings] == ["The books balance: 2 accounts, 1 movements of chips.", ON_A_SERVER]
