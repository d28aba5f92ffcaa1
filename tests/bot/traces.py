"""Searching the files of a database for traces of somebody, byte by byte, whatever the database thinks is in them."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from pathlib import Path

BESIDES = ("", "-wal", "-journal", "-shm")
"""How the names of the files end that a database writes."""


def spellings(texts: Iterable[str]) -> list[bytes]:
    """How texts may stand in a file: as they are, as JSON writes them, in UTF-16, in hex and in base 64."""
    found: list[bytes] = []
    for text in texts:
        raw = text.encode()
        found += [raw, json.dumps(text)[1:-1].encode(), text.encode("utf-16-le"), raw.hex().encode()]
        # Wherever it begins in a longer text, two of three ways to write it have these characters in the middle.
        for before in range(3):
            encoded = base64.b64encode(b"\0" * before + raw)
            found.append(encoded[4 if before else 0 : len(encoded) // 4 * 4 - 4])
    return list(dict.fromkeys(each for each in found if len(each) >= 4))


def traces(database: Path, texts: Iterable[str]) -> list[str]:
    """Where any of some texts stands in the files of a database: file, spelling and what is around it."""
    found: list[str] = []
    for ending in BESIDES:
        file = database.with_name(database.name + ending)
        content = file.read_bytes() if file.exists() else b""
        for each in spellings(texts):
            at = content.find(each)
            if at >= 0:
                found.append(f"{file.name} at {at}: {content[max(at - 40, 0) : at + 60]!r}")
    return found
