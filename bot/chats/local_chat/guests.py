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
from dataclasses import dataclass
from typing import Protocol

from bot.ledger.writes import GuestSaved
from bot.messages import Person, PlayerId
from bot.messages.lookalikes import looks
from bot.messages.names import visible

NAME_LENGTH = 24

RESERVED_NAMES = frozenset({"kiu"})
"""Names of the bot itself."""

_PREFIX, _CHANCE_BYTES = "local:", 2
"""An id is the prefix, the number of the guest in hexadecimal, and so many digits by chance."""

_TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)


class GuestStore(Protocol):
    """Where the guests of the room are stored."""

    async def guests(self) -> list[GuestSaved]:
        """Every guest ever registered."""

    async def commit(self, record: tuple[GuestSaved, ...]) -> None:
        """Return only when the record is durable."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A registered guest."""

    player: PlayerId
    name: str
    host: bool
    """Whether they were the first of all guests who were not forgotten, who administers the group."""

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
    """Every guest ever registered in the room."""

    def __init__(self, store: GuestStore) -> None:
        self._store = store
        self._by_hash: dict[str, Guest] = {}
        self._looks: set[str] = {look for name in RESERVED_NAMES for look in looks(name)}
        self._newest = 0
        """The number of the newest guest."""

        self._registering = asyncio.Lock()

    async def load(self) -> None:
        """Load the guests who were registered before, and nobody else any more."""
        self._by_hash, self._newest = {}, 0
        self._looks = {look for name in RESERVED_NAMES for look in looks(name)}
        for kept in sorted(await self._store.guests(), key=lambda each: _number_of(each.player)):
            self._add(kept)

    def _add(self, kept: GuestSaved) -> Guest:
        guest = Guest(kept.player, kept.name, host=not self._by_hash)
        self._by_hash[kept.token_hash] = guest
        self._looks |= looks(kept.name)
        self._newest = max(self._newest, _number_of(kept.player))
        return guest

    def by_token(self, token: str) -> Guest | None:
        """Return the guest whose secret ``token`` is."""
        return self._by_hash.get(_hash(token))

    async def register(self, token: str, name: str) -> Guest:
        """Register a new guest called ``name`` with the secret ``token``; a known secret keeps its guest.

        Raises:
            NameRefused: no character of the name is visible, or another guest has it.
        """
        shown = cleaned_name(name)
        if not any(unicodedata.category(each)[0] in "LNS" for each in shown):
            raise NameRefused("name-empty", shown)
        async with self._registering:
            known = self.by_token(token)
            if known is not None:
                return known
            if not self._looks.isdisjoint(looks(shown)):
                raise NameRefused("name-taken", shown, self._free_name(shown))
            kept = GuestSaved(token_hash=_hash(token), player=self._next_player(), name=shown)
            await self._store.commit((kept,))
            return self._add(kept)

    def _next_player(self) -> PlayerId:
        """Return an id with the next number, so that the first guest is known and no id is used twice.

        The digits by chance after it are always as many, and keep the id of a guest who is lost from an older copy of
        the database from being given to another one.
        """
        return f"{_PREFIX}{self._newest + 1:04x}{secrets.token_hex(_CHANCE_BYTES)}"

    def _free_name(self, name: str) -> str:
        number = 2
        while True:
            ending = f" {number}"
            free = name[: NAME_LENGTH - len(ending)] + ending
            if self._looks.isdisjoint(looks(free)):
                return free
            number += 1
