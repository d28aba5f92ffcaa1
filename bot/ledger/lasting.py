"""Ids of bans, removals and breaks that outlive their player: hashes with this installation's key."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from bot.ledger import schema
from bot.ledger.identities import PSEUDONYM

NAME_DIGITS: Final = 8
"""Most signs of a pseudonym in the name that people see."""


def name_of(pseudonym: str) -> str:
    return pseudonym[: len(PSEUDONYM) + NAME_DIGITS].replace(":", "-")


def lasting_id(key: bytes, player: str) -> str:
    """Return the id that outlives a player, slow on purpose: guessing takes 50 ms for each id."""
    return PSEUDONYM + hashlib.scrypt(player.encode(), salt=key, n=2**14, r=8, p=1, dklen=12).hex()


def outlasting_hash(lasting: str, what: str) -> str:
    """Return a lasting id's hash in a group, or for a state that outlasts forgetting."""
    return hmac.digest(lasting.encode(), what.encode(), "sha256").hex()


def key_of_hashes(connection: Connection, new: bytes = b"") -> bytes:
    """Return the key of lasting ids, or keep a new one if none exists."""
    table = schema.erasure_key
    kept: bytes | None = connection.execute(select(table.c.key)).scalar()
    if kept is None and new:
        connection.execute(insert(table).values(key=new))
    return kept or new


def forget_cleaned(connection: Connection) -> None:
    """Drop requests whose traces were only in free pages, now clean."""
    connection.execute(delete(schema.erasure).where(schema.erasure.c.player == ""))
