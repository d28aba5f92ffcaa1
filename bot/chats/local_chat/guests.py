"""Guests of the local room, identified by their browser's secret, of which only a hash is kept.

A name is never enough to act for a guest.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.chats.frames import RefusedByRoom
from bot.ledger import queries
from bot.ledger.writes import GuestSaved, PostSaved
from bot.messages import Person, PlayerId
from bot.messages.lookalikes import told_apart
from bot.messages.names import safe_name

P = ParamSpec("P")
T = TypeVar("T")

RESERVED_NAMES = ("kiu",)

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


def is_token(text: object) -> bool:
    """True for a browser's secret: 128 bits in hexadecimal."""
    return isinstance(text, str) and _TOKEN.fullmatch(text) is not None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    """Registered guests, each read on arrival."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store
        self._registering = asyncio.Lock()

    async def by_token(self, token: str) -> Guest | None:
        kept = await self._store.read(queries.guest, _hash(token))
        return None if kept is None else await self._known(kept)

    async def _known(self, kept: GuestSaved) -> Guest:
        first = await self._store.read(queries.first_guest)
        return Guest(kept.player, kept.name, host=kept.player == first)

    async def register(self, token: str, name: str) -> Guest:
        """Register a guest, or refuse an invisible or taken name; a known secret keeps its guest."""
        shown = safe_name(unicodedata.normalize("NFKC", name))
        if not any(unicodedata.category(each)[0] in "LNS" for each in shown):
            raise RefusedByRoom("name-empty", name=shown)
        async with self._registering:
            if (known := await self.by_token(token)) is not None:
                return known
            guests = await self._store.read(queries.guests)
            free = told_apart(shown, [*RESERVED_NAMES, *(each.name for each in guests)])
            if free != shown:
                raise RefusedByRoom("name-taken", name=shown, suggestion=free)
            newest = max((_number_of(each.player) for each in guests), default=0)
            kept = GuestSaved(token_hash=_hash(token), player=_next_player(newest), name=shown)
            await self._store.commit((kept,))
            return await self._known(kept)


def _number_of(player: PlayerId) -> int:
    return int(player.removeprefix(_PREFIX)[: -2 * _CHANCE_BYTES], 16)


def _next_player(newest: int) -> PlayerId:
    """Return an id never used twice; its digits keep an older copy of the database from reusing a lost guest's."""
    return f"{_PREFIX}{newest + 1:04x}{secrets.token_hex(_CHANCE_BYTES)}"
