"""The ids under which a ban, a removal or a break outlives its player: hashes with a key of this installation."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from bot.ledger import schema

PSEUDONYM: Final = "anon:"
"""The beginning of the id that takes the place of a forgotten player's."""

BREAK: Final = "break"
"""Stands for the break that somebody takes, where others stand for a group."""


def name_of(pseudonym: str) -> str:
    """Return the name that goes with a pseudonym."""
    return pseudonym[: len(PSEUDONYM) + 4].replace(":", "-")


def lasting_id(key: bytes, player: str) -> str:
    """Return the id under which a ban or a removal outlives its player.

    It is slow on purpose: with the database one would have to try every id there is, each for a twentieth of a second.
    """
    return PSEUDONYM + hashlib.scrypt(player.encode(), salt=key, n=2**14, r=8, p=1, dklen=12).hex()


def outlasting_hash(lasting: str, what: str) -> str:
    """Return the hash by which a lasting id is known for a while: in a group, or to take a :data:`BREAK`."""
    return hmac.digest(lasting.encode(), what.encode(), "sha256").hex()


def key_of_hashes(connection: Connection, new: bytes = b"") -> bytes:
    """Return the key with which lasting ids are made, or keep a new one if there is none yet."""
    table = schema.erasure_key
    kept: bytes | None = connection.execute(select(table.c.key)).scalar()
    if kept is None and new:
        connection.execute(insert(table).values(key=new))
    return kept or new


def forget_cleaned(connection: Connection) -> None:
    """Drop the requests of those of whom nothing was left but in free pages, since these are clean as well."""
    connection.execute(delete(schema.erasure).where(schema.erasure.c.player == ""))
