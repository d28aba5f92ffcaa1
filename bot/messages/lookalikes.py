"""Names that look the same, though other characters are in them, and telling them apart by a number behind the later.

What looks the same is what Unicode says (UTS #39, "confusable"): letters of other scripts, ``rn`` and ``m``, or
capitals and digits that are drawn alike. The table of such characters is that of the library.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import count
from typing import TypeVar

from bot.messages.names import NAME_CHARACTERS, visible

_Key = TypeVar("_Key")

_LEFT_TO_RIGHT_MARK = "\u200e"
"""Stands in the table around characters that are written from right to left."""


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name as it is shown beside others: with a number behind it if it looks like one of them."""
    taken = [looks(other) for other in others]
    shown = name
    for number in count(2):
        if all(looks(shown).isdisjoint(each) for each in taken):
            break
        ending = f" ({number})"
        shown = name[: NAME_CHARACTERS - len(ending)].rstrip() + ending
    return shown


def all_told_apart(names: Mapping[_Key, str]) -> dict[_Key, str]:
    """Several names as they are shown together; the first of those that look the same stays as it is."""
    shown: dict[_Key, str] = {}
    for key, name in names.items():
        shown[key] = told_apart(name, shown.values())
    return shown


@lru_cache(maxsize=4096)
def looks(name: str) -> frozenset[str]:
    """Return the looks of a name, as written and in small letters; names that share one look the same."""
    written = _skeleton(name)
    return frozenset((written, _skeleton(name.casefold()), _skeleton(written.casefold())))


def _skeleton(name: str) -> str:
    """The name with each character replaced by the one that stands for all that look like it."""
    before, after = "", unicodedata.normalize("NFKD", visible(name))
    while after != before:
        before = after
        after = unicodedata.normalize("NFD", "".join(map(_prototype, before)))
    return after


@lru_cache(maxsize=4096)
def _prototype(character: str) -> str:
    """Return one character for all that look alike; the table links each of them to it, and it to each."""
    alike = _alike(character)
    if len(alike) != 1:
        return character
    (other,) = alike
    if len(other) > 1 or len(_alike(other)) > 1:
        return other
    return min(character, other)


def _alike(text: str) -> set[str]:
    # The table is read when the first name comes: that takes longer than importing most packages.
    from confusable_homoglyphs.confusables import confusables_data

    marked = f"{_LEFT_TO_RIGHT_MARK}{text}{_LEFT_TO_RIGHT_MARK}"
    return {each["c"].strip(_LEFT_TO_RIGHT_MARK) for key in (text, marked) for each in confusables_data.get(key, ())}
