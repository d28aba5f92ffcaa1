"""Restoring backups: what cannot be used is refused, and what cannot go on is called off in public."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import sqlite3
import sys
from asyncio.subprocess import STDOUT
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.environment.settings import Settings
from bot.features.backups.backing_up import BackupPlan, Backups
from bot.features.backups.queries import check_file
from bot.features.backups.restoring import restore_backup
from bot.hosting.backup_files import backups_in
from bot.ledger import begin_anew, copy_stopped
from bot.ledger.forgotten import numbers_in
from bot.ledger.record_packing import packed, unpacked
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario
from tests.bot.test_kill import ROOT, hand_and_question, running, say
from tests.bot.traces import traces
from tests.child_processes import completed
from tests.features.backups.test_backing_up import here
from tests.manual_clock import ManualClock


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Scenario]:
    """A hand in which somebody has staked."""
    async with Scenario(tmp_path) as scenario:
        await scenario.sit("sari", "budi")
        await scenario.do("sari", "start")
        await scenario.act("bet 20")
        yield scenario


def folder_of(scenario: Scenario) -> Path:
    return scenario.file.parent


async def backed_up(scenario: Scenario, *, clock: ManualClock | None = None) -> Path:
    """A backup of what is played now."""
    folder = folder_of(scenario)
    plan = BackupPlan(scenario.file, folder / "backups", 24)
    return (await Backups(scenario.app.ledger.copy_to, plan, clock or scenario.clock, here).make()).path


async def backed_up_stopped(scenario: Scenario) -> Path:
    """A backup that was made when no Kiu was running."""
    folder = folder_of(scenario)
    plan = BackupPlan(scenario.file, folder / "backups", 24, stopped=True)

    async def copy(target: Path) -> None:
        copy_stopped(folder / "kiu.sqlite3", target)

    return (await Backups(copy, plan, scenario.clock, here).make()).path


def restored(folder: Path, backup: Path, *, accept_loss: bool = False) -> tuple[int, str]:
    """The exit code and what the host is told."""
    told = restored_or_not(folder, backup, accept_loss=accept_loss)
    assert not list(folder.glob("*.restor*")), "nothing unfinished is left"
    return told


def restored_or_not(folder: Path, backup: Path, *, accept_loss: bool = False) -> tuple[int, str]:
    """The same where something may be left for the next start."""
    said: list[str] = []
    code = restore_backup(Settings(data=folder), backup, accept_loss=accept_loss, write=said.append)
    return code, "\n".join(said)


def lose_database(folder: Path, *, position: bool = False) -> None:
    """Let the disk have lost the database, and if wanted what is told beside it."""
    for path in folder.glob("kiu.sqlite3*"):
        if position or not path.name.endswith(".newest"):
            path.unlink()


def public(scenario: Scenario) -> str:
    """All that was shown in public."""
    return "\n".join(words(seen.message) for seen in scenario.chat.seen if seen.how != "private")


async def test_in_mid_hand_it_goes_on_where_it_was(table: Scenario) -> None:
    asked, chips = table.asked(), await table.all_chips()
    backup = await backed_up(table)
    await table.end()
    lose_database(folder_of(table))
    assert restored(folder_of(table), backup)[0] == 0, "nothing was announced after it"
    await table.begin()
    assert table.asked() == asked
    await table.act("call")
    await table.finish_hand()
    await table.sound()
    assert await table.all_chips() == chips
    assert "restored from a backup" not in public(table)


async def test_whoever_was_forgotten_since_is_forgotten_again(tmp_path: Path) -> None:
    from tests.features.privacy.test_forgetting import forget

    async with Scenario(tmp_path) as scenario:
        for name in ("budi", "sari"):
            await scenario.do(name, "chips")
        backup = await backed_up(scenario)
        await scenario.do("wati", "chips")
        for name in ("sari", "wati"):
            await forget(scenario, name)
        await scenario.wait(5)
        await scenario.end()
        folder = folder_of(scenario)
        assert traces(scenario.file, ("test:sari", "Sari", "test:wati", "Wati")) == []

        code, said = restored(folder, backup, accept_loss=True)
        assert (code, "forgotten again at the next start: 1." in said) == (0, True)
        assert traces(scenario.file, ("test:sari", "Sari"))
        assert len(numbers_in(scenario.file)) == 1, "Wati's number is given to somebody else"
        await scenario.begin()
        await scenario.do("joko", "chips")
        await scenario.wait(10)
        assert traces(scenario.file, ("test:sari", "Sari")) == []
        assert await scenario.in_wallet("budi") == await scenario.in_wallet("joko") == 2000
        later = await backed_up(scenario)
        await scenario.end()

        assert "forgotten again" not in restored(folder, later, accept_loss=True)[1]
        await scenario.begin()
        await scenario.sound()
        assert numbers_in(scenario.file)
        await scenario.end()
        begin_anew(scenario.file, scenario.clock.utc())
        assert numbers_in(scenario.file) == [], "a new database begins to count anew"
        await scenario.begin()


async def test_backup_from_before_the_first_table_names_no_moment(tmp_path: Path) -> None:
    async with Scenario(tmp_path) as scenario:
        empty = await backed_up(scenario)
        await scenario.sit("sari", "budi")
        await scenario.end()
        code, said = restored(folder_of(scenario), empty, accept_loss=True)
        assert (code, "All that was played is lost" in said, "1970" in said) == (0, True, False)
        await scenario.begin()
        assert not scenario.is_open()
        await scenario.sound()


async def test_what_was_announced_after_it_is_not_lost_unless_the_host_says_so(table: Scenario) -> None:
    """A running hand is called off in public, its table is closed, and no number names two things."""
    id_, hand, everything = (
        table.state().id,
        table.hand().id,
        {name: await table.fortune(name) for name in ("sari", "budi")},
    )
    backup = await backed_up(table)
    await table.finish_hand()
    await table.wait(60)
    newest = table.hand().id
    await table.end()
    for damaged in (False, True):
        if damaged:
            lose_database(folder_of(table))
        code, said = restored(folder_of(table), backup)
        assert code == 7
        assert "--accept-loss" in said
    assert restored(folder_of(table), backup, accept_loss=True)[0] == 0

    await table.begin()
    assert not table.is_open()
    await table.sound()
    assert {name: await table.fortune(name) for name in everything} == everything, "what was staked is back"
    assert await table.in_wallet("sari") == everything["sari"]
    assert (await table.stored(hand)).voided == "restored from a backup"
    assert (await table.record(hand))["disclosed"] is None, "a hand that is called off opens no pack"
    told = public(table)
    assert f"Hand {hand} was called off" in told
    assert "I was restored from a backup of 20:00." in told, told[-600:]
    await table.sit("sari", "budi")
    assert table.state().id != id_
    await table.do("sari", "start")
    assert table.hand().id > newest, "the number of a hand that is lost is not given to another"
    shown = len(table.chat.seen)
    await table.restart()
    assert public(table).count("I was restored from a backup") == 1
    assert table.is_open(), "a table of after the restoration goes on"
    assert len(table.chat.seen) >= shown


async def test_what_was_replaced_is_kept_beside_it_and_no_longer_than_a_backup(table: Scenario) -> None:
    backup = await backed_up(table)
    await table.end()
    before = table.file.read_bytes()
    assert restored(folder_of(table), backup)[0] == 0
    (aside,) = folder_of(table).glob("kiu.sqlite3.replaced-*[0-9]")
    assert aside.read_bytes() == before
    await table.begin()
    replaced = datetime.fromtimestamp(int(aside.name.rpartition("-")[2]), UTC)
    for days, left in ((29, True), (31, False)):
        await backed_up(table, clock=ManualClock(replaced + timedelta(days=days)))
        assert aside.exists() == left


async def test_between_hands_the_packs_that_people_know_are_dealt_to_nobody(table: Scenario) -> None:
    await table.finish_hand()
    backup = await backed_up(table)
    await table.wait(60)
    assert table.state().playing is not None
    await table.end()
    assert restored(folder_of(table), backup, accept_loss=True)[0] == 0
    with closing(sqlite3.connect(table.file)) as connection:
        assert connection.execute("SELECT count(*) FROM seal").fetchone() == (1,)
    await table.begin()
    assert not table.is_open()
    await table.end()
    with closing(sqlite3.connect(table.file)) as connection:
        assert connection.execute("SELECT count(*) FROM seal").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM key_slot WHERE table_id IS NOT NULL AND kept").fetchone() == (
            0,
        )


async def test_where_nothing_tells_it_only_one_of_a_stopped_kiu_is_restored_at_once(
    table: Scenario, tmp_path: Path
) -> None:
    """As on a new machine."""
    running_, there = await backed_up(table), tmp_path / "new"
    await table.end()
    stopped = await backed_up_stopped(table)
    assert restored(there, running_)[0] == 7
    assert not (there / "kiu.sqlite3").exists()
    assert restored(there, stopped)[0] == 0
    assert check_file(there / "kiu.sqlite3").sound
    assert (there / "kiu.sqlite3").stat().st_mode & 0o777 == 0o600
    assert restored(there, running_)[0] == 0, "what the database there tells is in it as well"
    # A second history in the same place, of which the backup knows nothing.
    shutil.rmtree(there)
    async with Scenario(tmp_path / "other", seed="other") as other:
        await other.sit("sari", "budi")
        await other.do("sari", "start")
    assert restored(folder_of(other), stopped)[0] == 7


async def test_before_anything_was_played_it_is_asked_whether_more_was_told_elsewhere(tmp_path: Path) -> None:
    async with Scenario(tmp_path / "played", seed="played") as played:
        await played.sit("sari", "budi")
        of_a_game = await backed_up(played)
    async with Scenario(tmp_path / "untouched") as scenario:
        await scenario.end()
        code, said = restored(folder_of(scenario), of_a_game)
        assert code == 7
        assert "--accept-loss" in said
        lose_database(folder_of(scenario))
        assert restored(folder_of(scenario), of_a_game)[0] == 7


async def test_the_smallest_damage_is_refused_and_nothing_is_changed(table: Scenario) -> None:
    backup = await backed_up(table)
    await table.end()
    before, content = table.file.read_bytes(), bytearray(backup.read_bytes())
    rng = Random("damage")
    for _ in range(5):
        spoiled = bytearray(content)
        spoiled[rng.randrange(len(spoiled))] ^= 1 << rng.randrange(8)
        backup.write_bytes(spoiled)
        code, said = restored(folder_of(table), backup)
        assert code == 2
        assert "is damaged" in said
    for text in (b"", b"no database at all", content[: len(content) // 2]):
        other = backup.with_name("of-another-name")
        other.write_bytes(text)
        assert restored(folder_of(table), other)[0] == 2
    assert table.file.read_bytes() == before
    # Without its name it is still looked through; a changed amount of chips is found by the books.
    other.write_bytes(content)
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("UPDATE account SET balance = balance + 1 WHERE kind = 'wallet'")
    code, said = restored(folder_of(table), other)
    assert code == 2
    assert "does not hold together" in said


def another_attempt(compressed: bytes) -> bytes:
    """A record that says another number of attempts."""
    return packed(unpacked(compressed).replace('"attempt":0', '"attempt":1'))


async def test_a_changed_record_is_found_by_its_hash_and_a_changed_log_by_its_tree(table: Scenario) -> None:
    await table.finish_hand()
    backup = await backed_up(table)
    await table.end()
    other = backup.with_name("other")
    for change, words_ in (
        ("UPDATE deal SET record = another_attempt(record)", "was changed"),
        ("UPDATE log_entry SET number = number + 1 WHERE id = 0", "the log of fingerprints was changed"),
    ):
        shutil.copy(backup, other)
        with closing(sqlite3.connect(other)) as connection, connection:
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                connection.execute(f"DROP TRIGGER {name}")
            connection.create_function("another_attempt", 1, another_attempt)
            connection.execute(change)
        code, said = restored(folder_of(table), other)
        assert code == 2
        assert words_ in said


async def test_one_of_another_version_is_refused(table: Scenario, tmp_path: Path) -> None:
    await table.finish_hand()
    backup = await backed_up(table)
    await table.end()
    shutil.copy(backup, new := tmp_path / "new")
    with closing(sqlite3.connect(new)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    code, said = restored(folder_of(table), new)
    assert code == 2
    assert "is of version 9999" in said
    await table.begin()
    await table.sound()
    assert table.is_open()


async def test_what_an_interrupted_restoration_has_left_does_not_keep_the_next_one(table: Scenario) -> None:
    backup = await backed_up(table)
    await table.end()
    left, copied = folder_of(table) / "kiu.sqlite3.restoring", backup.with_name("copied")
    shutil.copy(backup, copied)
    with closing(sqlite3.connect(copied, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE key_slot SET content = zeroblob(length(content))")
        connection.execute("INSERT INTO post SELECT 'place', 1, '{}', zeroblob(99999)")
        for ending in ("", "-journal"):
            shutil.copy(f"{copied}{ending}", f"{left}{ending}")
    assert restored(folder_of(table), backup)[0] == 0


async def test_the_real_program_goes_on_in_mid_hand_from_a_backup(tmp_path: Path) -> None:
    data = tmp_path / "data"
    sari, budi = secrets.token_hex(16), secrets.token_hex(16)

    async def command(*words: str) -> tuple[int, str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("KIU_")}
        done = await completed(
            sys.executable, "-m", "bot", *words, cwd=ROOT, env=environment | {"KIU_DATA": str(data)}, stderr=STDOUT
        )
        return done.returncode, done.stdout

    async with running(data) as program:
        one, two = await program.browser(sari, "Sari"), await program.browser(budi, "Budi")
        await say(one, "/open qiuqiu", "1")
        await say(two, "/join", "1")
        await say(one, "/start", "2")
        for key, socket in (("3", one), ("3", two)):
            await say(socket, "/bet 20", key)
        before = [await hand_and_question(socket, "x") for socket in (one, two)]
        code, said = await command("backup")
        assert code == 0, said
        (backup,) = backups_in(data / "backups")
        assert restored_or_not(data, backup.path)[0] == 3, "it runs"
        program.process.send_signal(signal.SIGKILL)
        await program.process.wait()
    (data / "kiu.sqlite3").write_bytes(b"the disk has lost it")
    code, said = await command("restore", str(backup.path))
    assert code == 0, said
    async with running(data) as program:
        one, two = await program.browser(sari, "Sari"), await program.browser(budi, "Budi")
        assert [await hand_and_question(socket, "y") for socket in (one, two)] == before
        for socket in (one, two):
            await socket.close()


@pytest.mark.parametrize("waits", [1, 2])
async def test_whoever_restores_is_told_nothing_that_may_be_false_when_the_disk_fails(
    table: Scenario, monkeypatch: pytest.MonkeyPatch, waits: int
) -> None:
    """Before the backup has the name with which it counts nothing is restored; from then on nobody knows."""
    backup = await backed_up(table)
    await table.end()
    left = waits

    def fails(path: Path) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr("bot.ledger.replacement.sync_file", fails)
        patched.setattr("bot.ledger.replacement.sync_folder", fails)
        code, said = restored_or_not(folder_of(table), backup)
    assert code == 2
    assert ("Nothing was restored" in said) == (waits == 1)
    assert ("nobody knows whether it is restored" in said) == (waits == 2)
    assert len(list(folder_of(table).glob("*.restored"))) == waits - 1
    assert restored(folder_of(table), backup)[0] == 0
    await table.begin()
    await table.sound()
