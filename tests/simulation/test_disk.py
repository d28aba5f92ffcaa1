"""The disk in memory, and SQLite on it, behave as those that Kiu runs on."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest
from sqlalchemy.exc import OperationalError

from bot.ledger import (
    AnotherInstance,
    Ledger,
    NotCopied,
    Once,
    OutcomeUnknown,
    Transfer,
    WriteSet,
    mint,
    queries,
    wallet,
)
from bot.ledger.database import Database
from bot.ledger.replacement import finish_restoring
from tests.manual_clock import ManualClock
from tools.simulation.disk import SECTOR, Disk, Failure, Kind, Operation
from tools.simulation.disk_session import FILE, URL, made_disk
from tools.simulation.mount import Mount

ANN = wallet("test:home", "ann")


def gift(number: int) -> WriteSet:
    return Transfer(mint("test:home"), ANN, 10, "x"), Once(f"update-{number}")


async def opened(disk: Disk) -> Ledger:
    return await Ledger.open(URL, now=ManualClock().utc, storage=Mount(disk))


def after_crashes(disk: Disk, path: str) -> set[bytes | None]:
    """What may be found of a file after the power is cut."""
    images = [disk.crash_image(Random(seed)) for seed in range(200)]
    return {bytes(image.names[path].content) if path in image.names else None for image in images}


def test_only_what_is_synced_with_its_name_is_sure_to_survive() -> None:
    disk = Disk()
    file = disk.open("/a/file")
    disk.write("/a/file", file, b"first", 0)
    assert after_crashes(disk, "/a/file") >= {None, b"", b"first"}
    disk.sync("/a/file", file)
    assert after_crashes(disk, "/a/file") == {None, b"first"}
    disk.sync_folder("/a")
    assert after_crashes(disk, "/a/file") == {b"first"}
    disk.rename("/a/file", "/a/other")
    assert after_crashes(disk, "/a/other") == {None, b"first"} == after_crashes(disk, "/a/file")


def test_sectors_survive_each_by_itself_and_in_any_order() -> None:
    disk = Disk.holding({"/a/file": b"0" * (2 * SECTOR)})
    file = disk.open("/a/file")
    disk.write("/a/file", file, b"1" * (2 * SECTOR), 0)
    disk.write("/a/file", file, b"2" * (2 * SECTOR), 0)
    found = after_crashes(disk, "/a/file")
    assert {each[::SECTOR] for each in found if each} == {a + b for a in (b"0", b"1", b"2") for b in (b"0", b"1", b"2")}
    assert all(len(set(each[:SECTOR])) == 1 for each in found if each)
    disk.truncate("/a/file", file, SECTOR)
    assert {len(each) for each in after_crashes(disk, "/a/file") if each is not None} == {SECTOR, 2 * SECTOR}


def test_what_tells_most_of_a_power_cut_is_found_whatever_chance_says() -> None:
    disk = Disk.holding({"/a/log": b"log", "/a/old": b"old"})
    new = disk.open("/a/new", new=True)
    disk.sync_folder("/a")
    disk.write("/a/new", new, b"new" * SECTOR, 0)
    disk.rename("/a/log", "/a/log-aside")
    disk.rename("/a/old", "/a/old-aside")
    disk.rename("/a/new", "/a/old")
    images = [*disk.telling_images()]
    names = [frozenset(path.removeprefix("/a/") for path in image.names) for image in images]
    whole = [any(file.content == b"new" * SECTOR for file in image.names.values()) for image in images]
    everything = frozenset({"log-aside", "old-aside", "old"})
    assert list(zip(names, whole, strict=True)) == [
        ({"log", "old", "new"}, False),
        (everything, True),
        (everything, False),
        ({"log", "old-aside", "old"}, True),
        ({"log-aside", "old"}, True),
        ({"log-aside", "old-aside", "new"}, True),
    ]
    disk.sync("/a/old", new)
    disk.sync_folder("/a")
    assert {frozenset(image.names) for image in disk.telling_images()} == {frozenset(disk.names)}


async def test_a_ledger_on_it_is_as_safe_as_on_a_disk_and_one_process_has_it() -> None:
    disk = await made_disk()
    ledger = await opened(disk)
    await ledger.commit(gift(1))
    with pytest.raises(AnotherInstance):
        await opened(disk)
    await ledger.copy_to(Path("/kiu/copy"))
    await ledger.close()
    copied = Ledger.open(URL.replace(FILE.name, "copy"), now=ManualClock().utc, storage=Mount(disk))
    for again in (await opened(disk), await copied):
        assert await again.read(queries.balance, ANN) == 10
        assert (await again.audit()).sound
        await again.close()


async def test_a_dead_process_does_nothing_more_to_it() -> None:
    disk = await made_disk()
    mount = Mount(disk)
    ledger = await Ledger.open(URL, now=ManualClock().utc, storage=mount)
    await ledger.commit(gift(1))
    mount.kill()
    before = disk.operations
    with pytest.raises(OutcomeUnknown):
        await ledger.commit(gift(2))
    await ledger.close()
    assert disk.operations == before
    async with await opened(disk) as found:
        assert await found.read(queries.balance, ANN) == 10


@pytest.mark.parametrize(
    ("failure", "code"), [(Failure.ERROR, sqlite3.SQLITE_IOERR_WRITE), (Failure.FULL, sqlite3.SQLITE_FULL)]
)
async def test_errors_are_those_of_the_real_driver(failure: Failure, code: int) -> None:
    disk = await made_disk()
    database = Database(URL, Mount(disk))
    await database.connect()

    def fails(operation: Operation) -> Failure | None:
        return failure if operation.kind is Kind.WRITE else None

    disk.watch = fails
    with pytest.raises(OperationalError) as caught:
        await database.run(lambda connection: connection.exec_driver_sql("CREATE TABLE t (a)").connection.commit())
    assert isinstance(caught.value.orig, sqlite3.OperationalError)
    assert caught.value.orig.sqlite_errorcode == code
    disk.watch = None
    await database.close()


def test_wherever_the_power_is_cut_no_older_log_lies_beside_a_restored_database() -> None:
    log, restored = f"{FILE}-wal", f"{FILE}.restored"
    files = (str(FILE), log, restored)
    disk, found = Disk.holding(dict(zip(files, (b"old", b"old", b"new"), strict=True))), set()

    def look(_: Operation | None = None) -> None:
        for seed in range(100):
            image = disk.crash_image(Random(seed)).names
            found.add(
                tuple(bytes(image[each].content) if each in image else b"" for each in (str(FILE), log, restored))
            )

    disk.watch = look
    finish_restoring(FILE, Mount(disk))
    look()
    assert {each for each in found if each[0] == b"new"} == {(b"new", b"", b"")}
    assert {each for each in found if each[0] != b"new"} >= {(b"old", b"old", b"new"), (b"", b"", b"new")}
    assert all(b"new" in each for each in found)


@pytest.mark.parametrize("failing", [Kind.OPEN, Kind.WRITE, Kind.SYNC])
async def test_a_copy_that_cannot_be_made_one_file_is_no_copy(failing: Kind) -> None:
    disk = await made_disk()
    copied = Path("/kiu/copy")

    def fails(operation: Operation) -> Failure | None:
        return Failure.ERROR if operation.kind is failing and operation.path == f"{copied}-journal" else None

    async with await opened(disk) as ledger:
        disk.watch = fails
        with pytest.raises(NotCopied):
            await ledger.copy_to(copied)
        disk.watch = None
