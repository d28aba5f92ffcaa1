"""Platform ids of people and groups, which stand in the table ``person`` alone.

Every other row has the number of such a row in an id's place. A connection stores numbers and reads ids, so the rest
of Kiu sees ids only, and a changed row changes them everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import closing
from typing import Any, ClassVar, Final

from sqlalchemy import Connection, Engine, event

PSEUDONYM: Final = "anon:"
"""Beginning of the id that stands for a forgotten one."""

_FORGOTTEN: Final = PSEUDONYM.removesuffix(":")
_START, _END = "\x02", "\x03"
_STORED: Final = re.compile(rf"{_START}(@?)([0-9]+){_END}")
_AFTER: Final = re.compile(r":(@?)(-?\w+)", re.ASCII)
"""The end of an id, after its platform; a private chat on Discord has the id of its person after an at sign."""

_WORD: Final = re.compile(r"[\w-]", re.ASCII)

_ADD: Final = "INSERT INTO person (group_id, player, known_as, language) VALUES ('', ?, ?, '')"
_CHANGE: Final = "UPDATE person SET known_as = ? WHERE group_id = '' AND player = ?"
_EMPTY: Final = "UPDATE person SET known_as = '', language = '' WHERE player = ?"


class Identities:
    """The ids of one database in memory, by number and back."""

    all_stored: ClassVar = "SELECT CAST(player AS BLOB), known_as FROM person WHERE group_id = ''"
    """Selects numbers as bytes, and ids."""

    platforms: ClassVar[tuple[str, ...]] = ("discord", "guest", "local", "telegram")

    def __init__(self) -> None:
        self._ids: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self.forgotten: dict[str, int] = {}
        """People whom another process has forgotten and this one still knows; they get no new number."""

        self._next = 1
        self._changed = self._stale = False

    def install(self, engine: Engine) -> None:
        """Translate all parameters and texts of an engine's connections."""

        @event.listens_for(engine, "connect")
        def connected(connection: Any, record: Any) -> None:
            record.info["identities"] = self
            self.show_texts(connection)

        @event.listens_for(engine, "before_cursor_execute", retval=True)
        def translated(
            connection: Connection, cursor: Any, statement: str, parameters: Any, context: Any, many: bool
        ) -> tuple[str, Any]:
            new = cursor if statement.startswith(("INSERT", "UPDATE")) else None
            rows = self.rows(parameters if many else (parameters,), new)
            return statement, rows if many else rows[0]

    def show_texts(self, connection: Any) -> None:
        """Let a driver's connection read texts with ids."""
        connection.text_factory = self.shown

    def load(self, cursor: Any) -> None:
        """Read all ids anew."""
        cursor.execute(self.all_stored)
        self._ids = {_number(player): known_as for player, known_as in cursor.fetchall()}
        self._numbers = {known_as: number for number, known_as in self._ids.items() if known_as}
        self._next = max(self._ids, default=0) + 1
        self._changed = self._stale = False

    def begin(self, cursor: Any) -> None:
        """Read ids anew if the last transaction changed some in vain."""
        if self._stale:
            self.load(cursor)

    def end(self, *, stored: bool) -> None:
        """Keep the changes of a transaction, or drop them before the next one."""
        self._stale, self._changed = self._changed and not stored, False

    # --- translating -------------------------------------------------------------------------------------------

    def rows(self, rows: Iterable[Any], cursor: Any = None) -> list[tuple[Any, ...]]:
        """Return rows of parameters with numbers; with a cursor new ids get one."""
        stored = self._stored
        # Few texts have an id, and all of every row are looked at.
        return [
            tuple([stored(v, cursor) if type(v) is str and (":" in v or _START in v) else v for v in row])
            for row in rows
        ]

    def _stored(self, text: str, cursor: Any) -> str:
        if (number := self._numbers.get(text)) is not None:
            return f"{_START}{number}{_END}"
        text, parts, done = text.replace(_START, ""), list[str](), 0
        for found in _AFTER.finditer(text):
            if not text.endswith((*self.platforms, _FORGOTTEN), done, found.start()):
                continue
            platform = next(each for each in (*self.platforms, _FORGOTTEN) if text.endswith(each, done, found.start()))
            begin, (private, own) = found.start() - len(platform), found.groups()
            if begin and _WORD.match(text, begin - 1):
                continue
            if (number := self._number_of(platform, own, cursor)) is not None:
                parts += (text[done:begin], f"{_START}{private}{number}{_END}")
                done = found.end()
        return "".join((*parts, text[done:])) if parts else text

    def _number_of(self, platform: str, own: str, cursor: Any) -> int | None:
        if platform == _FORGOTTEN:
            return int(own) if own.isdigit() and self._ids.get(int(own)) == "" else None
        known_as = f"{platform}:{own}"
        number = self._numbers.get(known_as, self.forgotten.get(known_as))
        return self._add(known_as, cursor) if number is None and cursor is not None else number

    def _add(self, known_as: str, cursor: Any) -> int:
        number, self._next = self._next, self._next + 1
        self._run(cursor, _ADD, number, f"{_START}{number}{_END}", known_as)
        self._ids[number], self._numbers[known_as], self._changed = known_as, number, True
        return number

    def _run(self, cursor: Any, statement: str, number: int, *parameters: str) -> None:
        """Change the row of a number, beside SQLAlchemy, which would translate the parameters."""
        cursor.execute(statement, parameters)

    def shown(self, content: bytes) -> str:
        """Return a stored text with ids, and pseudonyms for forgotten ones."""
        text = content.decode(errors="replace")
        return _STORED.sub(self._shown, text) if _START in text else text

    def _shown(self, found: re.Match[str]) -> str:
        private, number = found.groups()
        if not (known_as := self._ids.get(int(number), "")):
            return f"{PSEUDONYM}{number}"
        return known_as.replace(":", ":@") if private else known_as

    # --- changing ----------------------------------------------------------------------------------------------

    @property
    def newest(self) -> int:
        return self._next - 1

    def number(self, known_as: str) -> int | None:
        """Return the number of an id, if it was ever stored."""
        return self._numbers.get(known_as)

    def known(self, number: int) -> str:
        """Return the id of a number; empty if it is unknown or forgotten."""
        return self._ids.get(number, "")

    def forget(self, connection: Connection, known_as: str) -> str:
        """Empty the rows of a person, id and names, and return the pseudonym; an unknown id stays as it is."""
        if (number := self._numbers.pop(known_as, None)) is None:
            return known_as
        self._ids[number], self._changed = "", True
        with closing(connection.connection.cursor()) as cursor:
            self._run(cursor, _EMPTY, number, f"{_START}{number}{_END}")
        return f"{PSEUDONYM}{number}"

    def rename(self, connection: Connection, old: str, new: str) -> None:
        """Give a new id to everything of an old one."""
        number = self._numbers.pop(old)
        self._ids[number], self._numbers[new], self._changed = new, number, True
        with closing(connection.connection.cursor()) as cursor:
            self._run(cursor, _CHANGE, number, new, f"{_START}{number}{_END}")


def identities_of(connection: Connection) -> Identities:
    """Return the identities of an engine where they are installed."""
    found: Identities = connection.info["identities"]
    return found


def _number(player: bytes) -> int:
    return int(player[1:-1])
