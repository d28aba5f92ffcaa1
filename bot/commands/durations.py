"""Lengths of time as people write them: 10m, 2h, 1d or 1w, in whole minutes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from engine.house_rules import whole_number

UNITS: Mapping[str, timedelta] = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
"""Units by letter, the largest first."""

LONGEST = timedelta(days=366)

_WORDS: Mapping[str, timedelta] = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes", "mnt", "menit"), UNITS["m"]),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "j", "jam"), UNITS["h"]),
    **dict.fromkeys(("d", "day", "days", "hari"), UNITS["d"]),
    **dict.fromkeys(("w", "wk", "week", "weeks", "minggu"), timedelta(weeks=1)),
}
_WRITTEN = re.compile(r"([0-9]{1,6}) ?([a-z]+)", re.ASCII | re.IGNORECASE)


def duration_of(text: str) -> timedelta:
    """Read a length of time; raise ``ValueError`` for anything else."""
    written = _WRITTEN.fullmatch(text)
    unit = None if written is None else _WORDS.get(written[2].lower())
    if written is None or unit is None or not 1 <= whole_number(written[1]) <= LONGEST / unit:
        raise ValueError(text)
    return whole_number(written[1]) * unit


def words_of_duration(words: Sequence[str]) -> int:
    """Count the words of a duration at the start of a line."""
    return next((taken for taken in (1, 2) if _is_duration(" ".join(words[:taken]))), 0)


def _is_duration(text: str) -> bool:
    try:
        duration_of(text)
    except ValueError:
        return False
    return True


def in_units(length: timedelta) -> tuple[int, str]:
    """Return a duration in the largest unit that divides it, with its letter."""
    for letter, unit in UNITS.items():
        if not length % unit:
            return length // unit, letter
    return max(length // UNITS["m"], 1), "m"
