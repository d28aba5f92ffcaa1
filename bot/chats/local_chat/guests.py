"""Guests of the local room, identified by their browser's secret, of which only a hash is kept.

A name is never enough to act for a guest.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.ledger import queries
from bot.ledger.writes import GuestSaved, PostSaved
from bot.messages import Person, PlayerId
from bot.messages.lookalikes import looks
from bot.messages.names import visible

P = ParamSpec("P")
T = TypeVar("T")

NAME_LENGTH = 24

RESERVED_NAMES = frozenset({"kiu"})

_PREFIX, _CHANCE_BYTES = "local:", 2
"""An id is the prefix, the guest's hexadecimal number and random digits."""

_TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)


class RoomStore(Protocol):
    async def read(self, query: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a query."""

    async def commit(self, writes: tuple[PostSaved | GuestSaved, ...]) -> None:
        """Return once the writes are durable."""


@dataclass(frozen=True, slots=True)
class Guest:
    player: PlayerId
    name: str
    host: bool
    """True for the first guest not forgotten, who administers the group."""

    def as_person(self, language: str = "") -> Person:
        return Person(self.player, self.name, admin=self.host, language=language)


class NameRefused(Exception):
    """A refused name; ``reason`` is the key of a sentence, ``suggestion`` a free name."""

    def __init__(self, reason: str, name: str, suggestion: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.name = name
        self.suggestion = suggestion


def is_token(text: object) -> bool:
    """True for a browser's secret: 128 bits in hexadecimal."""
    return isinstance(text, str) and _TOKEN.fullmatch(text) is not None


def shown_line(text: str) -> str:
    """Remove invisible characters and double spaces."""
    seen = (" " if each.isspace() else each for each in visible(text))
    return " ".join("".join(each for each in seen if each == " " or unicodedata.category(each)[0] != "C").split())


def cleaned_name(text: str) -> str:
    """Return a name with nothing invisible, at most two accents on a letter and 24 characters."""
    name = shown_line(unicodedata.normalize("NFKC", text))
    return re.sub(r"([\u0300-\u036f\u20d0-\u20ff]{2})[\u0300-\u036f\u20d0-\u20ff]+", r"\1", name)[:NAME_LENGTH].strip()


def _number_of(player: PlayerId) -> int:
    return int(player.removeprefix(_PREFIX)[: -2 * _CHANCE_BYTES], 16)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    """Registered guests, each read on arrival."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store
        self._names: _Names | None = None

        self._first: PlayerId = ""
        """The earliest guest, once needed."""

        self._registering = asyncio.Lock()

    def forget(self) -> None:
        """Drop cached guests."""
        self._names, self._first = None, ""

    async def by_token(self, token: str) -> Guest | None:
        kept = await self._store.read(queries.guest, _hash(token))
        return None if kept is None else await self._known(kept)

    async def _known(self, kept: GuestSaved) -> Guest:
        self._first = self._first or await self._store.read(queries.first_guest)
        return Guest(kept.player, kept.name, host=kept.player == self._first)

    async def register(self, token: str, name: str) -> Guest:
        """Register a guest; a known secret keeps its guest.

        Raise ``NameRefused`` for an invisible or taken name.
        """
        shown = cleaned_name(name)
        if not any(unicodedata.category(each)[0] in "LNS" for each in shown):
            raise NameRefused("name-empty", shown)
        async with self._registering:
            if (known := await self.by_token(token)) is not None:
                return known
            names = self._names or _Names(await self._store.read(queries.guests))
            self._names = names
            if names.is_taken(shown):
                raise NameRefused("name-taken", shown, names.free_name(shown))
            kept = GuestSaved(token_hash=_hash(token), player=_next_player(names.newest), name=shown)
            await self._store.commit((kept,))
            names.add(kept)
            return await self._known(kept)


class _Names:
    def __init__(self, guests: Iterable[GuestSaved]) -> None:
        self._looks: set[str] = {look for name in RESERVED_NAMES for look in looks(name)}
        self.newest = 0
        for kept in guests:
            self.add(kept)

    def add(self, kept: GuestSaved) -> None:
        self._looks |= looks(kept.name)
        self.newest = max(self.newest, _number_of(kept.player))

    def is_taken(self, name: str) -> bool:
        return not self._looks.isdisjoint(looks(name))

    def free_name(self, name: str) -> str:
        number = 2
        while True:
            ending = f" {number}"
            free = name[: NAME_LENGTH - len(ending)] + ending
            if not self.is_taken(free):
                return free
            number += 1


def _next_player(newest: int) -> PlayerId:
    """Return an id with the next number and random digits, so that none is used twice.

    The digits keep an older copy of the database from reusing a lost guest's id.
    """
    return f"{_PREFIX}{newest + 1:04x}{secrets.token_hex(_CHANCE_BYTES)}"
