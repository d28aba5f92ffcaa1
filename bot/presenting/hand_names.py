"""What players held, in words, by the names that the facts of a hand give (:mod:`engine.facts`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.presenting.presenters import PRESENTERS
from bot.presenting.qiuqiu.hand_words import SPACE, label_text
from bot.wording import Translator
from engine.kookiew.ranking import PAIR
from engine.qiuqiu.ranking import pair_values
from engine.quandui.facts import PAIRS, QUAN_DUI


def hand_name(game: str, name: str, translate: Translator) -> str:
    """A hand in words: ``9 / 8``, ``pair: red general``, ``5 dui, 3 ka``."""
    return _HANDS[game](name, translate)


def type_name(game: str, type_: str, translate: Translator) -> str:
    """A type of hand in a few letters, for a chart: ``Six Gods``, ``8 / 0–8``, ``7 points``."""
    return _TYPES[game](type_, translate)


def _qiuqiu_type(type_: str, translate: Translator) -> str:
    if pair_values(type_) is not None or not type_.isdigit():
        return label_text(type_, translate)
    # The low pair of these is at most an 8, or 9-9 would be meant.
    high, low = int(type_), min(int(type_), 8)
    return f"{high}{SPACE}/{SPACE}0" + (f"–{low}" if low else "")


def _koo_kiew(name: str, translate: Translator) -> str:
    if name == PAIR:
        return translate("label-pair")
    if name.startswith(PAIR):
        return translate("hand-pair-of", card=PRESENTERS["koo-kiew"].card(name.removeprefix(f"{PAIR}-"), translate))
    return translate("label-points", points=int(name))


def _quan_dui(name: str, translate: Translator) -> str:
    if name == QUAN_DUI:
        return translate("label-quan-dui")
    dui = int(name.removeprefix("dui-"))
    return translate("label-dui-and-ka", dui=dui, ka=PAIRS - dui)


_HANDS: Mapping[str, Callable[[str, Translator], str]] = {
    "qiuqiu": label_text,
    "koo-kiew": _koo_kiew,
    "quan-dui": _quan_dui,
}
_TYPES: Mapping[str, Callable[[str, Translator], str]] = {**_HANDS, "qiuqiu": _qiuqiu_type}
