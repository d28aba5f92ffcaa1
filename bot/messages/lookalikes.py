"""Numbers behind confusable names (UTS #39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import count
from typing import TypeVar

from bot.messages.names import NAME_CHARACTERS, visible

_Key = TypeVar("_Key")

_LEFT_TO_RIGHT_MARK = "\u200e"
"""Surrounds right-to-left characters in the library's table."""


def told_apart(name: str, others: Iterable[str]) -> str:
    """Add a number to a name that looks like one of the others."""
    taken = [looks(other) for other in others]
    shown = name
    for number in count(2):
        if all(looks(shown).isdisjoint(each) for each in taken):
            break
        ending = f" ({number})"
        shown = name[: NAME_CHARACTERS - len(ending)].rstrip() + ending
    return shown


def all_told_apart(names: Mapping[_Key, str]) -> dict[_Key, str]:
    """Number confusable names after the first."""
    shown: dict[_Key, str] = {}
    for key, name in names.items():
        shown[key] = told_apart(name, shown.values())
    return shown


@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[str]:
    """Return the looks of a name; confusable names share one."""
    written = _skeleton(name)
    return frozenset((written, _skeleton(name.casefold()), _skeleton(written.casefold())))


def _skeleton(name: str) -> str:
    before, after = "", unicodedata.normalize("NFKD", visible(name))
    while after != before:
        before = after
        after = unicodedata.normalize("NFD", "".join(map(_prototype, before)))
    return after


@lru_cache(maxsize=4096)
def _prototype(character: str) -> str:
    alike = _alike(character)
    if len(alike) != 1:
        return character
    (other,) = alike
    if len(other) > 1 or len(_alike(other)) > 1:
        return other
    return min(character, other)


def _alike(text: str) -> set[str]:
    # Reading the table takes longer than importing most packages, so it waits for the first name.
    from confusable_homoglyphs.confusables import confusables_data

    marked = f"{_LEFT_TO_RIGHT_MARK}{text}{_LEFT_TO_RIGHT_MARK}"
    return {each["c"].strip(_LEFT_TO_RIGHT_MARK) for key in (text, marked) for each in confusables_data.get(key, ())}
