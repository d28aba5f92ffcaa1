"""The guests of the local room.

A guest is identified by a secret that their browser made up and keeps; the room knows only its hash. Knowing the name
of a guest is therefore never enough to act for them.
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
"""Names of the bot itself."""

_PREFIX, _CHANCE_BYTES = "local:", 2
"""An id is the prefix, the number of the guest in hexadecimal, and so many digits by chance."""

_TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)


class RoomStore(Protocol):
    """The ledger, as far as the room uses it: history and guests survive a restart."""

    async def read(self, query: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a query of the ledger."""

    async def commit(self, writes: tuple[PostSaved | GuestSaved, ...]) -> None:
        """Return only when they are durable."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A registered guest."""

    player: PlayerId
    name: str
    host: bool
    """True for the first of all guests who were not forgotten, who administers the group."""

    def as_person(self, language: str = "") -> Person:
        return Person(self.player, self.name, admin=self.host, language=language)


class NameRefused(Exception):
    """A name that cannot be taken; ``reason`` names the sentence that says why, ``suggestion`` one that is free."""

    def __init__(self, reason: str, name: str, suggestion: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.name = name
        self.suggestion = suggestion


def is_token(text: object) -> bool:
    """Tell whether ``text`` has the form of a browser's secret: 128 bits in hexadecimal."""
    return isinstance(text, str) and _TOKEN.fullmatch(text) is not None


def shown_line(text: str) -> str:
    """Return ``text`` without control, direction and other invisible characters, and with single spaces."""
    seen = (" " if each.isspace() else each for each in visible(text))
    return " ".join("".join(each for each in seen if each == " " or unicodedata.category(each)[0] != "C").split())


def cleaned_name(text: str) -> str:
    """Return a name as it is shown: nothing invisible, at most two accents on a letter, at most 24 characters."""
    name = shown_line(unicodedata.normalize("NFKC", text))
    return re.sub(r"([\u0300-\u036f\u20d0-\u20ff]{2})[\u0300-\u036f\u20d0-\u20ff]+", r"\1", name)[:NAME_LENGTH].strip()


def _number_of(player: PlayerId) -> int:
    """The number of a guest, from 1, in the order in which they came."""
    return int(player.removeprefix(_PREFIX)[: -2 * _CHANCE_BYTES], 16)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    """Every guest ever registered in the room; each is read when they come, and all names with the first newcomer."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store
        self._names: _Names | None = None
        """The names of all, once they were needed."""

        self._first: PlayerId = ""
        """The guest before all others, once it was needed."""

        self._registering = asyncio.Lock()

    def forget(self) -> None:
        """Let go of what was read of the guests, because one of them is stored no more."""
        self._names, self._first = None, ""

    async def by_token(self, token: str) -> Guest | None:
        """Return the guest whose secret ``token`` is."""
        kept = await self._store.read(queries.guest, _hash(token))
        return None if kept is None else await self._known(kept)

    async def _known(self, kept: GuestSaved) -> Guest:
        self._first = self._first or await self._store.read(queries.first_guest)
        return Guest(kept.player, kept.name, host=kept.player == self._first)

    async def register(self, token: str, name: str) -> Guest:
        """Register a new guest called ``name`` with the secret ``token``; a known secret keeps its guest.

        Raises:
            NameRefused: no character of the name is visible, or another guest has it.
            NotStored, LedgerClosed: nothing can be stored now, so nobody new is known.
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
    """The names that guests have, and the number of the newest of them."""

    def __init__(self, guests: Iterable[GuestSaved]) -> None:
        self._looks: set[str] = {look for name in RESERVED_NAMES for look in looks(name)}
        self.newest = 0
        for kept in guests:
            self.add(kept)

    def add(self, kept: GuestSaved) -> None:
        """Take in a guest."""
        self._looks |= looks(kept.name)
        self.newest = max(self.newest, _number_of(kept.player))

    def is_taken(self, name: str) -> bool:
        """Tell whether a name looks like one that somebody has."""
        return not self._looks.isdisjoint(looks(name))

    def free_name(self, name: str) -> str:
        """The name with the smallest number behind it with which nobody has it."""
        number = 2
        while True:
            ending = f" {number}"
            free = name[: NAME_LENGTH - len(ending)] + ending
            if not self.is_taken(free):
                return free
            number += 1


def _next_player(newest: int) -> PlayerId:
    """Return an id with the number after the newest, so that the first guest is known and no id is used twice.

    The digits by chance after it are always as many, and keep the id of a guest who is lost from an older copy of
    the database from being given to another one.
    """
    return f"{_PREFIX}{newest + 1:04x}{secrets.token_hex(_CHANCE_BYTES)}"
