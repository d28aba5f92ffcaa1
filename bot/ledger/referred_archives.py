"""Which archives the file of a database refers to that nobody has open, such as a backup, and what it wants of each."""

from __future__ import annotations

import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from bot.ledger.archives import entries_in, name_of
from bot.ledger.picture_archives import PREFIX, entry_of

_HANDS: Final = "SELECT archive, id FROM hand WHERE archive IS NOT NULL ORDER BY archive"
_PICTURES: Final = "SELECT archive, place, number FROM post WHERE archive IS NOT NULL ORDER BY archive"


class ReferredArchive(NamedTuple):
    """An archive that a database refers to."""

    name: str
    entries: frozenset[str]
    """The names of what it is to have."""

    @property
    def has_pictures(self) -> bool:
        """Whether it is one of pictures, not of hands."""
        return self.name.startswith(PREFIX)

    def is_in(self, file: Path) -> bool:
        """Whether a file is an undamaged archive that has all of it; reads the whole file."""
        try:
            if not self.entries <= entries_in(file):
                return False
            with zipfile.ZipFile(file) as archive:
                return archive.testzip() is None
        except (OSError, zipfile.BadZipFile):
            return False


def referred_archives(database: Path) -> Iterator[ReferredArchive]:
    """The archives that a database refers to.

    Args:
        database: its file, with no write-ahead log beside it.
    """
    url = f"file:{quote(str(database.absolute()))}?mode=ro&immutable=1"
    with closing(sqlite3.connect(url, uri=True)) as connection:
        for number, hands in groupby(connection.execute(_HANDS), key=itemgetter(0)):
            yield ReferredArchive(name_of(number), frozenset(str(hand) for _, hand in hands))
        for name, posts in groupby(connection.execute(_PICTURES), key=itemgetter(0)):
            yield ReferredArchive(name, frozenset(entry_of(place, number) for _, place, number in posts))
