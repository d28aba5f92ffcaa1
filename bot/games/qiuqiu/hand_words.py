"""Words for dominoes and hands of QiuQiu.

Values read 9 / 4 to differ from dominoes; people may type the engine's 9-4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.wording import Translator
from engine.qiuqiu.ranking import pair_values, ranking
from engine.qiuqiu.rules import QiuQiuRules
from engine.qiuqiu.tiles import DOUBLE, TILES, Tile, hand_names

HYPHEN, SPACE = "\N{NON-BREAKING HYPHEN}", "\N{NO-BREAK SPACE}"

DOUBLE_OF: Mapping[int, Tile] = {DOUBLE[tile]: tile for tile in TILES if tile in DOUBLE}


def domino_text(name: str) -> str:
    """Return ``6-3`` with a hyphen that does not break."""
    return name.replace("-", HYPHEN)


def dominoes_text(tiles: Iterable[Tile], between: str = " · ") -> str:
    """Return dominoes in a row: ``6-3 · 5-5``."""
    return between.join(map(domino_text, hand_names(tiles)))


def groups_text(groups: Iterable[Iterable[Tile]]) -> str:
    """Return dominoes in groups: ``6-3 + 5-5 | 4-4 + 6-1``."""
    return " | ".join(dominoes_text(group, " + ") for group in groups)


def counted_text(rules: QiuQiuRules, groups: Sequence[Sequence[Tile]], label: str, translate: Translator) -> str:
    """Return dominoes with another value in brackets: `` (2-1 counts 6)``; mostly empty."""
    values = pair_values(label)
    if values is None or len(groups) != len(values):
        return ""
    return _counted(rules, zip(groups, values, strict=True), translate)


def so_far_text(rules: QiuQiuRules, tiles: Sequence[Tile], translate: Translator) -> str:
    """Return the most that two or three dominoes are worth."""
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
    """Return the words for a declared hand: ``9 / 5``, ``Pure Big``."""
    values = pair_values(label)
    if values is None:
        return translate("label-seri") if label == "seri" else translate(f"special-{label}")
    return f"{values[0]}{SPACE}/{SPACE}{values[1]}"


def group_values(label: str, groups: Sequence[object]) -> tuple[str, ...]:
    """Return each group's value; none for a special hand or a seri."""
    values = pair_values(label)
    return tuple(map(str, values)) if values and len(groups) == len(values) else ()
