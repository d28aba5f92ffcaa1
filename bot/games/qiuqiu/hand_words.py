"""Dominoes and hands of QiuQiu in words: the one place that says how people see them.

A domino has a hyphen at which no line is broken; the value of a hand is 9 / 4, so that nobody takes it for a
domino. The engine, the journal and records have 6-3 and 9-4, and that is what may be typed, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.wording import Translator
from bot.wording.isolation import isolated
from engine.qiuqiu.ranking import pair_values, ranking
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import DOUBLE, TILES, Tile, hand_names

HYPHEN, SPACE = "\N{NON-BREAKING HYPHEN}", "\N{NO-BREAK SPACE}"

DOUBLE_OF: Mapping[int, Tile] = {DOUBLE[tile]: tile for tile in TILES if tile in DOUBLE}
"""The double with a number on both ends."""


def domino_text(name: str) -> str:
    """A domino by its name in the pack: ``6-3``."""
    return name.replace("-", HYPHEN)


def dominoes_text(tiles: Iterable[Tile], between: str = " · ") -> str:
    """Dominoes one after the other: ``6-3 · 5-5``."""
    return between.join(map(domino_text, hand_names(tiles)))


def groups_text(groups: Iterable[Iterable[Tile]]) -> str:
    """Dominoes as they are laid out: ``6-3 + 5-5 | 4-4 + 6-1``."""
    return " | ".join(dominoes_text(group, " + ") for group in groups)


def counted_text(rules: QiuQiuRules, groups: Sequence[Sequence[Tile]], label: str, translate: Translator) -> str:
    """Dominoes that do not count as they are, in brackets: `` (2-1 counts 6)``; empty for nearly all layouts."""
    values = pair_values(label)
    if values is None or len(groups) != len(values):
        return ""
    return _counted(rules, zip(groups, values, strict=True), translate)


def so_far_text(rules: QiuQiuRules, tiles: Sequence[Tile], translate: Translator) -> str:
    """The most that fewer than four dominoes can be worth in groups; empty for a single one."""
    worth = ranking(rules).so_far(tiles)
    values = [
        f"{dominoes_text(group, ' + ')} = {value}{_counted(rules, [(group, value)], translate)}"
        for group, value in worth
    ]
    return translate("private-so-far", values=", ".join(values)) if values else ""


def _counted(rules: QiuQiuRules, worth: Iterable[tuple[Sequence[Tile], int]], translate: Translator) -> str:
    told = []
    for group, value in worth:
        hui = ranking(rules).counted_as(group, value).items()
        told += [translate("counts-as", domino=dominoes_text([tile]), spots=spots) for tile, spots in hui]
        told += [translate("counts-three-doubles")] if len(group) == 3 else []
    return f" ({', '.join(told)})" if told else ""


def label_text(label: str, translate: Translator) -> str:
    """The words for a declared hand: ``9 / 5``, ``Pure Big``."""
    values = pair_values(label)
    if values is None:
        return translate("label-seri") if label == "seri" else translate(f"special-{label}")
    return f"{values[0]}{SPACE}/{SPACE}{values[1]}"


def group_values(label: str, groups: Sequence[object]) -> tuple[str, ...]:
    """The value of each group of a layout; none if it is a special hand or a seri."""
    values = pair_values(label)
    return tuple(map(str, values)) if values and len(groups) == len(values) else ()


def listed(words: Iterable[str]) -> str:
    """Names, or other words, one after the other."""
    return ", ".join(map(isolated, words))
