"""The pictures of old posts of the local room: moved to archives, read from there, and gone when they have to.

A post tells which archive has its picture. Names may be drawn in it, so whoever is forgotten takes the picture of every
post with them that names them: first the post no longer refers to it, then the archive is written anew without it
under another name, to which the posts of the other pictures refer from then on, and then the old one is removed. Each
step is durable before the next begins, and what was interrupted is done when the free pages are cleaned.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import structlog
from sqlalchemy import Connection, func, select, tuple_, update

from bot.ledger import schema
from bot.ledger.archives import (
    ENDING,
    UNFINISHED,
    contents_of,
    digest_of,
    entries_in,
    folder_of,
    read_entries,
    write_entries,
)
from bot.ledger.syncing import sync_folder

log = structlog.get_logger()

PICTURES_AN_ARCHIVE: Final = 100
"""How many pictures go to one archive, in one transaction: a few megabytes."""

PREFIX: Final = "pictures-"
"""How the name of an archive of pictures begins."""

DIGITS: Final = 16
"""How many hex digits of the SHA-256 of its content follow."""

_post = schema.post


class PicturesPruned(NamedTuple):
    """How far the pruning of pictures has come."""

    place: str
    number: int
    """The last post that was looked at."""

    pictures: int
    """How many pictures went to archives."""


NOTHING_YET: Final = PicturesPruned("", 0, 0)


def entry_of(place: str, number: int) -> str:
    """The name that the picture of a post has in its archive."""
    return f"{place} {number}"


def prune_pictures_step(connection: Connection, before: float, so_far: PicturesPruned) -> PicturesPruned | None:
    """Archive the pictures of some posts, or return ``None`` when there are no more.

    Args:
        connection: within the transaction.
        before: only posts from before this time, in seconds since 1970.
        so_far: how far the steps before have come.

    Raises:
        OSError: the archive cannot be written; nothing has changed.
    """
    key = tuple_(_post.c.place, _post.c.number)
    query = (
        select(_post.c.place, _post.c.number, _post.c.body)
        .where(key > tuple_(so_far.place, so_far.number), func.length(_post.c.picture) > 0)
        .order_by(_post.c.place, _post.c.number)
        .limit(PICTURES_AN_ARCHIVE)
    )
    rows = connection.execute(query).all()
    if not rows:
        return None
    old = [(row.place, row.number) for row in rows if json.loads(row.body)["at"] < before]
    if old:
        found = connection.execute(select(_post.c.place, _post.c.number, _post.c.picture).where(key.in_(old)))
        name = _written(folder_of(connection), {entry_of(row.place, row.number): bytes(row.picture) for row in found})
        connection.execute(update(_post).where(key.in_(old)).values(picture=b"", archive=name))
    return PicturesPruned(rows[-1].place, rows[-1].number, so_far.pictures + len(old))


def archived_pictures(connection: Connection, rows: Sequence[Any]) -> dict[tuple[str, int], bytes]:
    """The pictures of posts that are in archives, by place and number; whatever cannot be read is missing.

    Args:
        connection: within the transaction.
        rows: rows of ``post``, with ``place``, ``number`` and ``archive``.
    """
    wanted: dict[str, dict[str, tuple[str, int]]] = {}
    for row in rows:
        if row.archive is not None:
            wanted.setdefault(row.archive, {})[entry_of(row.place, row.number)] = (row.place, row.number)
    pictures: dict[tuple[str, int], bytes] = {}
    for name, posts in wanted.items():
        found = read_entries(folder_of(connection), name, posts)
        pictures |= {posts[entry]: content for entry, content in found.items()}
    return pictures


# --- what no post refers to any more -------------------------------------------------------------------------------


def picture_archives(connection: Connection) -> list[str]:
    """The names of the archives of pictures that lie beside the database."""
    try:
        folder = folder_of(connection)
    except ValueError:
        return []
    return sorted(file.stem for file in folder.glob(f"{PREFIX}*{ENDING}"))


def rewrite_archive(connection: Connection, name: str) -> None:
    """Write an archive anew without the pictures that no post refers to, if it has any; the old one stays for now.

    Args:
        connection: within the transaction.
        name: the name of the archive.

    Raises:
        OSError: the disk failed; nothing has changed.
    """
    folder, posts = folder_of(connection), _posts_of(connection, name)
    file = folder / f"{name}{ENDING}"
    try:
        there = entries_in(file)
        if not posts or there == posts.keys():
            return
        kept = contents_of(file, sorted(posts.keys() & there))
    except zipfile.BadZipFile:
        # Nobody can say who is in what cannot be read, so it must not stay.
        log.error("archive not read", archive=name, why="BadZipFile")
        kept = {}
    if kept:
        theirs = tuple_(_post.c.place, _post.c.number).in_([posts[entry] for entry in kept])
        connection.execute(update(_post).where(theirs).values(archive=_written(folder, kept)))
    connection.execute(update(_post).where(_post.c.archive == name).values(archive=None))


def remove_archives(connection: Connection) -> None:
    """Remove the archives of pictures that no post refers to, and what is left of any that were never finished.

    Args:
        connection: within a transaction that changes nothing, so that what no post refers to is durable.

    Raises:
        OSError: the disk failed, and some are left.
    """
    try:
        folder = folder_of(connection)
    except ValueError:
        return
    gone = [folder / f"{name}{ENDING}" for name in picture_archives(connection) if not _posts_of(connection, name)]
    gone += folder.glob(f"*{UNFINISHED}")
    for file in gone:
        file.unlink()
    if folder.exists():
        # Also when nothing was left to remove: an earlier try may have removed it, and failed here.
        sync_folder(folder)


def _posts_of(connection: Connection, name: str) -> dict[str, tuple[str, int]]:
    """The posts that refer to an archive, by the names of their pictures in it."""
    query = select(_post.c.place, _post.c.number).where(_post.c.archive == name)
    return {entry_of(place, number): (place, number) for place, number in connection.execute(query)}


def _written(folder: Path, pictures: dict[str, bytes]) -> str:
    name = f"{PREFIX}{digest_of(pictures)[:DIGITS]}"
    write_entries(folder, name, pictures)
    return name
