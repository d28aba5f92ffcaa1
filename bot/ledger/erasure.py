"""Erasing a person: their name and ids give way to a pseudonym, or the row goes, wherever the database has them.

What is kept in memory, or looked up by a player's id, changes in one transaction. The history, which is long, changes
after it in steps, so that nobody's turn waits long; it may be done twice, and goes on after a restart.
Chips do not move here, so every sum stays; a line of a journal can be played again as before.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Column, Connection, Table, and_, delete, false, func, insert, or_, select, text, tuple_, update

from bot.ledger import schema
from bot.ledger.personal_data import CHANGED_AT_ONCE, OWN_ROWS, PERSONAL_DATA, Holds
from bot.ledger.writes import STACK, WALLET, Account
from engine.games import GAMES

PSEUDONYM: Final = "anon:"
"""How the id begins that takes the place of a player's."""

ROWS_A_STEP: Final = 20_000
"""How many rows are looked through in one transaction: a few hundredths of a second."""

SHUFFLE: Final = "shuffle"
"""How the journal marks a word that a player added to the deal; the word is in the record, by chair."""

NEEDLES: Final = 24
"""For more texts than this, the database does not look for each of them: every row is read."""

BREAK: Final = "break"
"""What stands for the break that somebody takes, where others stand for a group."""

SHORTEST_NAME: Final = 2
"""A name with fewer characters is not looked for in what people typed, where it could be anything."""

NO_NAMES: Final = frozenset({"kind", "command", "turn", "style"})
"""What of a message is for the page and not for people, though somebody may be called so."""

NOBODY: Final[Mapping[str, str]] = MappingProxyType({})

Position: TypeAlias = "tuple[Any, ...] | None"
"""The key of the last row that was looked at; ``None`` before the first."""


class Whereabouts(NamedTuple):
    """How far going through the database has come."""

    table: int
    """The number of the table among those that are gone through."""

    after: Position = None


@dataclass(frozen=True, slots=True)
class Erased:
    """Whom to erase."""

    player: str = field(repr=False)
    pseudonym: str
    names: frozenset[str] = field(default=frozenset(), repr=False)
    lasting: str = field(default="", repr=False)
    """The id under which what outlives them is kept, as :func:`lasting_id` makes it."""

    """What they are called in their groups, as far as nobody else is called so."""

    @property
    def name(self) -> str:
        """What they are called from now on."""
        return self.pseudonym[: len(PSEUDONYM) + 4].replace(":", "-")


def name_of(pseudonym: str) -> str:
    """What a person is called whose id gave way to a pseudonym."""
    return Erased("", pseudonym).name


def lasting_id(key: bytes, player: str) -> str:
    """The id under which a ban or a removal outlives that its player is erased: a hash with a key of this installation.

    It is slow on purpose: with the database one would have to try every id there is, each for a twentieth of a second.
    """
    return PSEUDONYM + hashlib.scrypt(player.encode(), salt=key, n=2**14, r=8, p=1, dklen=12).hex()


def outlasting_hash(lasting: str, what: str) -> str:
    """What is kept for a while of somebody who was erased, to know that they are no newcomer or take a break.

    Args:
        lasting: their lasting id.
        what: the group in which they are no newcomer, or :data:`BREAK`.
    """
    return hmac.digest(lasting.encode(), what.encode(), "sha256").hex()


# --- texts ---------------------------------------------------------------------------------------------------------


class Rewriter:
    """Puts pseudonyms in the place of ids and names in texts."""

    def __init__(self, people: Sequence[Erased]) -> None:
        self._people = {each.player: each for each in people}
        self._pseudonyms: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for each in people:
            platform, _, number = each.player.partition(":")
            # A private chat on Discord has the number of its person after an at sign.
            self._pseudonyms |= dict.fromkeys((each.player, f"{platform}:@{number}"), each.pseudonym)
            self._names |= {name.casefold(): each.name for name in each.names if len(name) >= SHORTEST_NAME}
        self._id = _one_of(self._pseudonyms)
        self._name = _one_of(self._names, re.IGNORECASE) if self._names else None
        # Databases know small and capital letters of ASCII alone, and JSON writes others in a way of its own.
        names = (max(re.findall(r"[ !#-\[\]-~]+", name), key=len, default="") for name in self._names)
        self.needles = tuple(dict.fromkeys(map(str.lower, (*self._pseudonyms, *names))))
        """What to look for in small letters: a row in which none of these stands need not be read."""

    def ids(self, found: str) -> str:
        """A text without the ids."""
        return self._id.sub(lambda match: self._pseudonyms[match.group()], found)

    def text(self, found: str) -> str:
        """A text without ids and names."""
        changed = self.ids(found)
        if self._name is None:
            return changed
        return self._name.sub(lambda match: self._names.get(match.group().casefold(), PSEUDONYM[:-1]), changed)

    def preset(self, found: str) -> str:
        """The name of a preset without names; those of Kiu stay, whatever people are called."""
        return found if any(found in game.presets for game in GAMES.values()) else self.text(found)

    def in_json(self, found: str) -> str:
        """JSON of Kiu's own without ids, and without the names beside them; nothing else in it can be a name."""
        return self._rewritten(found, self.ids)

    def in_settings(self, found: str) -> str:
        """The settings of a group without ids, and without names in what admins have typed; bans last."""
        settings: dict[str, Any] = json.loads(found)
        bans = {}
        for player, ban in settings["bans"].items():
            who = self._people.get(player)
            own = {} if who is None or not who.lasting else {"name": name_of(who.lasting)}
            typed = {key: self.text(ban[key]) for key in ("name", "by", "reason")}
            bans[who.lasting if who is not None and own else player] = {**ban, **typed, **own}
        presets = {
            game: {self.preset(name): each for name, each in own.items()} for game, own in settings["presets"].items()
        }
        changed = {
            **settings,
            "bans": bans,
            "presets": presets,
            "seasons": [[self.text(name), *rest] for name, *rest in settings["seasons"]],
            "untold": [each for each in settings["untold"] if self._walk(each, self.text) == each],
        }
        return found if changed == settings and self.in_json(found) == found else self.in_json(json.dumps(changed))

    def in_message(self, found: str) -> str:
        """The JSON of a message without ids and names."""
        return self._rewritten(found, self.text)

    def _rewritten(self, found: str, change: Callable[[str], str]) -> str:
        before = json.loads(found)
        after = self._walk(before, change)
        return found if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))

    def _walk(self, value: Any, change: Callable[[str], str]) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            changed = [self._walk(each, change) for each in value]
            if list(map(type, value[:3])) == [str, str, int] and value[0] in self._people:
                # A player with what they were called, whatever that was then, and numbers of theirs.
                changed[1] = self._people[value[0]].name
            return changed
        if isinstance(value, dict):
            return self._object(value, change)
        return value

    def _object(self, value: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
        changed = {
            self.ids(key): self._walk(each, self.preset if key == "preset" else self.ids if key in NO_NAMES else change)
            for key, each in value.items()
            if key != "kept_out"
        }
        if "kept_out" in value:
            changed["kept_out"] = [self._kept_out(*each) for each in value["kept_out"]]
        player = value.get("player")
        if isinstance(player, str) and player in self._people:
            changed |= {key: self._people[player].name for key in ("name",) if key in value}
            # What they have said in the local room.
            changed |= {key: "…" for key in ("text",) if key in value}
        file = value.get("file")
        if isinstance(file, dict) and self._is_in(file):
            changed["file"] = None
        return changed

    def _kept_out(self, player: str, name: str, until: str) -> list[str]:
        """Who may not sit down again, for as long as that lasts."""
        who = self._people.get(player)
        if who is None:
            return [player, name, until]
        known = who.lasting or who.pseudonym
        return [known, name_of(known), until]

    def _is_in(self, file: dict[str, Any]) -> bool:
        """Whether a file that is kept within a message tells of the player."""
        try:
            content = base64.b64decode(str(file.get("src", "")).partition("base64,")[2]).decode(errors="replace")
        except binascii.Error:
            return True
        return self.text(content) != content


def _one_of(texts: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """Any of some texts that stands for itself, and is no part of a longer word."""
    each_of = "|".join(re.escape(each) for each in sorted(texts, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{each_of})(?!\w)", flags)


def without_picture(body: str) -> str:
    """The body of a post without its picture."""
    content = json.loads(body)
    message = content.get("message")
    if not isinstance(message, dict) or not message.get("picture"):
        return body
    message["picture"] = None
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


# --- rows ----------------------------------------------------------------------------------------------------------

_TEXTS: Final[dict[Holds, Callable[[Rewriter, str], str]]] = {
    Holds.IDS: Rewriter.ids,
    Holds.TEXT: Rewriter.text,
    Holds.JSON: Rewriter.in_json,
    Holds.SETTINGS: Rewriter.in_settings,
    Holds.MESSAGE: Rewriter.in_message,
    Holds.NOTATION: Rewriter.ids,
}


def _searched(table: Table) -> list[Column[Any]]:
    """The columns of a table in which somebody may stand."""
    held = PERSONAL_DATA[table.name]
    return [table.c[name] for name, holds in held.items() if holds in (*_TEXTS, Holds.PROOF)]


def rewrite_at_once(connection: Connection, people: Sequence[Erased], group: str = "") -> None:
    """Change what is kept in memory or looked up by id, and what is their own.

    Args:
        connection: within the transaction.
        people: whom to erase.
        group: the group in which they are erased; everywhere if it is empty.
    """
    rewriter, person = Rewriter(people), schema.person
    for each in people:
        own = update(person).where(person.c.player == each.player, *_of_group(person, group))
        connection.execute(own.values(name=each.name, language=""))
    for name in CHANGED_AT_ONCE:
        table = schema.metadata.tables[name]
        _rewrite(connection, table, _found(connection, table, rewriter, *_of_group(table, group)), rewriter)


def searched_tables() -> list[Table]:
    """All tables in which somebody may stand, in a fixed order."""
    declared = PERSONAL_DATA.keys() & schema.metadata.tables.keys()
    return [schema.metadata.tables[name] for name in sorted(declared) if _searched(schema.metadata.tables[name])]


def history_tables() -> list[Table]:
    """Those that are changed in steps."""
    return [table for table in searched_tables() if table.name not in CHANGED_AT_ONCE]


def rewrite_step(connection: Connection, people: Sequence[Erased], group: str, at: Whereabouts) -> Whereabouts | None:
    """Change some rows of the history; return where to go on, or ``None`` when all of it is done."""
    rewriter = Rewriter(people)
    table, rows, after = rows_of_step(connection, history_tables(), rewriter, at, group)
    _rewrite(connection, table, rows, rewriter)
    return after


def rows_of_step(
    connection: Connection, tables: Sequence[Table], rewriter: Rewriter, at: Whereabouts, group: str = ""
) -> tuple[Table, list[Any], Whereabouts | None]:
    """The rows in which somebody may stand, in the next part of some tables; and where the part after it begins."""
    table = tables[at.table]
    key = list(table.primary_key.columns)
    beyond = [] if at.after is None else [_beyond(key, at.after)]
    last = connection.execute(select(*key).where(*beyond).order_by(*key).limit(1).offset(ROWS_A_STEP - 1)).first()
    within = [] if last is None else [~_beyond(key, tuple(last))]
    rows = _found(connection, table, rewriter, *beyond, *within, *_of_group(table, group))
    if last is not None:
        return table, rows, Whereabouts(at.table, tuple(last))
    return table, rows, Whereabouts(at.table + 1) if at.table + 1 < len(tables) else None


def _of_group(table: Table, group: str) -> list[Any]:
    """Which rows of a table are about a group; all of them if it is empty."""
    if not group:
        return []
    columns = table.c
    if "group_id" in columns:
        return [columns.group_id == group]
    if "table_id" in columns:
        tables = schema.game_table.c
        return [columns.table_id.in_(select(tables.id).where(tables.group_id == group))]
    if table is schema.transfer:
        accounts = schema.account.c
        return [columns.source_account.in_(select(accounts.id).where(accounts.group_id == group))]
    if "hand" in columns:
        hands = schema.hand.c
        return [columns.hand.in_(select(hands.id).where(hands.group_id == group))]
    if table is schema.chat_group:
        return [columns.id == group]
    named = {"receipt": "key", "post": "place"}.get(table.name)
    # What is of no group, such as the guests of the local room, is not touched when a group is erased.
    return [false() if named is None else func.instr(columns[named], group) > 0]


def _beyond(key: Sequence[Column[Any]], last: tuple[Any, ...]) -> Any:
    return key[0] > last[0] if len(key) == 1 else tuple_(*key) > tuple_(*last)


def _found(connection: Connection, table: Table, rewriter: Rewriter, *where: Any) -> list[Any]:
    """The rows of a table in which the player may stand."""
    if len(rewriter.needles) <= NEEDLES:
        searched = [func.lower(column) for column in _searched(table)]
        stands = [func.instr(column, needle) > 0 for column in searched for needle in rewriter.needles]
        where = (*where, or_(*stands))
    return list(connection.execute(select(table).where(*where)).mappings())


def _rewrite(connection: Connection, table: Table, rows: Iterable[Any], rewriter: Rewriter) -> None:
    changes = [(row, values) for row in rows if (values := _changed(table, row, rewriter)) is not None]
    if not changes:
        return
    with _append_only_lifted(connection, table):
        for row, values in changes:
            this = and_(*(column == row[column.name] for column in table.primary_key.columns))
            if values:
                connection.execute(update(table).where(this).values(values))
            else:
                connection.execute(delete(table).where(this))


def _changed(table: Table, row: Any, rewriter: Rewriter) -> dict[str, Any] | None:
    """The new values of a row: none at all if the row goes, and ``None`` if it stays as it is."""
    held = PERSONAL_DATA[table.name]
    values: dict[str, Any] = {}
    for name, holds in held.items():
        if holds in _TEXTS and row[name]:
            changed = _TEXTS[holds](rewriter, row[name])
            if changed != row[name]:
                values[name] = changed
    for name in (name for name, holds in held.items() if holds is Holds.PROOF):
        if rewriter.ids(row[name]) != row[name]:
            # An admin has typed it as a reason; half a proof would be of no use.
            values |= {other: "" for other, what in held.items() if what is Holds.PROOF}
    if table.name in OWN_ROWS and values:
        return {}
    if "text" in values or ("actor" in values and "text" in held and row["text"].startswith(f"{SHUFFLE} ")):
        values["text"] = SHUFFLE
    for name in (name for name, holds in held.items() if holds is Holds.PICTURE):
        if values and row[name]:
            values |= {name: b"", "body": without_picture(values.get("body", row["body"]))}
    return values or None


@contextmanager
def _append_only_lifted(connection: Connection, table: Table) -> Iterator[None]:
    """Let rows of a table be changed within this transaction, which nobody else is in."""
    found = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = :table"
    triggers = connection.execute(text(found), {"table": table.name}).all()
    for name, _ in triggers:
        connection.execute(text(f"DROP TRIGGER {name}"))
    yield
    for _, sql in triggers:
        connection.exec_driver_sql(sql)


# --- what is known of a player -------------------------------------------------------------------------------------


def with_names(
    connection: Connection, pseudonyms: Mapping[str, str], group: str = "", lasting: Mapping[str, str] = NOBODY
) -> list[Erased]:
    """Whom to erase, each with the names that are theirs alone.

    Args:
        connection: within the transaction.
        pseudonyms: what the players are called from now on, by their ids.
        group: the group in which they are erased; everywhere if it is empty.
        lasting: their lasting ids, of those of whom anything lasts.
    """
    names: dict[str, set[str]] = {player: set() for player in pseudonyms}
    others: set[str] = set()
    for table in (schema.person, schema.guest):
        for player, name in connection.execute(select(table.c.player, table.c.name).where(*_of_group(table, group))):
            names.get(player, others).add(name.casefold())
    counted = Counter(name for each in names.values() for name in each)
    theirs = {player: {each for each in own - others if counted[each] == 1} for player, own in names.items()}
    return [
        Erased(player, pseudonym, frozenset(theirs[player]), lasting.get(player, ""))
        for player, pseudonym in pseudonyms.items()
    ]


def chips_left(connection: Connection, player: str, group: str = "") -> list[tuple[Account, int]]:
    """The wallets and stacks in which a player has chips, those of practice included."""
    found = schema.account.c
    query = select(found.kind, found.group_id, found.owner, found.balance)
    with_chips = query.where(found.kind.in_((WALLET, STACK)), found.balance > 0, _owned_by(player))
    rows = connection.execute(with_chips.where(*_of_group(schema.account, group)))
    return [(Account(kind, group, owner), balance) for kind, group, owner, balance in rows]


def _owned_by(player: str) -> Any:
    # A pattern would take an underscore of an id for any sign.
    ending = f"/{player}"
    owner = schema.account.c.owner
    return or_(owner == player, func.substr(owner, -len(ending)) == ending)


# --- what is kept about erasing itself -----------------------------------------------------------------------------


def request_cleaning(connection: Connection, pseudonyms: Mapping[str, str], at: int) -> None:
    """Nothing of some players is left but in free pages, so who it was need not be known any more."""
    asked = schema.erasure
    connection.execute(delete(asked).where(asked.c.player.in_(list(pseudonyms))))
    connection.execute(insert(asked), [{"player": "", "pseudonym": each, "at": at} for each in pseudonyms.values()])


def forget_cleaned(connection: Connection) -> None:
    """The free pages are clean as well."""
    connection.execute(delete(schema.erasure).where(schema.erasure.c.player == ""))


def key_of_hashes(connection: Connection, new: bytes = b"") -> bytes:
    """The key of this installation with which lasting ids are made; a new one if there is none yet."""
    table = schema.erasure_key
    kept: bytes | None = connection.execute(select(table.c.key)).scalar()
    if kept is None and new:
        connection.execute(insert(table).values(key=new))
    return kept or new


def remember_newcomers(connection: Connection, until: Mapping[str, int]) -> None:
    """Keep some hashes, each for its time."""
    table = schema.erased_newcomer
    for each, at in until.items():
        connection.execute(delete(table).where(table.c.hash == each))
        connection.execute(insert(table).values(hash=each, until=at))


def drop_newcomers(connection: Connection, before: int) -> None:
    """Remove the hashes whose time is over."""
    connection.execute(delete(schema.erased_newcomer).where(schema.erased_newcomer.c.until < before))
