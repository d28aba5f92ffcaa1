"""Whether the data folder can hold what is stored: what is said of each trouble, and with which Kiu does not start."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from bot.chats.findings import Finding, Kind
from bot.features.doctor import data_folder
from bot.features.doctor.data_folder import LITTLE_FREE, WAITS, Mount, data_findings, mount_of
from bot.hosting.disk_space import LEAST_FREE
from bot.hosting.exit_codes import EXIT_CANNOT_START
from tests.rows import rows

ORDINARY = Mount("/dev/disk", "ext4")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own on an ordinary disk with much space, whatever this machine has."""
    on(monkeypatch, ORDINARY)
    free(monkeypatch, 50_000_000_000)
    waits(monkeypatch, 0.002)
    path = tmp_path / "data"
    path.mkdir(mode=0o700)
    return path


def on(monkeypatch: pytest.MonkeyPatch, mount: Mount | None) -> None:
    """The folder is stored on this."""
    monkeypatch.setattr(data_folder, "mount_of", lambda _: mount)


def free(monkeypatch: pytest.MonkeyPatch, bytes_: int) -> None:
    """So much space is left."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**12, free=bytes_))


def waits(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Storing takes so long; files are written and waited for all the same."""
    really = data_folder._seconds_to_store

    def stored(folder: Path) -> float:
        really(folder)
        return seconds

    monkeypatch.setattr(data_folder, "_seconds_to_store", stored)


def faults(found: list[Finding]) -> list[str]:
    """What has to be mended, without what Kiu does not start with; there is always a remedy."""
    return [_told(each) for each in found if each.kind is Kind.FAULT and not each.exit_code]


def stops(found: list[Finding]) -> list[str]:
    """What Kiu does not start with."""
    return [_told(each) for each in found if each.exit_code == EXIT_CANNOT_START]


def _told(finding: Finding) -> str:
    assert finding.remedy, finding.text
    return finding.text


def test_in_an_ordinary_folder_nothing_is_to_be_mended_and_nothing_is_left_behind(folder: Path) -> None:
    found = data_findings(folder)

    assert (faults(found), stops(found)) == ([], [])
    assert [each.text for each in found] == [
        f"It is {folder}.",
        "50 GB are free on /dev/disk (ext4).",
        "Files can be written; storing takes 2 ms.",
    ]
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_missing_is_not_made(folder: Path) -> None:
    found = data_findings(folder / "a" / "b")

    assert (faults(found), stops(found)) == ([], [])
    assert found[0].text.endswith("/a/b will be made at the first start.")
    assert list(folder.iterdir()) == []


def test_a_file_in_its_place_is_named(folder: Path) -> None:
    (folder / "file").write_text("")
    assert stops(data_findings(folder / "file" / "data")) == [f"{folder / 'file'} is no folder."]


@pytest.mark.parametrize(
    ("left", "starts", "told"),
    [
        (LITTLE_FREE, True, []),
        (LITTLE_FREE - 1, True, ["are free on /dev/disk (ext4); below 200 MB Kiu does not start."]),
        (LEAST_FREE, True, ["are free on /dev/disk (ext4); below 200 MB Kiu does not start."]),
        (LEAST_FREE - 1, False, ["are free on /dev/disk (ext4); Kiu starts with 200 MB and more"]),
    ],
)
def test_a_disk_that_is_nearly_full(
    folder: Path, monkeypatch: pytest.MonkeyPatch, left: int, starts: bool, told: list[str]
) -> None:
    free(monkeypatch, left)
    found = data_findings(folder)

    said = faults(found) if starts else stops(found)
    assert len(said) == len(told) == len(faults(found)) + len(stops(found))
    assert all(words in each for words, each in zip(told, said, strict=True))


@rows(__file__, mount=lambda cell: None if cell == "none" else Mount(*cell.split(" ")))
def test_a_place_that_keeps_nothing_is_recognised(
    folder: Path, monkeypatch: pytest.MonkeyPatch, mount: Mount | None, told: str | None
) -> None:
    on(monkeypatch, mount)
    found = data_findings(folder)

    assert stops(found) == []
    assert len(faults(found)) == (told is not None)
    assert told is None or told in faults(found)[0]


def test_the_mount_of_a_folder_is_the_innermost_and_the_newest_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = [("/", "ext4"), (str(tmp_path), "tmpfs"), (str(tmp_path), "nfs4"), (f"{tmp_path}-other", "vfat")]
    parts = [SimpleNamespace(device="x", mountpoint=point, fstype=kind, opts="rw") for point, kind in mounts]
    monkeypatch.setattr(psutil, "disk_partitions", lambda all: parts)

    (tmp_path / "link").symlink_to("/usr")
    kinds = [mount.kind for path in (tmp_path / "in" / "it", tmp_path / "link", Path("/")) if (mount := mount_of(path))]
    assert kinds == ["nfs4", "ext4", "ext4"]


@pytest.mark.parametrize(
    ("seconds", "kind", "told"),
    [
        (0.0001, Kind.GOOD, "storing takes 0.100 ms"),
        (0.06, Kind.NOTE, "The disk is slow: storing takes 60 ms"),
        (0.3, Kind.FAULT, "The disk is too slow: storing takes 300 ms"),
    ],
)
def test_how_long_storing_takes_is_judged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, kind: Kind, told: str
) -> None:
    waits(monkeypatch, seconds)
    (finding,) = [each for each in data_findings(folder) if told in each.text]
    assert finding.kind is kind


def test_it_is_really_waited_for_the_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    stored: list[int] = []
    monkeypatch.setattr(os, "fsync", stored.append)
    data_findings(folder)
    assert len(stored) == WAITS


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "sudo chown -R"),
        (errno.ENOSPC, "Delete what is not needed"),
        (errno.EIO, "Look whether the disk is in order"),
    ],
)
def test_where_nothing_can_be_stored_kiu_does_not_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, remedy: str
) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "pwrite", refused)
    found = data_findings(folder)

    (stop,) = [each for each in found if each.exit_code == EXIT_CANNOT_START]
    assert stop.text == f"Kiu can store nothing in {folder}: {os.strerror(number)}."
    assert remedy in stop.remedy
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("rights", "told"), [(0o700, 0), (0o755, 0), (0o770, 1), (0o1777, 1)])
def test_a_folder_that_others_may_write_to_is_told(folder: Path, rights: int, told: int) -> None:
    folder.chmod(rights)
    assert len([each for each in faults(data_findings(folder)) if "can put files into the folder" in each]) == told
