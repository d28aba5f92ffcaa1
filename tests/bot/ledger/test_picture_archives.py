"""Pictures of old posts go to archives: the room shows them as before, until somebody who is in them is forgotten."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.chats.local_chat.room import LocalRoom
from bot.ledger import GuestSaved, Ledger, LedgerError, PostSaved
from bot.ledger import archives as archives_module
from bot.ledger import picture_archives as pictures_module
from bot.messages import Message, Picture, Place
from tests.bot.fast_database import fast_database
from tests.bot.ledger.conftest import now, url_of
from tests.bot.traces import traces

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (8).to_bytes(4, "big") * 2 + b"pixels"
PLACE = Place("local:home", "main")
SARI = "local:1"
KEY = "local:home/main"
OLD, NEW = datetime(2025, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)
BETWEEN = datetime(2025, 6, 1, tzinfo=UTC)


def picture(number: int) -> bytes:
    """What stands for the drawing of a post."""
    return b"the drawing of post %d " % number * 50


def post(number: int, *, of: str = "", at: datetime = OLD) -> PostSaved:
    message = {"title": f"won by {of or 'nobody'}", "picture": {"alt": of, "width": 8, "height": 8}}
    body = {"kind": "card", "at": at.timestamp(), "message": message}
    return PostSaved(KEY, number, json.dumps(body), picture(number))


def archives(path: Path) -> dict[str, list[str]]:
    """What is in the archives of pictures, by their names."""
    found = {}
    for file in sorted(Path(f"{path}.archives").glob("*")):
        with zipfile.ZipFile(file) as opened:
            found[file.name] = opened.namelist()
    return found


def kept_in_archives(path: Path) -> bytes:
    """Every byte beside the database, whatever it is."""
    return b"".join(file.read_bytes() for file in Path(f"{path}.archives").glob("*"))


async def shown(ledger: Ledger) -> dict[int, bytes]:
    """The pictures that the room would show."""
    return {each.number: each.picture for each in await ledger.posts(KEY, 100)}


async def forget(ledger: Ledger) -> None:
    """As the dispatcher does it."""
    await ledger.erase_history({SARI: "anon:1"})
    await ledger.erase_people({SARI: "anon:1"})
    await ledger.clean_free_space()


@pytest.fixture
async def pruned(ledger: Ledger, path: Path) -> Ledger:
    """Posts 1 to 4 with archived pictures, the second of which names Sari; 5 is new and has its own."""
    posts = [post(1), post(2, of=SARI), post(3), post(4), post(5, at=NEW)]
    await ledger.commit((GuestSaved("hash", SARI, "Sari"), *posts))
    assert await ledger.prune_pictures(OLD) == 0
    assert archives(path) == {}
    assert await ledger.prune_pictures(BETWEEN) == 4
    return ledger


async def test_the_room_shows_an_archived_picture_as_before(ledger: Ledger, path: Path) -> None:
    message = Message("Old", (), picture=Picture(PNG, "an old picture"))
    room = LocalRoom(ledger, now=OLD.timestamp)
    number = await room.post(PLACE, message)
    assert await ledger.prune_pictures(BETWEEN) == 1
    ((name, entries),) = archives(path).items()
    assert name.startswith("pictures-")
    assert entries == [f"{KEY} {number}"]

    again = LocalRoom(ledger, now=NEW.timestamp)
    channel = await again._channel(PLACE)
    address = again._post_frame(channel.posts[int(number)])["message"]["picture"]["src"]
    assert again.picture(Path(address).stem) == PNG
    await again.edit(PLACE, number, Message("Without one"))
    assert await shown(ledger) == {int(number): b""}
    await ledger.clean_free_space()
    assert archives(path) == {}, "nothing refers to it any more"


async def test_only_old_pictures_move_and_none_twice(pruned: Ledger, path: Path) -> None:
    assert await shown(pruned) == {number: picture(number) for number in range(1, 6)}
    assert [len(entries) for entries in archives(path).values()] == [4]
    assert await pruned.prune_pictures(BETWEEN) == 0
    await pruned.clean_free_space()
    assert traces(path, [picture(5).decode()]), "the search finds what is there"
    assert not traces(path, [picture(1).decode()])
    assert len(archives(path)) == 1, "what is referred to stays"


async def test_many_pictures_go_to_several_archives(
    ledger: Ledger, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures_module, "PICTURES_AN_ARCHIVE", 2)
    await ledger.commit(tuple(post(number, at=NEW if number == 3 else OLD) for number in range(1, 6)))
    told: list[int] = []
    assert await ledger.prune_pictures(BETWEEN, told.append) == 4
    assert told == [2, 3, 4]
    assert sorted(len(entries) for entries in archives(path).values()) == [1, 1, 2]
    assert await shown(ledger) == {number: picture(number) for number in range(1, 6)}


async def test_whoever_is_forgotten_is_in_no_archive_any_more(pruned: Ledger, path: Path) -> None:
    assert picture(2) in kept_in_archives(path)
    (before,) = archives(path)
    await forget(pruned)
    assert picture(2) not in kept_in_archives(path)
    assert await shown(pruned) == {1: picture(1), 2: b"", 3: picture(3), 4: picture(4), 5: picture(5)}
    ((after, entries),) = archives(path).items()
    assert entries == [f"{KEY} {number}" for number in (1, 3, 4)]
    assert after != before, "under one name there is the same for ever"
    bodies = {each.number: json.loads(each.body) for each in await pruned.posts(KEY, 100)}
    assert bodies[2]["message"]["picture"] is None
    assert bodies[1]["message"]["picture"]


async def test_what_was_removed_in_vain_is_made_sure_of_by_the_next_try(
    pruned: Ledger, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []

    def fails(folder: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(pictures_module, "sync_folder", fails)
    with pytest.raises(LedgerError):
        await forget(pruned)
    monkeypatch.setattr(pictures_module, "sync_folder", synced.append)
    await pruned.clean_free_space()
    assert synced == [Path(f"{path}.archives")], "or a power cut brings back what nobody refers to"
    assert not traces(path, [picture(2).decode()])


async def test_an_archive_that_is_gone_or_damaged_breaks_nothing(pruned: Ledger, path: Path) -> None:
    ((name, _),) = archives(path).items()
    file = Path(f"{path}.archives") / name
    file.write_bytes(b"no archive")
    assert await shown(pruned) == {1: b"", 2: b"", 3: b"", 4: b"", 5: picture(5)}
    bodies = [json.loads(each.body) for each in await pruned.posts(KEY, 100)]
    assert [bool(body["message"]["picture"]) for body in bodies] == [False] * 4 + [True]
    await forget(pruned)
    assert not file.exists(), "nobody can say who is in it"
    assert await shown(pruned) == {1: b"", 2: b"", 3: b"", 4: b"", 5: picture(5)}


# --- kills ---------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def reopened(left: Path) -> AsyncIterator[Ledger]:
    with fast_database():
        async with await Ledger.open(url_of(left), now=now) as again:
            yield again


def killer(ledger: Ledger, path: Path, left: Path, at: int) -> tuple[Callable[[pytest.MonkeyPatch], None], list[int]]:
    """Before the so many-th step that reaches the disk, what a kill would leave there is copied, and it fails."""
    steps = [0]

    def stepping(original: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **named: Any) -> Any:
            steps[0] += 1
            if steps[0] == at:
                shutil.copytree(path.parent, left)
            if steps[0] >= at:
                raise OSError("killed")
            return original(*args, **named)

        return stepped

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        dialect = ledger._database._engine.dialect
        for owner, name in (
            (Path, "mkdir"), (Path, "replace"), (Path, "unlink"), (zipfile.ZipFile, "writestr"), (os, "fsync"),
            (archives_module, "contents_of"), (archives_module, "sync_folder"), (dialect, "do_commit"),
        ):  # fmt: skip
            monkeypatch.setattr(owner, name, stepping(getattr(owner, name)))

    return patch, steps


async def test_a_kill_at_any_step_of_pruning_loses_no_picture(
    path: Path, empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = {number: picture(number) for number in range(1, 4)}
    for at in range(1, 100):
        killed = await _killed_pruning(path, empty, tmp_path / f"left-{at}", monkeypatch, at, everything)
        if not killed:
            assert at > 8
            return
    pytest.fail("it never came to its end")


async def _killed_pruning(
    path: Path, empty: Path, left: Path, monkeypatch: pytest.MonkeyPatch, at: int, everything: dict[int, bytes]
) -> bool:
    folder = path.with_name(f"pruning-{at}")
    folder.mkdir(parents=True)
    file = folder / path.name
    shutil.copy(empty, file)
    async with reopened(file) as ledger:
        await ledger.commit(tuple(post(number) for number in everything))
        patch, _ = killer(ledger, file, left, at)
        with monkeypatch.context() as patched:
            patch(patched)
            try:
                await ledger.prune_pictures(BETWEEN)
            except (LedgerError, OSError):
                pass
            else:
                return False
    async with reopened(left / file.name) as again:
        assert await shown(again) == everything
        await again.prune_pictures(BETWEEN)
        assert await shown(again) == everything
        await again.clean_free_space()
        assert [len(entries) for entries in archives(left / file.name).values()] == [3]
    return True


async def test_a_kill_at_any_step_of_cleaning_leaves_nobody_and_loses_no_other_picture(
    path: Path, empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for at in range(1, 100):
        folder, left = tmp_path / f"cleaning-{at}", tmp_path / f"left-{at}"
        folder.mkdir()
        file = folder / path.name
        shutil.copy(empty, file)
        finished = True
        async with reopened(file) as ledger:
            await ledger.commit((GuestSaved("hash", SARI, "Sari"), post(1), post(2, of=SARI), post(3)))
            await ledger.prune_pictures(BETWEEN)
            await ledger.erase_history({SARI: "anon:1"})
            await ledger.erase_people({SARI: "anon:1"})
            patch, _ = killer(ledger, file, left, at)
            with monkeypatch.context() as patched:
                patch(patched)
                try:
                    await ledger.clean_free_space()
                except (LedgerError, OSError):
                    finished = False
        if finished:
            assert at > 8
            return
        async with reopened(left / file.name) as again:
            others = {1: picture(1), 2: b"", 3: picture(3)}
            assert await shown(again) == others
            if picture(2) in kept_in_archives(left / file.name):
                assert await again.erasures(), "it is known that something is left to do"
            await again.clean_free_space()
            assert await shown(again) == others
            assert picture(2) not in kept_in_archives(left / file.name)
            assert len(archives(left / file.name)) == 1
    pytest.fail("it never came to its end")
