"""Who is who in the local room.

A person is a secret that their browser made up and keeps; the room knows only its hash.
Knowing somebody's name is therefore never enough to speak for them.
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

NAME_LENGTH = 24

OWN_NAMES = frozenset({"kiu"})
"""Names that belong to the bot itself, as they are compared."""

_TOKEN = re.compile(r"[0-9a-f]{32}", re.ASCII)


class GuestStore(Protocol):
    """Where the people of the room are kept."""

    async def guests(self) -> list[GuestSaved]:
        """Everybody ever registered."""

    async def commit(self, record: tuple[GuestSaved, ...]) -> None:
        """Return only when the record is durable."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person of the room."""

    player: PlayerId
    name: str
    host: bool
    """The first person ever to enter, who runs the group."""

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


def plain(text: str) -> str:
    """Return ``text`` without control, direction and other invisible characters, its white space made single."""
    seen = (" " if each.isspace() else each for each in text)
    return " ".join("".join(each for each in seen if each == " " or unicodedata.category(each)[0] != "C").split())


def cleaned_name(text: str) -> str:
    """Return a name as it is shown: nothing invisible, no piled-up accents, at most 24 characters."""
    name = plain(unicodedata.normalize("NFKC", text))
    return re.sub(r"([\u0300-\u036f\u20d0-\u20ff]{2})[\u0300-\u036f\u20d0-\u20ff]+", r"\1", name)[:NAME_LENGTH].strip()


def compared(name: str) -> str:
    """Return what two names that look alike have in common."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """Everybody ever registered in the room."""

    def __init__(self, store: GuestStore) -> None:
        self._store = store
        self._by_hash: dict[str, Guest] = {}
        self._names: set[str] = set(OWN_NAMES)
        self._registering = asyncio.Lock()

    async def load(self) -> None:
        """Fetch from the store who was registered before."""
        for kept in sorted(await self._store.guests(), key=lambda each: each.player):
            self._remember(kept)

    def _remember(self, kept: GuestSaved) -> Guest:
        guest = Guest(kept.player, kept.name, host=not self._by_hash)
        self._by_hash[kept.token_hash] = guest
        self._names.add(compared(kept.name))
        return guest

    def of(self, token: str) -> Guest | None:
        """Return whose secret ``token`` is."""
        return self._by_hash.get(_hash(token))

    async def register(self, token: str, name: str) -> Guest:
        """Make ``token`` the secret of a new person called ``name``; a known one stays who they are.

        Raises:
            NameRefused: nothing is left of the name, or somebody else has it.
        """
        shown = cleaned_name(name)
        if not any(unicodedata.category(each)[0] in "LNS" for each in shown):
            raise NameRefused("name-empty", shown)
        async with self._registering:
            known = self.of(token)
            if known is not None:
                return known
            if compared(shown) in self._names:
                raise NameRefused("name-taken", shown, self._free_name(shown))
            kept = GuestSaved(token_hash=_hash(token), player=self._next_player(), name=shown)
            await self._store.commit((kept,))
            return self._remember(kept)

    def _next_player(self) -> PlayerId:
        """Return an id that sorts after all others, to tell who came first, and that is never used twice."""
        newest = max((guest.player for guest in self._by_hash.values()), default="local:0000")
        count = int(newest.removeprefix("local:")[:4], 16) + 1
        return f"local:{count:04x}{secrets.token_hex(2)}"

    def _free_name(self, name: str) -> str:
        number = 2
        while True:
            ending = f" {number}"
            free = name[: NAME_LENGTH - len(ending)] + ending
            if compared(free) not in self._names:
                return free
            number += 1
