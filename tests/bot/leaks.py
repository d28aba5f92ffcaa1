"""Finding secrets in a text, however they are spelled there: keys and salts as bytes, cards by name and by number."""

from __future__ import annotations

import base64
import binascii
import re
from ast import literal_eval
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from functools import lru_cache

SECRET_BYTES = 32
"""How long every key and every salt is."""

_HEX = re.compile(r"[0-9a-fA-F]{64,}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{43,}")
_REPR = re.compile(r"""\bb'(?:[^'\\\n]|\\.)*'|\bb"(?:[^"\\\n]|\\.)*\"""")
_BYTES_IN_NUMBERS = re.compile(r"\d{1,3}(?:, ?\d{1,3}){31,}")
_NUMBERS = re.compile(r"\d+(?:, ?\d+){2,}")
_HYPHEN = re.compile(r"(?<=\w)-(?=[a-z])")
_DOMINO = re.compile(r"\b([0-6])(?:[-\u2011]|\\\\?u2011)([0-6])\b")
_ADVISOR = re.compile(r"\b(yellow|red|green|white)[ -]advisor\b")
"""A card whose name in the pack is another than the one that people see."""


def bytes_leaked(text: str, secrets: Set[bytes]) -> set[bytes]:
    """The secrets of 32 bytes that a text tells: as hex, as base64, as Python shows bytes, or number by number."""
    return bytes_told(text) & secrets


def bytes_told(text: str) -> set[bytes]:
    """Everything of 32 bytes that a text tells in one of these ways."""
    return {each for told in _bytes_in(text) for each in _windows(told)}


def numbers_leaked(text: str, secrets: Set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The secret groups of three numbers or more that stand in a text side by side, in whatever order."""
    lengths = {len(each) for each in secrets}
    found = set()
    for run in _NUMBERS.findall(text):
        numbers = [int(each) for each in run.split(",")]
        for length in lengths:
            found |= {tuple(sorted(numbers[at : at + length])) for at in range(len(numbers) - length + 1)}
    return found & {tuple(sorted(each)) for each in secrets}


def dominoes_in(text: str) -> list[str]:
    """The dominoes that a text names, as people see them, as the pack has them, or in JSON; one after the other."""
    return [f"{high}-{low}" for high, low in _DOMINO.findall(text)]


def cards_named(text: str, names: Iterable[str]) -> set[str]:
    """The cards of a pack that a text names: as people see them, or as the pack has them, with or without hyphens."""
    text = _ADVISOR.sub(r"\1 valet", _DOMINO.sub(r"\1-\2", text.lower()))
    spelled, wanted = _spellings(tuple(names))
    return {spelled[each] for each in wanted.findall(_HYPHEN.sub(" ", text))}


@lru_cache(maxsize=16)
def _spellings(names: tuple[str, ...]) -> tuple[dict[str, str], re.Pattern[str]]:
    """The names as they are looked for, with the name of the pack for each, and what finds them all."""
    spelled = {_HYPHEN.sub(" ", name): name for name in names}
    wanted = "|".join(re.escape(each) for each in sorted(spelled, key=len, reverse=True))
    return spelled, re.compile(rf"(?<![\w-])(?:{wanted})(?![\w-])")


def _bytes_in(text: str) -> Iterator[bytes]:
    for found in _HEX.findall(text):
        # The first letter may be one that stands before the hex and happens to be a digit of it.
        yield bytes.fromhex(found[: len(found) // 2 * 2])
        yield bytes.fromhex(found[1 : 1 + (len(found) - 1) // 2 * 2])
    for found in _BASE64.findall(text):
        if not _HEX.fullmatch(found):
            yield from _from_base64(found.replace("-", "+").replace("_", "/"))
    for found in _REPR.findall(text):
        with suppress(SyntaxError, ValueError):
            yield literal_eval(found)
    for found in _BYTES_IN_NUMBERS.findall(text):
        yield bytes(int(each) & 0xFF for each in found.split(","))


def _from_base64(text: str) -> Iterator[bytes]:
    for start in range(4):
        piece = text[start:]
        try:
            yield base64.b64decode(piece + "=" * (-len(piece) % 4))
        except binascii.Error:
            # No bytes are spelled with so many letters, so the last is not one of them.
            yield base64.b64decode(piece[:-1])


def _windows(content: bytes) -> Iterator[bytes]:
    for start in range(len(content) - SECRET_BYTES + 1):
        yield content[start : start + SECRET_BYTES]
