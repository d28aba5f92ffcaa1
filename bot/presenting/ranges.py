"""Ranges of bets in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from bot.wording import Translator


def in_words(least: int, most: int | None, translate: Translator) -> str:
    """Return ``10–100``, ``from 10`` without an upper end, or ``10`` if both are equal."""
    if most is None:
        return translate("limits-from", least=least)
    return translate("limits-only", amount=most) if least == most else translate("limits-range", least=least, most=most)


def one_after_another(ranges: Iterable[tuple[int, int | None]], translate: Translator) -> str:
    """Return the ranges of several rounds: ``10–100, then 20–200``."""
    told = [in_words(least, most, translate) for least, most in dict.fromkeys(ranges)]
    return reduce(lambda before, after: translate("limits-then", before=before, after=after), told)
