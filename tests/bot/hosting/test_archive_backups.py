"""A backup of a pruned database has its archives, once for all backups, for as long as one needs them."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyrage
import pytest

from bot.environment.clock import ManualClock
from bot.environment.settings import Settings
from bot.hosting import archive_backups
from bot.hosting.backing_up import Backup, BackupFailed, BackupPlan, Backups
from bot.hosting.backup_files import Kept
from bot.hosting.restoring import restore_backup
from bot.ledger import GuestSaved, Ledger, PostSaved, StoredHand, copy_stopped
from tests.bot.hosting.test_backing_up import here
from tests.bot.ledger.test_pruning import played, stored
from tests.bot.scenario import Scenario, url_of

DAY = timedelta(days=1)
PLACE = "local:home/main"
SARI = "local:1"
LONGEST = timedelta(days=30)
KEY = pyrage.x25519.Identity.generate()


def drawing(number: int) -> bytes:
    return b"the drawing of post %d " % number * 20


def post(number: int, of: str = "") -> PostSaved:
    body = {"kind": "card", "at": 0, "message": {"title": of, "picture": {"alt": of}}}
    return PostSaved(PLACE, number, json.dumps(body), drawing(number))


@pytest.fixture
async def pruned(tmp_path: Path) -> AsyncIterator[Scenario]:
    """Two hands and two pictures in archives, one of which is of Sari."""
    async with Scenario(tmp_path / "old") as scenario:
        await played(scenario, 2)
        ledger = scenario.app.ledger
        await ledger.commit((GuestSaved("hash", SARI, "Sari"), post(1), post(2, SARI)))
        await scenario.wait(2 * DAY.total_seconds())
        assert await ledger.prune(scenario.clock.utc() - DAY) == 2
        assert await ledger.prune_pictures(scenario.clock.utc() - DAY) == 2
        yield scenario


async def backed_up(scenario: Scenario, clock: ManualClock | None = None, **changes: Any) -> Backup:
    folder = scenario.file.parent / "backups"
    usual: dict[str, Any] = {"kept": Kept(24, 7, 4), "longest": LONGEST}
    plan = BackupPlan(scenario.file, folder, **usual | changes)
    return await Backups(scenario.app.ledger.copy_to, plan, clock or scenario.clock, here).make()


async def backed_up_stopped(scenario: Scenario, **changes: Any) -> Backup:
    """One that is restored on a new machine without a word."""
    plan = BackupPlan(scenario.file, scenario.file.parent / "backups", Kept(24, 7, 4), LONGEST, stopped=True, **changes)
    return await Backups(
        lambda target, progress: copy_stopped(url_of(scenario.file.parent), target, progress),
        plan,
        scenario.clock,
        here,
    ).make()


def archives_of(scenario: Scenario) -> list[Path]:
    """The archives beside the database."""
    return sorted(Path(f"{scenario.file}.archives").iterdir())


def copies(scenario: Scenario) -> list[Path]:
    """The archives among the backups."""
    return sorted((scenario.file.parent / "backups" / "archives").glob("*"))


def restored(folder: Path, backup: Path, identity: Path | None = None) -> str:
    """Restore it, and say what the host is told."""
    said: list[str] = []
    code = restore_backup(Settings(data=folder), backup, identity, accept_loss=False, write=said.append)
    assert code == 0, said
    return "\n".join(said)


async def read(folder: Path) -> tuple[list[StoredHand | None], list[bytes]]:
    """The hands and the pictures of a database."""
    async with await Ledger.open(url_of(folder), now=lambda: datetime.now(UTC)) as ledger:
        hands = [await ledger.stored_hand(hand) for hand in (1, 2)]
        return hands, [each.picture for each in await ledger.posts(PLACE, 100)]


@pytest.mark.parametrize("way", ["linked", "copied", "encrypted"])
async def test_on_a_new_machine_everything_is_read_as_before(
    pruned: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    before = await stored(pruned, [1, 2])
    if way == "copied":

        def never(*_: object) -> None:
            raise OSError(95, "Operation not supported")

        monkeypatch.setattr(Path, "hardlink_to", never)
    await pruned.end()
    backup = await backed_up_stopped(pruned, recipient=str(KEY.to_public()) if way == "encrypted" else "")
    assert backup.archives_missing == 0
    assert len(copies(pruned)) == 2
    for file in copies(pruned):
        assert any(file.samefile(original) for original in archives_of(pruned)) == (way == "linked")
        assert file.stat().st_mode & 0o777 == 0o600
        assert (drawing(1) in file.read_bytes()) == (way != "encrypted" and "pictures" in file.name)
    key = tmp_path / "key"
    key.write_text(str(KEY))

    there = tmp_path / "new"
    shutil.copytree(backup.path.parent, tmp_path / "taken")
    shutil.rmtree(pruned.file.parent)
    said = restored(there, tmp_path / "taken" / backup.path.name, key if way == "encrypted" else None)
    assert "Without" not in said
    assert await read(there) == (before, [drawing(1), drawing(2)])
    assert not list(there.rglob("*.part"))


async def test_what_is_there_is_copied_once_and_brought_back_only_where_it_is_missing(pruned: Scenario) -> None:
    await backed_up(pruned)
    there = [(file.name, file.stat().st_ino) for file in copies(pruned)]
    await pruned.wait(3600)
    backup = await backed_up(pruned)
    assert [(file.name, file.stat().st_ino) for file in copies(pruned)] == there
    await pruned.end()
    gone, kept = archives_of(pruned)
    gone.unlink()
    inode = kept.stat().st_ino
    restored(pruned.file.parent, backup.path)
    assert gone.exists()
    assert kept.stat().st_ino == inode
    await pruned.begin()
    assert all(each is not None and each.journal for each in await stored(pruned, [1, 2]))


async def test_what_an_interrupted_backup_or_restoration_has_brought_is_durable_after_the_next_one(
    pruned: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    backups, beside = pruned.file.parent / "backups", Path(f"{pruned.file}.archives")

    def fails(_: Path) -> None:
        raise OSError(5, "Input/output error")

    pruned.expected_errors.add("backup not made")
    monkeypatch.setattr(archive_backups, "sync_folder", fails)
    with pytest.raises(BackupFailed, match="Input/output error"):
        await backed_up(pruned)
    assert copies(pruned), "they have their names, which may not be durable"
    monkeypatch.setattr(archive_backups, "sync_folder", synced.append)
    backup = await backed_up(pruned)
    assert synced == [backups / "archives", backups]

    await pruned.end()
    shutil.rmtree(beside)
    monkeypatch.setattr(archive_backups, "sync_folder", fails)
    with pytest.raises(AssertionError, match="Input/output error"):
        restored(pruned.file.parent, backup.path)
    assert archives_of(pruned)
    monkeypatch.setattr(archive_backups, "sync_folder", synced.append)
    synced.clear()
    restored(pruned.file.parent, backup.path)
    assert synced == [beside, beside.parent]


async def test_the_picture_of_whoever_was_forgotten_goes_with_the_last_backup_that_has_it(pruned: Scenario) -> None:
    ledger, clock = pruned.app.ledger, ManualClock(pruned.clock.utc())
    await backed_up(pruned, clock)
    await ledger.erase_history({SARI: "anon:1"})
    await ledger.erase_people({SARI: "anon:1"})
    await ledger.clean_free_space()

    def kept() -> list[bool]:
        contents = b"".join(file.read_bytes() for file in copies(pruned))
        return [drawing(number) in contents for number in (1, 2)]

    for days, left in ((1, True), (28, True), (3, False)):
        clock.move_to(clock.now() + days * DAY.total_seconds())
        await backed_up(pruned, clock)
        assert kept() == [True, left]
    assert len(copies(pruned)) == 2, "that of the hands, and that of the others' pictures"


async def test_what_is_nowhere_is_told_and_the_rest_is_restored(pruned: Scenario, tmp_path: Path) -> None:
    backup = await backed_up(pruned)
    hands, pictures = copies(pruned)
    hands.unlink()
    damaged = bytearray(pictures.read_bytes())
    damaged[100] ^= 1
    pictures.unlink()
    pictures.write_bytes(damaged)
    await pruned.end()
    shutil.rmtree(f"{pruned.file}.archives")
    said = restored(pruned.file.parent, backup.path)
    assert f"Without the replays and proofs of 2 hands and 2 pictures: {hands.name}, {pictures.name} were" in said
    assert str(hands.parent) in said
    assert f"put it into {pruned.file}.archives" in said
    pruned.expected_errors |= {"archive not read", "archives not in the backup"}
    await pruned.begin()
    assert [each.picture for each in await pruned.app.ledger.posts(PLACE, 100)] == [b"", b""]
    await pruned.sound()
    pictures.unlink()
    assert (await backed_up(pruned)).archives_missing == 2
